"""Sets of tiles: known editions and invented ones, from moulded plastic to painted wood."""

from __future__ import annotations

import colorsys

import numpy as np

from ..nodes import Colour
from .tiles import Edition

PAIRS: dict[str, tuple[Colour, Colour]] = {
    "white/blue": ((238, 234, 222), (30, 62, 148)),
    "white/red": ((238, 233, 222), (178, 30, 36)),
    "white/orange": ((240, 236, 226), (226, 104, 30)),
    "yellow/red": ((240, 204, 50), (188, 32, 34)),
    "yellow/blue": ((240, 206, 60), (28, 66, 150)),
    "light/dark blue": ((126, 178, 222), (24, 48, 112)),
    "white/black": ((236, 232, 222), (30, 29, 30)),
}
NAMES = (*PAIRS, "invented")


def luminance(colour: Colour) -> float:
    """Relative luminance of an sRGB colour, 0..1."""
    value = (np.asarray(colour, float) / 255.0) ** 2.2
    return float(value @ np.array([0.2126, 0.7152, 0.0722]))


def _invented(rng: np.random.Generator) -> tuple[Colour, Colour]:
    """Two colours that a player tells apart at once; the lighter one first."""
    while True:
        pair = []
        for _ in range(2):
            value = colorsys.hsv_to_rgb(
                rng.random(), rng.uniform(0.1, 0.9), rng.uniform(0.15, 0.95)
            )
            pair.append(tuple(255 * v for v in value))
        pair.sort(key=luminance, reverse=True)
        light, dark = (luminance(c) for c in pair)
        apart = float(np.linalg.norm(np.subtract(*pair)))
        if light > 1.9 * dark + 0.04 and apart > 110:
            return pair[0], pair[1]


def random_edition(rng: np.random.Generator, name: str) -> tuple[Edition, dict[str, object]]:
    """One of :data:`NAMES` with its maker's choices, and those choices in words."""
    white, blue = _invented(rng) if name == "invented" else PAIRS[name]
    white, blue = (
        tuple(float(v) for v in np.clip(np.array(c) + rng.normal(0, 7, 3), 8, 248))
        for c in (white, blue)
    )
    line_kind = str(rng.choice(["black", "thin", "none"], p=[0.6, 0.25, 0.15]))
    width = {"black": rng.uniform(0.035, 0.075), "thin": rng.uniform(0.012, 0.022), "none": 0.0}
    line = (20.0, 19.0, 20.0)
    if name == "white/black" or (line_kind == "thin" and rng.random() < 0.25):
        line = (150.0, 150.0, 150.0) if rng.random() < 0.5 else line
    rimmed = rng.random() < 0.45
    dark = [(24, 23, 24), (46, 40, 38), (70, 44, 28)][rng.integers(3)]
    bodies = [dark, white, blue, (230, 224, 208), (168, 124, 80)]
    body = dark if rimmed else bodies[rng.integers(5)]
    finish = str(rng.choice(["gloss", "satin", "matt"], p=[0.35, 0.4, 0.25]))
    side = rng.uniform(0.0235, 0.034)
    edition = Edition(
        name=name,
        white=white,
        blue=blue,
        line=line,
        line_width=width[line_kind],
        rim=tuple(float(v) for v in dark) if rimmed else None,
        rim_width=rng.uniform(0.035, 0.085),
        body=tuple(float(v) for v in body),
        thickness=rng.uniform(0.0042, 0.0062),
        side=side,
        corner_radius=rng.uniform(0.0006, 0.003),
        bevel=rng.uniform(0.0004, 0.0011),
        roughness={"gloss": 0.14, "satin": 0.34, "matt": 0.6}[finish] + rng.uniform(-0.05, 0.06),
        coat={"gloss": 0.5, "satin": 0.15, "matt": 0.0}[finish],
        groove=rng.choice([0.0, 1.0, 2.0]) * 8e-5,
        wear=float(rng.beta(1.2, 2.5)),
        print_shift=float(rng.normal(0, 0.006)),
    )
    words = {"line": line_kind, "rim": rimmed, "finish": finish}
    return edition, words
