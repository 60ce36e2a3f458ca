"""A small window of the lattice for counting creatures: tiles, corners, and groups looked at.

The window is as small as the board allows, given by its width; a White corner bears the number of
the cell at whose top it lies, a Blue corner that number + the window's cells. The slots of a cell
are its three corners of a colour (White: top, lower right, lower left; Blue: bottom, upper left,
upper right): a tile of letter k has its tip in slot k and joins the other two, and the j-th cell
at a corner has it as its slot j.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .jit import Integers, compiled

EMPTY = -1

#: What :func:`flood` finds of a group, in ``KernelTable.found``.
CORNERS, DEGREES, LIMB_ENDS, OPEN_CELLS, FIRST_OPEN = range(5)


class KernelTable(NamedTuple):
    """A board and the search's working space; written in place, for one thread.

    ``letter``: (cells,), EMPTY or 0, 1, 2. ``tiles``: (room,), the occupied cells. ``owner``:
    (2 cells,), the group of a corner before anything is laid. ``corner_mark``, ``cell_mark``:
    stamps of searches. ``queue``: (2 cells,), corners of a group. ``curve``: (3 cells,), the line
    that a piece belongs to. ``points``: (room, 2), edge midpoints of lines one after the other.
    ``lines``: (room, 4), start and length in ``points``, doubled area, and whether it borders
    the group looked at. ``found``: (5,), see CORNERS. ``shape``: the window's width, its cells,
    the number of tiles, the last stamp, and of the lines written.
    """

    letter: Integers
    tiles: Integers
    owner: Integers
    corner_mark: Integers
    cell_mark: Integers
    queue: Integers
    curve: Integers
    points: Integers
    lines: Integers
    found: Integers
    shape: Integers


WIDTH, CELLS, TILES, STAMP, LINES = range(5)
START, LENGTH, AREA, BORDERS = range(4)


def new_table(width: int, height: int, room: int) -> KernelTable:
    """An empty table of ``width`` by ``height`` cells for at most ``room`` tiles."""
    cells = width * height
    integers = np.int64
    return KernelTable(
        np.full(cells, EMPTY, integers),
        np.zeros(room, integers),
        np.zeros(2 * cells, integers),
        np.zeros(2 * cells, integers),
        np.zeros(cells, integers),
        np.zeros(2 * cells, integers),
        np.zeros(3 * cells, integers),
        np.zeros((6 * room, 2), integers),
        np.zeros((3 * room, 4), integers),
        np.zeros(5, integers),
        np.array([width, cells, 0, 0, 0], integers),
    )


@compiled
def put(table: KernelTable, cell: int, letter: int) -> None:
    """Lay a tile."""
    table.letter[cell] = letter
    table.tiles[table.shape[TILES]] = cell
    table.shape[TILES] += 1


@compiled
def take_back(table: KernelTable) -> None:
    """Take the tile laid last."""
    table.shape[TILES] -= 1
    table.letter[table.tiles[table.shape[TILES]]] = EMPTY


@compiled
def _step_to_slot(table: KernelTable, slot: int) -> int:
    if slot == 0:
        return 0
    return int(table.shape[WIDTH]) - (slot == 2)


@compiled
def slot_corner(table: KernelTable, cell: int, slot: int, is_blue: bool) -> int:
    step = _step_to_slot(table, slot)
    if is_blue:
        return int(table.shape[CELLS] + cell - step)
    return cell + step


@compiled
def corner_cell(table: KernelTable, corner: int, slot: int) -> int:
    step = _step_to_slot(table, slot)
    if corner >= table.shape[CELLS]:
        return int(corner - table.shape[CELLS] + step)
    return corner - step


@compiled
def flood(table: KernelTable, seed: int, most_open: int, group: int) -> bool:
    """Look at the group of a corner; what is found stands in ``found``, its corners in ``queue``.

    False, and the look is broken off, where more than ``most_open`` cells are open or a corner
    of an earlier group than ``group`` is met. Corners and cells of the group get a new stamp.
    """
    letter, queue, found = table.letter, table.queue, table.found
    table.shape[STAMP] += 1
    stamp = table.shape[STAMP]
    is_blue = seed >= table.shape[CELLS]
    queue[0] = seed
    table.corner_mark[seed] = stamp
    count = 1
    degrees = limb_ends = open_cells = 0
    first_open = -1
    index = 0
    while index < count:
        corner = queue[index]
        if table.owner[corner] < group:
            return False
        index += 1
        degree = 0
        for slot in range(3):
            cell = corner_cell(table, corner, slot)
            lies = letter[cell]
            if lies == EMPTY:
                if table.cell_mark[cell] != stamp:
                    table.cell_mark[cell] = stamp
                    open_cells += 1
                    if open_cells > most_open:
                        return False
                    first_open = cell
            else:
                table.cell_mark[cell] = stamp
                if lies != slot:
                    degree += 1
                    other = slot_corner(table, cell, 3 - lies - slot, is_blue)
                    if table.corner_mark[other] != stamp:
                        table.corner_mark[other] = stamp
                        queue[count] = other
                        count += 1
        degrees += degree
        limb_ends += degree == 1
    found[CORNERS] = count
    found[DEGREES] = degrees
    found[LIMB_ENDS] = limb_ends
    found[OPEN_CELLS] = open_cells
    found[FIRST_OPEN] = first_open
    return True


@compiled
def neighbour(width: int, cell: int, direction: int) -> int:
    if direction == 0:
        return cell + 1
    if direction == 1:
        return cell + width
    if direction == 2:
        return cell + width - 1
    if direction == 3:
        return cell - 1
    if direction == 4:
        return cell - width
    return cell - width + 1


@compiled
def makes_a_hole(table: KernelTable, laid: Integers, count: int) -> bool:
    width, letter = table.shape[WIDTH], table.letter
    for index in range(count):
        for direction in range(6):
            cell = neighbour(width, laid[index], direction)
            if letter[cell] == EMPTY:
                around = 0
                while around < 6 and letter[neighbour(width, cell, around)] != EMPTY:
                    around += 1
                if around == 6:
                    return True
    return False
