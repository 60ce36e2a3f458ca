"""How the pieces of one photo differ in shape: what tells seeds from sprouts on this table.

Each piece is cut out and drawn beside its own colour: only shape, mark and shadow are left. One
network makes a few numbers of that; another compares them with those of the piece's colour and of
all, three times: after the first it knows how the photo's likely seeds and sprouts look."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...calibration.arrays import Floats, Floats32, Indices, Picture
from ..faces.logistic import logistic
from ..faces.networks import network_answer, softmax
from .company import among_alike
from .locating.pixels import look_up
from .rectify import CENTRES, FINER, PER_SIDE, Rectified
from .seed_sign import WAYS, SeedSign, any_way, one_hot_sign

PER_CUT = 20
"""Pixels of the side of a cell in a cut."""
ROWS, COLUMNS = 48, 40
"""Pixels of a cut."""
FOOT_X, FOOT_Y = 19.5, 32.5
"""Where in a cut a piece's foot lies: a cut looks farther up, where what stands there leans."""
MIDDLE_X, MIDDLE_Y = slice(15, 25), slice(22, 37)
"""About the foot, and a little above it, where most pieces' tops are seen."""
CHANNELS = 6
"""Of each pixel: its colour beside the piece's own (3), how like its company's is, the lean (2)."""
SHAPE = 32
"""Numbers that say how a piece looks."""
LIKE = 28.0
"""Levels by which a pixel may differ from a colour and still hardly count as it."""
#: What the network is told of a piece, and what it answers.
TOLD = 9 * SHAPE + 4 + len(WAYS) + 1
ANSWERS = 1 + len(WAYS)
TIMES = 3
"""Number of times that the kinds are judged."""


@dataclass(frozen=True)
class Shapes:
    """Log odds (n, 4) of seeds under each way to tell them, and how likely each way is (4,)."""

    seed: Floats
    ways: Floats


def compare_shapes(
    rectified: Rectified, pieces: Indices, offset: Floats, colours: Indices, way: SeedSign | None
) -> Shapes:
    """Compare pieces in drawn cells (n,), their feet at `offset` (n, 2) beside the cells' middles,
    their colours numbered (n,). `way` is what seeds are told by, if known."""
    if len(pieces) == 0:
        return Shapes(np.zeros((0, len(WAYS))), any_way())
    cuts = cuts_of(rectified, pieces, offset, colours)
    # What is seen in a mirror is as true: the mean of both is surer.
    mirrored = np.ascontiguousarray(cuts[..., ::-1])
    mirrored[:, CHANNELS - 2] *= -1
    both = [network_answer("counters_shape", one) for one in (cuts, mirrored)]
    shapes = (both[0] + both[1]) * np.float32(0.5)
    alike = among_alike(shapes, colours)
    ways = softmax(_judged(shapes, alike, way)[:, 1:].mean(axis=0)[None])[0]
    seed = [_judged(shapes, alike, one)[:, 0] for one in WAYS]
    return Shapes(np.stack(seed, axis=1), ways)


def _judged(shapes: Floats32, alike: list[Floats32], way: SeedSign | None) -> Floats:
    """The second network's answers (n, ANSWERS) to what `told_of_shapes` tells it."""
    answers = np.zeros((len(shapes), ANSWERS), np.float32)
    for time in range(TIMES):
        told = told_of_shapes(shapes, alike, answers[:, 0] if time else None, way)
        answers = network_answer("counters_kind", told)
    return answers.astype(np.float64)


def cuts_of(rectified: Rectified, pieces: Indices, offset: Floats, colours: Indices) -> Floats32:
    """The pieces cut out of a flat board, (n, CHANNELS, 48, 40)."""
    cut, count = seen_about(rectified, pieces, offset), len(pieces)
    own = np.median(cut[:, MIDDLE_Y, MIDDLE_X].reshape(count, -1, 3), axis=1).astype(np.float32)
    company = own.copy()
    for colour in np.unique(colours):
        alike = colours == colour
        company[alike] = own[alike].mean(axis=0)
    # One plane a colour: sums over colours are several times quicker so.
    seen = cut.transpose(0, 3, 1, 2).astype(np.float32, order="C")
    result = np.empty((count, CHANNELS, ROWS, COLUMNS), np.float32)
    np.multiply(seen - own[:, :, None, None], np.float32(1 / 64), out=result[:, :3])
    far = np.square(seen - company[:, :, None, None]).sum(axis=1)
    np.exp(far * np.float32(-0.5 / LIKE**2), out=result[:, 3])
    lean = rectified.turn(rectified.camera.lean(CENTRES[pieces]))
    result[:, 4:] = lean[:, :, None, None]
    return result


def seen_about(rectified: Rectified, pieces: Indices, offset: Floats, spare: int = 0) -> Picture:
    """What a flat board shows about pieces, (n, ROWS, COLUMNS, 3) BGR with `spare` pixels more on
    each side; the pieces and their offsets are given as to `compare_shapes`."""
    per_side = PER_SIDE * FINER
    feet = rectified.to_fine(CENTRES[pieces]) + offset * per_side
    across = (np.arange(-spare, COLUMNS + spare) - FOOT_X) * per_side / PER_CUT
    down = (np.arange(-spare, ROWS + spare) - FOOT_Y) * per_side / PER_CUT
    at = feet[:, None, None] + np.stack(np.meshgrid(across, down), axis=-1)
    cut = look_up(rectified.fine, at.reshape(-1, len(across), 2).astype(np.float32))
    return np.asarray(cut.reshape(len(pieces), len(down), len(across), 3), np.uint8)


def told_of_shapes(
    shapes: Floats32, alike: list[Floats32], odds: Floats32 | None, way: SeedSign | None
) -> Floats32:
    """What the second network is told of each piece, (n, TOLD). `alike` is what `among_alike` says
    of them; `odds` are what the network answered before, None the first time."""
    count = len(shapes)
    *of_colour, number = alike
    before = np.zeros((count, 1), np.float32)
    seeds = sprouts = np.zeros(SHAPE, np.float32)
    share = 0.0
    if odds is not None:
        chance = logistic(odds.astype(np.float64))
        seeds = (chance[:, None] * shapes).sum(0) / (chance.sum() + 0.1)
        sprouts = ((1 - chance)[:, None] * shapes).sum(0) / ((1 - chance).sum() + 0.1)
        share = float(chance.mean())
        before = np.tanh(odds / 4)[:, None].astype(np.float32)
    every = [shapes.mean(0), shapes.max(0), shapes.min(0), seeds, sprouts,
             [share, np.log(count) / 5], one_hot_sign(way)]  # fmt: skip
    general = np.tile(np.concatenate(every), (count, 1))
    return np.concatenate([shapes, *of_colour, before, number, general], axis=1, dtype=np.float32)
