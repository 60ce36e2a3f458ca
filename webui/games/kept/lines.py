"""What the list says of a game beside its title: who plays, whose turn it is, who has won."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy.exc import DBAPIError

from ...store.lines import LineStore, ListedGame
from ...store.troubles import LOCKED, trouble_of
from ...tables.set_colours import told_apart
from ...texts import LANGUAGES, calling_colours
from ..entered import entered_winner
from ..names import COLOURS, DRAWN, called, is_side, seat_said, winner_called
from ..state import GameState
from ..views import called_of
from .desk import Desk

#: Seconds in which the list makes the lines of changed games anew; the rest waits for the next.
PATIENCE_SECONDS = 0.5


@dataclass(frozen=True)
class Lines:
    """Keeps the lines of the list up to date: a line is what its game's events add up to."""

    store: LineStore
    desk: Desk

    def catch_up(self) -> bool:
        """Make the lines of games that have changed, the latest first and one at least; False where
        some are left.

        Where another program writes at this moment, they are stored another time.

        A database of an earlier version has none: its first lists make them bit by bit.
        """
        ends = time.monotonic() + PATIENCE_SECONDS
        made: dict[str, tuple[int, ListedGame]] = {}
        complete = True
        for game, version in self.store.stale():
            if made and time.monotonic() > ends:
                complete = False
                break
            made[game] = version, line_of(self.desk.state(game, version))
        try:
            self.store.keep(made)
        except DBAPIError as error:
            if trouble_of(error) != LOCKED:
                raise
            return False
        return complete


def line_of(state: GameState) -> ListedGame:
    """The line of one game."""
    play, entered = state.play, entered_winner(state)
    called = {language: called_of(state, language) for language in LANGUAGES}
    colours = {language: names for language, names in called.items() if names}
    line = ListedGame(state.title, state.players, colours=colours)
    if play is None:
        return line
    if entered is not None:
        return replace(line, over=True, winner=entered)
    return replace(line, turn=play.on_turn, over=play.over, winner=play.result)


def sides_said(names: tuple[str, ...], line: ListedGame | None, language: str) -> list[str]:
    """Both players of a game, each with the colour as their game's line calls it."""
    kept = None if line is None else line.colours.get(language)
    with calling_colours(kept and told_apart(kept, language)):
        return [called(names, side, language) for side in COLOURS]


def list_line_json(line: ListedGame | None, language: str) -> dict[str, Any]:
    """A line as pages show it; ``turn`` and ``winner`` are said as the players are called."""
    if line is None:  # made by the next list
        return {"players": [], "turn": None, "over": False, "winner": None, "drawn": False}
    kept = line.colours.get(language)  # as an earlier version may have named them
    with calling_colours(kept and told_apart(kept, language)):
        return _line_json(line, language)


def _line_json(line: ListedGame, language: str) -> dict[str, Any]:
    by_colour = any(is_side(word, line.players) for word in (line.turn, line.winner))
    drawn = line.winner == DRAWN
    return {
        "players": [
            {
                "name": seat_said(name, language),
                "colour": COLOURS[place] if by_colour and place < 2 else None,
            }
            for place, name in enumerate(line.players)
        ],
        "turn": seat_said(called(line.players, line.turn, language), language)
        if line.turn and not line.over
        else None,
        "over": line.over,
        "winner": seat_said(winner_called(line.players, line.winner, language), language)
        if line.winner and not drawn
        else None,
        "drawn": drawn,
    }
