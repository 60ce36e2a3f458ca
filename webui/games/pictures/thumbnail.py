"""A small picture of a board."""

from __future__ import annotations

from functools import lru_cache

from ....engine.lattice import Cell
from ....engine.tiles.board import Board
from ....engine.tiles.diagram import board_svg
from ...tables.sight import SetColours
from .colours import diagram_palette


@lru_cache(maxsize=4096)
def thumbnail(board: Board, palette: SetColours, last: tuple[Cell, ...] = ()) -> str:
    """The board as SVG, small enough for a list; ``last`` are the cells of the last move."""
    there = tuple(cell for cell in last if cell in board.cells)
    return board_svg(board, palette=diagram_palette(palette), scale=12, last=there)
