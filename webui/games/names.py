"""Who plays: the names behind two colours, and how a player is called on the page."""

from __future__ import annotations

from typing import Any

from ...engine.games.protocols import Game
from ...engine.palanquee.table.pieces import COLOURS as COUNTERS
from ...engine.phrases import Phrase
from ..texts import say, say_phrase, say_word

MOST_NAME = 40
#: Games between two colours have the first player's colour first.
COLOURS = ("white", "blue")
#: Stands for the winner of a game that nobody has won.
DRAWN = "draw"


def name_of_colour(names: tuple[str, ...], colour: str | None) -> str:
    """The name of whoever plays a colour, empty where nobody said it or it is no colour."""
    if colour not in COLOURS:
        return ""
    place = COLOURS.index(colour)
    return names[place] if place < len(names) else ""


def is_side(who: str | None, names: tuple[str, ...]) -> bool:
    """Whether a word is one of the two colours, not a player who is called so, as in Palanquée."""
    return who in COLOURS and who not in names


def called(names: tuple[str, ...], who: str, language: str) -> str:
    """How a colour's word or a player's name is said: "Ann (White)", "White", "Ann"."""
    if not is_side(who, names):
        return who or seat_said(who, language)
    colour = say(language, f"colour.{who}")
    name = name_of_colour(names, who)
    return say(language, "colour.named", name=name, colour=colour) if name else colour


def seat_said(name: str, language: str) -> str:
    """A player's name; a seat at a printed board that nobody has named is called by its colour, and
    where nobody is known to have played, turns are missing."""
    if not name:
        return say(language, "verdict.missed")
    return say_word(language, name) if name in COUNTERS else name


def winning_seats(names: tuple[str, ...], winner: str) -> tuple[int, ...]:
    """The seats of those who have won: a colour's word, a name, or several; none where nobody."""
    if winner in ("", DRAWN):
        return ()
    if is_side(winner, names):
        return (COLOURS.index(winner),)
    won = [winner] if winner in names else winner.split(" and ")
    return tuple(seat for seat, name in enumerate(names) if name in won)


def winner_called(names: tuple[str, ...], winner: str, language: str) -> str:
    """Who won, as a page says it; several are listed as the language does."""
    seats = winning_seats(names, winner)
    if len(seats) < 2:
        return called(names, winner, language)
    return say_phrase(language, Phrase("plain", {"text": tuple(names[seat] for seat in seats)}))


def result_json(game: Game, language: str) -> dict[str, Any] | None:
    """Who has won, None in a draw, and how a page says it; None while the game goes on."""
    ending = game.ending
    if ending is None:
        return None
    winner = ", ".join(ending.winners) or None
    return {"winner": winner, "text": say_phrase(language, ending.sentence)}
