"""What is taken for tiles now and then: bold letters, square codes, charts, chess men, ribbons."""

from __future__ import annotations

import math
import string
from collections.abc import Callable
from itertools import product

import cv2
import numpy as np

from ....calibration.arrays import Floats32, Picture
from .noise import Image, random_colour

SHEET = 640
"""Pixels a side of what is drawn, to be laid on the table over and over."""
ACROSS = (4.0, 40.0)
"""Of how many sides of a tile a sheet may be."""

DrawOnSheet = Callable[[np.random.Generator, Picture], None]


def _ink(rng: np.random.Generator) -> tuple[float, ...]:
    return tuple(float(v) for v in 255 * random_colour(rng) ** (1 / 2.2))


def _place(rng: np.random.Generator, low: float = 0.0, high: float = 1.0) -> tuple[int, int]:
    x, y = rng.uniform(low, high, 2) * SHEET
    return int(x), int(y)


def letters(rng: np.random.Generator, sheet: Picture) -> None:
    """Words and single letters, thin or bold, in lines or anywhere."""
    font = int(rng.choice((cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX,
                           cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_COMPLEX)))  # fmt: skip
    size = float(np.exp(rng.uniform(math.log(0.8), math.log(8.0))))
    thick, colour = max(1, round(size * rng.uniform(1.0, 6.0))), _ink(rng)
    alphabet = list(string.ascii_letters + string.digits + "&?!%#")
    step = round(size * rng.uniform(26, 45))
    for row in range(step, SHEET + step, step):
        text = "".join(rng.choice(alphabet, int(rng.integers(1, 30))))
        start = int(rng.uniform(-0.1, 0.6) * SHEET)
        if rng.random() < 0.2:
            colour = _ink(rng)
        cv2.putText(sheet, text, (start, row), font, size, colour, thick, cv2.LINE_AA)


def square_codes(rng: np.random.Generator, sheet: Picture) -> None:
    """Codes of black and white squares, with their three large marks."""
    for _ in range(int(rng.integers(1, 5))):
        count = int(rng.integers(21, 46))
        code = (rng.random((count, count)) < 0.5).astype(np.uint8)
        for top, left in ((0, 0), (0, count - 7), (count - 7, 0)):
            code[top : top + 7, left : left + 7] = 1
            code[top + 1 : top + 6, left + 1 : left + 6] = 0
            code[top + 2 : top + 5, left + 2 : left + 5] = 1
        side = int(rng.uniform(0.2, 0.8) * SHEET)
        large = cv2.resize(code, (side, side), interpolation=cv2.INTER_NEAREST)
        x, y = (min(v, SHEET - side) for v in _place(rng))
        sheet[y : y + side, x : x + side][large == 0] = 245
        sheet[y : y + side, x : x + side][large == 1] = _ink(rng) if rng.random() < 0.3 else 15


def chart(rng: np.random.Generator, sheet: Picture) -> None:
    """Bars, lines, sectors and outlined hexagons with a title in bold."""
    across = int(rng.integers(4, 14))
    width = SHEET // across
    for k in range(across):
        high = int(rng.uniform(0.05, 0.8) * SHEET)
        corner = (k * width + int(0.7 * width), SHEET - high)
        cv2.rectangle(sheet, (k * width, SHEET), corner, _ink(rng), -1, cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 4))):
        middle, radius = _place(rng), int(rng.uniform(0.03, 0.2) * SHEET)
        cuts = np.sort(rng.uniform(0, 360, int(rng.integers(2, 6))))
        for first, last in zip(cuts, np.roll(cuts, -1) + (cuts >= cuts[-1]) * 360, strict=True):
            cv2.ellipse(sheet, middle, (radius, radius), 0, first, last, _ink(rng), -1, cv2.LINE_AA)
        if rng.random() < 0.5:
            turns = np.arange(6) * math.pi / 3 + rng.uniform(0, 1)
            ring = radius * np.stack([np.cos(turns), np.sin(turns)], 1) + middle
            thick = int(rng.integers(1, 6))
            cv2.polylines(sheet, [np.round(ring).astype(np.int32)], True, _ink(rng), thick)
    size = float(rng.uniform(1.0, 3.0))
    title = "".join(rng.choice(list(string.ascii_uppercase), 12))
    cv2.putText(sheet, title, (10, int(30 * size)), cv2.FONT_HERSHEY_DUPLEX, size, _ink(rng),
                max(1, round(3 * size)), cv2.LINE_AA)  # fmt: skip


