"""Random looks of a set of tiles: colour pairs, lines, rims, bodies, wear."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np

from .....calibration.arrays import Floats32
from ..noise import LinearColour, random_colour
from .patterns import DrawnEdition
from .prints import KINDS, Print

PERIODS = (0.1, 0.5)
"""How long a print's period may be, in sides."""
LEAST_APART = 10.0
"""How far apart in L* two printed colours stay at least, unless the plain ones were nearer."""

KNOWN_PAIRS: dict[str, tuple[tuple[int, int, int], tuple[int, int, int]]] = {
    "white/blue": ((236, 232, 220), (31, 58, 140)),
    "white/orange": ((236, 233, 224), (226, 110, 30)),
    "white/red": ((238, 234, 226), (180, 28, 34)),
    "yellow/red": ((240, 200, 40), (182, 30, 34)),
    "yellow/blue": ((240, 204, 50), (30, 64, 150)),
    "light/dark blue": ((130, 180, 224), (24, 44, 110)),
    "black/white": ((235, 235, 232), (26, 26, 28)),
}


def scene_colour(rgb: tuple[int, int, int]) -> LinearColour:
    """Linear-light BGR of an 8-bit sRGB triple, by the plain power that all scenes share."""
    return np.asarray((np.array(rgb[::-1], np.float32) / 255) ** 2.2, dtype=np.float32)


def rgb_of_scene(colour: LinearColour) -> list[int]:
    """The 8-bit sRGB triple of such a colour."""
    return [int(v) for v in np.round(np.clip(colour[::-1], 0, 1) ** (1 / 2.2) * 255)]


def lab(colour: LinearColour) -> Floats32:
    """CIELAB (3,) of a linear-light BGR colour."""
    srgb = (np.clip(colour, 0, 1) ** (1 / 2.2)).astype(np.float32).reshape(1, 1, 3)
    return np.asarray(cv2.cvtColor(srgb, cv2.COLOR_BGR2LAB)[0, 0], dtype=np.float32)


def random_pair(rng: np.random.Generator, level: str) -> tuple[str, LinearColour, LinearColour]:
    """A name and two colours, the lighter one first; how far apart they are hangs on ``level``."""
    if rng.random() < 0.35:
        name = list(KNOWN_PAIRS)[int(rng.integers(len(KNOWN_PAIRS)))]
        first, second = (scene_colour(rgb) for rgb in KNOWN_PAIRS[name])
        first = np.clip(first * np.exp(rng.normal(0, 0.08, 3)), 0.004, 0.95)
        second = np.clip(second * np.exp(rng.normal(0, 0.12, 3)), 0.004, 0.95)
        return name, first.astype(np.float32), second.astype(np.float32)
    apart = {"mild": 40.0, "hard": 28.0, "extreme": 16.0}[level]
    name = "invented"
    wanted = rng.random()
    while True:
        first, second = random_colour(rng), random_colour(rng)
        if wanted < 0.12:
            second = second * (first.sum() / max(1e-3, float(second.sum())))
            name = "equal luminance"
        elif wanted < 0.2:
            first, second = (np.full(3, c.mean(), np.float32) for c in (first, second))
            name = "grey pair"
        elif wanted < 0.3 and level != "mild":
            second = first + (second - first) * np.float32(rng.uniform(0.2, 0.5))
            name = "low contrast"
        first, second = (np.clip(c, 0.006, 0.95).astype(np.float32) for c in (first, second))
        one, other = lab(first), lab(second)
        if np.linalg.norm(one - other) >= apart:
            break
    if one[0] < other[0]:
        first, second = second, first
    return name, first, second


