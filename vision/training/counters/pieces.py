"""Five kinds of counters with their thickness, as a camera over the table sees them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ..scenes.camera import Camera
from .looks import Colour, hsv

Floats = NDArray[np.float64]
KINDS = ("printed", "draughts", "cap", "sweet", "cube")
MARKS = ("dot", "ring", "rings", "cross", "star", "bar", "square")
#: Hue, saturation and value about which each player's counters lie.
HUES = {
    "blue": (218.0, 0.85, 0.65),
    "green": (130.0, 0.75, 0.55),
    "red": (2.0, 0.88, 0.75),
    "yellow": (49.0, 0.85, 0.95),
    "violet": (282.0, 0.60, 0.60),
}
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
    colours: dict[str, Colour]
    inks: dict[str, Colour]
    spread: float


def random_set(rng: np.random.Generator, kind: str | None = None) -> CounterSet:
    """A set drawn at random."""
    kind = kind or str(rng.choice(KINDS, p=(0.3, 0.26, 0.16, 0.14, 0.14)))
    sprout = _shape(rng, kind)
    by = str(rng.choice(("mark", "size", "height", "shape"), p=(0.52, 0.18, 0.15, 0.15)))
    if kind == "cube" and by == "shape":
        by = "mark"
    seed = sprout
    if by == "size":
        sprout = replace(sprout, radius=min(sprout.radius, float(rng.uniform(0.36, 0.5))))
        larger = min(0.86, sprout.radius * float(rng.uniform(1.38, 1.8)))
        seed = replace(sprout, radius=larger)
    elif by == "height":
        taller = max(0.45, sprout.height * float(rng.uniform(2.0, 3.0)))
        seed = replace(sprout, height=min(1.2, taller))
    elif by == "shape":
        cube = _shape(rng, "cube")
        seed = cube
    colours, inks = {}, {}
    drift = float(rng.normal(0, 6))
    for name, (hue, saturation, value) in HUES.items():
        own = hsv(
            hue + drift + rng.normal(0, 7),
            float(np.clip(saturation * rng.uniform(0.7, 1.15), 0.3, 1)),
            float(np.clip(value * rng.uniform(0.7, 1.25), 0.25, 1)),
        )
        colours[name] = own
        light = 0.114 * own[0] + 0.587 * own[1] + 0.299 * own[2] > 120
        inks[name] = (25, 22, 20) if light else (238, 240, 240)
    if rng.random() < 0.3:
        ink = (245, 245, 245) if rng.random() < 0.5 else (15, 15, 15)
        inks = {name: ink if _contrast(colours[name], ink) > 60 else inks[name] for name in colours}
    return CounterSet(
        sprout, seed, by, str(rng.choice(MARKS)), float(rng.uniform(0.3, 0.6)),
        colours, inks, float(rng.choice((0.0, 3.0, 9.0))),
    )  # fmt: skip


def _contrast(first: Colour, second: Colour) -> float:
    weights = np.array((0.114, 0.587, 0.299))
    return abs(float((np.array(first) - np.array(second)) @ weights))


def _shape(rng: np.random.Generator, kind: str) -> Shape:
    if kind == "printed":
        radius, height = rng.uniform(0.45, 0.78), rng.uniform(0.01, 0.12)
        return Shape(kind, radius, height, str(rng.choice(("plain", "outline"))), 0.1)
    if kind == "draughts":
        detail = str(rng.choice(("plain", "grooves", "rim", "hollow"), p=(0.25, 0.4, 0.2, 0.15)))
        return Shape(kind, rng.uniform(0.45, 0.8), rng.uniform(0.2, 0.5), detail, 0.5)
    if kind == "cap":
        detail = str(rng.choice(("plain", "print", "inside"), p=(0.6, 0.25, 0.15)))
        return Shape(kind, rng.uniform(0.6, 0.85), rng.uniform(0.25, 0.4), detail, 0.8)
    if kind == "sweet":
        detail = str(rng.choice(("plain", "letter"), p=(0.75, 0.25)))
        return Shape(kind, rng.uniform(0.36, 0.6), rng.uniform(0.25, 0.6), detail, 0.7)
    size = rng.uniform(0.36, 0.6)
    return Shape(kind, size, size * math.sqrt(2) * rng.uniform(0.85, 1.15), "plain", 0.15)


@dataclass(frozen=True)
class Placed:
    """A piece on the table: where (sides, the board's middle is the origin), how turned, what it
    is, and what it stands on."""

    x: float
    y: float
    turn: float
    shape: Shape
    colour: Colour
    mark: str | None
    ink: Colour
    mark_size: float
    foot: float = 0.0


def outline(piece: Placed, share: float = 0.0) -> Floats:
    """The piece's outline (n, 2) on the plane at a share of its height."""
    shape = piece.shape
    if shape.kind == "cube":
        count = 4
        angles = piece.turn + math.pi / 4 + np.arange(count) * math.pi / 2
        radius = np.full(count, shape.radius)
    else:
        count = 42 if shape.kind == "cap" else 28
        angles = piece.turn + np.arange(count) * 2 * math.pi / count
        radius = np.full(count, shape.radius)
        if shape.kind == "cap":
            radius = radius * (1 - 0.1 * share + 0.035 * (1 - share) * np.cos(21 * angles))
            radius = radius if share < 0.99 else radius * 0.97
        elif shape.kind == "sweet":
            radius = radius * math.sqrt(max(0.02, 1 - (2 * share - 1) ** 2))
    points = np.stack([np.cos(angles), np.sin(angles)], axis=1) * radius[:, None]
    return np.asarray(points + np.array([piece.x, piece.y]))


def fill(canvas: NDArray[Any], points: NDArray[Any], colour: Any) -> None:
    fixed = np.round(np.clip(points, -9000, 9000) * 2**SHIFT).astype(np.int32)
    line = cv2.LINE_AA if canvas.dtype == np.uint8 else cv2.LINE_8
    cv2.fillPoly(canvas, [fixed.reshape(-1, 1, 2)], colour, line, SHIFT)


def _toned(colour: Colour, gain: float) -> Colour:
    return tuple(int(np.clip(v * gain, 0, 255)) for v in colour)  # type: ignore[return-value]


def draw_piece(
    picture: NDArray[np.uint8],
    owner: NDArray[np.int16],
    index: int,
    camera: Camera,
    piece: Placed,
    lamp: tuple[float, float],
) -> NDArray[np.float64]:
    """Paint a piece (BGR, uint8) and note its pixels; returns its whole silhouette (n, 2)."""
    shape = piece.shape
    levels = (0.0, 0.12, 0.3, 0.5, 0.7, 0.88, 0.97) if shape.kind == "sweet" else (0.0, 1.0)
    rings = [camera.project(outline(piece, s), piece.foot + s * shape.height) for s in levels]
    hull = cv2.convexHull(np.concatenate(rings).astype(np.float32)).reshape(-1, 2)
    fill(owner, hull, index)
    if shape.kind == "sweet":
        for share, ring in zip(levels, rings, strict=True):
            fill(picture, ring, _toned(piece.colour, 0.55 + 0.5 * share))
        top_height = piece.foot + 0.9 * shape.height
    else:
        fill(picture, hull, _toned(piece.colour, 0.62))
        low, high = rings
        base = outline(piece)
        normal = base - (piece.x, piece.y)
        for k in range(len(base)):
            n = (k + 1) % len(base)
            edge = normal[k] + normal[n]
            facing = float(edge @ np.array(lamp)) / max(1e-6, float(np.linalg.norm(edge)))
            quad = np.array([low[k], low[n], high[n], high[k]])
            ((ax, ay), (bx, by), (dx, dy)) = low[k], low[n], high[k]
            if (bx - ax) * (dy - ay) - (by - ay) * (dx - ax) > 0:
                gain = 0.62 + 0.22 * facing
                if shape.kind == "cap":
                    gain *= 1.0 + 0.15 * (-1) ** k
                fill(picture, quad, _toned(piece.colour, gain))
        fill(picture, high, piece.colour)
        top_height = piece.foot + shape.height
    _draw_top(picture, camera, piece, top_height)
    if shape.gloss > 0.4:
        r = shape.radius * 0.16
        spot = np.array([piece.x, piece.y]) + np.array(lamp) * shape.radius * 0.45
        ring = _circle(r) + spot
        tone = tuple(int(v + (255 - v) * shape.gloss * 0.6) for v in piece.colour)
        if shape.kind == "sweet":
            fill(picture, camera.project(ring, top_height), tone)
    return np.asarray(hull, np.float64)


def _circle(radius: float, count: int = 24) -> Floats:
    angles = np.arange(count) * 2 * math.pi / count
    return np.stack([np.cos(angles), np.sin(angles)], axis=1) * radius


def _draw_top(picture: NDArray[np.uint8], camera: Camera, piece: Placed, height: float) -> None:
    shape, middle = piece.shape, np.array([piece.x, piece.y])
    radius = shape.radius * (0.71 if shape.kind == "cube" else 1.0)
    if shape.kind == "sweet":
        radius *= 0.8

    def on_top(points: Floats) -> Floats:
        c, s = math.cos(piece.turn), math.sin(piece.turn)
        return camera.project(points @ np.array([[c, s], [-s, c]]) + middle, height)

    def paint(points: Floats, colour: Colour) -> None:
        fill(picture, on_top(points), colour)

    darker, lighter = _toned(piece.colour, 0.72), _toned(piece.colour, 1.18)
    if shape.detail == "outline":
        paint(_circle(radius), _toned(piece.colour, 0.45))
        paint(_circle(radius * 0.94), piece.colour)
    elif shape.detail == "grooves":
        for share, tone in ((0.86, darker), (0.78, lighter), (0.6, darker), (0.53, piece.colour)):
            paint(_circle(radius * share), tone)
    elif shape.detail == "rim":
        paint(_circle(radius * 0.8), darker)
        paint(_circle(radius * 0.74), piece.colour)
    elif shape.detail == "hollow":
        paint(_circle(radius * 0.68), _toned(piece.colour, 0.82))
    elif shape.detail == "inside":
        paint(_circle(radius * 0.86), _toned(piece.colour, 0.6))
        paint(_circle(radius * 0.72), _toned(piece.colour, 0.9))
    elif shape.detail in ("print", "letter"):
        tone = lighter if sum(piece.colour) < 380 else darker
        for x in (-0.25, 0.05, 0.3):
            bar = np.array([[x, -0.2], [x + 0.12, -0.2], [x + 0.12, 0.2], [x, 0.2]]) * radius
            paint(bar, tone)
    if piece.mark is not None:
        for points, is_ink in _mark(piece.mark, radius, piece.mark_size):
            paint(points, piece.ink if is_ink else piece.colour)


def _mark(name: str, radius: float, size: float) -> list[tuple[Floats, bool]]:
    reach = radius * size
    if name == "dot":
        return [(_circle(reach), True)]
    if name == "ring":
        return [(_circle(reach * 1.25), True), (_circle(reach * 0.75), False)]
    if name == "rings":
        return [
            (_circle(reach * 1.3), True),
            (_circle(reach * 0.9), False),
            (_circle(reach * 0.5), True),
        ]
    if name == "cross":
        reach *= 1.3
        bar = np.array([[-1, -0.22], [1, -0.22], [1, 0.22], [-1, 0.22]]) * reach
        return [(bar, True), (bar[:, ::-1], True)]
    if name == "bar":
        return [(np.array([[-1.3, -0.35], [1.3, -0.35], [1.3, 0.35], [-1.3, 0.35]]) * reach, True)]
    if name == "square":
        return [(np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * reach * 0.9, True)]
    angles = np.arange(10) * math.pi / 5
    reaches = np.where(np.arange(10) % 2, 0.5, 1.3) * reach
    return [(np.stack([np.cos(angles), np.sin(angles)], axis=1) * reaches[:, None], True)]
