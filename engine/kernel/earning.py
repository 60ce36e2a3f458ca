"""What the next player of Palagonia could earn: closings by up to five tiles, counted and paid.

The plain specification is ``palagonia.closings`` with ``palagonia.points.scoring``.
"""

from __future__ import annotations

import numpy as np

from .jit import Integers, compiled
from .outlines import count_loops_and_legs
from .table import (
    CELLS,
    CORNERS,
    FIRST_OPEN,
    OPEN_CELLS,
    STAMP,
    TILES,
    KernelTable,
    flood,
    makes_a_hole,
    put,
    slot_corner,
    take_back,
)

MOST_LAID = 5


@compiled
def _earned(table: KernelTable, laid: Integers, count: int, paid: tuple[int, int]) -> int:
    """What the tiles just laid earn: every creature that all of them are part of."""
    least, less = paid
    if makes_a_hole(table, laid, count):
        return 0
    earned = 0
    first_stamp = table.shape[STAMP]
    for colour in range(2):
        for slot in range(3):
            corner = slot_corner(table, laid[0], slot, colour == 1)
            if table.corner_mark[corner] > first_stamp:
                continue
            if not flood(table, corner, 0, 0) or table.found[CORNERS] <= 2:  # an eye, a bone
                continue
            stamp = table.shape[STAMP]
            whole = True
            for index in range(1, count):
                whole = whole and table.cell_mark[laid[index]] == stamp
            if whole:
                points = count_loops_and_legs(table) - less
                if points >= least:
                    earned += points
    return earned


@compiled
def best_earnings(
    table: KernelTable,
    most: int,
    least: int,
    less: int,
    best: Integers,
    best_lay: Integers,
) -> None:
    """The most that a lay of each number of tiles up to ``most`` earns.

    ``best``: (MOST_LAID + 1,), points by number. ``best_lay``: (MOST_LAID + 1, MOST_LAID, 2),
    cells and letters of a lay that earns them. ``least``: fewer points are not paid; ``less`` is
    taken off each creature's count. Bones are not paid.
    """
    best[:] = 0
    seeds = _number_groups(table, most)
    paid = (least, less)
    for index in range(len(seeds)):
        _close(table, seeds[index], index + 1, most, paid, best, best_lay)


@compiled
def _number_groups(table: KernelTable, most: int) -> Integers:
    """Give every corner its group's number, from 1; the seeds of those that could be closed.
    Corners of other groups and bare ones have a number above all of them."""
    never = table.shape[CELLS]
    tiles = table.shape[TILES]
    table.owner[:] = never
    seeds = np.zeros(6 * tiles, np.int64)
    count = 0
    for index in range(tiles):
        for place in range(6):
            corner = slot_corner(table, table.tiles[index], place % 3, place >= 3)
            if table.owner[corner] != never:
                continue
            if flood(table, corner, most, 0) and table.found[OPEN_CELLS] > 0:
                seeds[count] = corner
                count += 1
                for member in range(table.found[CORNERS]):
                    table.owner[table.queue[member]] = count
    return seeds[:count]


@compiled
def _close(
    table: KernelTable,
    seed: int,
    group: int,
    most: int,
    paid: tuple[int, int],
    best: Integers,
    best_lay: Integers,
) -> None:
    """Try all ways to close a group, one open cell after the other. ``paid``: least and less,
    as `best_earnings` takes them."""
    depth = 0
    laid = np.zeros(MOST_LAID, np.int64)
    tried = np.full(MOST_LAID + 1, -1, np.int64)
    down = True
    while True:
        if down:
            if not flood(table, seed, most - depth, group):
                down = False
            elif table.found[OPEN_CELLS] == 0:
                if depth > 0 and table.found[CORNERS] > 1:
                    points = _earned(table, laid, depth, paid)
                    if points > best[depth]:
                        best[depth] = points
                        for index in range(depth):
                            best_lay[depth, index, 0] = laid[index]
                            best_lay[depth, index, 1] = table.letter[laid[index]]
                down = False
            else:
                laid[depth] = table.found[FIRST_OPEN]
                tried[depth] = -1
                depth += 1
                put(table, laid[depth - 1], 0)
                tried[depth - 1] = 0
                continue
        if depth == 0:
            return
        if tried[depth - 1] < 2:
            tried[depth - 1] += 1
            table.letter[laid[depth - 1]] = tried[depth - 1]
            down = True
        else:
            take_back(table)
            depth -= 1


@compiled
def earnings_after(
    table: KernelTable,
    lays: Integers,
    most: int,
    least: int,
    less: int,
    best: Integers,
) -> None:
    """For each of many lays what it leaves: the most that the next lay of each number earns.
    ``lays``: (lays, tiles, 2), cells and letters; ``best``: (lays, MOST_LAID + 1), points."""
    best_lay = np.zeros((MOST_LAID + 1, MOST_LAID, 2), np.int64)
    for index in range(lays.shape[0]):
        for tile in range(lays.shape[1]):
            put(table, lays[index, tile, 0], lays[index, tile, 1])
        best_earnings(table, most, least, less, best[index], best_lay)
        for _ in range(lays.shape[1]):
            take_back(table)
