"""What the board would look like without pieces, told from its empty cells.

All cells are printed alike, but for a few tints and their lines, and light changes slowly from one
to the next: what a place shows beyond that is a piece, its shadow, or a hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from ....calibration.arrays import Flags, Floats, Indices
from ....engine.palanquee.table.drawn import COLUMNS, HALF, HEIGHT, WIDTH, drawn_cells
from ...faces.logistic import logistic
from ..glance import Glance
from ..hues import CLEARLY, FEWEST
from ..locating.pixels import look_up
from ..rectify import CENTRES, Rectified
from .rays import BLACK, LEVELS

FINENESS = 2
"""A cell is looked at in four times as many steps over its height, three over a column."""
LETTERED = np.array([cell.letter is not None for cell in drawn_cells()])
"""In which drawn cells (n,) a letter is printed."""


@dataclass(frozen=True)
class Lattice:
    """Places in even steps over the whole drawing (h, w, 2). Of each the cell (h, w) in whose
    hexagon it lies, -1 outside all, and the number (h, w) of that part of its cell; `rows` and
    `columns` (n, parts) tell where each cell's parts are."""

    places: Floats
    cell: Indices
    part: Indices
    rows: Indices
    columns: Indices


@dataclass(frozen=True)
class Bare:
    """Over the lattice (h, w): by how much the logarithms of the three channels differ from a bare
    board's, `rest` (h, w, 3), and where that is known (h, w). `spread` (3, 3) is their covariance
    where nothing lies."""

    rest: Floats
    known: Flags
    spread: Floats


@cache
def lattice() -> Lattice:
    """The places at which boards are compared with bare ones: the same in each cell."""
    step = np.array([1.5 / 3, HALF / 2]) / FINENESS
    width, height = np.rint(np.array([WIDTH, HEIGHT]) / step).astype(int) + 1
    places = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1) * step
    across, down = np.arange(-3 * FINENESS, 3 * FINENESS + 1), np.arange(-8, 9)
    x, y = np.meshgrid(across, down)
    # Less than the whole hexagon: a step is left out all round.
    out = np.maximum(
        np.abs(x) * step[0] + np.abs(y) * step[1] / np.sqrt(3), np.abs(y) * step[1] / HALF
    )
    inside = out < 1
    x, y = x[inside], y[inside]
    middle = np.rint(CENTRES / step).astype(np.intp)
    rows, columns = middle[:, 1:] + y, middle[:, :1] + x
    cell = np.full((height, width), -1)
    part = np.zeros_like(cell)
    cell[rows, columns] = np.arange(len(CENTRES))[:, None]
    part[rows, columns] = np.arange(len(x))
    return Lattice(places, cell, part, rows, columns)


@cache
def distances() -> Floats:
    """Sides (n, n) between the middles of drawn cells."""
    return np.asarray(np.linalg.norm(CENTRES[:, None] - CENTRES, axis=-1))


@cache
def tints() -> Indices:
    """Numbers (n,) for drawn cells that may be printed alike: boards have stripes, or three tints
    of which none touches itself, and cells at the edges may be painted or have letters."""
    numbers = []
    for cell in drawn_cells():
        edge = 2 if cell.letter else 1 if cell.column in (0, len(COLUMNS) - 1) else 0
        third = (cell.half_steps + 3 * cell.column) // 2 % 3
        numbers.append(6 * edge + 3 * (cell.column % 2) + third)
    return np.array(numbers)


def bare_board(rectified: Rectified, seen: Glance) -> Bare | None:
    """Compare a flat board with a bare one; None where hardly a cell is empty."""
    grid = lattice()
    soft = cv2.blur(rectified.fine, (3, 3))
    at = rectified.to_fine(grid.places).astype(np.float32)
    levels = LEVELS[np.asarray(look_up(soft, at))].astype(np.float64)
    open_cells = rectified.shown & (seen.hidden < 0) & (seen.piece < 0)
    plain = open_cells & ~LETTERED & (seen.piece < -CLEARLY)
    if plain.sum() < FEWEST:
        return None
    of_cell = levels[grid.rows, grid.columns]
    middle = np.median(of_cell, axis=1)
    printed = np.median(of_cell[plain] - middle[plain][:, None], axis=0)
    light, tint, known = _light_and_tints(middle, open_cells, seen.piece)
    inside = grid.cell >= 0
    expected = (light + tint)[grid.cell] + printed[grid.part]
    rest = np.where(inside[..., None], levels - expected, 0)
    plain &= known
    if not plain.any():
        return None
    clear = rest[plain[grid.cell] & inside]
    return Bare(rest, inside & known[grid.cell], np.cov(clear.T) + np.eye(3) / BLACK**2)


def _light_and_tints(
    middle: Floats, open_cells: Flags, piece: Floats
) -> tuple[Floats, Floats, Flags]:
    """Of cells whose middles show logarithms (n, 3), the light (n, 3) and the tint (n, 3), and
    where both are known (n,): each cell's light is that of the others near it."""
    # Light is alike over about a cell.
    far = distances()[:, open_cells]
    weight = logistic(-piece[open_cells] - CLEARLY) / np.square(1 + np.square(far) / 2)
    weight[far == 0] = 0
    weight /= weight.sum(axis=1, keepdims=True)
    tint, known = np.zeros_like(middle), np.zeros(len(middle), bool)
    alike = [tints() == number for number in np.unique(tints())]
    alike = [one for one in alike if (one & open_cells).sum() >= FEWEST]
    for one in alike:
        known |= one
    for _ in range(4):
        rest = middle - weight @ (middle - tint)[open_cells]
        for one in alike:
            tint[one] += 0.7 * (np.median(rest[one & open_cells], axis=0) - tint[one])
    return weight @ (middle - tint)[open_cells], tint, known
