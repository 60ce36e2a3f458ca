"""The marks on the faces of dice: pips, numerals, the project's printed signs, signs of others.

A face's picture is (SIZE, SIZE) from 0 bare to 1 marked, first row at the top.
"""

from __future__ import annotations

import math
import tempfile
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from .....calibration.arrays import Floats32, Picture
from .....calibration.paper.dice import DEFAULT_EDGE, NET, draw_mark
from .....calibration.paper.sheet import Sheet, fonts_for

SIZE = 64
FACES = ("remove", "2", "3", "4", "5", "rotate")
"""What Palagonia calls the faces of an ordinary die, 1 to 6."""
SPOTS: dict[str, tuple[tuple[float, float], ...]] = {
    "remove": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    "5": ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    "rotate": ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}
FONT_FOLDER = Path("/usr/share/fonts")
HERSHEY = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX,
           cv2.FONT_HERSHEY_TRIPLEX)  # fmt: skip
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ7890&?!+#%"


def pips(face: str, radius: float, spread: float, shape: str = "disc") -> Floats32:
    """Pips of a ``radius``, ``spread`` from the middle, in shares of the face: a ``disc``, a
    ``ring`` or a ``square`` each."""
    axis = (np.arange(SIZE) + 0.5) / SIZE - 0.5
    x, y = np.meshgrid(axis, axis)
    marked = np.zeros((SIZE, SIZE))
    for across, down in SPOTS[face]:
        dx, dy = x - across * spread, y - down * spread
        away = np.maximum(np.abs(dx), np.abs(dy)) if shape == "square" else np.hypot(dx, dy)
        disc = np.clip((radius - away) * SIZE + 0.5, 0, 1)
        if shape == "ring":
            disc *= np.clip((away - 0.45 * radius) * SIZE + 0.5, 0, 1)
        marked = np.maximum(marked, disc)
    return marked.astype(np.float32)


