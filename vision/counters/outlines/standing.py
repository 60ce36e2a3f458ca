"""Whether a piece stands in a cell: how much of it is no bare board, and whether it looks like the
photo's other pieces.

The network that looks at cells has learnt from many boards, but does not know the one in the photo.
This knows that one alone. So it also sees a piece that is like none from which the network learnt,
say a bottle cap with a cross: such a piece differs from the bare board as others do.
"""

from __future__ import annotations

import numpy as np

from ....calibration.arrays import Flags, Floats
from ....engine.palanquee.table.drawn import HALF
from ...fitted import fitted_numbers
from ..glance import Glance
from ..hues import CLEARLY, FEWEST
from ..rectify import CENTRES, Rectified
from .empty_board import LETTERED, PARTS, Bare, distances
from .rays import STEP

MOST = 25.0
"""A place counts as differing from a bare one by no more squared spreads than this."""
DARKER = 0.3
"""By how much light and shadow change all channels alike, as a logarithm: that is no piece yet."""


def odds_of_pieces(rectified: Rectified, seen: Glance, bare: Bare | None) -> Floats:
    """Log odds (n,) that a piece stands in each drawn cell: the network's, and how the cell differs
    from a bare one, where that is known and nothing covers it."""
    speaks = fitted_numbers("counters_standing")
    odds = seen.piece + speaks["alone"]
    if bare is not None:
        differ, known = differences(rectified, seen, bare)
        known &= seen.hidden < 0
        odds[known] = (seen.piece + differ @ np.array(speaks["beside"]))[known]
    return np.asarray(odds)


def differences(rectified: Rectified, seen: Glance, bare: Bare) -> tuple[Floats, Flags]:
    """What tells whether a piece stands in cells (n, 4), and where that is known (n,): 1, how much
    of the cell differs from a bare one, how much it is like the photo's pieces, if a letter is
    there."""
    rest, free = bare.rest, ~_leant_over(rectified, seen)
    count = free.sum(axis=1)
    metric = np.linalg.inv(bare.spread + DARKER**2)
    # In places (k, 3) whose distances are those that count.
    scaled = rest @ np.linalg.cholesky(metric)
    far = np.minimum(np.square(scaled).sum(axis=2), MOST) / MOST
    odd = (far * free).sum(axis=1) / np.maximum(count, 1)
    mean = (scaled * free[..., None]).sum(axis=1) / np.maximum(count, 1)[:, None]
    alike = np.zeros(len(mean))
    sure = np.flatnonzero(rectified.shown & (seen.piece > CLEARLY))
    if len(sure) >= FEWEST:
        off = np.linalg.norm(mean[:, None] - mean[sure], axis=2)
        off[sure, np.arange(len(sure))] = np.inf
        # The nearest one alone may be mistaken.
        alike = np.exp(-np.partition(off, 1, axis=1)[:, 1] / 2)
    known = bare.known & (count >= FEWEST)
    told = [np.ones(len(odd)), odd, alike, LETTERED]
    return np.stack(told, axis=1), known


def _leant_over(rectified: Rectified, seen: Glance) -> Flags:
    """Which PARTS of drawn cells other cells' pieces cover: (n, m)."""
    there = np.flatnonzero(rectified.shown & (seen.piece > 0))
    away = distances()[:, there]
    cell, piece = np.nonzero((away > 0) & (away < 2 * 2 * HALF))
    result = np.zeros((len(CENTRES), len(PARTS)), bool)
    if len(cell) == 0:
        return result
    own = there[piece]
    foot = CENTRES[own] + rectified.unturn(seen.offset[own])
    top = rectified.camera.lean(CENTRES[own]) * np.clip(seen.height[own], 0, 1.5)[:, None]
    x, y = (CENTRES[cell] - foot).T[..., None] + PARTS.T[:, None]
    leans_x, leans_y = top.T[..., None]
    along = (x * leans_x + y * leans_y) / (leans_x**2 + leans_y**2 + 1e-9)
    along = np.clip(along, 0, 1)
    off = np.square(x - along * leans_x) + np.square(y - along * leans_y)
    covers = off < np.square(seen.radius[own] + STEP)[:, None]
    cells, first = np.unique(cell, return_index=True)
    result[cells] = np.logical_or.reduceat(covers, first)
    return result
