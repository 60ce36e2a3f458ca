"""How far the print lies from where the fitted plane has it: paper waves, glued sheets shift. Each
patch found in a cell says so for its place; what neighbours agree on is believed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....calibration.arrays import Floats
from ...lattice.nearness import Neighbourhood
from ...lattice.plane import TableView
from .honeycomb import BASIS, Honeycomb, magnification

REACH = 1.9
"""Witnesses within so many sides count fully, with the weight of a Gaussian."""
DOUBT = 1.5
"""As if so many witnesses said that there is no drift."""
STEP = 1.0
"""In sides: paper bends over several cells."""


@dataclass(frozen=True)
class Drift:
    """Shifts on a grid of places with spacing STEP from `origin`; `shifts` is (rows, columns, 2),
    in sides."""

    origin: Floats
    shifts: Floats

    def at(self, places: Floats) -> Floats:
        """The shift (..., 2) of the print at places (..., 2)."""
        rows, columns = self.shifts.shape[:2]
        at = (places - self.origin) / STEP
        x = np.clip(at[..., 0], 0, columns - 1.001)
        y = np.clip(at[..., 1], 0, rows - 1.001)
        i, k = y.astype(int), x.astype(int)
        u, v = (x - k)[..., None], (y - i)[..., None]
        grid = self.shifts
        top = grid[i, k] * (1 - u) + grid[i, k + 1] * u
        bottom = grid[i + 1, k] * (1 - u) + grid[i + 1, k + 1] * u
        return np.asarray(top * (1 - v) + bottom * v)


def measure_drift(honeycomb: Honeycomb, view: TableView, size: tuple[float, float]) -> Drift:
    """The drift on a board of `size` (width, height) in sides, seen by `view`, from the patches
    found in its cells."""
    index = np.array(list(honeycomb.nodes.values()))
    nodes = np.array(list(honeycomb.nodes))
    meant = view.to_table(honeycomb.view.to_photo(nodes @ BASIS))
    seen = view.to_table(honeycomb.blobs.centres[index])
    off = seen - meant
    # Letters and pieces make patches of other sizes than empty cells.
    share = honeycomb.blobs.areas[index] / magnification(honeycomb.view, nodes @ BASIS)
    # A cell with a piece in it, or a letter's loop, has another size.
    alike = np.abs(share / np.median(share) - 1) < 0.18
    columns, rows = int(np.ceil(size[0] / STEP)) + 5, int(np.ceil(size[1] / STEP)) + 5
    origin = np.array([-2.0, -2.0])
    shifts = np.zeros((rows, columns, 2))
    used = np.flatnonzero(alike)
    if len(used) < 8:  # too few to know a bend from their own errors
        return Drift(origin, shifts)
    meant, off = meant[used], off[used]
    off = _without_strays(meant, off)
    keep = np.isfinite(off[:, 0])
    meant, off = meant[keep], off[keep]
    grid = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1) * STEP + origin
    x, y = grid.reshape(-1, 2).T[..., None]
    gap = (x - meant[:, 0]) ** 2 + (y - meant[:, 1]) ** 2
    weight = np.exp(-0.5 * gap / REACH**2)
    total = weight @ off / (weight.sum(axis=1, keepdims=True) + DOUBT)
    return Drift(origin, total.reshape(rows, columns, 2))


def _without_strays(places: Floats, off: Floats) -> Floats:
    """Shifts that differ from the median of those around them are not believed (NaN)."""
    near = Neighbourhood(places).nearest(min(9, len(places)))
    usual = np.median(off[near], axis=1)
    miss = np.hypot(*(off - usual).T)
    limit = max(0.03, 3.0 * float(np.median(miss)))
    return np.where((miss < limit)[:, None], off, np.nan)