def numeral(face: str, font: int, height: float, weight: float) -> Floats32:
    """The number 1 to 6 in one of many ``font``s; 6 is underlined in every other one."""
    text = str(FACES.index(face) + 1)
    mark = written(text, font, height, weight)
    if face == "rotate" and font % 2:
        rows = np.flatnonzero(mark.max(axis=1) > 0.5)
        below = min(SIZE - 5, (int(rows[-1]) if len(rows) else SIZE // 2) + 3)
        mark[below : below + 3, round(0.36 * SIZE) : round(0.64 * SIZE)] = 1.0
    return mark


def written(text: str, font: int, height: float, weight: float) -> Floats32:
    """A letter or number; ``height`` is its share of the face, ``weight`` how bold, 0 to 1."""
    own = len(HERSHEY)
    big = 4 * SIZE
    canvas = np.zeros((big, big), np.uint8)
    if font % (own + len(_fonts())) < own:
        face = HERSHEY[font % own]
        thick = max(6, round(big * (0.05 + 0.09 * weight)))
        (width, tall), _ = cv2.getTextSize(text, face, 1.0, 1)
        scale = height * big / max(tall, 0.8 * width)
        (width, tall), _ = cv2.getTextSize(text, face, scale, thick)
        at = (round((big - width) / 2), round((big + tall) / 2))
        cv2.putText(canvas, text, at, face, scale, 255, thick, cv2.LINE_AA)
    else:
        path = _fonts()[font % (own + len(_fonts())) - own]
        size = round(1.35 * height * big)
        kind = ImageFont.load_default(size) if path is None else ImageFont.truetype(path, size)
        image = Image.new("L", (big, big), 0)
        draw = ImageDraw.Draw(image)
        bold = round(weight * 0.04 * big)
        left, top, right, bottom = draw.textbbox((0, 0), text, font=kind, stroke_width=bold)
        at = (round((big - left - right) / 2), round((big - top - bottom) / 2))
        draw.text(at, text, fill=255, font=kind, stroke_width=bold)
        canvas = np.asarray(image, np.uint8)
    return _shrunk(canvas)


@cache
def _fonts() -> tuple[str | None, ...]:
    """Pillow's own font and what the machine has for Latin numbers."""
    found = sorted(str(path) for path in FONT_FOLDER.rglob("*.ttf"))
    return (None, *found)


def printed(face: str, edge_line: float) -> Floats32:
    """The mark of ``palago print dice``; ``edge_line`` is how dark the sheet's lines are along
    the cube's edges."""
    marked = 1.0 - printed_faces(SIZE)[face].astype(np.float32) / np.float32(255)
    for rim in (marked[:1], marked[-1:], marked[:, :1], marked[:, -1:]):
        rim[:] = np.maximum(rim, edge_line)
    return marked


def sign(rng: np.random.Generator) -> Floats32:
    """A sign that stands for no face: a letter, a polygon, a star, a ring, strokes."""
    kind = rng.random()
    if kind < 0.3:
        text = LETTERS[int(rng.integers(len(LETTERS)))]
        return written(text, int(rng.integers(40)), rng.uniform(0.45, 0.75), rng.uniform(0, 0.8))
    canvas = np.zeros((4 * SIZE, 4 * SIZE), np.uint8)
    middle, reach = 2.0 * SIZE, rng.uniform(0.22, 0.38) * 4 * SIZE
    if kind < 0.6:
        points = int(rng.integers(3, 9))
        inner = rng.uniform(0.35, 0.7) if rng.random() < 0.6 else 1.0
        turns = np.arange(2 * points) * math.pi / points + rng.uniform(0, 6)
        radii = reach * np.where(np.arange(2 * points) % 2, inner, 1.0)
        shape = np.stack([np.cos(turns), np.sin(turns)], 1) * radii[:, None] + middle
        line = 0 if rng.random() < 0.6 else int(rng.integers(8, 22))
        corners = [np.round(shape).astype(np.int32)]
        if line:
            cv2.polylines(canvas, corners, True, 255, line, cv2.LINE_AA)
        else:
            cv2.fillPoly(canvas, corners, 255, cv2.LINE_AA)
    elif kind < 0.75:
        line = -1 if rng.random() < 0.2 else int(rng.integers(8, 26))
        axes = (round(reach), round(reach * rng.uniform(0.5, 1.0)))
        end = 360.0 if rng.random() < 0.6 else rng.uniform(120, 320)
        at = (round(middle), round(middle))
        cv2.ellipse(canvas, at, axes, rng.uniform(0, 180), 0, end, 255, line, cv2.LINE_AA)
    else:
        for _ in range(int(rng.integers(2, 5))):
            ends = np.round(middle + rng.uniform(-1, 1, (2, 2)) * reach).astype(int)
            draw = cv2.line if rng.random() < 0.6 else cv2.arrowedLine
            draw(canvas, tuple(map(int, ends[0])), tuple(map(int, ends[1])), 255,
                int(rng.integers(10, 28)), cv2.LINE_AA)  # fmt: skip
    return _shrunk(canvas)


def _shrunk(canvas: Picture) -> Floats32:
    small = cv2.resize(canvas, (SIZE, SIZE), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32) / np.float32(255)


_POINTS_PER_MM = 72 / 25.4


@cache
def printed_faces(pixels: int = 128) -> dict[str, Picture]:
    """The six faces by name, each (pixels, pixels) of grey 0 to 255, upright as on the sheet."""
    import pypdfium2

    edge = DEFAULT_EDGE
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "faces.pdf"
        sheet = Sheet(path, "A4", title="faces", fonts=fonts_for("en"))
        places = {face: ((k % 3 + 1.5) * edge, (k // 3 + 1.5) * edge)
                  for k, face in enumerate(sorted(NET.values()))}  # fmt: skip
        for face, centre in places.items():
            draw_mark(sheet, centre, edge, face)
        height = sheet.height
        sheet.save()
        scale = pixels / edge / _POINTS_PER_MM
        page = pypdfium2.PdfDocument(path)[0].render(scale=scale).to_numpy()
    grey = page.mean(axis=2) if page.ndim == 3 else page
    per_mm = pixels / edge
    pictures = {}
    for face, (x, y) in places.items():
        left, top = round((x - edge / 2) * per_mm), round((height - y - edge / 2) * per_mm)
        pictures[face] = np.asarray(grey[top : top + pixels, left : left + pixels], np.uint8)
    return pictures
