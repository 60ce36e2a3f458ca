"""Small boards that stand beside the sentences of the rules."""

from __future__ import annotations

from functools import partial

from ....engine.tiles.board import Board
from ....engine.tiles.diagram import board_svg

_DRAWN = partial(board_svg, scale=26.0)
_BONE = Board.from_text("0,-1b 0,0a 1,-1a 1,0a 2,-1c")
_EYE = Board.from_text("0,-1b 0,0a 1,-1c")

PAIR = partial(_DRAWN, Board.from_text("0,0b 1,0b"))
TURN = partial(_DRAWN, Board.from_text("0,0b 1,0b 0,1c -1,1c"), marked=[(0, 1), (-1, 1)])
RHOMBUS = partial(_DRAWN, Board.from_text("0,0a 1,0c 0,1b 1,1a"))


def draw_closed_creature() -> str:
    """A creature with its land."""
    return _DRAWN(_BONE, filled=_BONE.creatures())


def draw_eye() -> str:
    """A closed group."""
    return _DRAWN(_EYE, filled=_EYE.closed_groups())
