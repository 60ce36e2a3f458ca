"""Make samples and train the three networks for dice, the finder before the states:

python -m palago.vision.training.dice samples --shards 12
python -m palago.vision.training.dice tops --steps 4000
python -m palago.vision.training.dice finder --steps 3000
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
    parser.add_argument("what", choices=("samples", "finder", "tops", "states"))
    parser.add_argument("--cache", type=Path, default=CACHE, help="samples and checkpoints")
    parser.add_argument("--shards", type=int, default=100, help="shards of 64 samples to make")
    parser.add_argument("--first-seed", type=int, default=FIRST_SEED)
    parser.add_argument("--steps", type=int, default=4000, help="of the finder and the tops")
    parser.add_argument("--epochs", type=int, default=14, help="of the states")
    parser.add_argument("--out", type=Path, help="the ONNX file to write")
    arguments = parser.parse_args()
    samples = arguments.cache / "samples"
    if arguments.what == "samples":
        from .samples import generate

        generate(samples, arguments.shards, arguments.first_seed)
        return
    if arguments.what == "tops":
        from .top_network import export_tops, train_tops

        arguments.cache.mkdir(parents=True, exist_ok=True)
        tops = train_tops(arguments.steps, arguments.cache / "dice_tops.pt")
        out = arguments.out or WEIGHTS / "dice_tops.onnx"
        print(f"{out}: {export_tops(tops, out)} bytes")
        return
    from .samples import read_shard

    known = [sample for path in sorted(samples.glob("*.shard")) for sample in read_shard(path)]
    if not known:
        raise SystemExit(f"there are no samples in {samples}: make some first")
    print(f"{len(known)} samples", flush=True)
    if arguments.what == "finder":
        from .finder_training import export_finder, mark_flat_dice, train_finder

        for sample in known:
            mark_flat_dice(sample, sample.image())
        finder = train_finder(known, arguments.steps, arguments.cache / "dice_finder.pt")
        out = arguments.out or WEIGHTS / "dice_finder.onnx"
        print(f"{out}: {export_finder(finder, out)} bytes")
        return
    from .state_training import export_states, labelled_dice, train_states

    dice = labelled_dice(known)
    print(f"{len(dice.states)} patches", flush=True)
    states = train_states(dice, arguments.epochs, arguments.cache / "dice_states.pt")
    out = arguments.out or WEIGHTS / "dice_states.onnx"
    print(f"{out}: {export_states(states, out)} bytes")


if __name__ == "__main__":
    main()
