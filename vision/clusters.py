"""Which of the things that look a little like tiles lie together, as the tiles of a board do."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

APART = 3.0
"""Tiles of one board have another of it nearer than this, in widths: one or two may be missed."""
SIZE_SPREAD = 0.55
"""Natural logarithm of the factor by which widths side by side may differ."""


def clusters(
    centres: Floats, widths: Floats, scores: Floats, least: float, apart: float = APART
) -> list[NDArray[np.intp]]:
    """Candidates from the score `least` on that lie together and are about as wide, as indices, the
    cluster with the highest scores in sum first. `centres` (n, 2), `widths` and `scores` (n,).

    `apart` is how many widths off the next one of a cluster may lie.
    """
    left = np.flatnonzero(scores >= least)
    found = []
    while len(left):
        members, queue = [], [int(left[0])]
        left = left[1:]
        while queue:
            own = queue.pop()
            members.append(own)
            reach = apart * np.maximum(widths[left], widths[own])
            near = np.hypot(*(centres[left] - centres[own]).T) < reach
            near &= np.abs(np.log(widths[left] / widths[own])) < SIZE_SPREAD
            queue += left[near].tolist()
            left = left[~near]
        found.append(np.array(sorted(members), np.intp))
    return sorted(found, key=lambda members: -float(scores[members].sum()))