def random_edition(rng: np.random.Generator, level: str) -> DrawnEdition:
    """A random set of tiles."""
    name, white, blue = random_pair(rng, level)
    kind = rng.random()
    if kind < 0.6:
        line = np.full(3, rng.uniform(0.003, 0.04), np.float32)
    elif kind < 0.8:
        line = np.full(3, rng.uniform(0.5, 0.95), np.float32)
    else:
        line = random_colour(rng)
    widths = (0.0, rng.uniform(0.01, 0.05), rng.uniform(0.05, 0.16))
    line_width = float(rng.choice(widths, p=(0.2, 0.35, 0.45)))
    body_kind = rng.random()
    if body_kind < 0.45:
        body = np.full(3, rng.uniform(0.004, 0.06), np.float32)
    elif body_kind < 0.65:
        body = np.full(3, rng.uniform(0.4, 0.9), np.float32)
    elif body_kind < 0.8:
        body = (white if rng.random() < 0.5 else blue) * np.float32(rng.uniform(0.5, 1.0))
    else:
        body = random_colour(rng)
    rim = 0.0 if rng.random() < 0.35 else float(rng.uniform(0.01, 0.14))
    return DrawnEdition(
        white=white,
        blue=blue,
        line=line,
        line_width=line_width,
        body=np.asarray(body, dtype=np.float32),
        rim=rim,
        corner=float(rng.uniform(0.0, 0.09)),
        bevel=0.0 if rng.random() < 0.3 else float(rng.uniform(0.01, 0.12)),
        thickness=float(rng.uniform(0.02, 0.3)),
        gloss=float(rng.choice((0.0, rng.uniform(0.0, 0.15), rng.uniform(0.1, 0.5)))),
        wear=float(rng.choice((0.0, rng.uniform(0, 0.3)))),
        grain=float(rng.choice((0.0, rng.uniform(0, 0.12), rng.uniform(0.1, 0.35)))),
        name=name,
    )


def with_prints(rng: np.random.Generator, edition: DrawnEdition) -> DrawnEdition:
    """The set with a pattern in one colour or in both; which of them is lighter stays as it is."""
    plain = lab(edition.white)[0] - lab(edition.blue)[0]
    for _ in range(20):
        kind, both = str(rng.choice(list(KINDS))), rng.random() < 0.6
        first = rng.random() < 0.5
        white = _random_print(rng, kind, edition.white, edition.blue) if both or first else None
        if rng.random() < 0.3:
            kind = str(rng.choice(list(KINDS)))
        blue = _random_print(rng, kind, edition.blue, edition.white) if both or not first else None
        means = [
            colour if design is None else (colour + design.tone) * np.float32(0.5)
            for colour, design in ((edition.white, white), (edition.blue, blue))
        ]
        if lab(means[0])[0] - lab(means[1])[0] >= min(LEAST_APART, 0.7 * plain):
            return replace(edition, prints=(white, blue))
    return edition


def _random_print(
    rng: np.random.Generator, kind: str, colour: LinearColour, other: LinearColour
) -> Print:
    strength = np.float32(rng.uniform(0.15, 0.8))
    way = rng.random()
    if way < 0.4:
        tone = colour * (1 - strength)
    elif way < 0.6:
        tone = colour + (np.float32(rng.uniform(0.6, 0.95)) - colour) * strength
    elif way < 0.85:
        tone = colour + (random_colour(rng) - colour) * strength
    else:
        tone = colour + (other - colour) * min(strength, np.float32(0.6))
    period = float(np.exp(rng.uniform(*np.log(PERIODS))))
    return Print(
        kind,
        np.asarray(np.clip(tone, 0.004, 0.95), np.float32),
        period,
        float(rng.uniform(0, 2 * math.pi)) if rng.random() < 0.6 else 0.0,
        int(rng.integers(2**31)),
        bool(rng.random() < 0.5),
    )


def in_near_colours(rng: np.random.Generator, edition: DrawnEdition) -> DrawnEdition:
    """The set in two near colours: of one hue or lightness, or dark; mostly parted by a line."""
    way = rng.random()
    colour = random_colour(rng)
    if way < 0.3:
        colour = colour * np.float32(0.3) + np.float32(0.01)
    apart = np.float32(rng.uniform(0.12, 0.45))
    second = colour * (1 - apart)
    if way > 0.6:
        second = second * np.exp(rng.normal(0, 0.35, 3))
    white, blue = (np.clip(c, 0.006, 0.95).astype(np.float32) for c in (colour, second))
    if lab(white)[0] < lab(blue)[0]:
        white, blue = blue, white
    line = np.asarray(blue * np.float32(rng.uniform(0.2, 0.7)), np.float32)
    near = replace(edition, white=white, blue=blue, line=line, name="near colours")
    return replace(near, line_width=0.0 if way > 0.8 else float(rng.uniform(0.02, 0.1)))
