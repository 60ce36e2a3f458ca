"""Train the tile finder and export it: ``python -m palago.vision.training``.

One process generates samples while another trains on those that are ready, until the clock stops
both. A second run goes on from the cache folder; the first goes on from the shipped network.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

from ..fitted import WEIGHTS

if TYPE_CHECKING:
    from .making import Makers

SHIPPED = WEIGHTS / "tile_finder.onnx"
CACHE = Path(__file__).resolve().parents[2] / "data" / "training"
BATCH, STATISTICS_SAMPLES = 8, 64


def parse_arguments() -> argparse.Namespace:
    """The command's options."""
    parser = argparse.ArgumentParser("python -m palago.vision.training", description=__doc__)
    parser.add_argument("--minutes", type=float, default=120.0, help="how long to train")
    parser.add_argument("--shards", type=int, default=1000, help="shards of 64 samples to make")
    parser.add_argument("--first-seed", type=int, default=1_000_000, help="of the samples")
    parser.add_argument("--first-shards", type=int, default=10, help="shards to wait for")
    parser.add_argument("--rate", type=float, default=2.5e-3, help="highest learning rate")
    parser.add_argument("--cache", type=Path, default=CACHE, help="samples and checkpoint")
    parser.add_argument("--fresh", action="store_true", help="start from nothing, not the shipped")
    parser.add_argument("--out", type=Path, default=SHIPPED, help="the ONNX file to write")
    return parser.parse_args()


def main() -> None:
    """Generate, train, export."""
    arguments = parse_arguments()
    from .finder.samples import SHARD_SAMPLES, make_finder_shard
    from .making import Makers

    if arguments.fresh:
        (arguments.cache / "tile_finder.pt").unlink(missing_ok=True)
    first, shards = arguments.first_seed, arguments.shards
    seeds = range(first, first + shards * SHARD_SAMPLES, SHARD_SAMPLES)
    with Makers(make_finder_shard, 1, seeds, arguments.cache / "samples") as makers:
        _train(arguments, makers)


def _train(arguments: argparse.Namespace, makers: Makers) -> None:
    import torch

    from .finder.losses import FinderBatches, finder_losses
    from .finder.network import TileFinder
    from .finder.samples import SHARD_SAMPLES
    from .learning_loop import Course, learn, quick_numbers
    from .weights import export_maps, restore

    # The other process is at work as well.
    torch.set_num_threads(1)
    torch.manual_seed(0)
    model, batches = TileFinder(), FinderBatches()
    least = SHARD_SAMPLES * min(arguments.first_shards, arguments.shards)
    makers.wait_until(lambda samples: batches.add(samples) >= least)
    checkpoint = arguments.cache / "tile_finder.pt"
    if checkpoint.exists():
        model.load_state_dict(torch.load(checkpoint, weights_only=True))
    elif not arguments.fresh:
        pictures = torch.from_numpy(batches.batch(STATISTICS_SAMPLES)[0]).float()
        restore(model, SHIPPED, pictures)

    def losses_of_batch() -> dict[str, torch.Tensor]:
        pixels, target, weight = (torch.from_numpy(part) for part in batches.batch(BATCH))
        pictures = pixels.float().contiguous(memory_format=torch.channels_last)
        with quick_numbers(pictures.device):
            maps = model(pictures)
        return finder_losses(maps.float(), target, weight)

    until = time.monotonic() + 60 * arguments.minutes
    course = Course(until, arguments.rate, decay=1e-3, is_averaged=True, checkpoint=checkpoint)
    learn(
        model, losses_of_batch, course,
        refresh=lambda: batches.add(makers.take()),
        told=lambda: f"{len(batches.samples)} samples",
    )  # fmt: skip
    print(f"{arguments.out}: {export_maps(model, arguments.out)} bytes")


if __name__ == "__main__":
    main()
