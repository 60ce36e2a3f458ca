"""From linear light to an 8-bit picture as a phone takes it: blur, noise, tone, mosaic, JPEG."""

from __future__ import annotations

import math

import cv2
import numpy as np

from ....calibration.arrays import Picture
from .noise import Image, field
from .textures import blurred


def optical_blur(
    rng: np.random.Generator, picture: Image, tile_width: float, strength: float
) -> Image:
    """Defocus (maybe growing across the picture) or motion, in shares of a tile's width."""
    kind = rng.random()
    amount = float(rng.uniform(0, 0.09)) * strength * tile_width
    if kind < 0.35 or amount < 0.3:
        return blurred(picture, min(amount, 0.35 + 0.3 * rng.random()))
    if kind < 0.55:
        return blurred(picture, amount)
    if kind < 0.7:
        ramp = np.clip(np.linspace(-0.5, 1.5, len(picture)) + rng.normal(0, 0.3), 0, 1)
        weight = ramp.astype(np.float32)[:, None, None]
        return picture * (1 - weight) + blurred(picture, amount) * weight
    size = max(1, round(amount * (1.5 if kind < 0.85 else 1.6)))
    spread = np.zeros((2 * size + 1, 2 * size + 1), np.float32)
    if kind < 0.85:
        cv2.circle(spread, (size, size), size, 1.0, -1)
    else:
        angle = rng.uniform(0, math.pi)
        x, y = round(size + size * math.cos(angle)), round(size + size * math.sin(angle))
        cv2.line(spread, (2 * size - x, 2 * size - y), (x, y), 1.0, 1)
    return np.asarray(cv2.filter2D(picture, -1, spread / spread.sum()), dtype=np.float32)


def photographed(rng: np.random.Generator, picture: Image, noise: float, quality: int) -> Picture:
    """What a phone makes of a picture (h, w, 3) in linear light: `noise` is its sensor's, `quality`
    that of its JPEG at the least."""
    image = _developed(rng, _vignetted(rng, picture), noise)
    return _compressed(rng, _mosaic(image) if rng.random() < 0.3 else image, quality)


def _vignetted(rng: np.random.Generator, picture: Image) -> Image:
    """Darker corners."""
    height, width = picture.shape[:2]
    ys = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    xs = np.linspace(-1, 1, width, dtype=np.float32)[None]
    fall = 1 - np.float32(rng.uniform(0, 0.35)) * (xs * xs + ys * ys) / 2
    return np.asarray(picture * fall[..., None], dtype=np.float32)


def _developed(rng: np.random.Generator, picture: Image, strength: float) -> Picture:
    """Exposure, white balance, sensor noise, tone curve, saturation; 8-bit BGR (h, w, 3) out."""
    sample = picture[::4, ::4]
    bright = float(np.percentile(sample.max(axis=2), rng.uniform(80, 99.5)))
    picture = picture * np.float32(rng.uniform(0.45, 1.15) / max(bright, 1e-3))
    grey = sample.reshape(-1, 3).mean(axis=0)
    balance = (grey.mean() / np.maximum(grey, 1e-3)) ** rng.uniform(0.0, 0.7)
    picture = picture * (balance * np.exp(rng.normal(0, 0.06, 3))).astype(np.float32)
    haze = rng.uniform(0, 0.05) * strength if rng.random() < 0.3 else 0.0
    picture = np.clip(picture * np.float32(1 - haze) + np.float32(haze), 0, 4)
    noise = strength * float(rng.choice((0.0, rng.uniform(0, 0.01), rng.uniform(0, 0.04))))
    if noise > 0:
        height, width = picture.shape[:2]
        shot = rng.standard_normal((height, width, 3), np.float32)
        if rng.random() < 0.4:
            shot = blurred(shot, rng.uniform(0.4, 0.9)) * np.float32(1.6)
        brightness = np.maximum(picture, 0) + np.float32(0.02)
        picture = picture + shot * np.float32(noise) * np.sqrt(brightness)
    curve_in = np.linspace(0, 1.5, 1024)
    knee = rng.uniform(0.75, 1.2)
    bent = knee + (1.0 - np.exp(-(curve_in - knee) * 2)) * 0.3
    shoulder = np.where(curve_in > knee, bent, curve_in)
    encoded = np.clip(shoulder, 0, 1) ** (1 / rng.uniform(1.9, 2.6))
    contrast = rng.uniform(-0.3, 0.7)
    encoded = encoded + contrast * (encoded * encoded * (3 - 2 * encoded) - encoded)
    lift = rng.uniform(0, 0.06) if rng.random() < 0.3 else 0.0
    table = np.clip(lift + encoded * (1 - lift), 0, 1).astype(np.float32)
    index = np.clip(picture * np.float32(1023 / 1.5), 0, 1023).astype(np.int32)
    toned = table[index]
    saturation = np.float32(np.exp(rng.normal(0.05, 0.25)))
    if rng.random() < 0.03:
        saturation = np.float32(0.0)
    mean = toned.mean(axis=2, keepdims=True)
    toned = mean + (toned - mean) * saturation
    if rng.random() < 0.3:
        sharp = np.float32(rng.uniform(0.3, 1.2))
        toned = toned + sharp * (toned - blurred(toned, rng.uniform(0.7, 1.5)))
    if rng.random() < 0.1:
        toned = toned + field(rng, toned.shape[0], toned.shape[1], 3)[..., None] * np.float32(0.03)
    return np.asarray(np.clip(toned * 255 + 0.5, 0, 255), dtype=np.uint8)


def _mosaic(image: Picture) -> Picture:
    """The colour fringes of a Bayer sensor and its interpolation."""
    raw = image[..., 1].copy()
    raw[0::2, 0::2] = image[0::2, 0::2, 0]
    raw[1::2, 1::2] = image[1::2, 1::2, 2]
    return np.asarray(cv2.cvtColor(raw, cv2.COLOR_BayerRG2BGR), dtype=np.uint8)


def _compressed(rng: np.random.Generator, image: Picture, lowest: int) -> Picture:
    """JPEG at a random quality of at least ``lowest``, sometimes after a coarser resampling."""
    height, width = image.shape[:2]
    if rng.random() < 0.15:
        share = rng.uniform(0.6, 0.95)
        small = cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        image = np.asarray(cv2.resize(small, (width, height)), np.uint8)
    quality = int(rng.integers(lowest, 98))
    ok, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    decoded = cv2.imdecode(data, cv2.IMREAD_COLOR) if ok else image
    return np.asarray(decoded, dtype=np.uint8)
