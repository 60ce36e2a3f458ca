"""Giving a game up: who may, and who has won then."""

from __future__ import annotations

from ..lattice import Colour
from ..phrases import Phrase, Refused
from .protocols import AnyPlug, Game


def resigners(plug: AnyPlug, game: Game) -> tuple[str, ...]:
    """The sides of which each may give the game up now: colours' words, or players' names. Where
    more than two play, nobody has won when one goes; where points are counted, they stand."""
    sides = tuple(game.players) or tuple(colour.value for colour in Colour)
    return sides if plug.may_resign and len(sides) == 2 and not game.over else ()


def won_by_resigning(plug: AnyPlug, game: Game, who: str) -> str:
    """The side that wins when the other one gives up. Raises Refused, a ValueError."""
    sides = resigners(plug, game)
    if who not in sides:
        raise Refused(Phrase("cannot_resign", {"who": who[:40]}))
    return sides[1 - sides.index(who)]


def resigned_phrase(who: str, winner: str) -> Phrase:
    """How a game ended that was given up."""
    return Phrase("resigns", {"who": who, "winner": winner})
