"""Which of many points lie near one another, and what hangs together by that.

Textures show thousands of things that look a little like tiles; of all their pairs hardly one in a
hundred is near, so that no table of all distances is made.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]


def near_pairs(centres: Floats, reach: Floats) -> tuple[Indices, Indices]:
    """Pairs of points (n, 2) that lie within the larger `reach` (n,) of both, as indices (p,) of
    which the first is the lower, sorted."""
    count = len(centres)
    order = np.argsort(centres[:, 0], kind="stable")
    x, y = centres[order].T
    # Sorted from left to right, all that is near one of them follows it within the longest reach.
    farthest = float(reach.max(initial=0.0))
    following = np.searchsorted(x, x + farthest, side="right") - np.arange(1, count + 1)
    one = np.repeat(np.arange(count), following)
    other = np.arange(len(one)) - np.repeat(np.cumsum(following) - following, following) + one + 1
    reached = reach[order]
    square = (x[one] - x[other]) ** 2 + (y[one] - y[other]) ** 2
    near = square < np.maximum(reached[one], reached[other]) ** 2
    one, other = order[one[near]], order[other[near]]
    first, second = np.minimum(one, other), np.maximum(one, other)
    along = np.lexsort((second, first))
    return first[along], second[along]


def firsts_of_parts(count: int, first: Indices, second: Indices) -> Indices:
    """For each of `count` points the lowest of all that hang together with it by the pairs given,
    (count,)."""
    lowest = np.arange(count)
    while True:
        before = lowest.copy()
        np.minimum.at(lowest, first, before[second])
        np.minimum.at(lowest, second, before[first])
        lowest = lowest[lowest]
        if np.array_equal(lowest, before):
            return lowest
