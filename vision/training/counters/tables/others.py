"""Whole photos without a Palanquée board: other boards, floors, cloths, tiles, bare tables."""

from __future__ import annotations

import math

import cv2
import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw

from .....calibration.arrays import Floats, Floats32, Picture
from ...scenes import clutter
from ...scenes.camera import pixel_sizes
from ...scenes.scene import Request, make_scene
from ...scenes.textures import TEXTURES, texture
from ..painting.looks import BoardLook, font_of, random_look
from ..painting.shadows import PAINTED
from .boards import AROUND, SIZES, Photographed, aim_at, cover, finish, lay_on_table, side_in

KINDS = ("hexagons", "floor", "tiles", "hexagons", "chess", "table")
"""What lies there instead; in turn, by the photo's number."""
LARGEST = 26
"""The most columns of a drawn board."""


def photograph_other(seed: int) -> Photographed:
    """The photo without a board that has this seed."""
    rng = np.random.default_rng([31, seed])
    kind = KINDS[seed % len(KINDS)]
    if kind == "tiles":
        width, height = SIZES[int(rng.integers(len(SIZES)))]
        content = str(rng.choice(("board", "other_game"), p=(0.6, 0.4)))
        image = make_scene(seed, Request(width, height, content=content)).image
    elif kind in ("floor", "table"):
        image = _covered(rng, "honeycomb" if kind == "floor" else None)
    else:
        sheet = _other_hexagons(rng) if kind == "hexagons" else _squares(rng)
        image = _laid(rng, sheet)
    return Photographed(image, kind, np.zeros((0, 2)), np.zeros(0, bool))


def _covered(rng: np.random.Generator, kind: str | None) -> Picture:
    """A table that one texture covers, with some things on it."""
    reach = float(rng.uniform(6, 20))
    outline = np.array([[-reach, -reach], [reach, -reach], [reach, reach], [-reach, reach]])
    camera = aim_at(rng, outline, float(rng.uniform(0, 60)), float(rng.uniform(0.8, 1.5)))
    places = camera.plane_points(camera.rays(), 0.0)
    kind = kind or str(rng.choice([name for name in TEXTURES if name != "honeycomb"]))
    pixel, side = float(np.median(pixel_sizes(places))), side_in(camera)
    picture = texture(rng, kind, places, pixel)
    middles = rng.uniform(0, 1, (int(rng.integers(0, 6)), 2)) * picture.shape[1::-1]
    spots = (clutter.Spot(middle, side, 0.8) for middle in middles)
    clutter.put_things(rng, picture, spots, clutter.THINGS)
    return finish(rng, picture, side)


def _laid(rng: np.random.Generator, sheet: Picture) -> Picture:
    """A sheet on a table, PAINTED pixels a side."""
    size = np.array(sheet.shape[1::-1]) / PAINTED
    outline = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * size - size / 2
    camera = aim_at(rng, outline, float(50 * rng.uniform(0, 1)), float(rng.uniform(0.6, 1.3)))
    edge = round(AROUND * PAINTED)
    flat = cv2.copyMakeBorder(sheet, *(edge,) * 4, cv2.BORDER_CONSTANT)
    inside = np.zeros(flat.shape[:2], np.float32)
    inside[edge:-edge, edge:-edge] = 1.0
    picture, _ = lay_on_table(rng, camera, np.asarray(flat, np.uint8), inside, size / 2)
    side = side_in(camera)
    if rng.random() < 0.4:
        cover(rng, picture, camera.project(outline * 0.8), side, int(rng.integers(1, 4)))
    return finish(rng, picture, side)


def _cells_of_another(rng: np.random.Generator) -> list[tuple[int, int]]:
    """Columns and half steps of a board that is no Palanquée: a rhombus, a hexagon, a rectangle."""
    shape = rng.random()
    if shape < 0.3:
        side = int(rng.integers(9, 20))
        return [(c, 2 * r + c) for c in range(side) for r in range(side)]
    if shape < 0.55:
        side = int(rng.integers(5, 11))
        ends = range(-side + 1, side)
        return [(q, 2 * r + q) for q in ends for r in ends if abs(q + r) < side]
    columns, rows = int(rng.integers(9, LARGEST)), int(rng.integers(9, 24))
    if columns in range(17, 22) and rows in range(15, 19):
        columns -= 5  # as a board with some cells hidden would be
    more = int(rng.choice((0, 1)))
    odd = [more * (c % 2) for c in range(columns)]
    return [(c, 2 * r - odd[c]) for c in range(columns) for r in range(rows + odd[c])]


