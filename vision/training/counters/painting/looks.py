"""How a Palanquée board may look on paper: printed or drawn by hand, in any colours."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import pairwise, product
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from .....calibration.arrays import Floats, Integers32, Picture
from .....engine.palanquee.table.drawn import COLUMNS, HEIGHT, WIDTH, cells_in, drawn_cells, edges
from ...scenes import noise

BgrColour = tuple[int, int, int]

FONT_FOLDERS = ("/usr/share/fonts", "/System/Library/Fonts", "/Library/Fonts")


@dataclass(frozen=True)
class BoardLook:
    """What varies from board to board; lengths in sides, colours sRGB as BGR.

    The fills' ``pattern`` is ``one``, ``columns``, ``three``, ``random`` or ``uneven``. ``inset``
    draws cells apart; ``wobble`` is how far a hand draws beside the line; ``margins`` are left,
    top, right, bottom."""

    line_width: float
    line: BgrColour
    pattern: str
    fills: tuple[BgrColour, ...]
    inset: float
    edge_kind: str
    edge_width: float
    red: BgrColour
    blue: BgrColour
    letter_size: float
    letter: BgrColour
    font: int
    outside: bool
    names: float
    wobble: float
    paper: BgrColour
    margins: tuple[float, float, float, float]
    parts: tuple[int, int] | None
    mismatch: float
    dots: bool


def near_colour(rng: np.random.Generator, colour: BgrColour, spread: float) -> BgrColour:
    """A colour whose parts differ by such a spread."""
    moved = np.clip(np.array(colour) + rng.normal(0, spread, 3), 0, 255)
    return int(moved[0]), int(moved[1]), int(moved[2])


def hsv(hue: float, saturation: float, value: float) -> BgrColour:
    """BGR of a hue in degrees, saturation and value from 0 to 1."""
    pixel = np.array([[[hue % 360 / 360 * 360, saturation, value]]], np.float32)
    bgr = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0] * 255
    return int(bgr[0]), int(bgr[1]), int(bgr[2])


def random_look(rng: np.random.Generator) -> BoardLook:
    """A look drawn at random: most boards are dark lines on light paper, many are not."""
    kind = rng.random()
    grey = int(rng.uniform(215, 255))
    paper: BgrColour = (grey, grey, grey)
    if kind < 0.65:
        base = near_colour(rng, (grey - int(rng.uniform(0, 25)), grey - 5, grey), 3)
        line = near_colour(rng, (int(rng.uniform(0, 150)),) * 3, 8)
    elif kind < 0.9:
        base = hsv(rng.uniform(0, 360), rng.uniform(0.05, 0.45), rng.uniform(0.35, 1.0))
        dark = rng.random() < 0.6
        line = hsv(rng.uniform(0, 360), rng.uniform(0, 0.6), rng.uniform(0, 0.3))
        if not dark:
            line = hsv(rng.uniform(0, 360), rng.uniform(0, 0.3), rng.uniform(0.85, 1.0))
    else:
        base = hsv(rng.uniform(0, 360), rng.uniform(0, 0.45), rng.uniform(0.1, 0.4))
        line = hsv(rng.uniform(0, 360), rng.uniform(0, 0.6), rng.uniform(0.7, 1.0))
    if _distance(base, line) < 60:
        line = (20, 20, 20) if sum(base) > 330 else (235, 235, 235)
    if rng.random() < 0.5:
        paper = base
    elif kind > 0.65 and rng.random() < 0.5:
        paper = hsv(rng.uniform(0, 360), rng.uniform(0, 0.5), rng.uniform(0.3, 1.0))
    patterns = ("one", "columns", "three", "random", "uneven")
    pattern = str(rng.choice(patterns, p=(0.62, 0.06, 0.1, 0.08, 0.14)))
    spread, others = float(rng.choice((6.0, 20.0))), 3 if pattern == "random" else 2
    fills = (base, *(near_colour(rng, base, spread) for _ in range(others)))
    by_hand = rng.random() < 0.14
    wide = float(np.exp(rng.uniform(math.log(0.018), math.log(0.12))))
    bright = rng.uniform(0.5, 0.95)
    margin = float(rng.choice((rng.uniform(0.15, 0.6), rng.uniform(0.6, 2.5))))
    margins = tuple(float(margin * v) for v in rng.uniform(0.7, 1.6, 4))
    if rng.random() < 0.15:
        margins = (margins[0], margins[1] + 6 * rng.random(), margins[2], margins[3] + 6)
    return BoardLook(
        line_width=wide,
        line=line,
        pattern=pattern,
        fills=fills,
        inset=float(rng.uniform(0.03, 0.1)) if rng.random() < 0.08 else 0.0,
        edge_kind=str(rng.choice(("zigzag", "bar", "cells", "none"), p=(0.62, 0.2, 0.1, 0.08))),
        edge_width=float(np.exp(rng.uniform(math.log(0.05), math.log(0.35)))),
        red=hsv(rng.uniform(-14, 14), rng.uniform(0.6, 1), bright),
        blue=hsv(rng.uniform(200, 245), rng.uniform(0.5, 1), rng.uniform(0.35, 1)),
        letter_size=float(rng.uniform(0.45, 1.15)),
        letter=line if rng.random() < 0.7 else near_colour(rng, line, 40),
        font=int(rng.integers(1000)),
        outside=bool(rng.random() < 0.3),
        names=float(rng.uniform(0.25, 0.4)) if rng.random() < 0.1 else 0.0,
        wobble=float(rng.uniform(0.01, 0.06)) if by_hand else 0.0,
        paper=paper,
        margins=(margins[0], margins[1], margins[2], margins[3]),
        parts=(int(rng.integers(2, 4)), int(rng.integers(2, 4))) if rng.random() < 0.35 else None,
        mismatch=float(rng.uniform(0, 0.07)),
        dots=bool(rng.random() < 0.04),
    )


def _distance(first: BgrColour, second: BgrColour) -> float:
    lab = cv2.cvtColor(np.array([[first, second]], np.uint8), cv2.COLOR_BGR2LAB).astype(float)[0]
    return float(np.linalg.norm((lab[0] - lab[1]) * (100 / 255, 1, 1)))


def draw_look(rng: np.random.Generator, look: BoardLook, per_side: float) -> tuple[Picture, Floats]:
    """The sheet (h, w, 3) BGR with ``per_side`` pixels a side, and where on the drawn board (in
    sides) its upper left corner lies."""
    left, top, right, bottom = look.margins
    size = (round((WIDTH + left + right) * per_side), round((HEIGHT + top + bottom) * per_side))
    sheet = np.full((size[1], size[0], 3), look.paper, np.uint8)
    pen = _Pen(rng, look, per_side, np.array([left, top]), sheet)
    pen.fill_cells()
    pen.draw_lines()
    pen.draw_edges()
    pen.write()
    if look.pattern == "uneven":
        uneven = noise.field(rng, size[1], size[0], rng.uniform(4, 60))
        uneven = uneven * np.float32(rng.uniform(2, 9))
        sheet = np.clip(sheet + uneven[..., None], 0, 255).astype(np.uint8)
    if look.parts is not None:
        sheet = _glue(rng, look, sheet, per_side)
    return sheet, np.array([-left, -top])


@dataclass
class _Pen:
    """Draws one sheet; places are in sides of the drawn board."""

    rng: np.random.Generator
    look: BoardLook
    per_side: float
    shift: Floats
    sheet: Picture
    places: dict[tuple[int, int], Floats] = field(default_factory=dict)

    def corner(self, place: tuple[float, float]) -> Floats:
        """Where this hand draws a corner (2,) of the lattice: always at the same place."""
        key = (round(place[0] * 16), round(place[1] * 16))
        if key not in self.places:
            self.places[key] = np.array(place) + self.rng.normal(0, 1, 2) * self.look.wobble
        return self.places[key]

    def pixels(self, places: Floats) -> Integers32:
        """Places (..., 2) in sides as sixteenths of the sheet's pixels."""
        return np.round(((places + self.shift) * self.per_side - 0.5) * 16).astype(np.int32)

    def stroke(self, places: Floats, colour: BgrColour, width: float) -> None:
        """A line through places (n, 2), of any width in sides, a pixel at least."""
        pixels = width * self.per_side
        if self.look.wobble:
            pixels *= float(np.exp(self.rng.normal(0, 0.2)))
        points = self.pixels(places).reshape(-1, 1, 2)
        thick = max(1, round(pixels))
        cv2.polylines(self.sheet, [points], False, colour, thick, cv2.LINE_AA, 4)

    def fill_cells(self) -> None:
        look, rng = self.look, self.rng
        for cell in drawn_cells():
            if look.pattern == "three":
                fill = look.fills[(cell.half_steps + 3 * cell.column) // 2 % 3]
            elif look.pattern == "columns":
                fill = look.fills[cell.column % 2]
            elif look.pattern == "random":
                fill = look.fills[int(rng.integers(len(look.fills)))]
            else:
                fill = look.fills[0]
            corners = np.array([self.corner(corner) for corner in cell.corners])
            if look.edge_kind == "cells":
                if cell.column in (0, len(COLUMNS) - 1):
                    fill = _mixed(fill, look.red)
                elif cell.row in (1, cells_in(cell.column)):
                    fill = _mixed(fill, look.blue)
            if look.inset:
                corners = np.array(cell.centre) + (corners - cell.centre) * (1 - look.inset)
            cv2.fillPoly(self.sheet, [self.pixels(corners)], fill, cv2.LINE_AA, 4)

    def draw_lines(self) -> None:
        look, rng = self.look, self.rng
        seen = set()
        for cell in drawn_cells():
            corners = cell.corners
            for first, second in zip(corners, (*corners[1:], corners[0]), strict=True):
                middle = (round((first[0] + second[0]) * 8), round((first[1] + second[1]) * 8))
                if middle in seen and not look.inset:
                    continue
                ends = np.array([self.corner(first), self.corner(second)])
                if look.inset:
                    ends = np.array(cell.centre) + (ends - cell.centre) * (1 - look.inset)
                seen.add(middle)
                if look.wobble:
                    if rng.random() < 0.01:
                        continue
                    shares = np.linspace(0, 1, 4)[:, None]
                    ends = ends[0] * (1 - shares) + ends[1] * shares
                    ends[1:3] += rng.normal(0, 0.4, (2, 2)) * look.wobble
                    ends[0] += (ends[0] - ends[1]) * rng.normal(0, 0.08)
                self.stroke(ends, look.line, look.line_width)

    def draw_edges(self) -> None:
        look = self.look
        if look.edge_kind == "zigzag":
            for name, places in edges().items():
                colour = look.red if name in ("left", "right") else look.blue
                places_here = np.array([self.corner(place) for place in places])
                self.stroke(places_here, colour, look.edge_width)
        elif look.edge_kind == "bar":
            gap = look.edge_width / 2 + 0.03
            low, high = np.array([-gap, -gap]), np.array([WIDTH + gap, HEIGHT + gap])
            for x in (low[0], high[0]):
                self.stroke(np.array([[x, low[1]], [x, high[1]]]), look.red, look.edge_width)
            for y in (low[1], high[1]):
                self.stroke(np.array([[low[0], y], [high[0], y]]), look.blue, look.edge_width)

    def write(self) -> None:
        look, rng = self.look, self.rng
        picture = Pillow.fromarray(self.sheet)
        pen = ImageDraw.Draw(picture)
        said = partial(pen.text, fill=look.letter, anchor="mm")
        outside = font_of(look.font, max(6, round(0.42 * self.per_side)))
        inside = font_of(look.font, max(6, round(look.letter_size * 1.3 * self.per_side)))
        small = font_of(look.font, max(5, round(max(look.names, 0.2) * self.per_side)))
        for cell in drawn_cells():
            middle = np.array(cell.centre)
            if look.wobble:
                middle = middle + rng.normal(0, look.wobble * 2, 2)
            x, y = (middle + self.shift) * self.per_side
            if cell.letter is not None:
                said((x, y), cell.letter, font=inside)
                if look.outside:
                    away = (-1.15 if cell.row == 1 else 1.15) * self.per_side
                    said((x, y + away), cell.letter, font=outside)
            elif look.names:
                said((x, y), cell.name, font=small)
            elif look.dots:
                r = 0.07 * self.per_side
                pen.ellipse((x - r, y - r, x + r, y + r), fill=look.letter)
        self.sheet[:] = np.asarray(picture)


def _mixed(first: BgrColour, second: BgrColour) -> BgrColour:
    return tuple(int(0.55 * a + 0.45 * b) for a, b in zip(first, second, strict=True))  # type: ignore[return-value]


@cache
def _font_files() -> tuple[str, ...]:
    files = [str(p) for folder in FONT_FOLDERS for p in Path(folder).rglob("*.ttf")]
    return tuple(sorted(f for f in files if not any(w in f for w in ("Math", "Emoji", "Symbol"))))


@cache
def font_of(choice: int, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """One of the machine's fonts, or the one that the picture library brings."""
    files = _font_files()
    if not files or choice % 5 == 0:
        return ImageFont.load_default(size)
    return ImageFont.truetype(files[choice % len(files)], size)


def _glue(rng: np.random.Generator, look: BoardLook, sheet: Picture, per_side: float) -> Picture:
    """The sheet in parts that do not meet perfectly: shifted, turned, in another tone."""
    columns, rows = look.parts or (1, 1)
    height, width = sheet.shape[:2]
    result = sheet.copy()
    xs = [width * column // columns for column in range(columns + 1)]
    ys = [height * row // rows for row in range(rows + 1)]
    for (top, bottom), (left, right) in product(pairwise(ys), pairwise(xs)):
        shift = rng.normal(0, 0.5, 2) * look.mismatch * per_side
        turn = float(rng.normal(0, 0.12)) * look.mismatch / 0.05
        matrix = cv2.getRotationMatrix2D(((left + right) / 2, (top + bottom) / 2), turn, 1.0)
        matrix[:, 2] = matrix[:, 2] + shift
        moved = cv2.warpAffine(sheet, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
        part = moved[top:bottom, left:right].astype(np.float32)
        part *= np.float32(np.exp(rng.normal(0, 0.025)))
        result[top:bottom, left:right] = np.clip(part, 0, 255)
    tone = (int(rng.uniform(60, 255)),) * 3
    for x in xs[1:-1]:
        cv2.line(result, (x, 0), (x, height), tone, 1)
    for y in ys[1:-1]:
        cv2.line(result, (0, y), (width, y), tone, 1)
    return result
