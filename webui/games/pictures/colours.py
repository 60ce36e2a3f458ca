"""A set's own colours for a diagram, told apart by everybody."""

from __future__ import annotations

from functools import lru_cache

from ....engine.tiles.diagram import DiagramColours
from ..seen.sight import SetColours, css_of

Rgb = tuple[int, int, int]

#: The two colours of a diagram differ at least so much in luminance (WCAG's contrast ratio), so
#: that who sees no hues sees two colours.
LEAST_CONTRAST = 3.0
STEPS = 20


@lru_cache(maxsize=256)
def diagram_palette(palette: SetColours) -> DiagramColours:
    """The set's colours; where they are about as light, the lighter one lighter, the other darker.

    The hues stay, so that the diagram still looks like the set.
    """
    white, blue = _rgb(palette.white), _rgb(palette.blue)
    up, down = (255, 255, 255), (0, 0, 0)
    to_white, to_blue = (up, down) if luminance(white) >= luminance(blue) else (down, up)
    for step in range(STEPS + 1):
        pair = _towards(white, to_white, step / STEPS), _towards(blue, to_blue, step / STEPS)
        if contrast(*pair) >= LEAST_CONTRAST:
            break
    return DiagramColours(white=css_of(pair[0]), blue=css_of(pair[1]))


def contrast(first: Rgb, second: Rgb) -> float:
    """The contrast ratio of two sRGB colours, 1 to 21 (WCAG 2.2)."""
    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: Rgb) -> float:
    """The relative luminance of an sRGB colour, 0 to 1 (WCAG 2.2)."""
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (value / 255 for value in colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _towards(colour: Rgb, goal: Rgb, share: float) -> Rgb:
    red, green, blue = (round(c + share * (g - c)) for c, g in zip(colour, goal, strict=True))
    return red, green, blue


def _rgb(css: str) -> Rgb:
    value = int(css.removeprefix("#"), 16)
    return value >> 16, value >> 8 & 255, value & 255
