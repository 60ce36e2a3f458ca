"""Five kinds of counters with their thickness, as a camera over the table sees them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .....calibration.arrays import Floats
from .looks import BgrColour, hsv, near_colour

KINDS = ("printed", "draughts", "cap", "sweet", "cube")
PAWN = "pawn"
"""A foot, a neck and a head: no table plays with them alone, but they serve for seeds."""
MARKS = ("dot", "ring", "rings", "cross", "star", "bar", "square", "target", "target")
#: Lowest and highest hue, saturation and value of what is sold in each player's colour.
HUES = {
    "blue": ((203.0, 232.0), (0.6, 1.0), (0.35, 0.9)),
    "green": ((88.0, 165.0), (0.5, 0.95), (0.3, 0.75)),
    "red": ((-16.0, 14.0), (0.7, 1.0), (0.5, 0.95)),
    "yellow": ((41.0, 58.0), (0.6, 1.0), (0.8, 1.0)),
    "violet": ((262.0, 318.0), (0.38, 0.85), (0.38, 0.85)),
}
#: BGR of the printed colour-blind palettes of `calibration/sets/counters.json`.
PALETTES: tuple[dict[str, BgrColour], ...] = (
    {"blue": (178, 114, 0), "green": (115, 158, 0), "red": (0, 94, 213), "yellow": (66, 228, 240),
     "violet": (167, 121, 204)},
    {"blue": (92, 38, 20), "green": (122, 194, 87), "red": (30, 38, 179), "yellow": (90, 224, 255),
     "violet": (208, 106, 160)},
    {"blue": (176, 85, 31), "green": (70, 154, 47), "red": (36, 42, 208), "yellow": (30, 200, 244),
     "violet": (160, 63, 123)},
)  # fmt: skip
AS_LARGE = 0.6
"""Of the sets with cubes as seeds so many have cubes about as large as the sprouts: else networks
would learn sizes, and call a square as wide as its round sprouts a sprout."""
PAWNS = 0.3
"""The share of the sets with taller seeds in which these are pawns."""
TURNED_OVER = 0.5
"""The share of the sets of marked caps in which a cap that shows its inside is the mark."""
INSIDE = "inside"
"""The mark of a cap that lies on its back: nearly its whole top, in the metal's colour."""
SHIFT = 4


@dataclass(frozen=True)
class Shape:
    """One sort of piece: ``kind`` is one of ``KINDS``; radius and height in sides. ``detail`` is
    what its top bears without being a seed: grooves, a rim, a print."""

    kind: str
    radius: float
    height: float
    detail: str = "plain"
    gloss: float = 0.2


@dataclass(frozen=True)
class CounterSet:
    """What a table plays with: ``by`` says what seeds are told by: mark, size, height or shape."""

    sprout: Shape
    seed: Shape
    by: str
    mark: str
    mark_size: float
    colours: dict[str, BgrColour]
    inks: dict[str, BgrColour]
    spread: float


def random_set(rng: np.random.Generator) -> CounterSet:
    """A set drawn at random."""
    kind = str(rng.choice(KINDS, p=(0.3, 0.26, 0.16, 0.14, 0.14)))
    sprout = _shape(rng, kind)
    by = str(rng.choice(("mark", "size", "height", "shape"), p=(0.42, 0.13, 0.25, 0.2)))
    if kind == "cube" and by == "shape":
        by = "mark"
    seed = sprout
    if by == "size":
        sprout = replace(sprout, radius=min(sprout.radius, float(rng.uniform(0.36, 0.5))))
        larger = min(0.86, sprout.radius * float(rng.uniform(1.38, 1.8)))
        seed = replace(sprout, radius=larger)
    elif by == "height" and rng.random() < PAWNS:
        seed = _pawn_beside(rng, sprout)
    elif by == "height":
        lowest = float(rng.uniform(0.33, 0.5))
        taller = max(lowest, sprout.height * float(rng.uniform(2.0, 3.0)))
        seed = replace(sprout, height=min(1.2, taller))
    elif by == "shape":
        seed = _cube_beside(rng, sprout)
    colours = {name: hsv(*(float(rng.uniform(*span)) for span in spans))
               for name, spans in HUES.items()}  # fmt: skip
    if rng.random() < (0.4 if kind == "printed" else 0.08):
        palette = PALETTES[int(rng.integers(len(PALETTES)))]
        colours = {name: near_colour(rng, colour, 5.0) for name, colour in palette.items()}
    inks: dict[str, BgrColour] = {}
    for name, (blue, green, red) in colours.items():
        light = 0.114 * blue + 0.587 * green + 0.299 * red > 120
        inks[name] = (25, 22, 20) if light else (238, 240, 240)
    if rng.random() < 0.3:
        ink = (245, 245, 245) if rng.random() < 0.5 else (15, 15, 15)
        inks = {name: ink if _contrast(colours[name], ink) > 60 else inks[name] for name in colours}
    mark = str(rng.choice(MARKS))
    if kind == "cap" and by == "mark" and rng.random() < TURNED_OVER:
        mark, seed = INSIDE, replace(sprout, detail="inside")
        metal = near_colour(rng, (190, 195, 200), 30.0)
        inks = dict.fromkeys(inks, metal) if rng.random() < 0.7 else inks
    return CounterSet(
        sprout, seed, by, mark, float(rng.uniform(0.3, 0.6)),
        colours, inks, float(rng.choice((0.0, 3.0, 9.0))),
    )  # fmt: skip


