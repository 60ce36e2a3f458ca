"""Real photographs as table tops and backgrounds, so that training sees more than our own noise:
scikit-image's, in the public domain. HELD_BACK are for tests alone, as pictures without a board."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import cv2
import numpy as np

from ....calibration.arrays import Picture
from .noise import Image

TRAINED_ON = ("astronaut", "brick", "coffee", "grass", "gravel", "immunohistochemistry", "camera")
HELD_BACK = ("chelsea", "coins", "rocket", "clock", "page")


@functools.lru_cache(maxsize=16)
def load(name: str) -> Picture:
    """One of scikit-image's sample photographs as 8-bit BGR (H, W, 3)."""
    from skimage import data

    picture = np.asarray(getattr(data, name)(), np.uint8)
    if picture.ndim == 2:
        picture = np.repeat(picture[..., None], 3, axis=2)
    return np.ascontiguousarray(picture[..., 2::-1])


def views_of(picture: Picture) -> Iterator[Picture]:
    """The whole (H, W, 3), the whole on its side, and its quarters from closer by."""
    yield picture
    yield np.ascontiguousarray(picture.transpose(1, 0, 2))
    height, width = (n // 2 for n in picture.shape[:2])
    for top in (0, height):
        for left in (0, width):
            quarter = picture[top : top + height, left : left + width]
            large = cv2.resize(quarter, None, fx=2.5, fy=2.5, interpolation=cv2.INTER_CUBIC)
            yield np.asarray(large, np.uint8)


def photograph(
    rng: np.random.Generator, ground: Image, side: float, source: Picture | None = None
) -> Image:
    """Linear-light BGR (H, W, 3): a photograph lying on the table or standing behind everything.

    ``ground`` (H, W, 2) are places on the table in sides, ``side`` one in pixels. Without a
    ``source``, 8-bit BGR, it is one of those to train on."""
    if source is None:
        source = load(TRAINED_ON[int(rng.integers(len(TRAINED_ON)))])
    height, width = ground.shape[:2]
    if rng.random() < 0.5:
        share = rng.uniform(0.4, 1.0)
        rows, columns = (max(16, int(share * n)) for n in source.shape[:2])
        top = int(rng.integers(source.shape[0] - rows + 1))
        left = int(rng.integers(source.shape[1] - columns + 1))
        part = source[top : top + rows, left : left + columns]
        picture = cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA)
    else:
        places = ground * np.float32(side * rng.uniform(0.5, 2.0)) + rng.uniform(0, 500, 2)
        places = np.clip(places, -20000, 20000).astype(np.float32)
        x, y = cv2.split(places)
        picture = cv2.remap(source, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    if rng.random() < 0.3:
        picture = picture[..., rng.permutation(3)]
    return np.asarray((picture.astype(np.float32) / 255) ** 2.2 + 0.004, dtype=np.float32)
