"""The compiled twin of :func:`palago.engine.creatures.algebra.sum_of_group`, for many groups."""

from __future__ import annotations

import numpy as np

from ..kernel.jit import Bytes, Integers, compiled
from .search import WIDTH

#: Directions as steps between cell numbers, clockwise from east.
_STEPS = (1, WIDTH, WIDTH - 1, -1, -WIDTH, 1 - WIDTH)
_NORTH_EAST = 5
_PLUS, _MINUS, _ZERO, _LETTER_A = 43, 45, 48, 97
#: A sum has a digit, a letter and perhaps a plus for each tile but the first, and fewer minuses.
SIGNS_PER_TILE = 4


@compiled
def _write_sum(
    tips: Bytes, laid: Integers, stamp: int, start: int, way: Integers, out: Bytes
) -> int:
    """Write the sum from one tile to ``out``; its length. ``way`` is room for (tiles, 3)."""
    first_tip = tips[start]
    laid[start] = stamp
    way[0, 0] = start
    # The start is turned to be an a; its "up" turns along.
    way[0, 1] = _NORTH_EAST + 2 * ((2 - first_tip) % 3)
    way[0, 2] = 0
    depth = 0
    following = 0
    steps_out = 0
    length = 0
    while True:
        if following == 6:
            if depth == 0:
                return length
            depth -= 1
            steps_out += 1
            following = way[depth, 2] + 1
            continue
        direction = (way[depth, 1] + following) % 6
        cell = way[depth, 0] + _STEPS[direction]
        if tips[cell] < 0 or laid[cell] == stamp:
            following += 1
            continue
        laid[cell] = stamp
        for _ in range(steps_out):
            out[length] = _MINUS
            length += 1
        steps_out = 0
        out[length] = _ZERO + following - way[depth, 2]
        out[length + 1] = _LETTER_A + (first_tip - tips[cell]) % 3
        length += 2
        way[depth, 2] = following
        leads_on = False
        for step in _STEPS:
            if tips[cell + step] >= 0 and laid[cell + step] != stamp:
                leads_on = True
                break
        if leads_on:
            out[length] = _PLUS
            length += 1
            depth += 1
            way[depth, 0] = cell
            way[depth, 1] = direction + 3
            way[depth, 2] = 0
            following = 0
        else:
            following += 1


@compiled
def write_smallest_sums(groups: Integers, sums: Bytes) -> None:
    """The smallest sum of each group.

    ``groups``: (groups, tiles, 2) as :func:`search_closed_groups` writes them; ``sums``: (groups,
    SIGNS_PER_TILE * tiles), ASCII with zeros behind.
    """
    number, tiles, _ = groups.shape
    tips = np.full(WIDTH * WIDTH, -1, dtype=np.int8)
    laid = np.zeros(WIDTH * WIDTH, dtype=np.int64)
    way = np.zeros((tiles + 1, 3), dtype=np.int64)
    out = np.zeros(sums.shape[1], dtype=np.int8)
    stamp = 0
    for group in range(number):
        for index in range(tiles):
            tips[groups[group, index, 0]] = groups[group, index, 1]
        for index in range(tiles):
            stamp += 1
            length = _write_sum(tips, laid, stamp, groups[group, index, 0], way, out)
            smaller = index == 0
            if not smaller:
                for place in range(length):
                    if out[place] != sums[group, place]:
                        smaller = out[place] < sums[group, place]
                        break
            if smaller:
                for place in range(sums.shape[1]):
                    sums[group, place] = out[place] if place < length else 0
        for index in range(tiles):
            tips[groups[group, index, 0]] = -1
