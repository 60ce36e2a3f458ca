"""Tiles on the table as the page shows them: the diagram, a step of the record, a small picture."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ....engine.lattice import Cell
from ....engine.tiles.board import Board
from ....engine.tiles.diagram import Drawing, board_svg
from ...tables.sight import SetColours, Sight, places_to_touch
from ..play import Entry
from ..state import GameState
from .colours import diagram_palette
from .steps import step_view


def tiles_picture(state: GameState, shown: dict[str, Any]) -> str:
    """The table as SVG, with places to touch where a tile could be added."""
    sight = Sight.of(state.sight)
    return Drawing(
        sight.board,
        palette=diagram_palette(sight.palette),
        confidence=sight.confidences,
        # A finished game takes no more tiles.
        empty=() if shown["over"] else _places(sight.board, shown),
        marked=[(q, r) for q, r in shown["fresh"]],
        # What is to be confirmed is marked instead, and what has been taken away has no outline.
        last=[] if shown["fresh"] else [(q, r) for q, r in shown["last"] if (q, r) in sight.board],
    ).svg()


def _places(board: Board, shown: dict[str, Any]) -> tuple[Cell, ...]:
    """Where a tile could be added, and where the program wants one."""
    wanted = ((q, r) for q, r in (shown.get("partner") or {}).get("cells", ()))
    return tuple({*places_to_touch(board), *(cell for cell in wanted if cell not in board)})


def tiles_step(
    shown: dict[str, Any], state: GameState, entry: Entry, before: Board | None, language: str
) -> dict[str, Any]:
    """What changes in ``shown`` to tell of one move; ``before`` is the board before it."""
    step = step_view(shown, state, entry, before or Board(), language)
    picture = Drawing(
        entry.board,
        palette=diagram_palette(state.sight.palette),
        empty=places_to_touch(entry.board),
        marked=[(q, r) for q, r in step["fresh"]],
    ).svg()
    return step | {"diagram": picture}


@lru_cache(maxsize=4096)
def thumbnail(board: Board, palette: SetColours, last: tuple[Cell, ...] = ()) -> str:
    """The board as SVG, small enough for a list; ``last`` are the cells of the last move."""
    there = tuple(cell for cell in last if cell in board.cells)
    return board_svg(board, palette=diagram_palette(palette), scale=12, last=there)
