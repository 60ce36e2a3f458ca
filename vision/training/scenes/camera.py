"""A camera over a table: projection of the table's planes with one radial distortion term.

Plane coordinates are x right, y down, seen from above, height towards the camera, in tile sides.
Distortion: ``undistorted * (1 + k1 * r**2)`` (Brown), r in focal lengths."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ....calibration.arrays import Floats, Floats32


@dataclass(frozen=True)
class Camera:
    """A pinhole camera with square pixels and its principal point in the picture's middle."""

    width: int
    height: int
    focal: float
    rotation: Floats
    translation: Floats
    k1: float

    def project(self, points: Floats, height: float = 0.0) -> Floats:
        """Pixels (N, 2) of plane points (N, 2) that lie ``height`` above the table."""
        xyz = np.column_stack([points, np.full(len(points), -height)])
        seen = xyz @ self.rotation.T + self.translation
        depth = np.maximum(seen[:, 2:], 1e-3)
        ideal = seen[:, :2] / depth
        squared = (ideal**2).sum(axis=1, keepdims=True)
        if self.k1 < 0:
            squared = np.minimum(squared, -1.0 / (3.0 * self.k1))
        distorted = ideal * (1.0 + self.k1 * squared)
        distorted = np.clip(distorted, -50.0, 50.0)
        return distorted * self.focal + np.array([self.width, self.height]) / 2.0 - 0.5

    def rays(self) -> Floats32:
        """Undistorted viewing directions (H, W, 2) of all pixels, as x/z and y/z."""
        xs = (np.arange(self.width) + 0.5 - self.width / 2.0) / self.focal
        ys = (np.arange(self.height) + 0.5 - self.height / 2.0) / self.focal
        squared = ys[:, None] ** 2 + xs[None, :] ** 2
        if abs(self.k1) < 1e-9:
            scale = np.ones_like(squared)
        else:
            limit = math.sqrt(-1.0 / (3.0 * self.k1)) if self.k1 < 0 else 3.0
            ideal = np.linspace(0.0, limit, 2048)
            radius = np.sqrt(squared)
            undone = np.interp(radius, ideal * (1 + self.k1 * ideal**2), ideal)
            scale = np.where(radius < 1e-9, 1.0, undone / np.maximum(radius, 1e-9))
        return np.stack([xs[None, :] * scale, ys[:, None] * scale], axis=-1).astype(np.float32)

    def plane_points(self, rays: Floats32, height: float) -> Floats32:
        """Plane coordinates (H, W, 2) seen by every pixel on the plane at ``height``."""
        across, along, up = self.rotation.T
        columns = np.column_stack([across, along, self.translation - height * up])
        inverse = np.linalg.inv(columns).astype(np.float32)
        homogeneous = rays @ inverse[:, :2].T + inverse[:, 2]
        depth = homogeneous[..., 2:]
        tiny = np.float32(1e-4 * float(np.abs(depth).max()))
        safe = np.where(depth > tiny, depth, tiny)
        return np.asarray(homogeneous[..., :2] / safe, dtype=np.float32)


def pixel_sizes(places: Floats32) -> Floats32:
    """How large every pixel (H, W) is on the table, at most 1: the step to its right neighbour's
    place (H, W, 2)."""
    step = np.abs(np.diff(places, axis=1, append=places[:, -1:] * 2 - places[:, -2:-1]))
    return np.clip(np.maximum(step[..., 0], step[..., 1]), np.float32(1e-3), np.float32(1.0))


def window_about(
    points: Floats, margin: float, shape: tuple[int, ...]
) -> tuple[slice, slice] | None:
    """The part of a picture of this shape around pixels (n, 2), None where there is none."""
    if not np.isfinite(points).all():
        return None
    low = np.floor(points.min(axis=0) - margin).astype(int)
    high = np.ceil(points.max(axis=0) + margin + 1).astype(int)
    low, high = np.maximum(low, 0), np.minimum(high, (shape[1], shape[0]))
    if (high <= low).any():
        return None
    return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))


def aimed_camera(
    tile_width: float,
    aim: Floats | tuple[float, float],
    *,
    width: int,
    height: int,
    tilt: float,
    heading: float,
    roll: float,
    focal_share: float,
    k1: float,
) -> Camera:
    """A camera that shows the table's origin at pixel ``aim``.

    ``tile_width`` is a tile's there in pixels, seen head on; ``tilt`` the optical axis's from the
    table's normal (radians); ``heading`` turns the table, ``roll`` the camera; ``focal_share`` is
    of the longer side."""
    focal = focal_share * max(width, height)
    (ch, sh), (cr, sr) = ((math.cos(v), math.sin(v)) for v in (heading, roll))
    turn = np.array([[ch, -sh, 0.0], [sh, ch, 0.0], [0.0, 0.0, 1.0]])
    spin = np.array([[cr, -sr, 0.0], [sr, cr, 0.0], [0.0, 0.0, 1.0]])
    c, s = math.cos(tilt), math.sin(tilt)
    lean = np.array([[1.0, 0.0, 0.0], [0.0, c, s], [0.0, -s, c]])
    rotation = spin @ lean @ turn
    distance = focal * math.sqrt(3.0) / tile_width
    x, y = ((at + 0.5 - size / 2.0) / focal for at, size in zip(aim, (width, height), strict=True))
    ray = np.array([x, y, 1.0])
    return Camera(width, height, focal, rotation, ray * distance, k1)


def fitted_aim(
    camera_at: Callable[[float, Floats], Camera], points: Floats, fill: float, tile_width: float
) -> tuple[float, Floats, Floats]:
    """The width of a tile and the aim (2,), in pixels, with which a camera shows places (n, 2) of
    the table in the middle of the picture, over a share `fill` of it, and the room that is left
    there (2,); `tile_width` is a width to begin with."""
    camera = camera_at(tile_width, np.zeros(2))
    size = np.array([camera.width, camera.height])
    aim = centre = size / 2
    for _ in range(12):
        pixels = camera_at(tile_width, aim).project(points)
        low, high = pixels.min(axis=0), pixels.max(axis=0)
        scale = fill / float(((high - low) / size).max())
        widest = 0.4 * float(size.min())
        tile_width = float(np.clip(tile_width * np.clip(scale, 0.5, 1.5), 4, widest))
        aim = np.clip(aim + centre - (low + high) / 2, -0.2 * size, 1.2 * size)
    pixels = camera_at(tile_width, aim).project(points)
    return tile_width, aim, size - (pixels.max(axis=0) - pixels.min(axis=0))
