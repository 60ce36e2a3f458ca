"""Which tiles a reflection has washed out, seen from the finished picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

#: Points of the Blue band, along the White tip's direction and across it, in sides; those of the
#: White band are opposite.
BLUE_BAND = tuple((along, across) for along in (0.15, 0.3) for across in (-0.45, 0.0, 0.45))
#: Below this share of the board's usual difference between its colours a tile is washed out.
WASHED_OUT = 0.3


def washed_out(picture: np.ndarray, tiles: Sequence[dict[str, Any]]) -> int:
    """How many of the tiles (entries of the truth) have lost their colours in ``picture``, sRGB
    bytes (h, w, 3). Tiles seen to less than 80 % are left out."""
    contrasts = [_contrast(picture, tile) for tile in tiles if tile["visible"] >= 0.8]
    if not contrasts:
        return 0
    return int(np.sum(np.array(contrasts) < WASHED_OUT * np.median(contrasts)))


def _contrast(picture: np.ndarray, tile: dict[str, Any]) -> float:
    centre, corners = np.array(tile["center"]), np.array(tile["corners"])
    tip = corners[tile["rotation"]] - centre
    side = (corners[(tile["rotation"] + 1) % 6] + corners[(tile["rotation"] + 2) % 6]) / 2 - centre
    height, width = picture.shape[:2]

    def colour(sign: float) -> np.ndarray:
        points = np.array([centre + sign * (a * tip + b * side) for a, b in BLUE_BAND])
        x = np.clip(np.rint(points[:, 0]).astype(int), 0, width - 1)
        y = np.clip(np.rint(points[:, 1]).astype(int), 0, height - 1)
        return np.asarray(picture[y, x].astype(float).mean(axis=0))

    return float(np.linalg.norm(colour(1.0) - colour(-1.0)))
