"""A question of the referee's as pictures: the tiles in the order that each answer means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ....engine.lattice import Cell, neighbours
from ....engine.tiles.board import Board
from ....engine.tiles.diagram import Drawing
from ....engine.tiles.groups import Group
from ...tables.sight import SetColours
from .colours import diagram_palette

#: How much of the table is shown around what is spoken of, in steps from cell to cell.
STEPS = 1
SCALE = 24.0


def around(board: Board, cells: Iterable[Cell]) -> Board:
    """The part of the board that tells where some cells lie."""
    near = set(cells)
    for _ in range(STEPS):
        near |= {cell for known in tuple(near) for cell in neighbours(known)}
    return Board(tile for tile in board if tile.cell in near)


def numbered_tiles(
    board: Board, numbers: Mapping[Cell, str], palette: SetColours, closes: Iterable[Group] = ()
) -> str:
    """The board with a number on some tiles; ``closes`` are creatures to be lit up."""
    return Drawing(
        board, palette=diagram_palette(palette), scale=SCALE, filled=closes, numbered=numbers
    ).svg()
