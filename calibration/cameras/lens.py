"""The geometry of one lens over one picture: straightening and bending of points.

The model is the one OpenCV calibrates (Brown 1966, in the form of OpenCV's camera calibration
documentation): a pinhole with focal lengths and principal point in pixels, radial terms k1, k2, k3
and tangential terms p1, p2. Pixel centres have whole coordinates.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Floats, Points

#: What an EXIF orientation does to a vector of the stored picture: upright = matrix @ stored.
ORIENTATION_MATRICES: dict[int, tuple[tuple[int, int], tuple[int, int]]] = {
    1: ((1, 0), (0, 1)),
    2: ((-1, 0), (0, 1)),
    3: ((-1, 0), (0, -1)),
    4: ((1, 0), (0, -1)),
    5: ((0, 1), (1, 0)),
    6: ((0, -1), (1, 0)),
    7: ((0, -1), (-1, 0)),
    8: ((0, 1), (-1, 0)),
}

#: Rays further from the axis than this (tangent of the angle, 84 degrees) are not modelled.
WIDEST_TANGENT = 10.0

#: OpenCV takes the bend out of points in rounds. It is asked where each round leaves at most this
#: share of the error.
MOST_LEFT = 0.5
#: It works as many rounds as leave this share of the error at last.
GOOD_ENOUGH = 1e-9
#: Number of radii that are looked up elsewhere, and of steps of Newton's method from there.
LOOKED_UP, STEPS = 2001, 6


@dataclass(frozen=True)
class Lens:
    """A lens in the pixels of one picture size. ``image_size`` is (width, height); ``focal`` (fx,
    fy) and ``principal`` (cx, cy) are pixels."""

    image_size: tuple[int, int]
    focal: tuple[float, float]
    principal: tuple[float, float]
    k1: float = 0.0
    k2: float = 0.0
    p1: float = 0.0
    p2: float = 0.0
    k3: float = 0.0

    @property
    def matrix(self) -> Floats:
        """The camera matrix (3, 3), pixels."""
        (fx, fy), (cx, cy) = self.focal, self.principal
        return np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])

    @property
    def coefficients(self) -> Floats:
        """The five distortion coefficients (5,) in OpenCV's order k1, k2, p1, p2, k3."""
        return np.array([self.k1, self.k2, self.p1, self.p2, self.k3])

    def distort(self, points: ArrayLike) -> Points:
        """Where points (..., 2) of an ideal pinhole's picture, with the same focal lengths and
        principal point, fall in the real one, in pixels."""
        ideal = self._normalised(points)
        return self._pixels(self._bend(ideal))

    def undistort(self, points: ArrayLike) -> Points:
        """Where points (..., 2) of the real picture fall in an ideal pinhole's: the inverse of
        :meth:`distort`. Beyond the radius where the radial polynomial turns back there is no
        further distortion, so that every pixel has exactly one answer."""
        real = self._normalised(points)
        bent = np.linalg.norm(real, axis=-1)
        gentle = bent < self._gentle[0][-1]
        if gentle.all():
            return self._pixels(self._unbend_gently(real))
        ideal = np.empty_like(real)
        ideal[gentle] = self._unbend_gently(real[gentle])
        ideal[~gentle] = self._unbend(real[~gentle])
        return self._pixels(ideal)

    def scaled(self, image_size: tuple[int, int]) -> Lens:
        """The same lens over the same view, sampled with another number of pixels."""
        sx, sy = (new / old for new, old in zip(image_size, self.image_size, strict=True))
        (fx, fy), (cx, cy) = self.focal, self.principal
        principal = ((cx + 0.5) * sx - 0.5, (cy + 0.5) * sy - 0.5)
        return Lens(image_size, (fx * sx, fy * sy), principal, *self.coefficients.tolist())

    def oriented(self, orientation: int) -> Lens:
        """The lens over the upright picture that EXIF ``orientation`` (1 to 8) makes of this."""
        turn = np.array(ORIENTATION_MATRICES[orientation], dtype=np.float64)
        middle = (np.array(self.image_size) - 1) / 2
        size = np.abs(turn) @ np.array(self.image_size)
        principal = turn @ (np.array(self.principal) - middle) + (size - 1) / 2
        focal = np.abs(turn) @ np.array(self.focal)
        # The tangential terms are a vector (p2, p1) that turns with the picture.
        p2, p1 = turn @ np.array([self.p2, self.p1])
        return Lens(
            (round(size[0]), round(size[1])),
            (float(focal[0]), float(focal[1])),
            (float(principal[0]), float(principal[1])),
            self.k1, self.k2, float(p1), float(p2), self.k3,
        )  # fmt: skip

    @cached_property
    def turning_radius(self) -> float:
        """Ideal radius (tangent of the ray's angle) up to which the radial polynomial grows."""
        # The slope of r(1 + k1 r^2 + k2 r^4 + k3 r^6) is zero where this polynomial in 1 / r^2 is.
        # Its leading coefficient is one however small the terms are.
        roots = np.roots([1.0, 3 * self.k1, 5 * self.k2, 7 * self.k3])
        smallest = 1 / WIDEST_TANGENT**2
        turning = roots[(np.abs(roots.imag) < 1e-9) & (roots.real > smallest)].real
        return float(1 / np.sqrt(turning.max(initial=smallest)))

    @cached_property
    def _gentle(self) -> tuple[Floats, Floats]:
        """Bent radii in growing order, up to where OpenCV takes the bend out quickly; and for each
        the share of an error that one of its rounds leaves.

        A round divides the bent radius by the radial factor f at the last guess, which leaves
        |r f'(r) / f(r)| of the error: all of it where the polynomial turns.
        """
        bent, radius = self._bends
        square = radius * radius
        factor = 1 + square * (self.k1 + square * (self.k2 + square * self.k3))
        slope = 2 * square * (self.k1 + square * (2 * self.k2 + square * 3 * self.k3))
        left = np.maximum.accumulate(np.abs(slope) / np.maximum(factor, 1e-12))
        gentle = left <= MOST_LEFT
        return bent[gentle], left[gentle]

    @cached_property
    def _bends(self) -> tuple[Floats, Floats]:
        """Bent radii in growing order, and the ideal ones that they come from."""
        radius = np.linspace(0.0, self.turning_radius, LOOKED_UP)
        return self._bent_radius(radius), radius

    def _normalised(self, points: ArrayLike) -> Points:
        pixels = np.asarray(points, dtype=np.float64)
        return np.asarray((pixels - np.array(self.principal)) / np.array(self.focal))

    def _pixels(self, normalised: Points) -> Points:
        return np.asarray(normalised * np.array(self.focal) + np.array(self.principal))

    def _bent_radius(self, radius: Floats) -> Floats:
        inside = np.minimum(radius, self.turning_radius)
        square = inside * inside
        bent = inside * (1 + square * (self.k1 + square * (self.k2 + square * self.k3)))
        return bent + (radius - inside)

    def _tangential(self, ideal: Points) -> Points:
        tangent = np.array([self.p2, self.p1])
        radius = np.linalg.norm(ideal, axis=-1, keepdims=True)
        # Held constant beyond the radius to which the model is meant to hold.
        held = ideal * np.minimum(1.0, self.turning_radius / np.maximum(radius, 1e-12))
        along = (held @ tangent)[..., None]
        return np.asarray(2 * along * held + (held * held).sum(axis=-1, keepdims=True) * tangent)

    def _bend(self, ideal: Points) -> Points:
        radius = np.linalg.norm(ideal, axis=-1, keepdims=True)
        factor = self._bent_radius(radius) / np.maximum(radius, 1e-12)
        factor = np.where(radius < 1e-12, 1.0, factor)
        return ideal * factor + self._tangential(ideal)

    def _unbend_gently(self, real: Points) -> Points:
        if real.size == 0:
            return real
        farthest = np.linalg.norm(real, axis=-1).max()
        left = float(np.interp(farthest, *self._gentle)) + np.hypot(self.p1, self.p2)
        rounds = math.ceil(math.log(GOOD_ENOUGH) / math.log(max(left, GOOD_ENOUGH)))
        # OpenCV wants (N, 1, 2); without a matrix for the answer it stays normalised.
        found = cv2.undistortPoints(
            np.ascontiguousarray(real.reshape(-1, 1, 2)),
            np.eye(3),
            self.coefficients,
            criteria=(cv2.TERM_CRITERIA_COUNT, rounds, 0.0),
        )
        return np.asarray(found, np.float64).reshape(real.shape)

    def _unbend(self, real: Points) -> Points:
        ideal = self._unbend_radially(real)
        for _ in range(60 if self.p1 or self.p2 else 0):
            correction = self._unbend_radially(real - self._tangential(ideal)) - ideal
            ideal = ideal + correction
            if np.abs(correction).max(initial=0.0) < 1e-12:
                break
        return ideal

    def _unbend_radially(self, real: Points) -> Points:
        bent = np.linalg.norm(real, axis=-1, keepdims=True)
        limit = self.turning_radius
        radius = np.interp(bent, *self._bends)
        for _ in range(STEPS):
            square = radius * radius
            slope = 1 + square * (3 * self.k1 + square * (5 * self.k2 + square * 7 * self.k3))
            step = (self._bent_radius(radius) - bent) / np.maximum(slope, 1e-9)
            radius = np.clip(radius - step, 0.0, limit)
        # Where the polynomial turns there is no slope to go by, and beyond no further distortion.
        beyond = bent - float(self._bent_radius(np.array(limit)))
        radius = np.where(beyond >= 0, limit + beyond, radius)
        factor = np.where(bent < 1e-12, 1.0, radius / np.maximum(bent, 1e-12))
        return real * factor
