"""Patterns of the sources that call for attention: tips in a row and open mouths.

Source: "Palago", Cameron Browne, section "Strategy & Tactics": three tips in a row are a
guaranteed win if left alone (figure 7), two can set one up (figure 8), open mouths should be
closed (figure 12). They are hints to look at, never a verdict: "such positions should always be
considered in the context of the surrounding pieces".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..lattice import DIRECTIONS, Cell, Colour, corner_cells
from .board import Board
from .groups import tip_corner

THREE_TIPS = "three tips in a row"
TWO_TIPS = "two tips in a row"
OPEN_MOUTH = "open mouth"


@dataclass(frozen=True)
class Pattern:
    """A pattern of one colour, the tiles that make it, and the empty cells it is open to."""

    name: str
    colour: Colour
    tiles: tuple[Cell, ...]
    open_cells: tuple[Cell, ...]

    def to_json(self) -> dict[str, Any]:
        """The pattern with its tiles as ``[q, r]``."""
        return {
            "pattern": self.name,
            "colour": self.colour.value,
            "tiles": [list(cell) for cell in self.tiles],
            "open": [list(cell) for cell in self.open_cells],
        }


def find_patterns(board: Board) -> tuple[Pattern, ...]:
    """All patterns on a board, White's first. A row of three is not named as rows of two too."""
    return tuple(
        pattern
        for colour in Colour
        for pattern in (*_rows_of_tips(board, colour), *_open_mouths(board, colour))
    )


def _open_tips(board: Board, colour: Colour) -> dict[Cell, int]:
    """Tiles whose tip of a colour points to a corner where both other cells are empty."""
    return {
        cell: rotation
        for cell, rotation in board.rotations.items()
        if rotation % 2 == 0
        and sum(c in board for c in corner_cells(tip_corner(cell, rotation, colour))) == 1
    }


def _rows_of_tips(board: Board, colour: Colour) -> Iterator[Pattern]:
    """Neighbouring tiles of one rotation whose tips point the same way, out of the board. The row
    runs along the straight of the rotation: east for letter a, turned with the tile."""
    tips = _open_tips(board, colour)
    for cell, rotation in tips.items():
        dq, dr = DIRECTIONS[rotation]
        if tips.get((cell[0] - dq, cell[1] - dr)) == rotation:
            continue  # not the first of its row
        row = [cell]
        while tips.get((row[-1][0] + dq, row[-1][1] + dr)) == rotation:
            row.append((row[-1][0] + dq, row[-1][1] + dr))
        if len(row) >= 2:
            around = {c for tile in row for c in corner_cells(tip_corner(tile, rotation, colour))}
            name = THREE_TIPS if len(row) >= 3 else TWO_TIPS
            yield Pattern(name, colour, tuple(sorted(row)), tuple(sorted(around - set(row))))


def _open_mouths(board: Board, colour: Colour) -> Iterator[Pattern]:
    """Two tips joined at a corner whose third cell is empty: two thirds of a circle."""
    tips_at: dict[tuple[Cell, ...], list[Cell]] = {}
    for cell, rotation in board.rotations.items():
        if rotation % 2 == 0:
            round_corner = tuple(sorted(corner_cells(tip_corner(cell, rotation, colour))))
            tips_at.setdefault(round_corner, []).append(cell)
    for round_corner, tiles in sorted(tips_at.items()):
        empty = tuple(cell for cell in round_corner if cell not in board)
        if len(tiles) == 2 and len(empty) == 1:
            yield Pattern(OPEN_MOUTH, colour, tuple(sorted(tiles)), empty)
