"""What must not be taken for dice: draughts, sweets, dominoes, sugar, buttons, blocks, keys."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from .....calibration.arrays import Floats, Floats32
from ..noise import random_colour
from . import marks
from .painting import Albedo
from .solids import Solid

KINDS = ("draught", "sweet", "domino", "sugar", "button", "block", "key", "token", "box")


@dataclass(frozen=True)
class Thing:
    """A solid in units of its own size, and how its surface looks."""

    kind: str
    solid: Solid
    albedo: Albedo
    gloss: float


def random_thing(rng: np.random.Generator) -> Thing:
    """One of the KINDS; its size is about that of a die with edge 1."""
    kind = str(rng.choice(KINDS, p=(0.16, 0.16, 0.16, 0.12, 0.08, 0.08, 0.08, 0.08, 0.08)))
    gloss = float(rng.choice((0.02, rng.uniform(0.05, 0.6))))
    return Thing(kind, *_MAKERS[kind](rng), gloss)


def marked_cube(rng: np.random.Generator) -> Thing:
    """A counters' cube: bare, or with a spot, ring, ring about a spot or cross on its top alone."""
    axis = (np.arange(marks.SIZE) + 0.5) / marks.SIZE - 0.5
    away = np.hypot(axis[:, None], axis[None])
    radius = float(rng.uniform(0.14, 0.4))
    thin = radius * rng.uniform(0.5, 0.8)
    arm = np.abs(axis) < radius
    bar = np.abs(axis) < rng.uniform(0.1, 0.25) * radius
    mark = (
        np.zeros_like(away) > 0,
        away < radius,
        (away < radius) & (away > thin),
        ((away < radius) & (away > thin)) | (away < 0.35 * radius),
        (bar[:, None] & arm) | (arm[:, None] & bar),
    )[int(rng.choice(5, p=(0.2, 0.3, 0.2, 0.15, 0.15)))]
    body, ink = random_colour(rng), random_colour(rng)
    solid = Solid("box", (0.5, 0.5, float(rng.uniform(0.3, 0.5))), float(rng.uniform(0.02, 0.12)))
    albedo = _printed_top(body, ink, mark.astype(np.float32), 0.5, 0.5)
    return Thing("cube", solid, albedo, float(rng.choice((0.02, rng.uniform(0.05, 0.4)))))


def _draught(rng: np.random.Generator) -> tuple[Solid, Albedo]:
    radius, height = rng.uniform(0.45, 1.0), rng.uniform(0.1, 0.35)
    solid = Solid("cylinder", (radius, radius, height), float(0.3 * height))
    colour = random_colour(rng)
    rings = sorted(rng.uniform(0.2, 0.95, int(rng.integers(1, 4))))
    shades = np.cumprod(rng.uniform(0.55, 1.4, len(rings) + 1))

    def albedo(points: Floats) -> tuple[Floats32, Floats32]:
        share = np.hypot(points[:, 0], points[:, 1]) / radius
        return _solid_colours(colour * shades[np.searchsorted(rings, share)][:, None])

    return solid, albedo


def _sweet(rng: np.random.Generator) -> tuple[Solid, Albedo]:
    radius, flat = rng.uniform(0.3, 0.75), rng.uniform(0.3, 1.0)
    colour, other = random_colour(rng), random_colour(rng)
    stripes = rng.random() < 0.2
    around = int(rng.integers(2, 6))

    def albedo(points: Floats) -> tuple[Floats32, Floats32]:
        shade = np.broadcast_to(colour, points.shape)
        if stripes:
            bright = np.sin(around * np.arctan2(points[:, 1], points[:, 0])) > 0
            shade = np.where(bright[:, None], colour, other)
        return _solid_colours(shade)

    return Solid("ellipsoid", (radius, radius * rng.uniform(0.7, 1), radius * flat)), albedo


def _domino(rng: np.random.Generator) -> tuple[Solid, Albedo]:
    wide, thick = rng.uniform(0.45, 0.8), rng.uniform(0.08, 0.25)
    body, pip = random_colour(rng), random_colour(rng)
    if rng.random() < 0.7:
        body = np.full(3, rng.choice((0.01, 0.8)), np.float32)
        pip = np.full(3, 0.85 if body[0] < 0.5 else 0.01, np.float32)
    radius, spread = rng.uniform(0.06, 0.1), rng.uniform(0.22, 0.28)
    bare = np.zeros((marks.SIZE, marks.SIZE), np.float32)
    faces = [marks.pips(face, radius, spread) for face in marks.FACES]
    chosen = np.concatenate([([*faces, bare])[int(rng.integers(7))] for _ in range(2)])
    middle = marks.SIZE
    if rng.random() < 0.8:
        chosen[middle - 1 : middle + 1, 6:-6] = 1.0
    solid = Solid("box", (wide, 2 * wide, thick), 0.05)
    return solid, _printed_top(body, pip, chosen, wide, 2 * wide)


def _sugar(rng: np.random.Generator) -> tuple[Solid, Albedo]:
    colour = np.full(3, 0.85, np.float32) if rng.random() < 0.4 else random_colour(rng)
    half = (0.5, float(0.5 * rng.uniform(0.8, 1.3)), float(0.5 * rng.uniform(0.6, 1.1)))
    frequency = rng.uniform(3, 30, 3)
    rough = float(rng.choice((0.0, 0.25)))

    def albedo(points: Floats) -> tuple[Floats32, Floats32]:
        grain = np.sin(points @ frequency) * np.sin(points[:, ::-1] @ frequency)
        return _solid_colours(colour * (1 + rough * grain)[:, None])

    return Solid("box", half, float(rng.uniform(0.02, 0.15))), albedo


