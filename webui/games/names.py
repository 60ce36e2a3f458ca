"""Who plays: the names behind two colours, and how a player is called on the page."""

from __future__ import annotations

from ..texts import say

MOST_NAME = 40
#: Games between two colours have the first player's colour first.
COLOURS = ("white", "blue")


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
        return who
    colour = say(language, f"colour.{who}")
    name = name_of_colour(names, who)
    return say(language, "colour.named", name=name, colour=colour) if name else colour
