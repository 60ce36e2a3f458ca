"""Make samples and train the three networks for dice, the one for states last, by the others:

python -m palago.vision.training.dice samples --shards 90
python -m palago.vision.training.dice finder
python -m palago.vision.training.dice tops
python -m palago.vision.training.dice states
"""

from __future__ import annotations

import argparse
from pathlib import Path

WEIGHTS = Path(__file__).resolve().parents[2] / "weights"
CACHE = Path(__file__).resolve().parents[3] / "data" / "training" / "dice"
FIRST_SEED = 20_000_000


def main() -> None:
    """Do one of these."""
    parser = argparse.ArgumentParser(
        "python -m palago.vision.training.dice",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "what", choices=("samples", "finder", "tops", "states"), help="make or train"
    )
    parser.add_argument("--cache", type=Path, default=CACHE, help="samples and checkpoints")
    parser.add_argument("--shards", type=int, default=100, help="shards of 64 samples to make")
    parser.add_argument(
        "--first-seed", type=int, default=FIRST_SEED, help="number of the first scene"
    )
    parser.add_argument("--steps", type=int, default=5000, help="of training")
    parser.add_argument("--crops", type=int, default=10_000, help="for the finder")
    parser.add_argument("--out", type=Path, help="the ONNX file to write")
    arguments = parser.parse_args()
    samples = arguments.cache / "samples"
    from ..examples.shards import fill_shards, read_shard

    if arguments.what == "samples":
        from .samples import make_sample

        fill_shards(samples, arguments.shards, arguments.first_seed, make_sample)
        return
    from ..export import export_maps, export_rows

    known = [sample for path in sorted(samples.glob("*.shard")) for sample in read_shard(path)]
    if not known:
        raise SystemExit(f"there are no samples in {samples}: make some first")
    print(f"{len(known)} samples", flush=True)
    checkpoint = arguments.cache / f"dice_{arguments.what}.pt"
    out = arguments.out or WEIGHTS / f"dice_{arguments.what}.onnx"
    if arguments.what == "finder":
        from .finder_training import train_finder, training_crops

        crops = training_crops(known, arguments.crops, 5)
        size = export_maps(train_finder(crops, arguments.steps, checkpoint), out)
    elif arguments.what == "tops":
        from ...dice.tops import SIZE
        from .top_network import train_tops
        from .top_pool import scene_tops

        tops = train_tops(scene_tops(known), arguments.steps, checkpoint)
        size = export_rows(tops, (2, SIZE, SIZE), out, "tops")
    else:
        from ...dice.patches import SIZE
        from .state_training import labelled_dice, train_states

        states = train_states(labelled_dice(known), arguments.steps, checkpoint)
        size = export_rows(states, (4, SIZE, SIZE), out)
    print(f"{out}: {size} bytes")


if __name__ == "__main__":
    main()