def chess(rng: np.random.Generator, sheet: Picture) -> None:
    """A board of squares with men on it, each a lit and a dark half, a base and a head."""
    dark, light, *men = (_ink(rng) for _ in range(4))
    side = SHEET // 8
    squares = list(product(range(0, SHEET, side), repeat=2))
    for y, x in squares:
        colour = light if (x + y) // side % 2 else dark
        cv2.rectangle(sheet, (x, y), (x + side, y + side), colour, -1)
    for y, x in squares:
        if rng.random() < 0.55:
            continue
        middle = (x + side // 2, y + side // 2)
        painted = np.array(men[int(rng.integers(2))])
        radius = side * float(rng.uniform(0.25, 0.48))
        for share, shade in ((1.0, 0.75), (0.8, 1.0), (0.45, 0.6), (0.35, 1.1)):
            moved = (int(middle[0] + (1 - share) * radius * 0.4), middle[1])
            fill = tuple(float(v) for v in np.clip(painted * shade, 0, 255))
            cv2.circle(sheet, moved, max(1, int(share * radius)), fill, -1, cv2.LINE_AA)
        start, half = float(rng.uniform(0, 360)), tuple(float(v) for v in painted * 0.4)
        axes = (int(0.8 * radius), int(0.8 * radius))
        cv2.ellipse(sheet, middle, axes, start, 0, 180, half, max(1, side // 20), cv2.LINE_AA)


def ribbons(rng: np.random.Generator, sheet: Picture) -> None:
    """Bent bands of two colours that cross each other, as on flags, toys and playing cards."""
    for _ in range(int(rng.integers(2, 9))):
        points = np.cumsum(rng.normal(0, 0.16 * SHEET, (7, 2)), axis=0) + _place(rng)
        smooth = cv2.resize(points.astype(np.float32), (2, 60), interpolation=cv2.INTER_CUBIC)
        line = [np.round(smooth).astype(np.int32)]
        wide = int(rng.uniform(0.02, 0.14) * SHEET) + 2
        cv2.polylines(sheet, line, False, _ink(rng), wide, cv2.LINE_AA)
        if rng.random() < 0.7:
            cv2.polylines(sheet, line, False, _ink(rng), max(1, wide // 3), cv2.LINE_AA)
        for place in smooth[:: int(rng.integers(8, 30))]:
            if rng.random() < 0.4:
                middle = tuple(int(v) for v in place)
                cv2.circle(sheet, middle, max(2, wide // 2), _ink(rng), -1, cv2.LINE_AA)


MATTER: tuple[DrawOnSheet, ...] = (letters, square_codes, chart, chess, ribbons)


def printed_matter(rng: np.random.Generator, places: Image) -> Floats32:
    """Linear-light BGR (H, W, 3) of one of these at places (H, W, 2), in sides."""
    paper = 255 * random_colour(rng, 0.1) ** (1 / 2.2) if rng.random() < 0.6 else _ink(rng)
    sheet = np.full((SHEET, SHEET, 3), paper, np.uint8)
    for _ in range(1 if rng.random() < 0.7 else 2):
        MATTER[int(rng.integers(len(MATTER)))](rng, sheet)
    pixels = np.float32(SHEET / np.exp(rng.uniform(*np.log(ACROSS))))
    turn = rng.uniform(0, 2 * math.pi)
    c, s = np.float32(math.cos(turn)), np.float32(math.sin(turn))
    x, y = places[..., 0], places[..., 1]
    across, down = (v * pixels for v in (c * x - s * y, s * x + c * y))
    across, down = np.clip([across, down], np.float32(-30_000), np.float32(30_000))
    # Finer detail than a pixel of the photo is blurred away first.
    step = float(np.median(np.abs(np.diff(across, axis=1)) + np.abs(np.diff(down, axis=1))))
    if step > 1.5:
        sheet = np.asarray(cv2.GaussianBlur(sheet, (0, 0), 0.4 * step), np.uint8)
    seen = cv2.remap(sheet, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
    return np.asarray((seen.astype(np.float32) / 255) ** 2.2 + 0.004, np.float32)
