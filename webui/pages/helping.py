"""Help inside: the rules of each game on a page to print, and a tour on a sample photo."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from flask import Response, abort
from markupsafe import Markup

from ...engine.games.protocols import Start
from ...engine.games.registry import kinds, plug_of
from ...engine.tiles.board import Board
from ...engine.tiles.diagram import board_svg
from ..api.language import language
from ..texts import DEFAULT_LANGUAGE, say, texts
from . import page, pages

PAIR = Board.from_text("0,0b 1,0b")
TURN = Board.from_text("0,0b 1,0b 0,1c -1,1c")
BONE = Board.from_text("0,-1b 0,0a 1,-1a 1,0a 2,-1c")
EYE = Board.from_text("0,-1b 0,0a 1,-1c")
RHOMBUS = Board.from_text("0,0a 1,0c 0,1b 1,1a")
SCALE = 26.0


def _pair() -> str:
    return board_svg(PAIR, scale=SCALE)


def _turn() -> str:
    return board_svg(TURN, scale=SCALE, marked=[(0, 1), (-1, 1)])


def _creature() -> str:
    return board_svg(BONE, scale=SCALE, filled=BONE.creatures())


def _eye() -> str:
    return board_svg(EYE, scale=SCALE, filled=EYE.closed_groups())


def _rhombus() -> str:
    return board_svg(RHOMBUS, scale=SCALE)


def _printed() -> str:
    plug = plug_of("palanquee")
    return plug.table.draw(plug.start(Start({"players": ["1", "2"]})).board)


#: Which picture stands beside which sentence, by the sentence's number.
PICTURES: dict[str, dict[int, Callable[[], str]]] = {
    "palago": {1: _pair, 2: _turn, 3: _creature, 5: _eye},
    "palagonia": {1: _pair, 3: _turn, 6: _creature},
    "palagem": {1: _rhombus, 2: _pair, 3: _turn},
    "palanquee": {1: _printed},
}


@pages.get("/rules/<kind>")
def rules(kind: str) -> Response:
    """The rules of one game."""
    if kind not in kinds() or f"rules.{kind}.1" not in texts(DEFAULT_LANGUAGE):
        abort(404)
    pictures = PICTURES.get(kind, {})
    steps = []
    for number in count(1):
        key = f"rules.{kind}.{number}"
        if key not in texts(DEFAULT_LANGUAGE):
            break
        draw = pictures.get(number)
        steps.append((say(language(), key), Markup(draw()) if draw else None))
    return page(
        "game/rules.html", kind=kind, steps=steps, known=[k for k in kinds() if k in PICTURES]
    )
