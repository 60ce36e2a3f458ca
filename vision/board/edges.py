"""Whether what looks like a tile ends where a tile ends.

Where four squares of a chequered table meet they look much like a Palago face, but they go on
beyond the hexagon. A table in one of a tile's two colours goes on as half of its edge at most.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from ...calibration.arrays import Floats
from ..faces.palette import Palette, logarithmic
from ..faces.poses import Poses, TableSampler
from ..lattice.pattern import CORNERS

WITHIN = 0.82
"""A place on a tile, clear of its rim, as a share of the way from its centre to its edge."""
BEYOND = 1.22
"""The place beyond the gap that it is compared with, alike."""
PLACES_PER_EDGE = 8
"""One for every few pixels of a tile that is seen well."""
ALIKE = 0.3
"""Two places are alike when their colours differ by less than this share of half the two colours'
difference, in logarithmic BGR. Of 142 lone tiles none had more than 0.52 of its edge going on."""


def shares_going_on(sampler: TableSampler, poses: Poses, palette: Palette) -> Floats:
    """The share of each tile's edge, (n,), beyond which the same colour goes on."""
    within, beyond = (
        logarithmic(sampler.colours(poses.on_table(_outline() * share)).colours)
        for share in (WITHIN, BEYOND)
    )
    apart = np.linalg.norm(beyond - within, axis=2) / np.linalg.norm(palette.step)
    return np.asarray((apart < ALIKE).mean(axis=1))


@cache
def _outline() -> Floats:
    """Places along the edge of the unit-side hexagon, (6 * PLACES_PER_EDGE, 2)."""
    along = (np.arange(PLACES_PER_EDGE) + 0.5) / PLACES_PER_EDGE
    edges = np.roll(CORNERS, -1, axis=0) - CORNERS
    return (CORNERS[:, None] + along[None, :, None] * edges[:, None]).reshape(-1, 2)
