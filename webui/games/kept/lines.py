"""What the list says of a game beside its title: who plays, whose turn it is, who has won."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from sqlalchemy.exc import DBAPIError

from ....engine.phrases import Phrase
from ...store.lines import LineStore, ListedGame
from ...store.troubles import LOCKED, trouble_of
from ...texts import say_phrase
from ..names import COLOURS, called, is_side
from ..state import GameState
from .desk import Desk

#: The list makes the lines of changed games anew for so long; what is left is for the next list.
PATIENCE_SECONDS = 0.5


@dataclass(frozen=True)
class Lines:
    """Keeps the lines of the list up to date: a line is what its game's events add up to."""

    store: LineStore
    desk: Desk

    def catch_up(self) -> bool:
        """Make the lines of games that have changed, the latest first; False where some are left.

        Where another program writes at this moment, they are stored another time.

        A database of an earlier version has none: its first lists make them bit by bit.
        """
        ends = time.monotonic() + PATIENCE_SECONDS
        made: dict[str, tuple[int, ListedGame]] = {}
        complete = True
        for game, version in self.store.stale():
            if time.monotonic() > ends:
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
    names = players_of(state)
    if state.play is None:
        return ListedGame(state.title, names)
    play = state.play
    return ListedGame(state.title, names, play.on_turn, play.over, play.result)


def players_of(state: GameState) -> tuple[str, ...]:
    """The names of all who play, in the order in which they sit."""
    own = tuple(state.play.game.players) if state.play is not None else ()
    return own or state.agreed.names


def list_line_json(line: ListedGame | None, language: str) -> dict[str, Any]:
    """A line as pages show it; ``turn`` and ``winner`` are said as the players are called."""
    if line is None:  # made by the next list
        return {"players": [], "turn": None, "over": False, "winner": None, "drawn": False}
    by_colour = any(is_side(word, line.players) for word in (line.turn, line.winner))
    drawn = line.winner == "draw"
    return {
        "players": [
            {"name": name, "colour": COLOURS[place] if by_colour and place < 2 else None}
            for place, name in enumerate(line.players)
        ],
        "turn": called(line.players, line.turn, language) if line.turn and not line.over else None,
        "over": line.over,
        "winner": _winner(line, language) if line.winner and not drawn else None,
        "drawn": drawn,
    }


def _winner(line: ListedGame, language: str) -> str:
    """Who won, as a page says it; several are listed as the language does."""
    seats = winning_seats(line)
    if len(seats) < 2:
        return called(line.players, line.winner, language)
    names = tuple(line.players[seat] for seat in seats)
    return say_phrase(language, Phrase("plain", {"text": names}))


def winning_seats(line: ListedGame) -> tuple[int, ...]:
    """The seats of those who have won; empty while the game goes on, and where it is drawn."""
    if not line.over or line.winner in ("", "draw"):
        return ()
    if is_side(line.winner, line.players):
        return (COLOURS.index(line.winner),)
    names = [line.winner] if line.winner in line.players else line.winner.split(" and ")
    return tuple(seat for seat, name in enumerate(line.players) if name in names)
