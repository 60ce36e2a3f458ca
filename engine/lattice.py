"""Cells, corners and symmetries of the hexagonal lattice on which the tiles lie.

Axial coordinates ``(q, r)``, pointy-top hexagons, y growing downwards. Lengths are in units of
the hexagon's side. The corners fall in two classes: the White class is the top corner of every
cell (and its lower right and lower left), the Blue class is the bottom corner (and upper left,
upper right). A corner is named by its colour and the cell whose top (White) or bottom (Blue) it is.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Iterable
from typing import NamedTuple

Cell = tuple[int, int]

SQRT3 = math.sqrt(3.0)


class Colour(enum.Enum):
    """One of the two players' colours. The value is the word that files use."""

    WHITE = "white"
    BLUE = "blue"

    # Corners are dictionary keys everywhere: the members' own hash, without a call into Python.
    __hash__ = object.__hash__

    def __str__(self) -> str:
        return str(self.value)

    @property
    def other(self) -> Colour:
        """The opponent's colour."""
        return Colour.BLUE if self is Colour.WHITE else Colour.WHITE


class Corner(NamedTuple):
    """A corner of the lattice: the top of cell ``(q, r)`` if White, its bottom if Blue."""

    colour: Colour
    q: int
    r: int


EAST, SOUTH_EAST, SOUTH_WEST = (1, 0), (0, 1), (-1, 1)
WEST, NORTH_WEST, NORTH_EAST = (-1, 0), (0, -1), (1, -1)
#: Clockwise from east. Direction k crosses the edge between corners k + 1 and k + 2.
DIRECTIONS: tuple[Cell, ...] = (EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST, NORTH_EAST)

#: Offset of the cell that names corner k (top, then clockwise), seen from a cell.
CORNER_NAMING_OFFSETS: tuple[Cell, ...] = ((0, 0), (1, -1), (0, 1), (0, 0), (-1, 1), (0, -1))

#: Corner k of a unit-side cell relative to its centre: top, then clockwise (y grows downwards).
CORNER_OFFSETS: tuple[tuple[float, float], ...] = tuple(
    (math.sin(math.pi * k / 3), -math.cos(math.pi * k / 3)) for k in range(6)
)


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The six cells that share an edge with ``cell``, clockwise from east."""
    q, r = cell
    return (q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1), (q + 1, r - 1)


def are_adjacent(first: Cell, second: Cell) -> bool:
    """Whether two cells share an edge."""
    return (second[0] - first[0], second[1] - first[1]) in DIRECTIONS


def steps_between(first: Cell, second: Cell) -> int:
    """How many steps from cell to adjacent cell lead from one to the other at least."""
    q, r = second[0] - first[0], second[1] - first[1]
    return max(abs(q), abs(r), abs(q + r))


def reached_from(cells: Iterable[Cell], among: set[Cell]) -> list[Cell]:
    """``cells`` and all ``among`` others that hang on to them edge to edge; those are taken out."""
    reached = list(cells)
    for cell in reached:  # grows while it is walked
        for neighbour in neighbours(cell):
            if neighbour in among:
                among.remove(neighbour)
                reached.append(neighbour)
    return reached


def pieces_of(cells: Iterable[Cell]) -> list[set[Cell]]:
    """Cells sorted into connected pieces, the largest first."""
    left, pieces = set(cells), []
    while left:
        pieces.append(set(reached_from([left.pop()], left)))
    return sorted(pieces, key=len, reverse=True)


def name_cells(cells: Iterable[Cell]) -> tuple[str, ...]:
    """Cells as sentences name them."""
    return tuple(f"{q},{r}" for q, r in cells)


def cell_centre(cell: Cell) -> tuple[float, float]:
    """Centre ``(x, y)`` of a cell in units of the side, y downwards."""
    q, r = cell
    return SQRT3 * (q + r / 2), 1.5 * r


def cell_corner(cell: Cell, index: int) -> Corner:
    """Corner ``index`` of a cell: 0 at the top, then clockwise; even ones White, odd ones Blue."""
    index %= 6
    dq, dr = CORNER_NAMING_OFFSETS[index]
    colour = Colour.BLUE if index % 2 else Colour.WHITE
    return Corner(colour, cell[0] + dq, cell[1] + dr)


def corner_cells(corner: Corner) -> tuple[Cell, ...]:
    """The three cells that meet at a corner."""
    colour, q, r = corner
    if colour is Colour.WHITE:
        return (q, r), (q, r - 1), (q + 1, r - 1)
    return (q, r), (q, r + 1), (q - 1, r + 1)


def rotate_cell(cell: Cell, sixths: int) -> Cell:
    """Turn a cell clockwise about the origin cell by ``sixths`` steps of 60 degrees."""
    q, r = cell
    for _ in range(sixths % 6):
        q, r = -r, q + r
    return q, r


def mirror_cell(cell: Cell) -> Cell:
    """Reflect a cell in the vertical line through the origin cell's top and bottom corners."""
    q, r = cell
    return -q - r, r


def mirror_rotation(rotation: int) -> int:
    """The rotation of a tile after the reflection of :func:`mirror_cell`."""
    return -rotation % 6
