"""From light to JPEG: what a phone does to the picture that falls on its sensor."""

from __future__ import annotations

import io
import math
from dataclasses import dataclass

import numpy as np
from PIL import Image

from .camera import Camera, undistort


@dataclass(frozen=True)
class Development:
    """Settings of sensor, lens and the phone's picture processing."""

    exposure: float  # stops away from the metered one
    white_balance: tuple[float, float, float]  # gains
    noise: float  # read and photon noise, 1 = a good phone by daylight
    motion: float  # pixels
    motion_angle: float
    vignette: float
    contrast: float
    saturation: float
    sharpening: float
    quality: int  # JPEG
    smear: float  # strength of the phone's noise reduction


def develop(
    light: np.ndarray,
    camera: Camera,
    margin: float,
    settings: Development,
    rng: np.random.Generator,
) -> np.ndarray:
    """The rendered linear picture (h, w, 3), ``margin`` times too wide, as sRGB bytes (h, w, 3)."""
    picture = _distort(light, camera, margin)
    if settings.motion > 0.5:
        picture = _motion(picture, settings.motion, settings.motion_angle)
    picture = picture * np.array(settings.white_balance)
    luminance = picture @ np.array([0.2126, 0.7152, 0.0722])
    metered = 0.6 * float(np.mean(luminance)) + 0.4 * float(np.percentile(luminance, 90)) * 0.45
    picture = picture * (0.20 / max(metered, 1e-6)) * 2.0**settings.exposure
    picture = picture * _vignette(camera, settings.vignette)[..., None]
    picture = np.clip(picture, 0, 30)

    height, width = picture.shape[:2]
    grain = rng.normal(size=(height, width, 3)).astype(np.float32)
    grain = 0.6 * grain + 0.8 * _blur(grain, 0.6 + settings.smear)
    spread = settings.noise * np.sqrt(4e-5 * picture + 2.5e-6)
    picture = np.clip(picture + spread * grain, 0, None)
    if settings.smear > 0:
        grey = picture.mean(axis=2, keepdims=True)
        picture = np.clip(grey + _blur(picture - grey, 2.5 * settings.smear), 0, None)

    tone = _tone(picture, settings.contrast)
    grey = tone @ np.array([0.3, 0.59, 0.11], np.float32)
    tone = grey[..., None] + settings.saturation * (tone - grey[..., None])
    if settings.sharpening > 0:
        tone = tone + settings.sharpening * (tone - _blur(tone, 1.2))
    return (np.clip(tone, 0, 1) * 255 + 0.5).astype(np.uint8)


def jpeg(picture: np.ndarray, quality: int, limit: int = 250_000) -> tuple[bytes, int]:
    """The file's bytes and the quality used: lower than asked for where the file gets too big."""
    while True:
        stream = io.BytesIO()
        Image.fromarray(picture).save(
            stream, "JPEG", quality=quality, optimize=True, subsampling=2 if quality < 93 else 0
        )
        if stream.tell() <= limit or quality <= 35:
            return stream.getvalue(), quality
        quality -= 4


def _tone(light: np.ndarray, contrast: float) -> np.ndarray:
    """A filmic shoulder, the sRGB curve and a little extra contrast."""
    shoulder = light * (1 + light / 9.0) / (1 + light * 0.75)
    shoulder = np.clip(shoulder * 1.12, 0, 1).astype(np.float32)
    curve = np.where(
        shoulder <= 0.0031308,
        12.92 * shoulder,
        1.055 * np.maximum(shoulder, 1e-9) ** (1 / 2.4) - 0.055,
    )
    bent = curve * curve * (3 - 2 * curve)
    return np.asarray(curve + contrast * (bent - curve), np.float32)


def _vignette(camera: Camera, strength: float) -> np.ndarray:
    y, x = np.mgrid[: camera.height, : camera.width]
    centre = camera.centre
    radius2 = ((x - centre[0]) ** 2 + (y - centre[1]) ** 2) / (centre[0] ** 2 + centre[1] ** 2)
    return np.asarray(1 - strength * radius2, np.float32)


def _distort(light: np.ndarray, camera: Camera, margin: float) -> np.ndarray:
    """Bend the wider pinhole picture as the lens does, by bilinear look-up."""
    height, width = light.shape[:2]
    scale = width / (camera.width * margin)
    y, x = np.mgrid[: camera.height, : camera.width].astype(np.float32)
    flat = np.stack([x - camera.centre[0], y - camera.centre[1]], axis=-1) / camera.focal
    source = undistort(flat, camera.k1) * camera.focal * scale
    sx = np.clip(source[..., 0] + (width - 1) / 2, 0, width - 1.001)
    sy = np.clip(source[..., 1] + (height - 1) / 2, 0, height - 1.001)
    ix, iy = sx.astype(int), sy.astype(int)
    fx, fy = (sx - ix)[..., None], (sy - iy)[..., None]
    top = light[iy, ix] * (1 - fx) + light[iy, ix + 1] * fx
    bottom = light[iy + 1, ix] * (1 - fx) + light[iy + 1, ix + 1] * fx
    return np.asarray(top * (1 - fy) + bottom * fy, np.float32)


def _blur(picture: np.ndarray, sigma: float) -> np.ndarray:
    """Gaussian blur, separable, edges repeated."""
    if sigma < 0.2:
        return picture
    reach = max(1, math.ceil(2.5 * sigma))
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    kernel = (kernel / kernel.sum()).astype(np.float32)
    for axis in (0, 1):
        pad = [(reach, reach) if a == axis else (0, 0) for a in range(picture.ndim)]
        padded = np.pad(picture, pad, mode="edge")
        length = picture.shape[axis]
        picture = sum(
            k * np.take(padded, range(i, i + length), axis=axis) for i, k in enumerate(kernel)
        )
    return picture


def _motion(picture: np.ndarray, length: float, angle: float) -> np.ndarray:
    """Average along a straight path of ``length`` pixels, as a shaking hand does."""
    steps = max(3, int(length * 1.5))
    total = np.zeros_like(picture)
    for position in np.linspace(-length / 2, length / 2, steps):
        dx, dy = position * math.cos(angle), position * math.sin(angle)
        total += _shifted(picture, dx, dy)
    return total / steps


def _shifted(picture: np.ndarray, dx: float, dy: float) -> np.ndarray:
    """Move by a fraction of pixels, bilinear, edges repeated."""
    reach = math.ceil(max(abs(dx), abs(dy))) + 1
    padded = np.pad(picture, ((reach, reach), (reach, reach), (0, 0)), mode="edge")
    ix, iy = math.floor(dx), math.floor(dy)
    fx, fy = dx - ix, dy - iy
    height, width = picture.shape[:2]

    def window(x: int, y: int) -> np.ndarray:
        return padded[reach + y : reach + y + height, reach + x : reach + x + width]

    return (window(ix, iy) * (1 - fx) + window(ix + 1, iy) * fx) * (1 - fy) + (
        window(ix, iy + 1) * (1 - fx) + window(ix + 1, iy + 1) * fx
    ) * fy
