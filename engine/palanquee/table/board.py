"""The printed board of Palanquée: 304 cells on a cylinder, their names, neighbours and lines.

Flat-top hexagons in 19 columns, lettered A to S from right to left. Every column is a ring of 16
cells; columns B, D, … R stand half a cell higher, and their first cell is drawn at the top and at
the bottom of the board (rules, Palanquée 1). Left and right edge are walls.

A cell is the integer ``16 * column + number - 1``. A set of cells is an integer whose bit ``cell``
says that the cell belongs to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_

COLUMNS = "ABCDEFGHIJKLMNOPQRS"
RING = 16
CELLS = RING * len(COLUMNS)
CELL_NAMES = tuple(f"{COLUMNS[cell // RING]}{cell % RING + 1}" for cell in range(CELLS))
ALL_CELLS = (1 << CELLS) - 1

_NAME = re.compile(r"([A-S])([1-9]|1[0-7])")

#: The six directions as (columns to the left, half cells downwards), each beside its opposite.
DIRECTIONS = ((0, -2), (0, 2), (1, -1), (-1, 1), (1, 1), (-1, -1))
#: The three axes as pairs of directions. Only the first one runs along the columns.
AXES = ((0, 1), (2, 3), (4, 5))


class CellError(ValueError):
    """A name that no cell bears; the message says what a name looks like."""


def cell_at(column: int, height: int) -> int:
    """The cell of a column (A = 0) whose centre is ``height`` half cells below the top of A1."""
    return RING * column + ((height - 1) // 2 if column % 2 == 0 else height // 2) % RING


def column_of(cell: int) -> int:
    """The index of a cell's column, A = 0."""
    return cell // RING


def height_of(cell: int) -> int:
    """How many half cells a cell's centre lies below the top edge of A1, modulo 32."""
    column, above = divmod(cell, RING)
    return 2 * above + (column % 2 == 0)


def cell_name(cell: int) -> str:
    """The one name of a cell, such as ``C5``; the cell drawn twice is B1, never B17."""
    return CELL_NAMES[cell]


def cell_from_name(name: str) -> int:
    """The cell of a name; B17 is read as B1. Raises CellError."""
    found = _NAME.fullmatch(name)
    column = COLUMNS.index(found[1]) if found else 0
    number = int(found[2]) if found else 0
    if not 1 <= number <= RING + column % 2:
        raise CellError(
            f"{name!r} is no cell: a cell is a column A to S and a number from 1 to 16, such as C5"
        )
    return RING * column + (number - 1) % RING


def cells_of(mask: int) -> Iterator[int]:
    """The cells of a set, in the order of the board."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def union_of(masks: Iterable[int]) -> int:
    """The cells that are in any of some sets."""
    return reduce(or_, masks, 0)


def mask_of(cells: Iterable[int]) -> int:
    """The set of some cells."""
    return union_of(1 << cell for cell in cells)


def names_of(mask: int) -> list[str]:
    """The names of a set of cells, sorted as text, as all files list them."""
    return sorted(cell_name(cell) for cell in cells_of(mask))


def _step(cell: int, direction: int) -> int | None:
    left, down = DIRECTIONS[direction]
    column = column_of(cell) + left
    if not 0 <= column < len(COLUMNS):
        return None
    return cell_at(column, height_of(cell) + down)


def _ray(cell: int, direction: int) -> tuple[int, ...]:
    ray: list[int] = []
    found = _step(cell, direction)
    while found is not None and found != cell:
        ray.append(found)
        found = _step(found, direction)
    return tuple(ray)


#: For every cell and direction: the cells that follow, up to the edge. Along the column these are
#: the 15 other cells of the ring.
RAYS = tuple(
    tuple(_ray(cell, direction) for direction in range(len(DIRECTIONS))) for cell in range(CELLS)
)
#: The neighbours of every cell: six, or four in columns A and S.
NEIGHBOURS = tuple(tuple(ray[0] for ray in rays if ray) for rays in RAYS)
NEIGHBOUR_MASKS = tuple(mask_of(cells) for cells in NEIGHBOURS)


def _within(steps: int) -> tuple[int, ...]:
    reached = [1 << cell for cell in range(CELLS)]
    for _ in range(steps):
        reached = [
            mask | mask_of(n for inner in cells_of(mask) for n in NEIGHBOURS[inner])
            for mask in reached
        ]
    return tuple(reached)


#: The cells at a distance of at most 2, and of at most 5, of every cell, itself included.
WITHIN_TWO = _within(2)
WITHIN_FIVE = _within(5)

COLUMN_MASKS = tuple(((1 << RING) - 1) << RING * column for column in range(len(COLUMNS)))


def column_lines() -> Iterator[tuple[int, ...]]:
    """The cells of every straight line that starts at an edge or runs round a column, once."""
    for column in range(len(COLUMNS)):
        yield tuple(range(RING * column, RING * (column + 1)))
    for cell in range(RING):
        for direction in (2, 4):
            yield (cell, *RAYS[cell][direction])
