"""Make samples and train the three networks for dice, one after the other, within a given time.

Samples are made by other processes while the first network learns; where there is a GPU it is used.

python -m palago.vision.training.dice --minutes 9 --processes 15
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from pathlib import Path

from ..making import Makers
from .samples import make_shard

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
    # The processes that make samples load this module, too, and need none of these.
    import torch

    from ...dice import patches, tops
    from ..learning import Course, learn
    from ..weights import export_maps, export_rows
    from . import finder_training, state_training, top_training
    from .bank import Bank
    from .finder_training import FinderLoss
    from .networks import DiceFinder, DiceStates, TopReader
    from .report import report
    from .state_training import StateLoss

    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(1)
    torch.backends.cudnn.benchmark = True
    bank = Bank(arguments.room, device)
    finder, states = DiceFinder().to(device), DiceStates().to(device)
    reader = TopReader().to(device)
    began = time.monotonic()

    def course(number: int, rate: float, name: str) -> Course:
        until = began + 60 * arguments.minutes * SHARES[number]
        kept = arguments.cache / f"dice_{name}.pt"
        return Course(until, rate, longest_gradient=2.0, checkpoint=kept)

    make = partial(
        make_shard, processes=arguments.processes, first_seed=arguments.first_seed,
        cuts=arguments.bare_cuts,
    )  # fmt: skip
    with Makers(make, arguments.processes) as makers:

        def refreshed(loss: FinderLoss | StateLoss) -> None:
            bank.add(makers.take())
            loss.look()

        least = min(FIRST_SAMPLES, bank.room)
        makers.wait_until(lambda samples: bank.add(samples) >= least)
        first, rate = FinderLoss(finder, bank), finder_training.RATE
        learn(finder, first, course(0, rate, "finder"), refresh=partial(refreshed, first))
        second, rate = StateLoss(states, finder, bank), state_training.RATE
        learn(states, second, course(1, rate, "states"), refresh=partial(refreshed, second))
    print(f"{bank.count} samples", flush=True)
    parts = state_training.found_suspects(finder, bank)
    found = state_training.together(parts)
    looked = state_training.looked_at(states, bank, found)
    known_tops = top_training.tops_of(bank, found, looked)
    top_loss = top_training.TopLoss(reader, bank, known_tops)
    learn(reader, top_loss, course(2, top_training.RATE, "tops"))
    faces = top_training.read_tops(reader, bank, known_tops)
    export_maps(finder.cpu(), arguments.out / "dice_finder.onnx")
    export_rows(states.cpu(), (4, patches.SIZE, patches.SIZE), arguments.out / "dice_states.onnx")
    export_rows(reader.cpu(), (3, tops.SIZE, tops.SIZE), arguments.out / "dice_tops.onnx", "tops")
    report(bank, parts[0], found, looked[0], known_tops, faces)


if __name__ == "__main__":
    main()
