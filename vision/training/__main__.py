"""Train the tile finder and export it: ``python -m palago.vision.training``.

One process generates samples while another trains on those that are ready; both are stopped by the
clock. Samples and checkpoint stay in the cache folder, so a second run goes on where this one ends;
the first goes on from the shipped network.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from pathlib import Path

WEIGHTS = Path(__file__).resolve().parent.parent / "weights" / "tile_finder.onnx"
CACHE = Path(__file__).resolve().parents[2] / "data" / "training"


def parse_arguments() -> argparse.Namespace:
    """The command's options."""
    parser = argparse.ArgumentParser("python -m palago.vision.training", description=__doc__)
    parser.add_argument("--minutes", type=float, default=120.0, help="how long to train")
    parser.add_argument("--shards", type=int, default=1000, help="shards of 64 samples to make")
    parser.add_argument("--first-seed", type=int, default=1_000_000, help="of the samples")
    parser.add_argument("--first-shards", type=int, default=10, help="shards to wait for")
    parser.add_argument("--rate", type=float, default=2.5e-3, help="highest learning rate")
    parser.add_argument("--cache", type=Path, default=CACHE, help="samples and checkpoint")
    parser.add_argument(
        "--fresh",
        action="store_true",
        help="start from nothing, not from the last run or the shipped network",
    )
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="the ONNX file to write")
    return parser.parse_args()


def main() -> None:
    """Generate, train, export."""
    arguments = parse_arguments()
    from .examples.samples import make_sample
    from .examples.shards import fill_shards
    from .export import export_maps
    from .train import train

    samples = arguments.cache / "samples"
    checkpoint = arguments.cache / "tile_finder.pt"
    samples.mkdir(parents=True, exist_ok=True)
    if arguments.fresh:
        checkpoint.unlink(missing_ok=True)
    generator = multiprocessing.get_context("spawn").Process(
        target=fill_shards,
        args=(samples, arguments.shards, arguments.first_seed, make_sample),
        daemon=True,
    )
    generator.start()
    try:
        while len(list(samples.glob("*.shard"))) < min(arguments.first_shards, arguments.shards):
            if not generator.is_alive():
                raise SystemExit("the generator of samples stopped early; see its message above")
            time.sleep(1.0)
        shipped = None if arguments.fresh or not WEIGHTS.exists() else WEIGHTS
        model = train(
            samples, checkpoint, 60 * arguments.minutes, shipped=shipped, rate=arguments.rate
        )
    finally:
        generator.terminate()
    size = export_maps(model, arguments.out)
    print(f"{arguments.out}: {size} bytes")


if __name__ == "__main__":
    main()
