"""A board in plain characters with its coordinates, to play from in a terminal. Each row lies half
a cell further to the right; a tile shows its name (``1,0c``), an empty cell at the rim its
coordinates after a dot (``·2,0``)."""

from __future__ import annotations

from collections.abc import Iterable

from ..lattice import Cell
from ..tiles.board import Board, Tile

_HALF_A_CELL = 5


def draw_coordinate_board(board: Board, marked: Iterable[Cell] = ()) -> str:
    """The board with the empty cells at its rim; ``marked`` cells stand in brackets."""
    if not len(board):
        return "(no tile lies on the table)"
    in_brackets = set(marked)
    shown: dict[Cell, str] = {(q, r): f"·{q},{r}" for q, r in board.frontier()}
    shown |= {cell: str(Tile(*cell, board.rotations[cell])) for cell in board.cells}
    shown |= {cell: f"[{shown[cell]}]" for cell in in_brackets & shown.keys()}
    left = min(2 * q + r for q, r in shown)
    lines = []
    for row in range(min(r for _, r in shown), max(r for _, r in shown) + 1):
        line = ""
        for q, r in sorted(cell for cell in shown if cell[1] == row):
            middle = (2 * q + r - left) * _HALF_A_CELL + _HALF_A_CELL
            name = shown[q, r]
            line = line.ljust(middle - (len(name) + 1) // 2) + name
        lines.append(line.rstrip())
    return "\n".join(lines)
