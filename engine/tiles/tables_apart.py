"""Which of many boards, each seen in a frame of its own, lie on one and the same table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

from .alignment import align
from .board import Board

#: Fewer tiles may lie on any table in the same way.
FEWEST_TOLD_APART = 6
#: The share of a board's tiles that lie as they did in a larger one of its table. Of boards of 12
#: to 40 tiles that were laid at random, and have nothing to do with one another, at most 0.71 do.
LEAST_KEPT = 0.75
#: A turn lays at most as many tiles, whatever the game.
MOST_LAID = 5


def tables_apart(boards: Sequence[Board]) -> tuple[tuple[int, ...], ...]:
    """The numbers of the boards that lie on one table, in order; the tables by their first board.

    Play adds tiles: a board is looked for in a larger one, in the nearest later one first. What has
    too few tiles for a table of its own goes where it fits, or to the nearest.
    """
    tables: list[list[int]] = []
    for number in sorted(range(len(boards)), key=lambda number: (-len(boards[number]), number)):
        near = _nearest(tables, number)
        fitting = (table for table, other in near if _fits(boards, number, other, table))
        is_small = len(boards[number]) < FEWEST_TOLD_APART
        table = next(fitting, near[0][0] if near and is_small else None)
        if table is None:
            tables.append([number])
        else:
            table.append(number)
    for one, other in combinations(sorted(tables, key=min), 2):
        if _goes_on(boards, one, other):
            other.extend(one)
            one.clear()
    return tuple(sorted(tuple(sorted(table)) for table in tables if table))


def _goes_on(boards: Sequence[Board], one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether one table may be the other: what was taken away in many turns is in no larger board,
    but photos that follow one another differ by little."""
    told = [[n for n in table if len(boards[n]) >= FEWEST_TOLD_APART] for table in (one, other)]
    near = min(product(*told), key=lambda pair: abs(pair[0] - pair[1]), default=None)
    if near is None:
        return False
    small, large = sorted((boards[n] for n in near), key=len)
    is_little = len(large) - len(small) <= MOST_LAID
    return is_little and align(large, small).same >= LEAST_KEPT * len(small)


def _nearest(tables: list[list[int]], number: int) -> list[tuple[list[int], int]]:
    """Of each table its nearest later board and its nearest earlier one, all later ones first."""
    later = [(min(after), table) for table in tables if (after := [n for n in table if n > number])]
    earlier = [(max(past), table) for table in tables if (past := [n for n in table if n < number])]
    near = sorted(later) + sorted(earlier, reverse=True)
    return [(table, other) for other, table in near]


def _fits(boards: Sequence[Board], number: int, other: int, table: Sequence[int]) -> bool:
    """Whether a board may lie on a table, as the ``other`` one does. A few tiles lie in many boards
    by chance: no table holds as many otherwise."""
    board = boards[number]
    kept = align(boards[other], board).same
    if len(board) >= FEWEST_TOLD_APART:
        return kept >= LEAST_KEPT * len(board)
    alike = (boards[n] for n in table if len(boards[n]) == len(board))
    return kept == len(board) and all(align(one, board).same == kept for one in alike)