def _other_hexagons(rng: np.random.Generator) -> Picture:
    """A board of hexagons for another game, printed like one of Palanquée."""
    look = random_look(rng)
    cells = np.array(_cells_of_another(rng))
    middles = np.stack([1.5 * cells[:, 0], math.sqrt(3.0) / 2 * cells[:, 1]], axis=1)
    middles = middles - middles.min(axis=0) + 1.0 + rng.uniform(0.1, 1.5)
    if rng.random() < 0.5:
        return _drawn(rng, look, middles[:, ::-1], math.pi / 6)
    return _drawn(rng, look, middles, 0.0)


def _drawn(rng: np.random.Generator, look: BoardLook, middles: Floats, turn: float) -> Picture:
    """Hexagons about places (n, 2), in sides, with letters and men on some of them."""
    size = np.ceil((middles.max(axis=0) + 1.0 + rng.uniform(0.1, 1.5)) * PAINTED).astype(int)
    sheet = np.full((size[1], size[0], 3), look.paper, np.uint8)
    turns = np.arange(6) * math.pi / 3 + turn
    width = max(1, round(look.line_width * PAINTED))
    for index, middle in enumerate(middles):
        corners = middle + np.stack([np.cos(turns), np.sin(turns)], axis=1) * (1 - look.inset)
        points = np.round(corners * PAINTED * 16).astype(np.int32)
        fill = look.fills[index % len(look.fills) if look.pattern != "one" else 0]
        cv2.fillPoly(sheet, [points], fill, cv2.LINE_AA, 4)
        cv2.polylines(sheet, [points], True, look.line, width, cv2.LINE_AA, 4)
    if rng.random() < 0.5:
        picture = Pillow.fromarray(sheet)
        pen = ImageDraw.Draw(picture)
        font = font_of(look.font, round(look.letter_size * PAINTED))
        lettered = rng.random(len(middles)) < float(rng.choice((0.1, 1.0)))
        for number in np.flatnonzero(lettered).tolist():
            x, y = middles[number] * PAINTED
            pen.text((x, y), chr(65 + number % 26), fill=look.letter, font=font, anchor="mm")
        sheet = np.asarray(picture, np.uint8).copy()
    for x, y in middles[rng.random(len(middles)) < float(rng.choice((0.0, 0.2)))]:
        colour = tuple(int(v) for v in rng.integers(0, 255, 3))
        place = (round(x * PAINTED), round(y * PAINTED))
        cv2.circle(sheet, place, round(0.6 * PAINTED), colour, -1, cv2.LINE_AA)
    return sheet


def _squares(rng: np.random.Generator) -> Picture:
    """A chess board, a go board or draughts, with round men."""
    count = int(rng.choice((8, 10, 12, 19)))
    cell = round(PAINTED * 24 / count)
    look = random_look(rng)
    board = np.indices((count, count)).sum(axis=0) % 2
    colours = np.array([look.fills[0], look.line], np.uint8)
    sheet = np.repeat(np.repeat(colours[board], cell, axis=0), cell, axis=1)
    if count == 19:
        sheet = np.full_like(sheet, look.fills[0])
        for k in range(count):
            at = k * cell + cell // 2
            cv2.line(sheet, (at, 0), (at, len(sheet)), look.line, 1)
            cv2.line(sheet, (0, at), (len(sheet), at), look.line, 1)
    men: Floats32 = np.asarray(rng.random((count, count)) < 0.3)
    for row, column in np.argwhere(men):
        colour = (30, 30, 30) if rng.random() < 0.5 else (230, 235, 235)
        place = (int(column) * cell + cell // 2, int(row) * cell + cell // 2)
        cv2.circle(sheet, place, round(0.38 * cell), colour, -1, cv2.LINE_AA)
    return np.asarray(sheet, np.uint8)
