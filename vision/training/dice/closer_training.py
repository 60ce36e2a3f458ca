"""Make samples and train the network for the closer look at dice, within a given time.

It learns from what the networks before it take for dice; these have to be there. It goes on from
the network that the reader ships with.

    python -m palago.vision.training.dice.closer_training --minutes 75 --processes 2
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np

from ....calibration.arrays import Floats, Integers, Picture
from ...dice.die_states import PLACED, STATES
from ...dice.faces import TOPS
from ...dice.patches import SIZE, UNKNOWN_LEAN, die_patches
from ...photos.shrink import Halves
from ..making import Makers
from .suspects import COLUMN, NONE, ROLLING, LikelyDice, make_suspects

WEIGHTS = Path(__file__).resolve().parents[2] / "weights"
CACHE = Path(__file__).resolve().parents[3] / "data" / "training" / "dice_closer"
FIRST_SEED = 60_000_000
MAKING = 0.3
"""The share of the time in which samples are made, before anything is learnt."""
BATCH, RATE, DECAY = 256, 3e-3, 1e-2
SHARES = (0.33, 0.10, 0.09, 0.04, 0.44)
"""Of a batch, for each of STATES."""
LEAST_HARD = 0.1
"""What is none is drawn as often as the first look takes it for a die, but not more seldom than a
thing with this chance."""
SHAKES, MUCH_SHAKEN = ((0.03, 0.03), (0.09, 0.10)), 0.4
"""By how much the patches are moved, in edges and in size: as a rule, and for a share of them."""
TURNED, BENT = 0.06, 0.03
"""How wrongly up (radians) and the lean are told, on purpose."""
VARIED = 0.5
"""The share of the patches that are seen in other light than they are drawn in."""
FACE_COUNTS, PLACE_COUNTS = 0.5, 2.0


class CloserLesson:
    """All suspects that were made, and batches of them: patches (BATCH, 4, SIZE, SIZE), the numbers
    of STATES and TOPS, and PLACED corrections."""

    def __init__(self, looks: Sequence[LikelyDice]) -> None:
        self.looks, self.rng = looks, np.random.default_rng(1)
        self.owner = np.repeat(np.arange(len(looks)), [len(look.sides) for look in looks])
        self.number = np.concatenate([np.arange(len(look.sides)) for look in looks])
        states = np.concatenate([look.states for look in looks])
        self.by_state = [np.flatnonzero(states == state) for state in range(len(STATES))]
        chances = np.concatenate([look.chances for look in looks])[self.by_state[NONE]]
        hard = np.cumsum(np.maximum(chances, LEAST_HARD))
        self.hard = hard / hard[-1]

    def draw(self) -> Integers:
        """The numbers of the suspects of a batch."""
        counts = [round(share * BATCH) for share in SHARES]
        drawn = [
            self.rng.choice(of_state, count)
            for of_state, count in zip(self.by_state, counts, strict=True)
            if len(of_state)
        ]
        drawn[-1] = self.by_state[NONE][np.searchsorted(self.hard, self.rng.random(counts[NONE]))]
        return np.concatenate(drawn)

    def batch(self) -> tuple[Picture, Floats, Integers, Integers, Floats]:
        """Patches (n, SIZE, SIZE, 3) BGR, leans (n,), states, faces, corrections (n, PLACED)."""
        numbers = self.draw()
        patches = np.empty((len(numbers), SIZE, SIZE, 3), np.uint8)
        leans, wanted = np.empty(len(numbers)), np.zeros((len(numbers), PLACED))
        states, faces = np.empty((2, len(numbers)), np.int64)
        for row, index in enumerate(numbers):
            look, at = self.looks[self.owner[index]], self.number[index]
            patches[row], leans[row], wanted[row] = self._seen(look, int(at))
            states[row], faces[row] = look.states[at], look.faces[at]
        return patches, leans, states, faces, wanted

    def _seen(self, look: LikelyDice, at: int) -> tuple[Picture, float, Floats]:
        """One suspect as a closer look may see it, and how wrong that is."""
        rng = self.rng
        moved, grown = SHAKES[int(rng.random() < MUCH_SHAKEN)]
        side = float(look.sides[at])
        middle = look.middles[at] + moved * side * rng.normal(size=2)
        side *= math.exp(grown * rng.normal())
        angle = TURNED * rng.normal()
        turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        up = turn @ look.ups[at]
        lean = float(look.leans[at])
        if lean != UNKNOWN_LEAN:
            lean = float(np.clip(lean + BENT * rng.normal(), 0.0, 1.0))
        patch = die_patches(Halves(look.image), middle[None], np.array([side]), up[None])[0]
        length = math.hypot(*up)
        right = np.array([-up[1], up[0]]) / length if length > 1e-9 else np.array([1.0, 0.0])
        down = np.array([-right[1], right[0]])
        if rng.random() < 0.5:
            patch, right = patch[:, ::-1], -right
        die = look.dice[at].astype(np.float64)
        if look.states[at] == NONE:
            return patch, lean, np.zeros(PLACED)
        gap, upwards = (die[:2] - middle) / side, die[COLUMN["up x"] : COLUMN["up y"] + 1]
        size = math.log(die[COLUMN["side"]] / side)
        return patch, lean, np.array(
            [gap @ right, gap @ down, size, upwards @ right, upwards @ down]
        )  # fmt: skip


def train(
    looks: Sequence[LikelyDice], until: float, kept: Path, out: Path, *, fresh: bool = True
) -> None:
    """Learn from suspects until the monotonic clock shows a time, and write the network. Where it
    is not `fresh` it goes on from the shipped one, and stays halfway."""
    import torch
    from torch import Tensor, nn

    from ...dice.patches import network_input
    from ..learning_loop import ONWARD, Course, learn, quick_numbers
    from ..mix import mix
    from ..weights import export_rows, restore
    from .bank import Randomness, varied
    from .networks import CloserLook

    torch.manual_seed(1)
    model, lesson, chance = CloserLook(), CloserLesson(looks), Randomness(torch.device("cpu"))

    def batch() -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """What the network sees, states, faces, and corrections."""
        patches, leans, states, faces, wanted = lesson.batch()
        pixels = torch.from_numpy(patches.transpose(0, 3, 1, 2)).float()
        other = chance.uniform(0, 1, len(pixels)) < VARIED
        pixels = torch.where(other[:, None, None, None], varied(chance, pixels), pixels)
        seen = network_input(pixels.permute(0, 2, 3, 1).numpy(), leans)
        given = torch.from_numpy(seen).contiguous(memory_format=torch.channels_last)
        told = torch.from_numpy(wanted).float()
        return given, torch.from_numpy(states), torch.from_numpy(faces), told

    def losses() -> dict[str, Tensor]:
        given, true, shown, wanted = batch()
        with quick_numbers(given.device):
            said = model(given).float()
        state, place, face = said.split((len(STATES), PLACED, len(TOPS)), dim=1)
        is_placed = (true != NONE) & (true != ROLLING)
        apart = (place - wanted).abs()[is_placed]
        read = nn.functional.cross_entropy(face, shown, ignore_index=-1)
        return {
            "state": nn.functional.cross_entropy(state, true),
            "place": PLACE_COUNTS * apart.mean(),
            "face": FACE_COUNTS * read,
        }

    shipped, rate = WEIGHTS / "dice_closer.onnx", RATE
    if not fresh:
        rate *= ONWARD
        restore(model, shipped, batch()[0])
    learn(model, losses, Course(until, rate, DECAY, 200, 2.0, is_averaged=True, checkpoint=kept))
    learnt = out / shipped.name if fresh else kept.with_suffix(".onnx")
    export_rows(model, (4, SIZE, SIZE), learnt)
    if not fresh:
        # What has seen few samples many times grows too sure of them.
        mix(shipped, learnt, 0.5, out / shipped.name)


def main() -> None:
    """Do it all."""
    parser = argparse.ArgumentParser(
        "python -m palago.vision.training.dice.closer_training",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--minutes", type=float, default=75.0, help="for everything (75)")
    parser.add_argument("--processes", type=int, default=2, help="that make samples (2)")
    parser.add_argument("--first-seed", type=int, default=FIRST_SEED, help="of the first sample")
    parser.add_argument("--bare-cuts", type=int, default=8, help="of each picture without dice (8)")
    parser.add_argument("--samples", type=Path, help="what the networks before it saw")
    parser.add_argument("--fresh", action="store_true", help="begin from nothing")
    parser.add_argument("--cache", type=Path, default=CACHE, help="for suspects and checkpoints")
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="for the network")
    arguments = parser.parse_args()
    arguments.cache.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    make = partial(
        make_suspects, processes=arguments.processes, first_seed=arguments.first_seed,
        cuts=arguments.bare_cuts, kept=arguments.samples,
    )  # fmt: skip
    looks: list[LikelyDice] = []
    with Makers(make, arguments.processes, folder=arguments.cache / "suspects") as makers:
        until = began + 60 * MAKING * arguments.minutes
        makers.wait_until(lambda made: looks.extend(made) or time.monotonic() > until)  # type: ignore[func-returns-value]
    print(f"{sum(len(look.sides) for look in looks)} suspects in {len(looks)} looks", flush=True)
    kept = arguments.cache / "closer.pt"
    until = began + 60 * arguments.minutes
    train(looks, until, kept, arguments.out, fresh=arguments.fresh)


if __name__ == "__main__":
    main()
