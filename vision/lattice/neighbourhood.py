"""The points nearest to each of many, and those around a place: a few thousand points at most."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

#: Rows of distances that are made at once: all of them would take too much memory.
ROWS = 512


class Neighbourhood:
    """Looks for points (n, 2) by their distance."""

    def __init__(self, points: NDArray[np.float64]) -> None:
        self._points = np.asarray(points, np.float64)

    def nearest(self, count: int) -> NDArray[np.intp]:
        """For each point the ``count`` nearest, itself the first of them, as indices (n, count)."""
        rows = range(0, len(self._points), ROWS)
        found = [self._nearest_of(self._points[row : row + ROWS], count) for row in rows]
        return np.concatenate(found) if found else np.empty((0, count), np.intp)

    def within(self, place: NDArray[np.float64], reach: float) -> NDArray[np.intp]:
        """The points (m,) at most ``reach`` from a place."""
        square = ((self._points - place) ** 2).sum(axis=1)
        return np.flatnonzero(square <= reach * reach)

    def _nearest_of(self, places: NDArray[np.float64], count: int) -> NDArray[np.intp]:
        x, y = self._points.T
        square = (places[:, :1] - x) ** 2 + (places[:, 1:] - y) ** 2
        near = np.argpartition(square, count - 1, axis=1)[:, :count]
        order = np.argsort(np.take_along_axis(square, near, axis=1), axis=1, kind="stable")
        return np.take_along_axis(near, order, axis=1)
