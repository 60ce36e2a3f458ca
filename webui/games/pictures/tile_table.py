"""Tiles on the table as the page shows them: the diagram, a step of the record, a small picture."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ....engine.lattice import Cell
from ....engine.phrases import Phrase
from ....engine.tiles.board import Board
from ....engine.tiles.diagram import Drawing, SetColours, board_svg
from ...tables.sight import Sight, places_to_touch
from ...texts import in_a_row, say, say_phrase
from ..names import COLOURS, called
from ..play import Entry
from ..state import GameState
from .board_items import closed_items
from .colours import diagram_palette
from .items import Item, places_json
from .verdicts import verdict_json


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


def step_view(
    shown: dict[str, Any], state: GameState, entry: Entry, before: Board, language: str
) -> dict[str, Any]:
    """What changes in ``shown``, the game as it stood after a move, to tell of that move.

    ``before`` is the board before it. Two moves that were recorded at once stand in one version
    of the game: each is a step.
    """
    over = state.play is not None and state.play.over
    ends = over and shown["timeline"][-1]["number"] == entry.number
    who = called(state.agreed.names, entry.who, language)
    verdict = verdict_json(
        "win" if ends else "unsure" if entry.accepted else "fine",
        say(language, "step.move", number=entry.number, who=who),
        shown["verdict"]["text"] if ends else _told(entry, language),
        () if ends else _closed(entry, before, language),
    )
    if ends:
        verdict["items"] = shown["verdict"]["items"]
    return {
        "board": entry.board.to_text(),
        "tiles": [tile for tile in shown["tiles"] if (tile["q"], tile["r"]) in entry.board],
        "fresh": places_json(t.cell for t in entry.board if before.get(t.cell) != t),
        "verdict": verdict,
        "dice": None,
        "offers": [],
        "over": ends,
        "move": entry.number,
    }


def _closed(entry: Entry, before: Board, language: str) -> list[Item]:
    known = {(group.colour, group.corners) for group in before.closed_groups()}
    new = [g for g in entry.board.closed_groups() if (g.colour, g.corners) not in known]
    return closed_items(entry.board, language, new)


def _told(entry: Entry, language: str) -> str:
    """What was played, whether it was against the rules, and what it earned."""
    if entry.phrase is not None:
        said = [say_phrase(language, entry.phrase)]
    elif entry.who in COLOURS:
        tiles = tuple(entry.text.split())
        said = [say_phrase(language, Phrase("legal_move", {"colour": entry.who, "tiles": tiles}))]
    else:
        said = [entry.text]
    if entry.accepted:
        said.append(say(language, "step.accepted"))
    said += [f"{name} +{points}" for name, points in (entry.points or {}).items()]
    return in_a_row(said)
