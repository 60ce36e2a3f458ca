"""Make samples and train the three networks for dice, one after the other, within a given time.

Samples are made by other processes while the first network learns; where there is a GPU it is used.

python -m palago.vision.training.dice --minutes 9 --processes 15
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import torch

from ...dice import patches, tops
from ..export import export_maps, export_rows
from . import finder_training, state_training, top_training
from .bank import Bank
from .filling import Filling
from .fitting import fit
from .networks import DiceFinder, DiceStates, TopReader
from .report import report

WEIGHTS = Path(__file__).resolve().parents[2] / "weights"
CACHE = Path(__file__).resolve().parents[3] / "data" / "training" / "dice"
FIRST_SEED = 40_000_000
FIRST_SAMPLES = 400
SHARES = (0.45, 0.74, 0.96)
"""Of the time, until the finder, the network for states, and that for tops end. Samples are made
until the second of these."""


def main() -> None:
    """Do it all."""
    parser = argparse.ArgumentParser(
        "python -m palago.vision.training.dice",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--minutes", type=float, default=60.0, help="for everything")
    parser.add_argument("--processes", type=int, default=1, help="that make samples")
    parser.add_argument("--room", type=int, default=24_000, help="samples at most")
    parser.add_argument("--bare-cuts", type=int, default=12, help="of each picture without dice")
    parser.add_argument("--first-seed", type=int, default=FIRST_SEED, help="of the first sample")
    parser.add_argument("--cache", type=Path, default=CACHE, help="for checkpoints")
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="for the networks")
    arguments = parser.parse_args()
    arguments.cache.mkdir(parents=True, exist_ok=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(1)
    torch.backends.cudnn.benchmark = True
    bank = Bank(arguments.room, device)
    finder, states = DiceFinder().to(device), DiceStates().to(device)
    reader = TopReader().to(device)
    began = time.monotonic()
    ends = [began + 60 * arguments.minutes * share for share in SHARES]
    filling = Filling(bank, arguments.processes, arguments.first_seed, arguments.bare_cuts)
    try:
        filling.wait_for(FIRST_SAMPLES)
        finder_loss = finder_training.FinderLoss(finder, bank, filling.take)
        checkpoint = arguments.cache / "dice_finder.pt"
        fit(finder, finder_loss, ends[0], finder_training.RATE, checkpoint)
        state_loss = state_training.StateLoss(states, finder, bank, filling.take)
        checkpoint = arguments.cache / "dice_states.pt"
        fit(states, state_loss, ends[1], state_training.RATE, checkpoint)
    finally:
        filling.stop()
    parts = state_training.found_suspects(finder, bank)
    found = state_training.together(parts)
    looked = state_training.looked_at(states, bank, found)
    seen = top_training.tops_of(bank, found, looked)

    checkpoint = arguments.cache / "dice_tops.pt"
    fit(reader, top_training.TopLoss(reader, bank, seen), ends[2], top_training.RATE, checkpoint)
    faces = top_training.read_tops(reader, bank, seen)
    export_maps(finder.cpu(), arguments.out / "dice_finder.onnx")
    export_rows(states.cpu(), (4, patches.SIZE, patches.SIZE), arguments.out / "dice_states.onnx")
    export_rows(reader.cpu(), (3, tops.SIZE, tops.SIZE), arguments.out / "dice_tops.onnx", "tops")
    told = report(bank, parts[0], found, looked[0], seen, faces)
    torch.save(told, arguments.cache / "held_out.pt")


if __name__ == "__main__":
    main()
