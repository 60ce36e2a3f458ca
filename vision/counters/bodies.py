"""Boxes or round bodies, flat or tall ones: what the outlines of a photo's pieces say of kinds.

The networks judge shades and marks; here is measured if an outline is a box's, and how far a piece
reaches as tall things lean. A table's seeds look alike, and so do its sprouts: each piece is
compared with the photo's others, never with a known size."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...calibration.arrays import Flags, Floats, Indices, Picture
from ...engine.palanquee.table.pieces import SEEDS_OF_A_PLAYER
from ..fitted import fitted_numbers
from .glance import Glance
from .hues import CLEARLY, FEWEST
from .locating.pixels import look_up
from .outlines.rays import RING, outlines_of
from .outlines.widths import FEET, Fits, Widths, fit_bodies, heights_of, own_heights_of, widths_of
from .rectify import CENTRES, FINER, PER_SIDE, Rectified
from .seed_sign import WAYS

SEEN = 0.4
"""Least share of its widths that must be seen for a piece to be measured."""
EXACT = 0.02
"""No outline is more exact than this, in sides: half a pixel."""
MOST = 5.0
"""No outline counts more than these log odds."""
SEEDS = 0.12
"""Share of the pieces on a table that are seeds, about."""
#: By how much more tall seeds may stand than sprouts, in sides.
TALLER = np.geomspace(0.2, 1.2, 6)
NARROWER = 0.1
"""By how much narrower a tall dome looks, as a logarithm."""
NORMAL = 1.48
"""A normal spread in median deviations."""
UNEVEN = 0.05
"""Paper waves and pieces lie tilted: heights differ by this where they are the same, in sides."""
FLUKE = 0.01
"""Chance that an outline says nothing of its piece: it met a line, a shadow or the next piece."""


@dataclass(frozen=True)
class Bodies:
    """What the outlines of n pieces say. `seed` (n, 4) are log odds that each is a seed, for each
    way of marking seeds: 0 where outlines do not tell. `cubes` are log odds that seeds are boxes
    and sprouts are not."""

    seed: Floats
    cubes: float


def compare_bodies(rectified: Rectified, seen: Glance, pieces: Indices, colours: Indices) -> Bodies:
    """Compare the outlines of the pieces in these drawn cells (n,), by colours' numbers (n,)."""
    seed = np.zeros((len(pieces), len(WAYS)))
    measured = measure_bodies(rectified, seen, pieces, colours)
    if measured is None:
        return Bodies(seed, 0.0)
    constant, slope = fitted_numbers("counters_bodies")["box"]
    box = np.where(measured.told, np.clip(constant + slope * measured.box, -MOST, MOST), 0.0)
    seed[:, WAYS.index("cube")] = box
    # A colour's first pieces may all be seeds: they do not show how sprouts look.
    count = np.bincount(colours)[colours]
    usual = measured.told & (count > SEEDS_OF_A_PLAYER)
    if usual.sum() < FEWEST:
        return Bodies(seed, 0.0)
    is_boxes = float(np.median(box[usual])) > 0
    seed[:, WAYS.index("height")] = taller(measured, usual, colours, is_boxes)
    # Were all of them boxes, that would be no mark.
    cubes = np.logaddexp(np.log(1 - SEEDS), np.log(SEEDS) + box[usual]).sum()
    return Bodies(seed, float(cubes - max(0.0, box[usual].sum())))


@dataclass(frozen=True)
class Measured:
    """Outlines of n pieces as measured: their widths and the bodies that fit. `box` (n,) is by how
    much better a box fits than a disc, as a logarithm, `told` (n,) whether enough was seen for
    that. `lean` (n,) is how far a thing of one side's height leans there, `camera` the camera's
    height, both in sides."""

    widths: Widths
    fits: Fits
    box: Floats
    told: Flags
    lean: Floats
    camera: float


