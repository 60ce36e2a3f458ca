"""Pictures in which no die lies, for learning what is none: sample pictures and photographs."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ...photos.photo import load_photo
from ..scenes.photographs import load

SAMPLES = Path(__file__).resolve().parents[3] / "sample_images" / "develop"
"""The part that may be looked at."""
PHOTOGRAPHS = ("astronaut", "cat", "coffee", "rocket", "coins", "page", "text", "camera", "brick",
               "grass", "gravel", "moon", "clock")  # fmt: skip
"""Those of scikit-image that come with it."""


@dataclass(frozen=True)
class BarePicture:
    """A picture (h, w, 3) BGR without dice, and how wide its tiles are, None where it has none."""

    image: NDArray[np.uint8]
    tile_width: float | None


def bare_pictures() -> Iterator[BarePicture]:
    """All of them."""
    for path in sorted(SAMPLES.glob("*.jpg")):
        truth = path.with_suffix(".truth.json").read_text()
        # Some tables have dice among what else lies there.
        if "dice" not in truth:
            photo = load_photo(path)
            yield BarePicture(photo.image, _tile_width(json.loads(truth), photo.scale[0]))
    for picture in photographs():
        yield BarePicture(picture, None)


def _tile_width(truth: dict[str, object], scale: float) -> float | None:
    tiles = truth["tiles"]
    if not isinstance(tiles, list) or not tiles:
        return None
    corners = np.array([tile["corners"] for tile in tiles])
    spokes = np.linalg.norm(corners - corners.mean(axis=1, keepdims=True), axis=2)
    return math.sqrt(3.0) * float(spokes.mean()) / scale


def photographs() -> Iterator[NDArray[np.uint8]]:
    """Photographs of other things, BGR."""
    for name in PHOTOGRAPHS:
        with suppress(AttributeError, OSError, ImportError):  # not every one comes with the package
            yield load(name)
