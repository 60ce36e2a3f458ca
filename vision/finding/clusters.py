"""Which of the things that look a little like tiles lie together, as the tiles of a board do."""

from __future__ import annotations

import numpy as np

from ...calibration.arrays import Floats, Indices
from ..lattice.nearness import firsts_of_parts, near_pairs

APART = 3.0
"""Tiles of one board have another of it nearer than this, in widths: one or two may be missed."""
SIZE_SPREAD = 0.55
"""Natural logarithm of the factor by which widths side by side may differ."""


def clusters(
    centres: Floats, widths: Floats, scores: Floats, least: float, apart: float = APART
) -> list[Indices]:
    """Indices of candidates that lie together and are about as wide, cluster by cluster; the
    cluster with the highest sum of scores first. Candidates with scores under `least` are left out.

    `centres` (n, 2), `widths` and `scores` (n,). `apart` is how many widths off the next candidate
    of a cluster may lie.
    """
    chosen = np.flatnonzero(scores >= least)
    logs = np.log(widths[chosen])
    first, second = near_pairs(centres[chosen], apart * widths[chosen])
    alike = np.abs(logs[first] - logs[second]) < SIZE_SPREAD
    parts = firsts_of_parts(len(chosen), first[alike], second[alike])
    order = np.argsort(parts, kind="stable")
    ends = np.flatnonzero(np.diff(parts[order])) + 1
    found = np.split(chosen[order], ends) if len(chosen) else []
    return sorted(found, key=lambda members: -float(scores[members].sum()))