def measure_bodies(
    rectified: Rectified, seen: Glance, pieces: Indices, colours: Indices
) -> Measured | None:
    """The measured outlines of pieces in drawn cells (n,); None where too little is seen."""
    paper = _paper(rectified, seen)
    if len(paper) < FEWEST * len(RING) or len(pieces) < FEWEST:
        return None
    per_side = PER_SIDE * FINER
    lean = rectified.turn(rectified.camera.lean(CENTRES[pieces]))
    tall = np.clip(seen.height[pieces], 0, 1)[:, None]
    middles = rectified.to_fine(CENTRES[pieces]) / per_side + seen.offset[pieces] + lean * tall / 2
    radius = np.clip(seen.radius[pieces], 0.25, 0.8)
    away = np.arctan2(lean[:, 1], lean[:, 0])
    outlines = outlines_of(rectified.fine, per_side, middles, radius, away, colours, paper)
    widths = widths_of(outlines)
    fits = fit_bodies(widths)
    told = widths.seen.mean(axis=1) > SEEN
    if told.sum() < FEWEST:
        return None
    box = np.log((fits.disc_error + EXACT**2) / (fits.square_error + EXACT**2))
    return Measured(widths, fits, box, told, np.hypot(*lean.T), rectified.camera.height)


def _paper(rectified: Rectified, seen: Glance) -> Picture:
    """Pixels (m, 3) of every other empty cell, BGR."""
    empty = np.flatnonzero(rectified.shown & (seen.piece < -CLEARLY) & (seen.hidden < 0))[::2]
    if len(empty) == 0:
        return np.zeros((0, 3), np.uint8)
    at = rectified.to_fine(CENTRES[empty])[:, None] + RING * PER_SIDE * FINER
    return np.asarray(look_up(rectified.fine, at.astype(np.float32)).reshape(-1, 3))


def taller(measured: Measured, usual: Flags, colours: Indices, is_boxes: bool) -> Floats:
    """Log odds (n,) that each piece is one of a few that are taller than most of the `usual` ones
    (n,). How much taller is not known: each of TALLER counts as much as it suits the whole photo.

    What is tall is as wide as the others at its foot, or it is a dome: then it is narrower by its
    own colour, because its steep sides mirror the table."""
    fits, widths = measured.fits, measured.widths
    size, squares = (fits.square, fits.square_error) if is_boxes else (fits.disc, fits.disc_error)
    feet = FEET[fits.turned if is_boxes else np.zeros_like(fits.turned)]
    error = float(np.sqrt(np.median(squares[usual]))) + EXACT / 4
    alike = _usual_sizes(size, usual, colours)
    height, exact = heights_of(widths, alike[:, None] * feet, measured.lean, measured.camera, error)
    as_wide = _differs(height, np.hypot(exact, UNEVEN), usual, TALLER)
    height, exact = own_heights_of(widths, feet, measured.lean, error)
    narrower = _differs(height, np.hypot(exact, UNEVEN), usual, TALLER)
    log_size = np.log(np.maximum(size, EXACT) / alike)
    narrower += _differs(log_size, np.full(len(size), EXACT), usual, np.array([-NARROWER]))
    odds = np.concatenate([as_wide, narrower]) * measured.told
    suits = np.logaddexp(np.log(1 - SEEDS), np.log(SEEDS) + odds).sum(axis=1)
    share = np.exp(suits - suits.max())
    return np.asarray(np.clip(share @ odds / share.sum(), -MOST, MOST))


def _usual_sizes(sizes: Floats, usual: Flags, colours: Indices) -> Floats:
    """The usual size (n,) of each piece's colour: dark or bright ones look wider or narrower. Where
    its seeds may be as many as its sprouts, that of all pieces."""
    result = np.full(len(sizes), np.median(sizes[usual]))
    for colour in np.unique(colours):
        own = usual & (colours == colour)
        if own.sum() > 2 * SEEDS_OF_A_PLAYER:
            result[colours == colour] = np.median(sizes[own])
    return np.asarray(np.maximum(result, EXACT))


def _differs(values: Floats, exact: Floats, usual: Flags, more: Floats) -> Floats:
    """Log odds (k, n) that values (n,) lie `more` (k,) above the middle of the `usual` ones (n,),
    not at it. Errors `exact` (n,) are taken to be larger where the usual ones differ by more."""
    beside = (values - np.median(values[usual])) / exact
    spread = max(1.0, NORMAL * float(np.median(np.abs(beside[usual]))))
    return _likely((beside - more[:, None] / exact) / spread) - _likely(beside / spread)


def _likely(off: Floats) -> Floats:
    """The logarithm of how likely such errors are, in their spreads, flukes among them."""
    return np.asarray(np.logaddexp(-np.square(off) / 2, np.log(FLUKE)))
