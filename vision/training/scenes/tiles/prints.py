"""Patterns inside a tile's colours: printed, woven, grown in the wood or drawn by a felt pen."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..noise import Image, LinearColour, sample
from ..textures import coverage, mixed


@dataclass(frozen=True)
class Print:
    """A pattern inside one of a tile's colours: its kind (KINDS), second colour, length (sides),
    turn (radians), seed, and whether each tile shows another part of it, as wood does."""

    kind: str
    tone: LinearColour
    period: float
    angle: float
    seed: int
    is_moved: bool


PlaceInPattern = tuple[Image, Image, Image]
"""Places on a tile in periods of the pattern, and the size of a pixel there."""


def _line(place: Image, share: float, pixel: Image) -> Image:
    """1 on a share of each period, 0 between."""
    away = np.abs(np.mod(place, np.float32(1.0)) - np.float32(0.5))
    return coverage(np.float32(share / 2) - away, pixel)


def _dots(rng: np.random.Generator, place: PlaceInPattern) -> Image:
    x, y, pixel = place
    row = np.floor(y)
    u = np.mod(x + row * np.float32(rng.choice((0.0, 0.5))), np.float32(1.0)) - np.float32(0.5)
    v = y - row - np.float32(0.5)
    power = float(rng.choice((1.0, 2.0, 2.0, 6.0)))
    away = (np.abs(u) ** power + np.abs(v) ** power) ** (1 / power)
    return coverage(np.float32(rng.uniform(0.18, 0.45)) - away.astype(np.float32), pixel)


def _stripes(rng: np.random.Generator, place: PlaceInPattern) -> Image:
    return _line(place[0], float(rng.uniform(0.25, 0.7)), place[2])


def _checks(rng: np.random.Generator, place: PlaceInPattern) -> Image:
    two = np.float32(2.0)
    first, second = (_line(axis / two, 0.5, place[2] / two) for axis in place[:2])
    return np.abs(first - second)


def _plaid(rng: np.random.Generator, place: PlaceInPattern) -> Image:
    share = float(rng.uniform(0.2, 0.6))
    first, second = (_line(axis, share, place[2]) for axis in place[:2])
    return np.asarray((first + second) / 2, np.float32)


def _mottling(rng: np.random.Generator, place: PlaceInPattern) -> Image:
    x, y, _ = place
    blobs = sample(rng, x[None], y[None], 0.5, int(rng.integers(2, 5)), 0.7)[0]
    return np.clip(blobs * np.float32(rng.uniform(0.4, 2.0)) + np.float32(0.5), 0, 1)


def _wood(rng: np.random.Generator, place: PlaceInPattern) -> Image:
    x, y, _ = place
    wobble = sample(rng, (x * np.float32(0.1))[None], y[None], 0.4, 3)[0]
    rings = np.sin(2 * np.float32(math.pi) * (y + np.float32(rng.uniform(0.1, 0.5)) * wobble))
    return np.asarray(np.clip(0.5 + rings * np.float32(rng.uniform(0.5, 1.5)), 0, 1), np.float32)


def _strokes(rng: np.random.Generator, place: PlaceInPattern) -> Image:
    x, y, _ = place
    wander = sample(rng, (x * np.float32(0.3))[None], y[None], 0.3, 3)[0]
    pressed = sample(rng, (x * np.float32(0.15))[None], y[None], 1.0, 3)[0]
    away = np.abs(np.mod(y + np.float32(0.25) * wander, np.float32(1.0)) - np.float32(0.5))
    ink = np.clip((np.float32(rng.uniform(0.15, 0.35)) - away) * 6 + np.float32(0.5), 0, 1)
    return np.asarray(ink * np.clip(np.float32(0.75) + pressed * 0.25, 0, 1), np.float32)


KINDS: dict[str, Callable[[np.random.Generator, PlaceInPattern], Image]] = {
    "dots": _dots,
    "stripes": _stripes,
    "checks": _checks,
    "plaid": _plaid,
    "mottling": _mottling,
    "wood": _wood,
    "strokes": _strokes,
}


def under_print(
    colour: LinearColour,
    design: Print,
    u: Image,
    v: Image,
    pixel: Image,
    moved: Image | None = None,
) -> Image:
    """Linear colours (N, 3) of one of a tile's colours under a pattern, at local places (N,), each
    so far (N,) along the pattern as `moved` says, in sides, if the pattern is one that is moved."""
    if moved is not None and design.is_moved:
        u, v = u + moved, v + moved * np.float32(0.37)
    rng = np.random.default_rng(design.seed)
    c, s = np.float32(math.cos(design.angle)), np.float32(math.sin(design.angle))
    period = np.float32(design.period)
    places = (c * u - s * v, s * u + c * v, pixel)
    x, y, step = (np.asarray(each / period, np.float32) for each in places)
    weight = KINDS[design.kind](rng, (x, y, step))
    return mixed(np.broadcast_to(colour, (*u.shape, 3)), design.tone, weight)
