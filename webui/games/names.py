"""Who plays: the names behind two colours, and how a player is called on the page."""

from __future__ import annotations

from ..texts import say

MOST_NAME = 40
MOST_PLAYERS = 16
#: Games between two colours have the first player's colour first.
COLOURS = ("white", "blue")


def name_of_colour(names: tuple[str, ...], colour: str | None) -> str:
    """The name of whoever plays a colour, empty where nobody said it or it is no colour."""
    if colour not in COLOURS:
        return ""
    place = COLOURS.index(colour)
    return names[place] if place < len(names) else ""


def called(names: tuple[str, ...], who: str, language: str) -> str:
    """How a colour's word or a player's name is said: "Ann (White)", "White", "Ann"."""
    if who not in COLOURS:
        return who
    colour = say(language, f"colour.{who}")
    name = name_of_colour(names, who)
    return say(language, "colour.named", name=name, colour=colour) if name else colour
