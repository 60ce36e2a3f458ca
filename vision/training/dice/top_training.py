"""Train the reader of tops, within a given time, on tops cut where the closer look says they are.

It takes the suspects that were made for the closer look, which has to have learnt from them.

    python -m palago.vision.training.dice.top_training --minutes 30 [--fresh]
"""

from __future__ import annotations

import argparse
import math
import pickle
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ....calibration.arrays import Floats, Integers, Picture
from ...dice.patches import relative_colours
from ...dice.states import look_at
from ...dice.tops import SIZE, top_center, top_edges, top_patch
from ...photos.shrink import Halves
from .closer import CACHE, WEIGHTS
from .suspects import COLUMN, LikelyDice

BATCH, RATE, ONWARD_RATE = 512, 3e-3, 1e-3
LEAST_SIDE = 8.0
SHAKEN, GROWN, BENT = 0.03, 0.06, 0.05
"""How wrongly tops are cut on purpose: in place (in edges), in size and in shape."""
VARIED = 0.6
"""The share of the tops that are seen in other light than they are drawn in."""


@dataclass(frozen=True)
class Top:
    """A top in a picture: its middle (2,), two edges as columns (2, 2), in pixels, and the number
    of its face."""

    halves: Halves
    center: Floats
    edges: Floats
    face: int


def tops_of(look: LikelyDice) -> list[Top]:
    """The tops whose faces can be learnt, where the shipped closer look says that they are."""
    size = look.dice[:, COLUMN["side"]]
    kept = np.flatnonzero((look.faces >= 0) & (size >= LEAST_SIDE))
    if len(kept) == 0:
        return []
    halves = Halves(look.image)
    seen = look_at(
        "dice_closer", halves, look.middles[kept], look.sides[kept], look.ups[kept],
        look.leans[kept],
    )  # fmt: skip
    return [
        Top(halves, top_center(middle, float(side), up), top_edges(float(side), up), int(face))
        for middle, side, up, face in zip(
            seen.middles, seen.sides, seen.ups, look.faces[kept], strict=True
        )
    ]


class TopLesson:
    """Tops, and batches of them: patches (BATCH, SIZE, SIZE, 3) and the numbers of FACES."""

    def __init__(self, looks: Iterable[LikelyDice]) -> None:
        self.tops, self.rng = (
            [top for look in looks for top in tops_of(look)],
            np.random.default_rng(1),
        )

    def batch(self) -> tuple[Picture, Integers]:
        """Tops drawn at random, turned any way and cut a little wrongly."""
        chosen = self.rng.integers(len(self.tops), size=BATCH)
        patches = np.empty((BATCH, SIZE, SIZE, 3), np.uint8)
        for row, number in enumerate(chosen):
            patches[row] = self._seen(self.tops[number])
        return patches, np.array([self.tops[number].face for number in chosen], np.int64)

    def _seen(self, top: Top) -> Picture:
        rng = self.rng
        angle = rng.uniform(0, math.tau)
        turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        bent = math.exp(GROWN * rng.normal()) * np.eye(2) + BENT * rng.normal(size=(2, 2))
        reach = float(np.linalg.norm(top.edges, axis=0).mean())
        center = top.center + SHAKEN * reach * rng.normal(size=2)
        return top_patch(top.halves, center, bent @ top.edges @ turn)


def train(lesson: TopLesson, until: float, kept: Path, out: Path, *, fresh: bool) -> None:
    """Learn until the monotonic clock shows a time, and write the network; if it is not `fresh`,
    from what the shipped one has learnt."""
    import torch
    from torch import Tensor, nn

    from ..learning import Course, learn
    from ..weights import export_rows, restore
    from .bank import Randomness, varied
    from .networks import TopReader

    torch.manual_seed(1)
    model, chance = TopReader(), Randomness(torch.device("cpu"))
    if not fresh:
        shown = torch.from_numpy(relative_colours(lesson.batch()[0]))
        restore(model, WEIGHTS / "dice_tops.onnx", shown)

    def losses() -> dict[str, Tensor]:
        patches, faces = lesson.batch()
        pixels = torch.from_numpy(patches.transpose(0, 3, 1, 2)).float()
        other = chance.uniform(0, 1, len(pixels)) < VARIED
        pixels = torch.where(other[:, None, None, None], varied(chance, pixels), pixels)
        seen = torch.from_numpy(relative_colours(pixels.permute(0, 2, 3, 1).numpy()))
        with torch.autocast("cpu", torch.bfloat16):
            said = model(seen.contiguous(memory_format=torch.channels_last)).float()
        return {"face": nn.functional.cross_entropy(said, torch.from_numpy(faces))}

    rate = RATE if fresh else ONWARD_RATE
    learn(model, losses, Course(until, rate, is_averaged=True, checkpoint=kept))
    export_rows(model, (3, SIZE, SIZE), out / "dice_tops.onnx", "tops")


def main() -> None:
    """Do it all."""
    parser = argparse.ArgumentParser(
        "python -m palago.vision.training.dice.top_training",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--minutes", type=float, default=30.0, help="for everything (30)")
    parser.add_argument(
        "--fresh", action="store_true", help="forget what the shipped network has learnt"
    )
    parser.add_argument("--cache", type=Path, default=CACHE, help="of the closer look's suspects")
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="for the network")
    arguments = parser.parse_args()
    until = time.monotonic() + 60 * arguments.minutes
    shards = sorted((arguments.cache / "suspects").glob("*.shard"))
    lesson = TopLesson(look for shard in shards for look in pickle.loads(shard.read_bytes()))
    print(f"{len(lesson.tops)} tops", flush=True)
    train(lesson, until, arguments.cache / "tops.pt", arguments.out, fresh=arguments.fresh)


if __name__ == "__main__":
    main()
