"""Palanquée as the rest of the house knows it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ..games.protocols import Between, GamePlug, Start
from ..games.tables import TableShape
from .diagram import position_svg
from .judging.referee import PalanqueeVerdict, judge, seen_board
from .judging.status import status
from .pieces import COLOURS
from .play.match import Match
from .position import FEWEST_PLAYERS, MOST_PLAYERS, PalanqueePosition, PositionError
from .position_json import position_from_json
from .terminal import draw_in_characters


def start(begin: Start) -> Match:
    """A new game, or one that goes on from a position. Raises PositionError.

    ``players`` are names; ``colours`` among the options are the colours in the order of turns.
    """
    given = begin.options.get("players")
    names = begin.players or (tuple(map(str, given)) if isinstance(given, list | tuple) else ())
    if begin.board is not None:
        position = begin.board
        if begin.to_move and begin.to_move != position.to_move:
            position = _with_turn(position, begin.to_move)
        if names and len(names) != len(position.players):
            raise PositionError(
                f"{len(names)} names were given for the {len(position.players)} players of the "
                "position"
            )
        return Match.at(position, names)
    colours = begin.options.get("colours")
    if colours is None:
        count = len(names) or FEWEST_PLAYERS
        colours = names if names and set(names) <= set(COLOURS) else COLOURS[:count]
    if not isinstance(colours, list | tuple) or (names and len(colours) != len(names)):
        raise PositionError("every player needs a colour, and every colour a player")
    if len(set(names)) != len(names):
        raise PositionError("two players have the same name")
    return Match.at(PalanqueePosition.start(tuple(map(str, colours))), names)


def options(match: Match) -> Mapping[str, Any]:
    """What a record keeps beside the moves: the colours in the order of turns."""
    return {"colours": list(match.position.players)}


def between(given: Between) -> PalanqueeVerdict:
    """Two boards, the first of them a position. Raises PositionError."""
    if isinstance(given.game, Match):
        match = given.game
    else:
        position = position_from_json(given.before)
        if given.to_move or given.mover:
            position = _with_turn(position, given.to_move or given.mover)
        match = Match.at(position)
    return judge(match, seen_board(given.after, match.position))


def _with_turn(position: PalanqueePosition, colour: str) -> PalanqueePosition:
    if colour not in position.players:
        raise PositionError(f"{colour!r} does not play here: {', '.join(position.players)} do")
    return replace(position, to_move=colour)


def from_text(text: str) -> PalanqueePosition:
    """A position from :meth:`PalanqueePosition.to_text`. Raises PositionError."""
    try:
        return position_from_json(json.loads(text))
    except (json.JSONDecodeError, RecursionError):
        raise PositionError("a position of Palanquée is one JSON object") from None


def problems(position: PalanqueePosition, options: Mapping[str, Any]) -> tuple[str, ...]:
    """What keeps a game from starting at a position."""
    return tuple(str(found).rstrip(".") for found in status(position))


def draw(position: PalanqueePosition, *, marked: Iterable[Any] = (), title: str = "") -> str:
    """The position as SVG."""
    return position_svg(position.pieces, marked=marked, title=title, names=True)


TABLE = TableShape(
    "palanquee board",
    position_from_json,
    from_text,
    problems,
    draw,
    draw_in_characters,
    is_free=False,
)

PLUG = GamePlug(
    "palanquee",
    start,
    judge,
    options,
    players=(FEWEST_PLAYERS, MOST_PLAYERS),
    is_whole=False,
    is_begun=lambda match, verdict: verdict.legal and verdict.owed > 0,
    between=between,
    table=TABLE,
)