def _cube_beside(rng: np.random.Generator, sprout: Shape) -> Shape:
    cube = _shape(rng, "cube")
    if rng.random() > AS_LARGE:
        return cube
    # From as wide as the sprout to a little more than the same area; 0.72 still fits its cell.
    radius = float(np.clip(sprout.radius * rng.uniform(0.95, 1.3), 0.36, 0.72))
    return replace(cube, radius=radius, height=cube.height * radius / cube.radius)


def _pawn_beside(rng: np.random.Generator, sprout: Shape) -> Shape:
    radius = float(np.clip(sprout.radius * rng.uniform(0.6, 1.15), 0.3, 0.6))
    height = max(sprout.height * float(rng.uniform(1.3, 2.2)), radius * float(rng.uniform(1.6, 3)))
    return Shape(PAWN, radius, min(1.6, height), "plain", float(rng.uniform(0.1, 0.8)))


def _contrast(first: BgrColour, second: BgrColour) -> float:
    weights = np.array((0.114, 0.587, 0.299))
    return abs(float((np.array(first) - np.array(second)) @ weights))


def _shape(rng: np.random.Generator, kind: str) -> Shape:
    if kind == "printed":
        radius, height = rng.uniform(0.45, 0.78), rng.uniform(0.01, 0.12)
        return Shape(kind, radius, height, str(rng.choice(("plain", "outline"))), 0.1)
    if kind == "draughts":
        detail = str(
            rng.choice(
                ("plain", "grooves", "rim", "hollow", "holes"), p=(0.25, 0.3, 0.2, 0.1, 0.15)
            )
        )
        return Shape(kind, rng.uniform(0.45, 0.8), rng.uniform(0.2, 0.5), detail, 0.5)
    if kind == "cap":
        detail = str(rng.choice(("plain", "print", "band", "inside"), p=(0.45, 0.2, 0.2, 0.15)))
        return Shape(kind, rng.uniform(0.6, 0.85), rng.uniform(0.25, 0.4), detail, 0.8)
    if kind == "sweet":
        detail = str(rng.choice(("plain", "letter"), p=(0.75, 0.25)))
        return Shape(kind, rng.uniform(0.36, 0.6), rng.uniform(0.25, 0.6), detail, 0.7)
    size = rng.uniform(0.36, 0.6)
    return Shape(kind, size, size * math.sqrt(2) * rng.uniform(0.85, 1.15), "plain", 0.15)


@dataclass(frozen=True)
class Placed:
    """A piece on the table: where it stands (in sides from the board's middle), its turn, its
    shape, and the height of what it stands on."""

    x: float
    y: float
    turn: float
    shape: Shape
    colour: BgrColour
    mark: str | None
    ink: BgrColour
    mark_size: float
    foot: float = 0.0


def outline(piece: Placed) -> Floats:
    """The piece's outline (n, 2) on the plane at half of its height."""
    shape = piece.shape
    count = {"cube": 4, "cap": 42}.get(shape.kind, 28)
    first = piece.turn + (math.pi / 4 if shape.kind == "cube" else 0.0)
    angles = first + np.arange(count) * 2 * math.pi / count
    radius = np.full(count, shape.radius)
    if shape.kind == "cap":
        radius = radius * (1 - 0.05 + 0.0175 * np.cos(21 * angles))
    points = np.stack([np.cos(angles), np.sin(angles)], axis=1) * radius[:, None]
    return np.asarray(points + np.array([piece.x, piece.y]))


def fill(canvas: NDArray[Any], points: NDArray[Any], colour: Any) -> None:
    fixed = np.round(np.clip(points, -9000, 9000) * 2**SHIFT).astype(np.int32)
    line = cv2.LINE_AA if canvas.dtype == np.uint8 else cv2.LINE_8
    cv2.fillPoly(canvas, [fixed.reshape(-1, 1, 2)], colour, line, SHIFT)
