"""A set's own colours for a diagram, told apart by everybody."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ....calibration.sets.colour import Srgb, hex_code, parse_hex
from ....engine.tiles.diagram import SetColours
from ....vision.faces.palette import luminance

#: Least WCAG contrast ratio of a diagram's two colours, so that who sees no hues sees two colours.
LEAST_CONTRAST = 3.0
STEPS = 20


@lru_cache(maxsize=256)
def diagram_palette(palette: SetColours) -> SetColours:
    """The set's colours; where they are about as light, the lighter one lighter, the other darker.
    The hues stay, so that the diagram still looks like the set."""
    white, blue = parse_hex(palette.white), parse_hex(palette.blue)
    up, down = (255, 255, 255), (0, 0, 0)
    to_white, to_blue = (up, down) if _light(white) >= _light(blue) else (down, up)
    for step in range(STEPS + 1):
        pair = _towards(white, to_white, step / STEPS), _towards(blue, to_blue, step / STEPS)
        if contrast(*pair) >= LEAST_CONTRAST:
            break
    return SetColours(white=hex_code(pair[0]), blue=hex_code(pair[1]))


def contrast(first: Srgb, second: Srgb) -> float:
    """The contrast ratio of two sRGB colours, 1 to 21 (WCAG 2.2)."""
    darker, lighter = sorted((_light(first), _light(second)))
    return (lighter + 0.05) / (darker + 0.05)


def _light(colour: Srgb) -> float:
    return float(luminance(np.array(colour)))


def _towards(colour: Srgb, goal: Srgb, share: float) -> Srgb:
    red, green, blue = (round(c + share * (g - c)) for c, g in zip(colour, goal, strict=True))
    return red, green, blue
