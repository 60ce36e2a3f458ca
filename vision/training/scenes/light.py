"""Light on the table: gradients, colour casts, hard and soft shadows, glare and reflections."""

from __future__ import annotations

import math

import numpy as np

from ....calibration.arrays import Floats32, Integers32, Picture
from .noise import Image, field
from .textures import blurred
from .tiles.surface import convex_hull, fill


def light_colour(rng: np.random.Generator) -> Floats32:
    """Linear BGR (3,) of a light between 2500 and 9000 kelvin, sometimes green or magenta."""
    warm = rng.normal(0, 0.25)
    tint = rng.normal(0, 0.06)
    if rng.random() < 0.06:
        return np.asarray(np.exp(rng.normal(0, 0.5, 3)), dtype=np.float32)
    return np.asarray(np.exp([-warm, -tint, warm]), dtype=np.float32)


def illumination(rng: np.random.Generator, height: int, width: int, strength: float) -> Image:
    """Smooth light (H, W, 3): a gradient, soft blobs and a mixture of two coloured lamps."""
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32) / max(height, width) - 0.5
    angle = rng.uniform(0, 2 * math.pi)
    slope = rng.normal(0, 0.7) * strength
    along = xs * np.float32(math.cos(angle)) + ys * np.float32(math.sin(angle))
    log_light = np.float32(slope) * along
    if rng.random() < 0.5:
        blobs = field(rng, height, width, rng.uniform(1, 4))
        log_light = log_light + blobs * np.float32(0.15 * strength)
    first, second = light_colour(rng), light_colour(rng)
    x, y = (np.float32(v) for v in rng.normal(0, 1, 2))
    share = np.clip(0.5 + xs * x + ys * y, 0, 1)
    if rng.random() < 0.6:
        share = np.zeros_like(share)
    colour = first * (1 - share[..., None]) + second * share[..., None]
    return np.asarray(np.exp(log_light)[..., None] * colour, dtype=np.float32)


def cast_shadows(rng: np.random.Generator, height: int, width: int) -> Image:
    """Shadows (H, W), 1 where lit, of things outside the picture: blinds, leaves, hands, heads."""
    reach = max(height, width)
    kind = rng.random()
    if kind < 0.4:
        lit = _between_blinds(rng, height, width)
    elif kind < 0.55:
        leaves = field(rng, height, width, float(np.exp(rng.uniform(math.log(3), math.log(30)))))
        lit = (leaves > rng.uniform(-0.8, 0.8)).astype(np.uint8)
    else:
        lit = np.ones((height, width), np.uint8)
        for _ in range(int(rng.integers(1, 4))):
            centre = rng.uniform(-0.2, 1.2, 2) * (width, height)
            count = int(rng.integers(3, 9))
            angles = np.sort(rng.uniform(0, 2 * math.pi, count))
            radius = rng.uniform(0.1, 0.7) * reach * rng.uniform(0.5, 1, count)
            polygon = np.stack([np.cos(angles), np.sin(angles)], 1) * radius[:, None] + centre
            fill(lit, convex_hull(polygon), 0)
    softness = rng.choice((0.3, 1.0, 3.0) if kind < 0.55 else (0.3, 1.0, 3.0, 10.0)) * reach / 300
    soft = blurred(lit.astype(np.float32), float(softness))
    depth = rng.uniform(0.25, 0.93)
    return np.asarray(1 - np.float32(depth) * (1 - soft), dtype=np.float32)


def _between_blinds(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Stripes (H, W) of light between the slats of a blind, straight or bent by what they cross."""
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32) / max(height, width)
    angle = rng.uniform(0, 2 * math.pi)
    pitch = np.exp(rng.uniform(math.log(0.03), math.log(0.6)))
    along = xs * np.float32(math.cos(angle)) + ys * np.float32(math.sin(angle))
    along = along / np.float32(pitch)
    if rng.random() < 0.5:
        along = along + field(rng, height, width, 3) * np.float32(rng.uniform(0, 0.5))
    return np.asarray(along % 1.0 < rng.uniform(0.3, 0.7), dtype=np.uint8)


def glare(rng: np.random.Generator, tops: Image, owner: Integers32, gloss: float) -> Image:
    """Light (H, W) that glossy tops at places (H, W, 2) throw back: spots, lamps, windows. Each
    tile reflects a slightly shifted picture because no two lie exactly level."""
    height, width = owner.shape
    result = np.zeros((height, width), np.float32)
    if gloss <= 0:
        return result
    count = int(owner.max()) + 2
    tip = rng.normal(0, 1, (count, 2)).astype(np.float32)[owner]
    wobble = np.float32(rng.uniform(0.0, 0.8))
    x, y = tops[..., 0] + wobble * tip[..., 0], tops[..., 1] + wobble * tip[..., 1]
    seen = tops[:: max(1, height // 16), :: max(1, width // 16)].reshape(-1, 2)
    for _ in range(int(rng.integers(1, 4))):
        cx, cy = seen[int(rng.integers(len(seen)))]
        angle = rng.uniform(0, math.pi)
        c, s = np.float32(math.cos(angle)), np.float32(math.sin(angle))
        long = np.float32(np.exp(rng.uniform(math.log(0.3), math.log(5))))
        wide = long * np.float32(rng.uniform(0.3, 1))
        a, b = (c * (x - cx) + s * (y - cy)) / long, (c * (y - cy) - s * (x - cx)) / wide
        if rng.random() < 0.5:
            spot = np.exp(-0.5 * (a * a + b * b))
        else:
            soft = np.float32(rng.uniform(0.02, 0.5))
            spot = np.clip((1 - np.maximum(np.abs(a), np.abs(b))) / soft, 0, 1)
        result += spot.astype(np.float32) * np.float32(gloss * rng.uniform(0.2, 3.0))
    return np.where(owner >= 0, result, 0).astype(np.float32)


def sheen(rng: np.random.Generator, owner: Integers32, u: Image, v: Image, gloss: float) -> Image:
    """A faint even reflection (H, W), different on each tile because each leans differently."""
    if gloss <= 0:
        return np.zeros(owner.shape, np.float32)
    count = int(owner.max()) + 2
    level = rng.gamma(1.0, 0.1, count).astype(np.float32)[owner]
    slope = rng.normal(0, 0.08, (count, 2)).astype(np.float32)[owner]
    value = np.clip(level + slope[..., 0] * u + slope[..., 1] * v, 0, 1) * np.float32(gloss)
    return np.where(owner >= 0, value, 0).astype(np.float32)
