"""The verdict as the page and the API show it, of whatever game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ....engine.lattice import Cell, neighbours
from ....engine.tiles.board import Board
from ....engine.tiles.diagram import Drawing, SetColours
from ....engine.tiles.groups import Group
from .colours import diagram_palette
from .items import Item


def verdict_json(
    level: str,
    text: str,
    detail: str = "",
    items: Iterable[Item] = (),
    *,
    choices: Iterable[dict[str, Any]] = (),
    can_confirm: bool = False,
    can_accept: bool = False,
    **more: Any,
) -> dict[str, Any]:
    """What is read across the table, the sentence under it, and all else that there is to say.
    ``choices`` are answers to the referee's question; ``more`` is what only some games tell."""
    return {
        "level": level,
        "text": text,
        "detail": detail,
        "items": [item.to_json() for item in items],
        "choices": list(choices),
        "can_confirm": can_confirm,
        "can_accept": can_accept,
        **more,
    }


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
