"""The board as seen from straight above, turned so that what stands up leans upwards."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from ...calibration.arrays import Flags, Floats, Floats32, Integers, Picture
from ...engine.palanquee.table.drawn import HEIGHT, WIDTH
from ..lattice.plane import TableView
from .locating.extent import CENTRES as CENTRES
from .locating.locate import Drift
from .locating.pixels import look_up

PHONE_FOCAL, FOCAL_SPREAD = 1.4, 0.35
"""A phone's focal length in half diagonals, and the standard deviation of its logarithm."""


@dataclass(frozen=True)
class CameraPlace:
    """The camera over the board's plane: `height` over its `foot` (2,), both in sides."""

    foot: Floats
    height: float

    def lean(self, places: Floats) -> Floats:
        """How far things that are one side high lean at places (n, 2): the way (n, 2) from where
        the foot is seen to where the top is, in sides on the plane."""
        return np.asarray((places - self.foot) / self.height)


def camera_place(view: TableView) -> CameraPlace:
    """The camera's place from a board's view (places in sides, half diagonals in the photo), by its
    homography and focal length; seen from straight above that is guessed, and matters little."""
    first, second, third = view.homography.T
    offs = np.linspace(-1.0, 1.0, 81)
    shrunk = np.exp(-offs)[:, None] / PHONE_FOCAL * (1.0, 1.0, 0.0) + (0.0, 0.0, 1.0)
    a, b = first * shrunk, second * shrunk
    squares, others = (a * a).sum(axis=1), (b * b).sum(axis=1)
    skew, uneven = (a * b).sum(axis=1), squares - others
    cost = (skew**2 + uneven**2) / (squares * others) / 0.01**2 + (offs / FOCAL_SPREAD) ** 2
    scale = shrunk[int(cost.argmin())]
    a, b, t = first * scale, second * scale, third * scale
    size = math.sqrt(float(np.linalg.norm(a) * np.linalg.norm(b)))
    a, b, t = a / size, b / size, t / size
    if t[2] < 0:
        a, b, t = -a, -b, -t
    normal = np.cross(a, b)
    rotation = np.stack([a, b, normal], axis=1)
    place = -np.linalg.solve(rotation, t)
    return CameraPlace(place[:2], max(1.0, abs(float(place[2]))))


PER_SIDE = 14.0
"""Pixels a side of a cell in the flat board, as the networks were trained."""
FINER = 1.75
"""How many times as many pixels a side the picture has out of which pieces are cut."""
MARGIN = 1.6
"""What is kept beyond the hexagons, in sides."""
MIDDLE = np.array([WIDTH / 2, HEIGHT / 2])
"""Of the whole drawn board, in sides."""


@dataclass(frozen=True)
class Rectified:
    """A board laid flat: `image` (h, w, 3) BGR at PER_SIDE pixels a side, `fine` the same at FINER
    times as many; `matrix` (2, 3) maps places of the drawn board to the pixels of the former;
    `camera` is where it was seen from."""

    image: Picture
    fine: Picture
    matrix: Floats
    camera: CameraPlace
    shown: Flags

    def to_pixels(self, places: Floats) -> Floats:
        """Pixels (..., 2) of places (..., 2)."""
        return np.asarray(places @ self.matrix[:, :2].T + self.matrix[:, 2])

    def to_fine(self, places: Floats) -> Floats:
        """Pixels (..., 2) of places (..., 2) in the finer picture."""
        return np.asarray((self.to_pixels(places) + 0.5) * FINER - 0.5)

    def turn(self, vectors: Floats) -> Floats:
        """Vectors (..., 2) on the board as vectors of this picture, both in sides."""
        return np.asarray(vectors @ self.matrix[:, :2].T / PER_SIDE)

    def unturn(self, vectors: Floats) -> Floats:
        """Vectors (..., 2) of this picture as vectors on the board, both in sides."""
        return np.asarray(vectors @ self.matrix[:, :2] / PER_SIDE)


def flat_frame(camera: CameraPlace) -> tuple[Floats, Integers]:
    """A flat picture of the whole board: the matrix (2, 3) from places to pixels; its size."""
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


def rectify(image: Picture, view: TableView, drift: Drift) -> Rectified:
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
    if zoom > 1.35 * FINER:
        factor = FINER / zoom
        smaller = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        source = np.asarray(smaller, np.uint8)
    at = (at + 0.5) * (source.shape[1] / image.shape[1], source.shape[0] / image.shape[0]) - 0.5
    everywhere = _magnified(at.astype(np.float32), step, fine_size(size))
    fine = np.asarray(look_up(source, everywhere), np.uint8)
    pixels = view.to_photo(CENTRES + drift.at(CENTRES))
    height, width = image.shape[:2]
    shown = np.all((pixels > 0) & (pixels < (width - 1, height - 1)), axis=1)
    return Rectified(coarser(fine, size), fine, matrix, camera, shown)


def fine_size(size: Integers) -> tuple[int, int]:
    """Width and height of the finer picture, from those (2,) of the coarser one: multiples of 8."""
    return round(float(size[0]) * FINER), round(float(size[1]) * FINER)


def coarser(fine: Picture, size: Integers) -> Picture:
    """The picture with PER_SIDE pixels a side, this wide and high (2,), from the finer one."""
    wanted = (int(size[0]), int(size[1]))
    return np.asarray(cv2.resize(fine, wanted, interpolation=cv2.INTER_AREA), np.uint8)


def _magnified(coarse: Floats32, step: int, size: tuple[int, int]) -> Floats32:
    """A map known at every `step`-th pixel of the coarser picture at all of the finer, linearly."""
    share, start = 1 / (FINER * step), (0.5 / FINER - 0.5) / step
    to_coarse = np.array([[share, 0.0, start], [0.0, share, start]])
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    magnified = cv2.warpAffine(coarse, to_coarse, size, flags=how, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(magnified, np.float32)
