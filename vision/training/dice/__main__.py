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
from ...fitted import WEIGHTS
from ..making import Makers
from .bank import Bank
from .networks import CloserLook, DiceStates
from .samples import make_shard
from .state_training import NONE, DiceLookedAt, Suspects, first_look, look_at
from .top_training import Tops

CACHE = Path(__file__).resolve().parents[3] / "data" / "training" / "dice"
FIRST_SEED = 40_000_000
FIRST_SAMPLES = 400
PARTS = {"finder": 4.0, "states": 2.0, "closer": 4.0, "tops": 3.0}
"""How the time is shared out among the networks that are to learn, one after the other."""


def main() -> None:
    """Do it all."""
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
    arguments = parser.parse_args()
    arguments.cache.mkdir(parents=True, exist_ok=True)
    # The processes that make samples load this module, too, and need none of these.
    import torch

    from ...dice import patches, tops
    from ..learning_loop import ONWARD, Course, learn
    from ..weights import export_maps, export_rows, restore
    from . import closer_training, finder_training, state_training, top_training
    from .closer_training import CloserLoss
    from .finder_training import FinderLoss
    from .networks import DiceFinder, TopReader
    from .state_training import StateLoss
    from .top_training import TopLoss

    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(1)
    torch.backends.cudnn.benchmark = True
    bank = Bank(arguments.room, device)
    finder, states = DiceFinder().to(device), DiceStates().to(device)
    closer, reader = CloserLook().to(device), TopReader().to(device)
    learning = [name for name in PARTS if name in arguments.networks]
    ends, share = {}, 0.0
    for name in learning:
        share += PARTS[name] / sum(PARTS[other] for other in learning)
        ends[name] = time.monotonic() + 60 * arguments.minutes * share

    def begin(model: nn.Module, name: str, pictures: Tensor) -> None:
        """Give a network what the shipped one knows, on samples as it takes them."""
        if name not in learning or not arguments.fresh:
            restore(model, WEIGHTS / f"dice_{name}.onnx", pictures)
        model.eval()

    def teach(
        name: str, model: nn.Module, loss: FinderLoss | StateLoss | CloserLoss | TopLoss,
        rate: float, decay: float = Course.decay,
    ) -> None:  # fmt: skip
        """Let it learn, if it is to."""
        if name in learning:
            rate *= 1.0 if arguments.fresh else ONWARD
            kept = arguments.cache / f"dice_{name}.pt"
            course = Course(
                ends[name], rate, decay, longest_gradient=2.0, is_averaged=True, checkpoint=kept
            )
            learn(model, loss, course, refresh=partial(refreshed, loss))
            write(name, model.cpu())
            model.to(device)

    def write(name: str, model: nn.Module) -> None:
        path = arguments.out / f"dice_{name}.onnx"
        if name == "finder":
            export_maps(model, path)
        elif name == "tops":
            export_rows(model, (3, tops.SIZE, tops.SIZE), path, "tops")
        else:
            export_rows(model, (4, patches.SIZE, patches.SIZE), path)

    def refreshed(loss: FinderLoss | StateLoss | CloserLoss | TopLoss) -> None:
        bank.add(makers.take())
        loss.look()

    make = partial(
        make_shard, processes=arguments.processes, first_seed=arguments.first_seed,
        cuts=arguments.bare_cuts,
    )  # fmt: skip
    with Makers(make, arguments.processes, folder=arguments.samples) as makers:
        least = min(FIRST_SAMPLES, bank.room)
        makers.wait_until(lambda samples: bank.add(samples) >= least)
        first = FinderLoss(finder, bank)
        begin(finder, "finder", finder_training.crops(bank, first.among)[0])
        teach("finder", finder, first, finder_training.RATE)
        second = StateLoss(states, finder, bank)
        begin(states, "states", second.batch()[0])
        teach("states", states, second, state_training.RATE)
        third = CloserLoss(closer, finder, states, bank)
        begin(closer, "closer", third.batch()[0])
        teach("closer", closer, third, closer_training.RATE, closer_training.DECAY)
        fourth = TopLoss(reader, bank)
        begin(reader, "tops", fourth.batch()[0])
        teach("tops", reader, fourth, top_training.RATE)
    print(f"{bank.count} samples", flush=True)
    parts = state_training.found_suspects(finder, bank)
    found = state_training.together(parts)
    looked = both_looks(states, closer, bank, found)
    known_tops = top_training.tops_of(bank, found, looked)
    faces = top_training.read_tops(reader, bank, known_tops)
    report(bank, parts[0], found, looked, known_tops, faces)


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
    """Print errors on the scenes held out.

    `first` are those of the candidates `found` that were seen at the size that a board tells.
    """
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
    scale = (37.0 / bank.tile_widths).clamp(max=1.0)
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
