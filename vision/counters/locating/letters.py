"""Which way round the board lies: capital letters stand in its top cells, small ones below. Each of
the 37 lettered cells is compared with its letter one way round and the other; together they are
hard to mistake, even where many are covered or blurred."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

import cv2
import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from ....calibration.arrays import Floats, Floats32, Indices, Picture
from ....engine.palanquee.table.drawn import DrawnCell, drawn_cells
from ...lattice.plane import TableView
from .pixels import look_up

PIXELS = 25
"""Pixels of a side of a cell's picture."""
REACH = 0.72
"""A cell is looked at to this distance from its middle, in sides."""
SIZES = (0.55, 0.75, 1.0)
"""Heights of a capital that are tried, in sides."""
SHIFT = 2
"""Pixels by which a letter may lie beside its place."""
CLEAR = 0.6
"""Evidence from which the letters decide which way round the board lies."""


@dataclass(frozen=True)
class Heading:
    """Which way round the board lies, by its letters: whether it is `turned` against the view. The
    `likeness` is how much its letters are like those of this way round, the `evidence` by how much
    that is more than for the other way."""

    turned: bool
    evidence: float
    likeness: float

    @property
    def is_clear(self) -> bool:
        """Whether the letters decide it."""
        return self.evidence >= CLEAR


def read_heading(image: Picture, view: TableView) -> Heading:
    """Compare the letters in a picture (h, w, 3) BGR with both ways round of the board's `view`."""
    cells = [cell for cell in drawn_cells() if cell.letter]
    shown, patches = _patches(image, view, np.array([cell.centre for cell in cells]))
    upright = _windows(patches)
    # The same windows, each the other way round.
    turned = upright[..., ::-1]
    score = [0.0, 0.0]
    for index, up, down in zip(shown, upright, turned, strict=True):
        cell = cells[index]
        ways = _likeness(up, cell.letter or ""), _likeness(down, _opposite(cell).letter or "")
        best = max(ways)
        if best < 0.3:  # as alike as any stroke is
            continue
        weight = (best - 0.2) ** 2 * 4
        score[0] += weight * ways[0]
        score[1] += weight * ways[1]
    return Heading(score[1] > score[0], abs(score[1] - score[0]), max(score))


def _opposite(cell: DrawnCell) -> DrawnCell:
    """The drawn cell that lies where this one would with the board the other way round."""
    column = 18 - cell.column
    return DrawnCell(column, 17 + cell.column % 2 - cell.row)


def _patches(image: Picture, view: TableView, centres: Floats) -> tuple[Indices, Floats32]:
    """Which cells are shown, and how they look from above (n, PIXELS, PIXELS): how far each pixel
    is from the cell's colour, along the way in which it varies most."""
    axis = np.linspace(-REACH, REACH, PIXELS)
    grid = np.stack(np.meshgrid(axis, axis), axis=-1)
    places = centres[:, None, None] + grid
    pixels = view.to_photo(places).astype(np.float32)
    height, width = image.shape[:2]
    shown = np.all((pixels >= 0) & (pixels <= (width - 1, height - 1)), axis=(1, 2, 3))
    colours = look_up(image, pixels[shown].reshape(-1, PIXELS, 2)).astype(np.float32)
    colours = colours.reshape(-1, PIXELS * PIXELS, 3)
    away = colours - np.median(colours, axis=1, keepdims=True)
    _, vectors = np.linalg.eigh(away.transpose(0, 2, 1) @ away)
    along = (away @ vectors[..., -1:])[..., 0]
    along[-along.min(axis=1) > along.max(axis=1)] *= -1
    return np.flatnonzero(shown), along.reshape(-1, PIXELS, PIXELS)


def _windows(patches: Floats32) -> Floats32:
    """What patches show wherever letters may lie (n, places, pixels), as strong as templates."""
    side = PIXELS - 2 * SHIFT
    windows = np.lib.stride_tricks.sliding_window_view(patches, (side, side), axis=(1, 2))
    flat = windows.reshape(len(patches), windows.shape[1] * windows.shape[2], side * side)
    # The templates' mean is 0: what is common to a window's pixels adds nothing to the product.
    norm = np.sqrt(flat.shape[2]) * flat.std(axis=2, keepdims=True)
    return np.asarray(flat / np.maximum(norm, 1e-3), np.float32)


def _likeness(windows: Floats32, letter: str) -> float:
    """The best normalised correlation of a cell with the letter in any font, size and place."""
    return float((windows @ _templates(letter).T).max())


@cache
def _templates(letter: str) -> Floats32:
    """The letter in all fonts and sizes, each with mean 0 and length 1, (n, pixels)."""
    side = PIXELS - 2 * SHIFT
    per_side = (PIXELS - 1) / (2 * REACH)
    drawn = []
    for size in SIZES:
        for font in _fonts(round(4 * size * per_side / 0.72)):
            canvas = Pillow.new("L", (4 * side, 4 * side), 0)
            ImageDraw.Draw(canvas).text((2 * side, 2 * side), letter, 255, font, anchor="mm")
            small = cv2.resize(np.asarray(canvas), (side, side), interpolation=cv2.INTER_AREA)
            soft = cv2.GaussianBlur(small.astype(np.float32), (0, 0), 0.8).reshape(-1)
            soft -= soft.mean()
            drawn.append(soft / max(float(np.linalg.norm(soft)), 1e-6))
    return np.array(drawn, np.float32)


@cache
def _fonts(size: int) -> tuple[ImageFont.FreeTypeFont | ImageFont.ImageFont, ...]:
    """The picture library's own font and those that come with the library for PDF files."""
    folder = resources.files("reportlab").joinpath("fonts")
    names = [f for f in ("Vera.ttf", "VeraBd.ttf", "VeraIt.ttf") if folder.joinpath(f).is_file()]
    found = [ImageFont.truetype(str(folder.joinpath(name)), size) for name in names]
    return (ImageFont.load_default(size), *found)
