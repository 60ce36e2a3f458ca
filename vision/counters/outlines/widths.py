"""Which bodies outlines fit: how wide a piece is along each direction tells a box from what is
round, and how tall it is.

Seen from far, a body that stands on the board covers its foot, its top, and all between them. Its
width along a direction u is that of its foot and, along the direction in which tall things lean, so
much more as it is tall: 2 r + h |lean · u| for a disc of radius r, and for a square of half edge a,
turned by t, 2 a (|cos(u - t)| + |sin(u - t)|) + h |lean · u|. Both are linear in the two sizes, so
each turn's best fit is found at once; where the piece's middle lies does not matter.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....calibration.arrays import Flags, Floats, Indices
from .rays import ANGLES, RAYS, Outlines

#: Directions of which widths are taken; the first is the one in which what is tall leans.
DIRECTIONS = ANGLES[: RAYS // 2]
#: By how much wider a body looks along each, if its top leans one side away from its foot.
LEANING = np.abs(np.cos(DIRECTIONS))
#: A square looks the same after a quarter of a turn.
TURNS = np.linspace(0, np.pi / 2, 12, endpoint=False)
#: Widths (1 + turns, DIRECTIONS) of a disc of radius 1, and of squares of half edge 1.
FEET = 2 * np.concatenate([
    np.ones((1, len(DIRECTIONS))),
    np.abs(np.cos(DIRECTIONS - TURNS[:, None])) + np.abs(np.sin(DIRECTIONS - TURNS[:, None])),
])  # fmt: skip
ALONG = np.cos(ANGLES[:, None] - DIRECTIONS)
ALIKE = len(DIRECTIONS) / 4
"""Number of widths that err together: an outline has about four sides that err on their own."""


@dataclass(frozen=True)
class Widths:
    """How wide n pieces are along DIRECTIONS (n, 18), in sides, and where that was seen (n, 18)."""

    width: Floats
    seen: Flags


@dataclass(frozen=True)
class Fits:
    """The best disc and the best square for each of n pieces: its radius or half edge (n,), in
    sides, and the mean square of its errors (n,); which row of FEET the square is (n,)."""

    disc: Floats
    disc_error: Floats
    square: Floats
    square_error: Floats
    turned: Indices


def widths_of(outlines: Outlines) -> Widths:
    """The widths of pieces; those between rays that both ended at the piece were seen."""
    along = outlines.reach[:, :, None] * ALONG
    high, low = along.argmax(axis=1), along.argmin(axis=1)
    met = outlines.met
    seen = np.take_along_axis(met, high, axis=1) & np.take_along_axis(met, low, axis=1)
    return Widths(along.max(axis=1) - along.min(axis=1), seen)


def fit_bodies(widths: Widths) -> Fits:
    """Fit discs and squares, with any height, by least squares."""
    seen, width = widths.seen.astype(np.float64), widths.width
    count = np.maximum(seen.sum(axis=1), 1)[:, None]
    feet, both = seen @ np.square(FEET).T, seen @ (FEET * LEANING).T
    lean = (seen @ np.square(LEANING))[:, None]
    of_feet, of_lean = (seen * width) @ FEET.T, ((seen * width) @ LEANING)[:, None]
    determinant = np.maximum(feet * lean - both**2, 1e-9)
    tall = np.maximum((of_lean * feet - of_feet * both) / determinant, 0)
    size = (of_feet - tall * both) / np.maximum(feet, 1e-9)
    error = (seen * np.square(width)).sum(axis=1)[:, None] - 2 * (size * of_feet + tall * of_lean)
    error = error + size**2 * feet + 2 * size * tall * both + tall**2 * lean
    error = np.maximum(error, 0) / count
    turned = 1 + error[:, 1:].argmin(axis=1)
    rows = np.arange(len(width))
    return Fits(size[:, 0], error[:, 0], size[rows, turned], error[rows, turned], turned)


def heights_of(
    widths: Widths, feet: Floats, lean: Floats, camera: float, error: float
) -> tuple[Floats, Floats]:
    """How tall pieces are (n,), and how exact that is (n,), in sides, for feet as wide as `feet`
    along DIRECTIONS, if tops lean `lean` (n,) a side up, and look larger by the `camera`'s height.
    `error` is a width's."""
    seen = widths.seen.astype(np.float64)
    grows = feet / camera + lean[:, None] * LEANING
    weight = np.maximum((seen * grows**2).sum(axis=1), 1e-6)
    height = (seen * grows * (widths.width - feet)).sum(axis=1) / weight
    return height, error * np.sqrt(ALIKE / weight)


def own_heights_of(
    widths: Widths, feet: Floats, lean: Floats, error: float
) -> tuple[Floats, Floats]:
    """The same if each foot has the shape of `feet`, but a size of its own that is fitted, too."""
    seen = widths.seen.astype(np.float64)
    both, leaning = (seen * feet * LEANING).sum(axis=1), (seen * LEANING**2).sum(axis=1)
    square = np.maximum((seen * feet**2).sum(axis=1), 1e-6)
    # What a larger or smaller foot explains as well does not tell the height.
    apart = np.maximum(leaning - both**2 / square, 1e-6)
    rest = LEANING - feet * (both / square)[:, None]
    steep = np.maximum(lean, 1e-3)
    height = (seen * rest * widths.width).sum(axis=1) / apart / steep
    return height, error * np.sqrt(ALIKE / apart) / steep
