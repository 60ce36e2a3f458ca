"""Which of many points lie near one another, and what hangs together by that: of all pairs in a
texture hardly one in a hundred is near, so that no table of all distances is made."""

from __future__ import annotations

import numpy as np

from ...calibration.arrays import Floats, Indices

ROWS = 512
"""Rows of distances that are made at once: all of them would take too much memory."""


def near_pairs(centres: Floats, reach: Floats) -> tuple[Indices, Indices]:
    """Pairs of points (n, 2) no farther apart than the larger `reach` (n,) of the two: two arrays
    of indices (p,), sorted, the lower ones first."""
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


class Neighbourhood:
    """Looks for points (n, 2) by their distance; for a few thousand points at most."""

    def __init__(self, points: Floats) -> None:
        self._points = np.asarray(points, np.float64)
        self._x, self._y = np.ascontiguousarray(self._points.T)

    def nearest(self, count: int) -> Indices:
        """For each point the ``count`` nearest, itself the first of them, as indices (n, count)."""
        rows = range(0, len(self._points), ROWS)
        found = [self._nearest_of(self._points[row : row + ROWS], count) for row in rows]
        return np.concatenate(found) if found else np.empty((0, count), np.intp)

    def within(self, place: Floats, reach: float) -> Indices:
        """The points (m,) at most ``reach`` from a place."""
        square = (self._x - place[0]) ** 2 + (self._y - place[1]) ** 2
        return np.flatnonzero(square <= reach * reach)

    def _nearest_of(self, places: Floats, count: int) -> Indices:
        square = (places[:, :1] - self._x) ** 2 + (places[:, 1:] - self._y) ** 2
        near = np.argpartition(square, count - 1, axis=1)[:, :count]
        order = np.argsort(np.take_along_axis(square, near, axis=1), axis=1, kind="stable")
        return np.take_along_axis(near, order, axis=1)
