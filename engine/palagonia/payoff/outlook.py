"""What a board offers to whoever plays next: the most that each number of tiles can earn.

Compiled (``engine.kernel.earning``); ``left_to_next.scoring_lays`` is its specification, which also
does what the kernel does not: tiles of odd rotation, friendly creatures that score double, and
bones made of five new tiles.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...kernel.earning import MOST_LAID, best_earnings, earnings_after
from ...kernel.table import KernelTable, new_table, put
from ...lattice import Cell
from ...tiles.board import Board, Tile
from ..actions import Lay
from ..rules import Counting, HouseRules

#: The numbers on the dice.
NUMBERS = (2, 3, 4, 5)

#: Cells kept free round the board: a lay of five, the next of five, and what lies beside them.
_MARGIN = 2 * MOST_LAID + 3


def can_look(board: Board, rules: HouseRules) -> bool:
    """Whether the kernel knows these rules and this board."""
    plain = not rules.bones_score and not rules.friendly_scores_double
    return plain and len(board) > 0 and not any(tile.rotation % 2 for tile in board)


class Outlook:
    """The earnings open to the next player on one board, and after each of many lays."""

    def __init__(self, board: Board, rules: HouseRules) -> None:
        qs, rs = [tile.q for tile in board], [tile.r for tile in board]
        self._left, self._top = min(qs) - _MARGIN, min(rs) - _MARGIN
        self._width = max(qs) + _MARGIN - self._left + 1
        height = max(rs) + _MARGIN - self._top + 1
        self._table: KernelTable = new_table(self._width, height, len(board) + _MARGIN)
        for tile in board:
            put(self._table, self._number(tile.cell), tile.rotation // 2)
        self._least = max(1, rules.least_points)
        self._less = int(rules.counting is Counting.ISLANDS)

    def _number(self, cell: Cell) -> int:
        return (cell[1] - self._top) * self._width + cell[0] - self._left

    def best(self, most: int = MOST_LAID) -> dict[int, tuple[int, Lay | None]]:
        """For each number of tiles up to ``most`` the best points and a lay that earns them."""
        points = np.zeros(MOST_LAID + 1, np.int64)
        lays = np.zeros((MOST_LAID + 1, MOST_LAID, 2), np.int64)
        best_earnings(self._table, min(most, MOST_LAID), self._least, self._less, points, lays)
        return {
            number: (
                int(points[number]),
                self._lay(lays[number, :number]) if points[number] else None,
            )
            for number in range(1, most + 1)
        }

    def _lay(self, placed: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> Lay:
        return Lay.of(
            tuple(
                Tile(
                    int(cell) % self._width + self._left,
                    int(cell) // self._width + self._top,
                    2 * int(letter),
                )
                for cell, letter in placed
            )
        )

    def after(self, lays: Sequence[Lay], most: int = MOST_LAID) -> list[list[int]]:
        """After each of some lays of equally many tiles: the best points by number, from 0 on."""
        tiles = np.array(
            [[(self._number(t.cell), t.rotation // 2) for t in lay.tiles] for lay in lays], np.int64
        )
        best = np.zeros((len(lays), MOST_LAID + 1), np.int64)
        most = min(most, MOST_LAID)
        earnings_after(self._table, tiles, most, self._least, self._less, best)
        rows: list[list[int]] = best[:, : most + 1].tolist()
        return rows
