"""The Palanquée board as it is drawn: where each cell lies on the paper, and its name.

Flat-top hexagons in 19 columns, lettered from right to left A ... S. Columns A, C, ... S show 16
cells, columns B, D, ... R show 17 and stand half a cell higher and lower; their top and bottom
cells are one cell, drawn twice. Lengths are in units of a hexagon's side, x to the right and y
downwards from the upper left corner of the rectangle that holds all hexagons.
"""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

from .board import COLUMNS as COLUMNS
from .board import RING as RING
from .board import cell_from_name, cell_name

HALF = math.sqrt(3.0) / 2.0
"""Half a cell's height, from side to side."""
WIDTH = 1.5 * (len(COLUMNS) - 1) + 2.0
HEIGHT = 2.0 * HALF * (RING + 1)

#: Corner k of a flat-top cell relative to its centre: right, then clockwise (y grows downwards).
CORNER_OFFSETS: tuple[tuple[float, float], ...] = tuple(
    (math.cos(math.pi * k / 3), math.sin(math.pi * k / 3)) for k in range(6)
)

#: Lines that hatch a cell which nobody could see: their ends relative to its centre.
HATCHING: tuple[tuple[tuple[float, float], tuple[float, float]], ...] = (
    ((-0.95, 0.05), (-0.05, -0.85)),
    ((-0.6, 0.6), (0.6, -0.6)),
    ((0.05, 0.85), (0.95, -0.05)),
)


class DrawnCell(NamedTuple):
    """One of the 313 hexagons on the paper: its column (A is 0) and its row, 1 at the top."""

    column: int
    row: int

    @property
    def name(self) -> str:
        """The cell's one name: the lower drawing of B1 is B1, too."""
        return f"{COLUMNS[self.column]}{(self.row - 1) % RING + 1}"

    @property
    def half_steps(self) -> int:
        """The height of its centre in half cells; the top cells of B, D, ... R stand at 0."""
        return 2 * self.row - 1 - self.column % 2

    @property
    def centre(self) -> tuple[float, float]:
        """Its centre on the paper, in sides."""
        return 1.0 + 1.5 * (len(COLUMNS) - 1 - self.column), HALF * (self.half_steps + 1)

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Its six corners on the paper, the right one first, then clockwise."""
        x, y = self.centre
        return tuple((x + u, y + v) for u, v in CORNER_OFFSETS)

    @property
    def letter(self) -> str | None:
        """The letter that is printed in it: the capital at the top, the small one below."""
        if self.row == 1:
            return COLUMNS[self.column]
        return COLUMNS[self.column].lower() if self.row == cells_in(self.column) else None


def cells_in(column: int) -> int:
    """How many cells the drawing shows of a column (A is 0)."""
    return RING + column % 2


@cache
def drawn_cells() -> tuple[DrawnCell, ...]:
    """All hexagons of the drawing, column by column from A, from the top."""
    return tuple(
        DrawnCell(column, row)
        for column in range(len(COLUMNS))
        for row in range(1, cells_in(column) + 1)
    )


def drawings_of(name: str) -> tuple[DrawnCell, ...]:
    """The hexagons in which a cell is drawn: one, or two for B1, D1, ... R1. Raises CellError
    where the board has no such cell."""
    the_one = cell_name(cell_from_name(name))
    return tuple(drawn for drawn in drawn_cells() if drawn.name == the_one)


def edges() -> dict[str, tuple[tuple[float, float], ...]]:
    """The board's four zigzag edges as polylines on the paper, each from left to right or from
    top to bottom: ``left`` and ``right`` (red), ``top`` and ``bottom`` (blue)."""
    last = len(COLUMNS) - 1
    sides: dict[str, list[tuple[float, float]]] = {
        k: [] for k in ("left", "right", "top", "bottom")
    }
    for row in range(1, RING + 1):
        left, right = DrawnCell(last, row).corners, DrawnCell(0, row).corners
        sides["left"] += [left[4], left[3], left[2]]
        sides["right"] += [right[5], right[0], right[1]]
    for column in range(last, -1, -1):
        top, bottom = DrawnCell(column, 1).corners, DrawnCell(column, cells_in(column)).corners
        sides["top"] += [top[4], top[5]]
        sides["bottom"] += [bottom[2], bottom[1]]
    return {
        name: tuple(dict.fromkeys((round(x, 9), round(y, 9)) for x, y in points))
        for name, points in sides.items()
    }
