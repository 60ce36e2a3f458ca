"""Make samples and train the four networks for dice, within a given time.

They go on from the networks that the reader ships with. Samples are made by other processes while
the networks learn; where there is a GPU it is used. The reader of tops needs none of the others, so
it can learn beside them, from the same samples:

    python -m palago.vision.training.dice --minutes 9 --processes 9 --samples dice-samples \
        --networks finder states closer &
    python -m palago.vision.training.dice --minutes 9 --processes 0 --samples dice-samples \
        --networks tops
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from pathlib import Path

import torch
from torch import Tensor, nn

from ...dice.die_states import CLOSER_COUNTS, STATES
from ...dice.finder import TILE_WIDTH
from ...fitted import WEIGHTS
from ..learning_loop import ONWARD, Course, learn
from ..making import Makers
from ..weights import export_maps, export_rows, restore
from . import closer_training, finder_training, state_training, top_training
from .bank import Bank
from .closer_training import CloserLoss
from .finder_training import FinderLoss, crops
from .networks import CloserLook, DiceFinder, DiceStates, TopReader
from .samples import make_shard
from .state_training import (
    NONE,
    DiceLookedAt,
    StateLoss,
    Suspects,
    first_look,
    found_suspects,
    look_at,
    together,
)
from .top_training import TopLoss, Tops, read_tops, tops_of

CACHE = Path(__file__).resolve().parents[3] / "data" / "training" / "dice"
FIRST_SEED = 40_000_000
FIRST_SAMPLES = 400
PARTS = {"finder": 4.0, "states": 2.0, "closer": 4.0, "tops": 3.0}
"""How the time is shared out among the networks that are to learn, one after the other."""


def parse_arguments() -> argparse.Namespace:
    """The command's options."""
    parser = argparse.ArgumentParser(
        "python -m palago.vision.training.dice",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--minutes", type=float, default=60.0, help="for everything")
    parser.add_argument(
        "--processes", type=int, default=1, help="that make samples (0: another run does)"
    )
    parser.add_argument("--room", type=int, default=24_000, help="samples at most")
    parser.add_argument("--bare-cuts", type=int, default=12, help="of each picture without dice")
    parser.add_argument("--first-seed", type=int, default=FIRST_SEED, help="of the first sample")
    parser.add_argument("--samples", type=Path, help="where they are kept, and taken from")
    parser.add_argument("--fresh", action="store_true", help="begin from nothing")
    parser.add_argument("--networks", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--cache", type=Path, default=CACHE, help="for checkpoints")
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="for the networks")
    return parser.parse_args()


class Teacher:
    """Lets networks learn one after the other, each for its share of the time."""

    def __init__(self, arguments: argparse.Namespace, makers: Makers) -> None:
        self.arguments, self.makers, self.ends = arguments, makers, dict[str, float]()
        learning = [name for name in PARTS if name in arguments.networks]
        share = 0.0
        for name in learning:
            share += PARTS[name] / sum(PARTS[other] for other in learning)
            self.ends[name] = time.monotonic() + 60 * arguments.minutes * share

    def teach(
        self, name: str, loss: FinderLoss | StateLoss | CloserLoss | TopLoss, pictures: Tensor,
        rate: float, decay: float = Course.decay,
    ) -> None:  # fmt: skip
        """Let a network begin as the shipped one, or afresh, learn and write it, if it is to."""
        arguments, bank, shipped = self.arguments, loss.bank, f"dice_{name}.onnx"
        model: nn.Module = loss.model
        if name not in self.ends or not arguments.fresh:
            restore(model, WEIGHTS / shipped, pictures)
        model.eval()
        if name not in self.ends:
            return

        def refreshed() -> None:
            bank.add(self.makers.take())
            loss.look()

        course = Course(
            self.ends[name], rate * (1.0 if arguments.fresh else ONWARD), decay,
            longest_gradient=2.0, is_averaged=True, checkpoint=arguments.cache / f"dice_{name}.pt",
        )  # fmt: skip
        learn(model, loss, course, refresh=refreshed)
        if name == "finder":
            export_maps(model.cpu(), arguments.out / shipped)
        else:
            given = "tops" if name == "tops" else "patches"
            export_rows(model.cpu(), pictures.shape[1:], arguments.out / shipped, given)
        model.to(bank.device)


def main() -> None:
    """Make samples, let the networks learn, and say how well they do."""
    arguments = parse_arguments()
    arguments.cache.mkdir(parents=True, exist_ok=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(1)
    torch.backends.cudnn.benchmark = True
    bank = Bank(arguments.room, device)
    finder, states = DiceFinder().to(device), DiceStates().to(device)
    closer, reader = CloserLook().to(device), TopReader().to(device)
    make = partial(
        make_shard, processes=arguments.processes, first_seed=arguments.first_seed,
        cuts=arguments.bare_cuts,
    )  # fmt: skip
    with Makers(make, arguments.processes, folder=arguments.samples) as makers:
        teacher = Teacher(arguments, makers)
        least = min(FIRST_SAMPLES, bank.room)
        makers.wait_until(lambda samples: bank.add(samples) >= least)
        first = FinderLoss(finder, bank)
        teacher.teach("finder", first, crops(bank, first.among)[0], finder_training.RATE)
        second = StateLoss(states, finder, bank)
        teacher.teach("states", second, second.batch()[0], state_training.RATE)
        third = CloserLoss(closer, finder, states, bank)
        pictures, decay = third.batch()[0], closer_training.DECAY
        teacher.teach("closer", third, pictures, closer_training.RATE, decay)
        fourth = TopLoss(reader, bank)
        teacher.teach("tops", fourth, fourth.batch()[0], top_training.RATE)
    print(f"{bank.count} samples", flush=True)
    parts = found_suspects(finder, bank)
    found = together(parts)
    looked = both_looks(states, closer, bank, found)
    known_tops = tops_of(bank, found, looked)
    report(bank, parts[0], found, looked, known_tops, read_tops(reader, bank, known_tops))


def both_looks(states: DiceStates, closer: CloserLook, bank: Bank, found: Suspects) -> DiceLookedAt:
    """What `judge_states` would say of candidates."""
    first = first_look(states, bank, found)
    second = look_at(closer, bank, found.samples, first.places, first.ups, first.leans)
    mixed = torch.lerp(first.states, second.states, CLOSER_COUNTS)
    return DiceLookedAt(mixed, second.places, second.ups, first.leans)


SIZES = ((8, 14), (14, 20), (20, 32), (32, 999))


def report(
    bank: Bank, first: Suspects, found: Suspects, looked: DiceLookedAt, tops: Tops, faces: Tensor
) -> None:
    """Print errors on the scenes held out; `first` of `found` are as large as a board tells."""
    kept = bank.held_out[found.samples]
    known = found.at(kept)
    dice = known.dice(bank)
    said, face = torch.softmax(looked.states[kept], 1), torch.softmax(faces[kept], 1)
    print(f"held out: {int(bank.held_out[: bank.count].sum())} scenes")
    _print_found_share(bank, first)
    is_none = said[:, NONE] > 0.5
    print(f"none taken for a die {float((~is_none)[known.states == NONE].float().mean()):.4f}")
    for low, high in SIZES:
        within = (dice[:, 2] >= low) & (dice[:, 2] < high)
        lying = within & (known.states == 0)
        readable = within & (tops.faces[kept] >= 0) & (known.states == 0)
        wrong = (face.argmax(dim=1) != tops.faces[kept])[readable]
        sure = (face.max(dim=1).values > 0.97)[readable]
        cocked = within & (known.states == 1)
        parts = (
            f"lying taken for none {float(is_none[lying].float().mean()):.4f}",
            f"not for lying {float((said.argmax(dim=1) != 0)[lying].float().mean()):.4f}",
            f"leaning for lying {float((said[:, 0] > 0.5)[cocked].float().mean()):.4f}",
            f"tops wrong {float(wrong.float().mean()):.4f} of {len(wrong)}",
            f"sure {float(sure.float().mean()):.3f}",
            f"sure and wrong {float((wrong & sure).float().mean()):.5f}",
        )
        print(f"{low}-{high} px: " + ", ".join(parts), flush=True)


def _print_found_share(bank: Bank, first: Suspects) -> None:
    """Print how many of the dice that lie plainly have been found."""
    met = torch.zeros_like(bank.has_die)
    is_die = first.states != NONE
    met[first.samples[is_die], first.owners[is_die]] = True
    scale = (TILE_WIDTH / bank.tile_widths).clamp(max=1.0)
    for low, high in ((7, 9), (9, 12), (12, 17), (17, 26)):
        sides = bank.dice[..., 2] * scale[:, None]
        plain = (
            bank.has_die & bank.held_out[:, None] & (sides >= low) & (sides < high)
            & (bank.dice[..., 5] == STATES.index("lying")) & (bank.dice[..., 7] > 0.9)
            & (bank.dice[..., 8] > 0) & (bank.dice[..., 2] >= 12)
        )  # fmt: skip
        share = float(met[plain].float().mean())
        print(f"seen {low}-{high} px: found {share:.4f} of {int(plain.sum())}")


if __name__ == "__main__":
    main()
