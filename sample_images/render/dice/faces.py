"""What is on the faces of dice: pips, numerals, the project's printed marks, other signs.

A picture of a face is grey, 0 bare to 1 marked, (SIZE, SIZE), first row at the top.
"""

from __future__ import annotations

import math

import numpy as np
from palago.vision.training.scenes.dice.marks import printed_faces
from PIL import Image, ImageDraw, ImageFont

SIZE = 160
#: What Palagonia calls the faces of an ordinary die, 1 to 6.
NAMES = ("remove", "2", "3", "4", "5", "rotate")
SPOTS = {
    "remove": [(0, 0)],
    "2": [(-1, -1), (1, 1)],
    "3": [(-1, -1), (0, 0), (1, 1)],
    "4": [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    "5": [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    "rotate": [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
}


def pips(face: str, radius: float, spread: float) -> np.ndarray:
    """Round pips; ``radius`` and ``spread`` from the middle in shares of the face."""
    axis = (np.arange(SIZE) + 0.5) / SIZE - 0.5
    x, y = np.meshgrid(axis, axis)
    marked = np.zeros((SIZE, SIZE))
    for across, down in SPOTS[face]:
        away = np.hypot(x - across * spread, y - down * spread)
        marked = np.maximum(marked, np.clip((radius - away) * SIZE / 1.5 + 0.5, 0, 1))
    return marked


def numeral(face: str, height: float, weight: int, underline: bool) -> np.ndarray:
    """The number 1 to 6; ``weight`` is how many pixels the strokes are made thicker by."""
    image = Image.new("L", (SIZE, SIZE), 0)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(round(height * SIZE))
    text = str(NAMES.index(face) + 1)
    left, top, right, bottom = draw.textbbox((0, 0), text, font=font, stroke_width=weight)
    at = ((SIZE - left - right) / 2, (SIZE - top - bottom) / 2)
    draw.text(at, text, fill=255, font=font, stroke_width=weight)
    if underline and face == "rotate":
        below = (SIZE + bottom - top) / 2 + 5
        draw.rectangle([0.36 * SIZE, below, 0.64 * SIZE, below + 5], fill=255)
    return np.asarray(image, np.float64) / 255


def printed(face: str) -> np.ndarray:
    """The mark of ``palago print dice`` with the cube's edges where the sheet has its lines."""
    marked = 1 - np.asarray(printed_faces(SIZE)[face], np.float64) / 255
    marked[:1], marked[-1:], marked[:, :1], marked[:, -1:] = 0.7, 0.7, 0.7, 0.7
    return marked


def sign(face: str, chosen: int) -> np.ndarray:
    """A sign that no die of Palagonia has: star, heart, letter, arrow; another for each face."""
    image = Image.new("L", (SIZE, SIZE), 0)
    draw = ImageDraw.Draw(image)
    kind = (NAMES.index(face) + chosen) % 8
    middle, reach = SIZE / 2, 0.32 * SIZE

    def star(points: int, inner: float) -> list[tuple[float, float]]:
        radii = (reach, inner * reach)
        return [
            (
                middle + radii[k % 2] * math.sin(k * math.pi / points),
                middle - radii[k % 2] * math.cos(k * math.pi / points),
            )
            for k in range(2 * points)
        ]

    if kind < 3:
        draw.polygon(star((5, 4, 8)[kind], (0.4, 0.35, 0.6)[kind]), fill=255)
    elif kind == 3:
        draw.polygon(star(3, 0.5), fill=255)
    elif kind == 4:
        box = [middle - reach, middle - reach, middle + reach, middle + reach]
        draw.ellipse(box, outline=255, width=12)
    elif kind == 5:
        draw.line([middle - reach, middle, middle + reach, middle], fill=255, width=18)
        draw.line([middle, middle - reach, middle, middle + reach], fill=255, width=18)
    else:
        font = ImageFont.load_default(round(0.7 * SIZE))
        text = "AKQWMR"[NAMES.index(face)]
        left, top, right, bottom = draw.textbbox((0, 0), text, font=font, stroke_width=3)
        at = ((SIZE - left - right) / 2, (SIZE - top - bottom) / 2)
        draw.text(at, text, fill=255, font=font, stroke_width=3)
    return np.asarray(image, np.float64) / 255
