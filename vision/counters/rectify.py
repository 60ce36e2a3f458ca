"""The board as seen from straight above, turned so that what stands up leans upwards."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ...engine.palanquee.drawn import HEIGHT, WIDTH, drawn_cells
from ..lattice.plane import TableView
from .locating.drift import Drift
from .locating.pixels import look_up
from .pose import CameraPlace, camera_place

Floats = NDArray[np.float64]

PER_SIDE = 14.0
MARGIN = 1.6
"""Beyond the hexagons so much is kept, in sides."""
CENTRES = np.array([cell.centre for cell in drawn_cells()])
MIDDLE = np.array([WIDTH / 2, HEIGHT / 2])


@dataclass(frozen=True)
class Rectified:
    """A board laid flat: `image` (h, w, 3) BGR at PER_SIDE pixels a side; `matrix` (2, 3) maps
    places of the drawn board to its pixels; `camera` is where it was seen from."""

    image: NDArray[np.uint8]
    matrix: Floats
    camera: CameraPlace
    shown: NDArray[np.bool_]

    def to_pixels(self, places: Floats) -> Floats:
        """Pixels (..., 2) of places (..., 2)."""
        return np.asarray(places @ self.matrix[:, :2].T + self.matrix[:, 2])

    def turn(self, vectors: Floats) -> Floats:
        """Vectors (..., 2) on the board as vectors of this picture, both in sides."""
        return np.asarray(vectors @ self.matrix[:, :2].T / PER_SIDE)

    def unturn(self, vectors: Floats) -> Floats:
        """Vectors (..., 2) of this picture as vectors on the board, both in sides."""
        return np.asarray(vectors @ self.matrix[:, :2] / PER_SIDE)


def flat_frame(camera: CameraPlace) -> tuple[Floats, NDArray[np.int64]]:
    """A flat picture of the whole board as the camera sees it: the matrix (2, 3) from places to its
    pixels, and its width and height."""
    away = camera.lean(MIDDLE[None])[0]
    # What stands up leans along `away`; that shall be upwards, (0, -1).
    angle = math.atan2(away[0], -away[1]) if np.hypot(*away) > 0.02 else 0.0
    c, s = math.cos(-angle), math.sin(-angle)
    rotation = np.array([[c, -s], [s, c]])
    corners = (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * MIDDLE) @ rotation.T
    low, high = corners.min(axis=0) - MARGIN, corners.max(axis=0) + MARGIN
    size = np.ceil((high - low) * PER_SIDE / 8).astype(np.int64) * 8
    matrix = np.empty((2, 3))
    matrix[:, :2] = rotation * PER_SIDE
    matrix[:, 2] = -matrix[:, :2] @ MIDDLE - low * PER_SIDE
    return matrix, size


def rectify(image: NDArray[np.uint8], view: TableView, drift: Drift) -> Rectified:
    """Lay a photographed board (h, w, 3) flat; `drift` is how far its print lies from the plane."""
    camera = camera_place(view)
    matrix, size = flat_frame(camera)
    # The map is smooth: it is computed at every fourth pixel.
    step = 4
    xs, ys = np.arange(0, size[0] + step, step), np.arange(0, size[1] + step, step)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).astype(np.float64)
    places = (grid - matrix[:, 2]) @ np.linalg.inv(matrix[:, :2]).T
    at = view.to_photo(places + drift.at(places)).astype(np.float32)
    zoom = float(np.median(np.linalg.norm(np.diff(at, axis=1), axis=-1))) / step
    source, factor = image, 1.0
    if zoom > 1.35:
        factor = 1.0 / zoom
        source = np.asarray(
            cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8
        )
    at = (at + 0.5) * (source.shape[1] / image.shape[1], source.shape[0] / image.shape[0]) - 0.5
    whole = _magnified(at.astype(np.float32), step, (int(size[0]), int(size[1])))
    flat = look_up(source, whole)
    pixels = view.to_photo(CENTRES + drift.at(CENTRES))
    height, width = image.shape[:2]
    shown = np.all((pixels > 0) & (pixels < (width - 1, height - 1)), axis=1)
    return Rectified(np.asarray(flat, np.uint8), matrix, camera, shown)


def _magnified(
    coarse: NDArray[np.float32], step: int, size: tuple[int, int]
) -> NDArray[np.float32]:
    """A map known at every `step`-th pixel at all of them, linearly in between."""
    x = (np.arange(size[0], dtype=np.float32) / step)[None].repeat(size[1], axis=0)
    y = (np.arange(size[1], dtype=np.float32) / step)[:, None].repeat(size[0], axis=1)
    return np.asarray(cv2.remap(coarse, x, y, cv2.INTER_LINEAR), np.float32)
