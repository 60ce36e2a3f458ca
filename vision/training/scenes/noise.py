"""Smooth random fields that can be looked up at any place, and colours drawn at random."""

from __future__ import annotations

import functools

import cv2
import numpy as np

from ....calibration.arrays import Floats32

Image = Floats32
LinearColour = Floats32
"""A colour (3,), BGR in linear light."""
SIZE = 512
#: cv2.remap takes no row of 32768 pixels or more, so lookups are folded into rows of this length.
ROW = 1024


@functools.lru_cache(maxsize=48)
def noise_tile(seed: int, octaves: int, persistence: float) -> Image:
    """A tileable fractal noise picture (SIZE, SIZE) with mean 0 and standard deviation 1."""
    rng = np.random.default_rng(seed)
    total = np.zeros((SIZE, SIZE), np.float32)
    weight = 1.0
    for octave in range(octaves):
        cells = 4 * 2**octave
        if cells > SIZE:
            break
        field = rng.normal(0, 1, (cells, cells)).astype(np.float32)
        padded = np.pad(field, 2, mode="wrap")
        step = SIZE // cells
        big = cv2.resize(padded, None, fx=step, fy=step, interpolation=cv2.INTER_CUBIC)
        total += weight * big[2 * step : 2 * step + SIZE, 2 * step : 2 * step + SIZE]
        weight *= persistence
    return np.asarray((total - total.mean()) / (total.std() + 1e-6), dtype=np.float32)


def sample(
    rng: np.random.Generator,
    x: Image,
    y: Image,
    frequency: float,
    octaves: int = 5,
    persistence: float = 0.6,
) -> Image:
    """Fractal noise at the points ``(x, y)``; its coarsest blobs are ``1 / frequency`` long."""
    tile = noise_tile(int(rng.integers(6)), octaves, persistence)
    scale = SIZE / 4 * frequency
    u = np.mod(x * np.float32(scale) + np.float32(rng.uniform(0, SIZE)), SIZE)
    v = np.mod(y * np.float32(scale) + np.float32(rng.uniform(0, SIZE)), SIZE)
    count = u.size
    rows = -(-count // ROW)
    places = np.zeros((2, rows * ROW), np.float32)
    places[0, :count], places[1, :count] = u.ravel(), v.ravel()
    maps = places.reshape(2, rows, ROW)
    values = cv2.remap(tile, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
    return np.asarray(values.ravel()[:count].reshape(u.shape), dtype=np.float32)


def field(rng: np.random.Generator, height: int, width: int, blobs: float) -> Image:
    """A smooth random field (H, W) with about ``blobs`` blobs along the longer side."""
    cells = max(2, round(blobs))
    small = rng.normal(0, 1, (cells + 3, cells + 3)).astype(np.float32)
    large = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(large, dtype=np.float32)


def random_colour(rng: np.random.Generator, saturation: float | None = None) -> LinearColour:
    """A random linear-light BGR colour: any hue, any lightness, often muted."""
    hue = rng.uniform(0, 6)
    if saturation is None:
        saturation = float(rng.beta(1.0, 1.2))
    value = float(rng.uniform(0.03, 1.0))
    ramp = np.clip(np.abs((hue + np.array([4.0, 2.0, 0.0])) % 6 - 3) - 1, 0, 1)
    srgb = value * (1 - saturation * (1 - ramp))
    return np.asarray(srgb**2.2, dtype=np.float32)
