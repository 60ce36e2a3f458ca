"""A photo's colours: pieces of one colour look alike, whatever it is called. A seed whose mark
leaves a narrow rim may be named wrongly: the rim is compared with other pieces of each name."""

from __future__ import annotations

import cv2
import numpy as np

from ...calibration.arrays import Floats, Indices
from .glance import Glance
from .locating.pixels import look_up
from .rectify import CENTRES, FINER, PER_SIDE, Rectified

GREY = 128.0
"""Both hues of what has none, in OpenCV's Lab."""
LAB_WEIGHTS = np.array([0.35, 1.0, 1.0])
"""Lightness counts less than hue: light differs over a table."""
#: Where a piece is looked at, as shares of its radius: three rings.
TURNS = np.arange(12) * np.pi / 6
#: The outermost stays inside the piece's edge, the innermost sees the middle of its top.
RINGS = np.concatenate([
    share * np.stack([np.cos(TURNS), np.sin(TURNS)], axis=1) for share in (0.3, 0.55, 0.8)
])  # fmt: skip
FEWEST = 3
"""Minimum number of pieces that show what a name's colour is."""
LEAST_SPREAD = 9.0
"""Colours that differ less are alike, however even a photo's are."""
MOST = 8.0
"""Most that may speak against a name, as log odds."""
UNKNOWN = 2.5
"""Number of spreads that a piece is taken to be away from a name that too few pieces have."""
CLEARLY = 4.0
"""Beyond these log odds of a piece, or of none, a cell is surely taken, or empty."""


def shown_hues(rectified: Rectified, pieces: Indices, seen: Glance) -> Floats:
    """The colours (n, 3), Lab by LAB_WEIGHTS, of the pieces in the drawn cells of these indices: of
    each the third of it that is least grey."""
    if len(pieces) == 0:
        return np.zeros((0, 3))
    feet = rectified.to_fine(CENTRES[pieces]) + seen.offset[pieces] * PER_SIDE * FINER
    reach = seen.radius[pieces] * PER_SIDE * FINER
    at = (feet[:, None] + RINGS * reach[:, None, None]).astype(np.float32)
    shades = cv2.cvtColor(look_up(rectified.fine, at), cv2.COLOR_BGR2LAB).astype(np.float64)
    strength = np.hypot(shades[..., 1] - GREY, shades[..., 2] - GREY)
    strongest = np.argsort(-strength, axis=1)[:, : len(RINGS) // 3, None]
    hues = np.median(np.take_along_axis(shades, strongest, axis=1), axis=1)
    return np.asarray(hues * LAB_WEIGHTS)


def by_hue(shares: Floats, hues: Floats) -> Floats:
    """The shares (n, colours) of the names of pieces, their hues (n, 3) taken into account."""
    far = np.nan_to_num(_spreads(shares, hues), nan=UNKNOWN)
    against = np.minimum(np.square(far) / 2, MOST)
    weight = shares * np.exp(-(against - against.min(axis=1, keepdims=True)))
    return np.asarray(weight / weight.sum(axis=1, keepdims=True))


def odds_by_hue(shares: Floats, hues: Floats) -> Floats:
    """The most (n,) that the log odds of the pieces' likeliest names can be by their hues (n, 3). A
    piece unlike the others of its name may be a thing on the board, or lie half under one. Where
    hardly a piece has a name, nothing is known of its colour: then it is CLEARLY."""
    far = np.nan_to_num(_spreads(shares, hues), nan=0.0)
    of_own = far[np.arange(len(far)), shares.argmax(axis=1)]
    return np.asarray(np.maximum(CLEARLY - np.square(of_own) / 2, 0.0))


def _spreads(shares: Floats, hues: Floats) -> Floats:
    """Spreads from hues (n, 3) to each name's (n, colours); NaN where too few have the name."""
    named = shares.argmax(axis=1)
    far = np.full(shares.shape, np.nan)
    for name in range(shares.shape[1]):
        own = hues[named == name]
        if len(own) >= FEWEST:
            middle = np.median(own, axis=0)
            spread = 1.5 * float(np.median(np.linalg.norm(own - middle, axis=1)))
            far[:, name] = np.linalg.norm(hues - middle, axis=1) / max(LEAST_SPREAD, spread)
    return far
