"""Where dice may lie: a very small network looks at the table once, at a size that the tiles give.

Dice are 12 to 25 mm wide and tiles 40 to 60, so a board says how large its dice can be seen. The
picture is made smaller until they are as wide as the network knows them best; where no board gives
the size, it is looked at in several. What the network points at is looked at again, by another one
(`faces`), in all its pixels.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...calibration.arrays import Floats, Floats32, Indices, Picture
from ..faces.logistic import logistic
from ..faces.networks import network_maps, peaks_in
from ..lattice.aligned import Aligned
from ..photos.shrink import Halves

STEP = 4
"""Pixels, each way, for which a place of the network's map stands."""
WHOLE_STEPS = 8
"""Number of pixels of which the sides of the network's pictures are multiples."""
MIDDLE_SIDE = 18.0
"""A die's edge, in pixels, at which the map of sizes is 0."""
TILE_WIDTH = 44.0
"""Pixels across a tile in the size in which the table is looked at."""
SIDES_WITHOUT_A_BOARD = (768, 384)
"""Longer sides of the pictures looked at where no board gives the size."""
LEAST_SCORE = 0.25
"""A place with less is not looked at: the second network decides, this one only points."""
MOST_CANDIDATES = 16
"""Places looked at closely in one photo: each costs time."""
APART = 0.5
"""Two middles nearer than this, in edges of either, are of the same die."""


@dataclass(frozen=True)
class DiceFound(Aligned):
    """Places where a die may lie, best first: middles (n, 2), edges (n,) in pixels, scores (n,)."""

    middles: Floats
    sides: Floats
    scores: Floats


def find_dice(halves: Halves, tile_width: float | None) -> DiceFound:
    """Look for dice in a whole picture; `tile_width` in its pixels, None where no tile lies."""
    longest = max(halves.size)
    if tile_width is None:
        scales = [min(1.0, side / longest) for side in SIDES_WITHOUT_A_BOARD]
    else:
        scales = [min(1.0, TILE_WIDTH / tile_width)]
    return without_double_dice([_look(halves, scale) for scale in dict.fromkeys(scales)])


def _look(halves: Halves, scale: float) -> DiceFound:
    shrunk = halves.shrunk(scale, quick=True)
    seen = look(shrunk.picture)
    return DiceFound(
        shrunk.to_whole(seen.middles), seen.sides / float(shrunk.scale.mean()), seen.scores
    )


def look(picture: Picture, least: float = LEAST_SCORE) -> DiceFound:
    """What the network sees in a picture (h, w, 3) BGR, dice 8 to 40 pixels wide."""
    return peaks(network_maps("dice_finder", picture, WHOLE_STEPS), least)


def peaks(maps: Floats32, least: float = LEAST_SCORE) -> DiceFound:
    """The peaks of the network's maps (4, h, w), in pixels of the picture it saw."""
    rows, columns = peaks_in(maps[0], math.log(least / (1 - least)))
    score, size, right, down = maps[:, rows, columns].astype(np.float64)
    cells = np.stack([columns + right, rows + down], axis=1)
    middles = (cells + 0.5) * STEP - 0.5
    sides = MIDDLE_SIDE * np.exp(np.clip(size, -1.5, 1.5))
    return DiceFound(middles, sides, logistic(score))


def without_double_dice(parts: list[DiceFound]) -> DiceFound:
    """All of them, the best of those that are the same die, best first."""
    seen = DiceFound.joined(*parts)
    seen = seen.take(np.argsort(-seen.scores, kind="stable")[: 4 * MOST_CANDIDATES])
    return seen.take(lone(seen)[:MOST_CANDIDATES])


def lone(seen: DiceFound) -> Indices:
    """The indices of places that are not of the same die as a better one; `seen` is best first."""
    kept: list[int] = []
    for index in range(len(seen)):
        gaps = np.linalg.norm(seen.middles[kept] - seen.middles[index], axis=1)
        if (gaps > APART * np.minimum(seen.sides[kept], seen.sides[index])).all():
            kept.append(index)
    return np.array(kept, np.intp)
