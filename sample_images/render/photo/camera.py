"""Where the camera stands and where a point of the table falls in the picture.

World: metres, z upwards, the table's top at z = 0. Picture: pixels, x right, y down, origin at
the outer corner of the top left pixel minus half a pixel (a pixel's centre has whole numbers).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np


@dataclass(frozen=True)
class Camera:
    """A pinhole camera with one radial term: r' = r (1 + k1 r²) in units of the focal length."""

    position: tuple[float, float, float]
    axes: tuple[tuple[float, float, float], ...]  # rows: right, down, forward, in the world
    focal: float  # pixels
    width: int
    height: int
    k1: float
    heading: float
    tilt: float

    @property
    def centre(self) -> tuple[float, float]:
        return (self.width - 1) / 2, (self.height - 1) / 2

    def undistorted(self, points: np.ndarray) -> np.ndarray:
        """World points (n, 3) to undistorted image coordinates in focal lengths (n, 2)."""
        seen = (points - np.array(self.position)) @ np.array(self.axes).T
        return np.asarray(seen[:, :2] / np.maximum(seen[:, 2:], 1e-3))

    def project(self, points: np.ndarray) -> np.ndarray:
        """World points (n, 3) to pixels (n, 2), lens distortion included.

        What lies behind the camera, or so far aside that the radial term turns back, falls far
        outside the picture.
        """
        flat = self.undistorted(np.atleast_2d(points))
        radius = np.linalg.norm(flat, axis=1, keepdims=True)
        bend = 1 + self.k1 * radius**2
        if self.k1 < 0:
            turning = (-1 / (3 * self.k1)) ** 0.5
            bend = np.where(radius < turning, bend, 1 + self.k1 * turning**2)
        return np.asarray(flat * bend * self.focal + np.array(self.centre))

    def told(self, points: np.ndarray) -> list[list[float]]:
        """The pixels of world points (n, 3) as a truth tells them."""
        return [[round(float(v), 2) for v in pixel] for pixel in self.project(points)]

    def render_margin(self) -> float:
        """By how much wider than the picture an undistorted render must be to fill it."""
        x, y = self.centre
        edge = np.array([[x, 0], [0, y], [x, y]]) / self.focal
        return float(
            np.max(np.linalg.norm(undistort(edge, self.k1), axis=1) / np.linalg.norm(edge, axis=1))
        )


def undistort(points: np.ndarray, k1: float) -> np.ndarray:
    """Invert r' = r (1 + k1 r²) by Newton's method; (..., 2) in focal lengths."""
    bent = np.hypot(points[..., 0], points[..., 1])
    radius = bent.copy()
    for _ in range(5):
        radius -= (radius * (1 + k1 * radius**2) - bent) / (1 + 3 * k1 * radius**2)
    return np.asarray(points * (radius / np.maximum(bent, 1e-12))[..., None])


def look_at(
    target: np.ndarray,
    distance: float,
    tilt: float,
    heading: float,
    roll: float,
    focal: float,
    size: tuple[int, int],
    k1: float,
) -> Camera:
    """A camera ``distance`` metres from ``target``, leaning ``tilt`` degrees from the vertical.

    ``heading`` is the compass direction (degrees, clockwise from +y) that is up in the picture.
    """
    h, t, r = (math.radians(v) for v in (heading, tilt, roll))
    ahead = np.array([math.sin(h), math.cos(h), 0.0])
    forward = math.sin(t) * ahead - np.array([0, 0, math.cos(t)])
    down = -math.cos(t) * ahead - np.array([0, 0, math.sin(t)])
    right = np.cross(down, forward)
    right, down = (
        math.cos(r) * right + math.sin(r) * down,
        -math.sin(r) * right + math.cos(r) * down,
    )
    position = np.asarray(target) - distance * forward
    axes = tuple(tuple(float(v) for v in axis) for axis in (right, down, forward))
    return Camera(tuple(float(v) for v in position), axes, focal, *size, k1, heading, tilt)


def framed(
    points: np.ndarray, fill: float, off_centre: tuple[float, float], **view: object
) -> Camera:
    """The camera that fits ``points`` (n, 3) into the share ``fill`` of the picture.

    ``off_centre``: where their middle falls, in half pictures from the centre.
    """
    target = points.mean(axis=0)
    distance = 1.0
    camera = look_at(target, distance, **view)  # type: ignore[arg-type]
    for _ in range(12):
        camera = look_at(target, distance, **view)  # type: ignore[arg-type]
        pixels = camera.project(points)
        low, high = pixels.min(axis=0), pixels.max(axis=0)
        needed = float(np.max((high - low) / (fill * np.array([camera.width, camera.height]))))
        distance *= float(np.clip(needed, 0.5, 2.0))
        goal = np.array(camera.centre) * (1 + np.array(off_centre))
        move = ((low + high) / 2 - goal) / camera.focal * distance
        axes = np.array(camera.axes)
        step = move[0] * axes[0] + move[1] * axes[1]
        step[2] = 0.0
        target = target + 0.7 * step
    return replace(camera)
