"""Whether a piece stands in a cell: how much of it is no bare board, and whether it looks like the
photo's other pieces.

The network that looks at cells has seen many boards, and knows none of them; this knows only the
one in the photo. A piece unlike all those that the network saw, say a bottle cap with a cross, is
as little bare board as any other.
"""

from __future__ import annotations

import numpy as np

from ....calibration.arrays import Flags, Floats
from ....engine.palanquee.table.drawn import HALF
from ...fitted import fitted_numbers
from ..glance import Glance
from ..hues import CLEARLY, FEWEST
from ..rectify import CENTRES, Rectified
from .bare import LETTERED, Bare, distances, lattice
from .rays import STEP

MOST = 25.0
"""By more squared spreads no place differs from a bare one."""
DARKER = 0.3
"""Light and shadow change all channels alike, by about so much as a logarithm: no piece yet."""


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
    """What cells tell (n, 4) of whether a piece stands there: one, how much of it differs from a
    bare one, how much it is like the photo's pieces, whether a letter stands there; and where that
    is known (n,)."""
    grid = lattice()
    beside = grid.places[grid.rows[0], grid.columns[0]] - CENTRES[0]
    inner = np.hypot(*beside.T) < HALF / 2
    rest = bare.rest[grid.rows[:, inner], grid.columns[:, inner]]
    free = ~_leant_over(rectified, seen, beside[inner])
    count = free.sum(axis=1)
    metric = np.linalg.inv(bare.spread + DARKER**2)
    far = np.minimum(np.einsum("npi,ij,npj->np", rest, metric, rest), MOST) / MOST
    odd = (far * free).sum(axis=1) / np.maximum(count, 1)
    mean = (rest * free[..., None]).sum(axis=1) / np.maximum(count, 1)[:, None]
    alike = np.zeros(len(mean))
    sure = np.flatnonzero(rectified.shown & (seen.piece > CLEARLY))
    if len(sure) >= FEWEST:
        apart = mean[:, None] - mean[sure]
        off = np.sqrt(np.einsum("nki,ij,nkj->nk", apart, metric, apart))
        off[sure, np.arange(len(sure))] = np.inf
        # The nearest one alone may be mistaken.
        alike = np.exp(-np.partition(off, 1, axis=1)[:, 1] / 2)
    known = bare.known[grid.rows[:, 0], grid.columns[:, 0]] & (count >= FEWEST)
    told = [np.ones(len(odd)), odd, alike, LETTERED]
    return np.stack(told, axis=1), known


def _leant_over(rectified: Rectified, seen: Glance, parts: Floats) -> Flags:
    """Which parts (m, 2) of cells, beside their middles, other cells' pieces cover: (n, m)."""
    there = np.flatnonzero(rectified.shown & (seen.piece > 0))
    piece, cell = np.nonzero((distances()[there] > 0) & (distances()[there] < 2 * 2 * HALF))
    own = there[piece]
    foot = CENTRES[own] + rectified.unturn(seen.offset[own])
    top = rectified.camera.lean(CENTRES[own]) * np.clip(seen.height[own], 0, 1.5)[:, None]
    beside = CENTRES[cell][:, None] + parts - foot[:, None]
    along = (beside * top[:, None]).sum(axis=2) / (np.square(top).sum(axis=1) + 1e-9)[:, None]
    off = beside - np.clip(along, 0, 1)[..., None] * top[:, None]
    covers = np.hypot(off[..., 0], off[..., 1]) < seen.radius[own][:, None] + STEP
    result = np.zeros((len(CENTRES), len(parts)), bool)
    np.logical_or.at(result, cell, covers)
    return result
