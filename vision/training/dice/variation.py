"""The same die as another camera, another light or another set would show it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from ...dice.patches import REACH, SIZE

Floats = NDArray[np.float64]
Pixels = NDArray[np.float32]

_ROWS, _COLUMNS = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32) / SIZE - 0.5


def varied(
    rng: np.random.Generator, patch: NDArray[np.uint8], placed: Floats
) -> tuple[Pixels, Floats]:
    """A patch (SIZE, SIZE, 3) mirrored, turned, blurred, coarser, in other colours and light; and
    the corrections (PLACED,) that are right for it then."""
    patch, placed = _moved(rng, patch, placed.copy())
    seen = _coloured(rng, _blurred(rng, patch).astype(np.float32))
    if rng.random() < 0.25:
        seen = seen + rng.normal(0, rng.uniform(1, 14), seen.shape).astype(np.float32)
    if rng.random() < 0.12:
        seen = _beside(rng, seen)
    return np.asarray(np.clip(seen, 0, 255), np.float32), placed


def _moved(
    rng: np.random.Generator, patch: NDArray[np.uint8], placed: Floats
) -> tuple[NDArray[np.uint8], Floats]:
    if rng.random() < 0.5:
        patch = np.ascontiguousarray(patch[:, ::-1])
        placed[[0, 3]] *= -1.0
    if rng.random() < 0.6:
        grow, shift = float(np.exp(rng.normal(0, 0.06))), rng.normal(0, 1.0, 2)
        middle = SIZE / 2 - 0.5
        turned = cv2.getRotationMatrix2D((middle, middle), rng.normal(0, 5), grow)
        matrix = np.asarray(turned, np.float64)
        matrix[:, 2] += shift
        border = cv2.BORDER_REFLECT_101 if rng.random() < 0.5 else cv2.BORDER_REPLICATE
        patch = np.asarray(cv2.warpAffine(patch, matrix, (SIZE, SIZE), borderMode=border), np.uint8)
        placed[:2] = matrix[:, :2] @ placed[:2] + shift * 2 * REACH / SIZE
        placed[3:] = matrix[:, :2] @ placed[3:] / grow
        placed[2] += np.log(grow)
    return patch, placed


def _blurred(rng: np.random.Generator, patch: NDArray[np.uint8]) -> NDArray[np.uint8]:
    chance = rng.random()
    if chance < 0.15:
        return np.asarray(cv2.GaussianBlur(patch, (0, 0), rng.uniform(0.4, 1.3)), np.uint8)
    if chance < 0.35:
        small = round(SIZE * rng.uniform(0.35, 0.9))
        way = cv2.INTER_AREA if rng.random() < 0.6 else cv2.INTER_LINEAR
        coarse = cv2.resize(patch, (small, small), interpolation=way)
        fine = cv2.resize(coarse, (SIZE, SIZE), interpolation=cv2.INTER_CUBIC)
        return np.asarray(fine, np.uint8)
    if chance < 0.45:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 80))]
        coded = cv2.imencode(".jpg", patch, quality)[1]
        return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return patch


def _coloured(rng: np.random.Generator, seen: Pixels) -> Pixels:
    if rng.random() < 0.6:
        if rng.random() < 0.5:
            seen = seen[:, :, rng.permutation(3)]
        if rng.random() < 0.5:
            seen = seen @ (np.eye(3) + rng.normal(0, 0.25, (3, 3))).astype(np.float32)
        if rng.random() < 0.15:
            seen = 255 - seen
        if rng.random() < 0.15:
            seen = np.repeat(seen.mean(axis=2, keepdims=True), 3, axis=2)
    if rng.random() < 0.3:
        slope = 1 + rng.normal(0, 0.5) * _COLUMNS + rng.normal(0, 0.5) * _ROWS
        seen = seen * slope[..., None].astype(np.float32)
    if rng.random() < 0.2:
        gamma = float(np.exp(rng.normal(0, 0.35)))
        seen = np.asarray(255 * np.clip(seen / 255, 0, 1) ** gamma, np.float32)
    return seen


def _beside(rng: np.random.Generator, seen: Pixels) -> Pixels:
    """Something else at the patch's rim."""
    (x, y), (width, height) = rng.integers(-8, SIZE - 4, 2), rng.integers(6, 16, 2)
    low, high = 0.35 * SIZE, 0.65 * SIZE
    if x < high and x + width > low and y < high and y + height > low:
        return seen
    seen = seen.copy()
    seen[max(y, 0) : y + height, max(x, 0) : x + width] = rng.uniform(0, 255, 3)
    return seen
