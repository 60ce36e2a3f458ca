"""A step of the record as the page shows it: what was played then, not what to play now."""

from __future__ import annotations

from typing import Any

from ....engine.phrases import Phrase
from ....engine.tiles.board import Board
from ...texts import say, say_phrase
from ..names import COLOURS, called
from ..play import Entry
from ..state import GameState
from .board_items import closed_items
from .items import Item, places_json
from .verdicts import verdict_json


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
    return " ".join(said)