def _button(rng: np.random.Generator) -> tuple[Solid, Albedo]:
    radius, holes = rng.uniform(0.3, 0.65), int(rng.choice((2, 4, 4)))
    colour, turn = random_colour(rng), rng.uniform(0, 6)
    angles = turn + np.arange(holes) * 2 * math.pi / holes
    away, size = rng.uniform(0.22, 0.4) * radius, rng.uniform(0.09, 0.16) * radius
    places = np.stack([np.cos(angles), np.sin(angles)], 1) * away

    def albedo(points: Floats) -> tuple[Floats32, Floats32]:
        gaps = np.linalg.norm(points[:, None, :2] - places[None], axis=2).min(axis=1)
        return _solid_colours(np.where((gaps < size)[:, None], 0.02, colour))

    return Solid("cylinder", (radius, radius, 0.12), 0.05), albedo


def _block(rng: np.random.Generator) -> tuple[Solid, Albedo]:
    """A building block from above; its studs are discs a little lighter or darker."""
    columns, rows = int(rng.integers(1, 3)), int(rng.integers(2, 5))
    pitch, colour = rng.uniform(0.4, 0.6), random_colour(rng)
    half = (columns * pitch / 2, rows * pitch / 2, rng.uniform(0.2, 0.4))
    light = rng.uniform(0.6, 0.9) if rng.random() < 0.5 else rng.uniform(1.1, 1.5)

    def albedo(points: Floats) -> tuple[Floats32, Floats32]:
        local = np.mod((points[:, :2] + np.array(half[:2])) / pitch, 1.0) - 0.5
        away = np.hypot(local[:, 0], local[:, 1])
        rim = (np.abs(away - 0.3) < 0.05) & (points[:, 2] > 0.8 * half[2])
        stud = (away < 0.3) & (points[:, 2] > 0.8 * half[2])
        return _solid_colours(colour * np.where(rim, 0.6, np.where(stud, light, 1.0))[:, None])

    return Solid("box", (float(half[0]), float(half[1]), float(half[2])), 0.02), albedo


def _key(rng: np.random.Generator) -> tuple[Solid, Albedo]:
    """A flat square with a letter or a number: a key, a letter tile, a numbered counter."""
    half = rng.uniform(0.45, 0.8)
    body, ink = random_colour(rng), random_colour(rng)
    text = "ABCDEFGHJKLMNPQRSTUVWXYZ1234567890"[int(rng.integers(34))]
    written = marks.written(text, int(rng.integers(40)), rng.uniform(0.3, 0.7), rng.uniform(0, 1))
    solid = Solid("box", (half, half * rng.uniform(0.9, 1.4), rng.uniform(0.06, 0.2)), 0.05)
    return solid, _printed_top(body, ink, written, half, solid.half[1])


def _token(rng: np.random.Generator) -> tuple[Solid, Albedo]:
    """A round counter or coin with a number or spots on it."""
    radius = rng.uniform(0.45, 0.9)
    body, ink = random_colour(rng), random_colour(rng)
    text = str(int(rng.integers(1, 13)))
    if rng.random() < 0.3:
        face = marks.FACES[int(rng.integers(6))]
        top = marks.pips(face, 0.07, rng.uniform(0.15, 0.22))
    else:
        top = marks.written(text, int(rng.integers(40)), rng.uniform(0.3, 0.5), rng.uniform(0, 1))
    solid = Solid("cylinder", (radius, radius, rng.uniform(0.05, 0.15)), 0.03)
    return solid, _printed_top(body, ink, top, radius, radius)


def _box(rng: np.random.Generator) -> tuple[Solid, Albedo]:
    """A box of matches, an eraser, a pack of something: longer than wide, printed or not."""
    half = tuple(float(v) for v in rng.uniform(0.3, 1.6, 3) * (1, 1, 0.6))
    body, ink = random_colour(rng), random_colour(rng)
    top = marks.sign(rng) if rng.random() < 0.7 else np.zeros((8, 8), np.float32)
    solid = Solid("box", (half[0], half[1], half[2]), 0.04)
    return solid, _printed_top(body, ink, top, half[0], half[1])


def _printed_top(body: Floats32, ink: Floats32, mark: Floats32, wide: float, long: float) -> Albedo:
    height, width = mark.shape

    def albedo(points: Floats) -> tuple[Floats32, Floats32]:
        column = np.clip((points[:, 0] / wide + 1) / 2 * width, 0, width - 1).astype(int)
        row = np.clip((1 - points[:, 1] / long) / 2 * height, 0, height - 1).astype(int)
        level = points[:, 2] > 0.9 * points[:, 2].max()
        marked = np.where(level, mark[row, column], 0.0)[:, None]
        return _solid_colours(body * (1 - marked) + ink * marked)

    return albedo


def _solid_colours(colours: Floats | Floats32) -> tuple[Floats32, Floats32]:
    return np.asarray(colours, np.float32), np.ones(len(colours), np.float32)


_MAKERS = {
    "draught": _draught, "sweet": _sweet, "domino": _domino, "sugar": _sugar, "button": _button,
    "block": _block, "key": _key, "token": _token, "box": _box,
}  # fmt: skip
