"""A die's top along rings about its middle, so that a turn of the die only moves what is on them.

Nobody knows how a die is turned about the upright. On rings every turn is a shift, and a network
that looks at all places of a ring alike need not learn each turn by itself.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from .tops import SHARE, SIZE, without_colours

RINGS, PLACES = 13, 32
OVERLAP = 5
"""So many places of a ring are given again before its beginning and after its end."""
REACH = 0.62
"""The radius of the outermost ring, in edges of the die."""


def as_rings(patches: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Patches (n, SIZE, SIZE, 3) as the network takes them: (n, 1, RINGS, PLACES + 2 OVERLAP)."""
    flat = without_colours(patches).reshape(len(patches), -1)
    places, shares = _places()
    return np.asarray((flat[:, places] * shares).sum(axis=1)[:, None], np.float32)


@cache
def _places() -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """For each place of each ring the four pixels about it, and how much each counts."""
    radii = (np.arange(RINGS) + 0.35) / RINGS * REACH
    angles = np.arange(-OVERLAP, PLACES + OVERLAP) * 2 * math.pi / PLACES
    ways = np.stack([np.cos(angles), np.sin(angles)])
    spots = ways[:, None] * radii[None, :, None] * SIZE / SHARE + (SIZE - 1) / 2
    x, y = np.clip(spots, 0, SIZE - 1.001)
    column, row = x.astype(np.intp), y.astype(np.intp)
    right, down = x - column, y - row
    pixels = row * SIZE + column
    return (
        np.stack([pixels, pixels + 1, pixels + SIZE, pixels + SIZE + 1]),
        np.stack(
            [(1 - right) * (1 - down), right * (1 - down), (1 - right) * down, right * down]
        ).astype(np.float32),
    )
