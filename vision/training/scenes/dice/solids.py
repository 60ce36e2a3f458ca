"""Small solids with rounded edges, and where rays meet them.

All are given by their half extents and traced along signed distances (J. C. Hart, "Sphere
tracing", The Visual Computer 12, 1996) in their own frame, whose origin is their middle.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from .....calibration.arrays import Floats, Indices

STEPS = 18
CORNERS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
"""Of a cube whose half extents are one, (8, 3)."""
CLOSE = 4e-3
"""A ray this near, in half extents, has met the solid."""


@dataclass(frozen=True)
class Solid:
    """A ``box``, a ``cylinder`` standing on its end, or an ``ellipsoid``.

    ``half`` are the half extents along x, y, z; ``rounding`` is the radius of its edges. A ball of
    radius ``ball`` about the middle cuts its corners off.
    """

    kind: str
    half: tuple[float, float, float]
    rounding: float = 0.0
    ball: float = 1e9

    @property
    def reach(self) -> float:
        """The radius of a ball that holds it all."""
        if self.kind == "ellipsoid":
            return max(self.half)
        across = max(self.half[:2]) if self.kind == "cylinder" else math.hypot(*self.half[:2])
        return min(math.hypot(across, self.half[2]), self.ball)

    def distance(self, x: Floats, y: Floats, z: Floats) -> Floats:
        """Signed distances (n,) of points, negative inside; a bound for ellipsoids."""
        a, b, c = self.half
        rounding = self.rounding
        if self.kind == "ellipsoid":
            scaled = np.sqrt((x / a) ** 2 + (y / b) ** 2 + (z / c) ** 2)
            return np.asarray((scaled - 1.0) * min(self.half))
        beyond = [np.abs(z) - (c - rounding)]
        if self.kind == "cylinder":
            beyond.insert(0, np.sqrt(x * x + y * y) - (a - rounding))
        else:
            beyond[:0] = [np.abs(x) - (a - rounding), np.abs(y) - (b - rounding)]
        outside = np.sqrt(sum(np.maximum(gap, 0.0) ** 2 for gap in beyond))
        boxed = outside + np.minimum(np.maximum.reduce(beyond), 0.0) - rounding
        if self.ball > self.reach:
            return np.asarray(boxed)
        return np.maximum(boxed, np.sqrt(x * x + y * y + z * z) - self.ball)

    def normals(self, points: Floats) -> Floats:
        """Outward normals (n, 3) at points (n, 3) of the surface."""
        half, rounding = np.array(self.half), max(self.rounding, 1e-3)
        if self.kind == "ellipsoid":
            out = points / half**2
        elif self.kind == "cylinder":
            radius = np.maximum(np.hypot(points[:, 0], points[:, 1]), 1e-9)
            beyond = np.maximum(radius - (half[0] - rounding), 0.0) / radius
            level = points[:, 2] - np.clip(points[:, 2], rounding - half[2], half[2] - rounding)
            out = np.column_stack([points[:, :2] * beyond[:, None], level])
        else:
            out = points - np.clip(points, rounding - half, half - rounding)
        cut = np.linalg.norm(points, axis=1) > self.ball - 2 * CLOSE * half.min()
        out = np.where(cut[:, None], points, out)
        return np.asarray(out / np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-9))

    def meet(self, origin: Floats, directions: Floats) -> tuple[Indices, Floats]:
        """Which rays (n, 3) from one origin (3,) meet the solid, and where: indices and points."""
        directions = directions.T / np.sqrt((directions**2).sum(axis=1))
        along = -(origin @ directions)
        nearest = np.sqrt(np.maximum(float(origin @ origin) - along**2, 0.0))
        chosen = np.flatnonzero(nearest < self.reach)
        (wx, wy, wz), along, nearest = directions[:, chosen], along[chosen], nearest[chosen]
        half_chord = np.sqrt(np.maximum(self.reach**2 - nearest**2, 0.0))
        travelled, last = along - half_chord, along + half_chord
        close = CLOSE * min(self.half)
        gap = np.full(len(chosen), np.inf)
        ox, oy, oz = (float(v) for v in origin)
        for _ in range(STEPS):
            gap = self.distance(ox + travelled * wx, oy + travelled * wy, oz + travelled * wz)
            travelled = travelled + np.maximum(gap, 0.0)
            if not ((gap > close) & (travelled < last)).any():
                break
        met = (gap < 4 * close) & (travelled <= last)
        distance = travelled[met]
        points = (ox + distance * wx[met], oy + distance * wy[met], oz + distance * wz[met])
        return chosen[met], np.stack(points, axis=1)
