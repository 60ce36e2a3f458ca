"""What the set's two colours are called: as people told, else as the photo shows them."""

from __future__ import annotations

import colorsys

from ...calibration.sets.colour import parse_hex
from ...engine.tiles.diagram import SetColours
from ..texts import say
from .sight import Sight

MOST_COLOUR_NAME = 20
#: Less colourful than this, a colour is white, grey or black, by its lightness.
LEAST_COLOURFUL = 0.3
#: A warm light gives white tiles as much colour as this.
PALE = 0.38
#: A red as light as this is called pink; a pure red has a half.
LEAST_PINK = 0.7
#: Hues from 0 to 1 up to which each name holds; the first one comes again at the end.
_HUES = (
    (0.035, "red"),
    (0.115, "orange"),
    (0.19, "yellow"),
    (0.45, "green"),
    (0.70, "blue"),
    (0.83, "violet"),
    (0.93, "pink"),
    (1.0, "red"),
)
#: The names that the game has for its colours; a set that looks like them keeps them.
USUAL = ("white", "blue")


def colours_called(
    told: tuple[str, str] | None, sight: Sight, language: str
) -> tuple[str, str] | None:
    """The names of White's and Blue's colour, ``told`` or as seen; None where they are White and
    Blue."""
    if told is not None:
        return told_apart(told, language)
    palette = sight.named_by or (sight.palette if sight.photo else None)
    if palette is None:
        return None
    seen = names_seen(palette)
    if seen == USUAL or seen[0] == seen[1]:
        return None
    white, blue = (say(language, f"hue.{one}") for one in seen)
    return told_apart((white, blue), language)


def told_apart(names: tuple[str, str], language: str) -> tuple[str, str]:
    """The names so that none is the one by which records and diagrams know the other colour. They
    begin with a capital letter: "white" and "blue" are the sides' own words."""
    white, blue = (name[:1].upper() + name[1:MOST_COLOUR_NAME] for name in names)
    usual_white, usual_blue = (say(language, f"hue.{one}") for one in USUAL)
    if white.casefold() == usual_blue.casefold():
        white = say(language, "colour.light", name=white)
    if blue.casefold() == usual_white.casefold():
        blue = say(language, "colour.dark", name=blue)
    return white, blue


def names_seen(palette: SetColours) -> tuple[str, str]:
    """Plain words for two colours as they were seen.

    In a dim room white is seen as grey, and under a warm lamp as a pale yellow: the lighter of the
    two, where it has little colour of its own, is called white.
    """
    white, blue = hue_name(palette.white), hue_name(palette.blue)
    if white == "grey" or (white in ("orange", "yellow") and _colourful(palette.white) < PALE):
        white = "white"
    return white, blue


def hue_name(css: str) -> str:
    """A plain word for a colour written as ``#rrggbb``."""
    red, green, blue = _parts(css)
    hue, lightness, _ = colorsys.rgb_to_hls(red, green, blue)
    colourful = _colourful(css)
    if lightness < 0.11:
        return "black"
    if colourful < LEAST_COLOURFUL:
        return "white" if lightness > 0.62 else "grey" if lightness > 0.3 else "black"
    if 0.02 < hue < 0.12 and lightness < 0.33:
        return "brown"
    named = next(name for end, name in _HUES if hue <= end)
    return "pink" if named == "red" and lightness > LEAST_PINK else named


def _colourful(css: str) -> float:
    """From 0, a grey, to 1, a colour without any white in it."""
    parts = _parts(css)
    return (max(parts) - min(parts)) / max(*parts, 0.01)


def _parts(css: str) -> tuple[float, float, float]:
    """Red, green and blue from 0 to 1."""
    red, green, blue = parse_hex(css)
    return red / 255, green / 255, blue / 255
