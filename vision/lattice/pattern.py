"""The drawing on a Palago tile, as a function of the place on it.

Places are in units of the tile's side, x right and y down, the centre at the origin, the White tip
at the top for rotation 0 (docs/library/rules.md, "The tile").
"""

from __future__ import annotations

from functools import cache

import numpy as np

from ...calibration.arrays import Flags, Floats
from ...engine.lattice import CORNER_OFFSETS, SQRT3

TIP_RADIUS = 0.5
"""The arcs' radius, in sides."""
WIDTH = SQRT3
"""From one edge of a tile to the opposite one, in sides."""
CORNERS: Floats = np.array(CORNER_OFFSETS)
"""The six corners, (6, 2), index 0 at the top, clockwise."""


def turn(points: Floats, sixths: int) -> Floats:
    """Turn places (..., 2) clockwise as seen from above by multiples of 60 degrees."""
    angle = np.pi * (sixths % 6) / 3.0
    cosine, sine = np.cos(angle), np.sin(angle)
    return np.asarray(points @ np.array([[cosine, sine], [-sine, cosine]]))


def depth_of_white(points: Floats, rotation: int = 0) -> Floats:
    """How deep each place (..., 2) lies in the White part, in sides; negative in the Blue part. The
    zero line is the tile's drawing: the straight and the two arcs."""
    own = turn(points, -rotation)
    white_tip = TIP_RADIUS - np.hypot(own[..., 0], own[..., 1] + 1.0)
    blue_tip = TIP_RADIUS - np.hypot(own[..., 0], own[..., 1] - 1.0)
    lower_half = own[..., 1]
    return np.maximum(white_tip, np.minimum(lower_half, -blue_tip))


def soft_pattern(points: Floats, rotation: int = 0, softness: float = 0.08) -> Floats:
    """+1 in White, -1 in Blue at places (..., 2) in sides. It slides from one to the other over
    `softness` sides, as in a photo that is not perfectly sharp."""
    return np.tanh(depth_of_white(points, rotation) / softness)


def is_inside(points: Floats, size: float = 1.0) -> Flags:
    """Whether places (..., 2) lie in the hexagon with sides of `size`."""
    x, y = np.abs(points[..., 0]), np.abs(points[..., 1])
    return np.asarray((x <= WIDTH / 2 * size) & (y + x / WIDTH <= size))


@cache
def face_points() -> Floats:
    """Places spread evenly over the face, (P, 2), the rim left out; the same for every tile."""
    q, r = np.meshgrid(np.arange(-28, 29), np.arange(-28, 29))
    lattice = 0.09 * np.stack([q + 0.5 * r, 0.5 * WIDTH * r], axis=-1).reshape(-1, 2)
    return np.ascontiguousarray(lattice[is_inside(lattice, 0.9)])


@cache
def face_depths() -> Floats:
    """`depth_of_white` at the face points in each of the six rotations, (6, P)."""
    return np.stack([depth_of_white(face_points(), rotation) for rotation in range(6)])
