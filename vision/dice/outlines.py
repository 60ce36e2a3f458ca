"""How well the outline of a cube that stands on the table fits what is seen.

Which way is up and how far the camera leans is known, so a cube can look in few ways: it may be
turned, and lie a little elsewhere or be larger than believed. Across its edges the picture has to
change. That speaks for a die whatever is on its sides, and so for dice unlike all that the networks
have seen.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from ...calibration.arrays import Floats, Floats32, Indices, Picture
from .patches import REACH, SIZE
from .sides import FLATTEST
from .tops import MOST_LEAN

TURNS = 8
"""Number of turns in a quarter in which a cube is tried."""
SIZES = (0.95, 1.06)
"""It is tried in these sizes."""
AROUND = 2
"""Maximum number of pixels of its patch by which a cube may lie beside where it should be."""
POINTS = 4
"""Number of places along each edge at which the picture is looked at."""
WEAK = 0.3
"""A change that is this share of the patch's mean change counts by a half."""


@dataclass(frozen=True)
class CubeEdges:
    """Points on the edges of cubes in a patch.

    places (s, t, p): the points' pixels, counted along the rows, for all sizes and shifts (s) and
    TURNS; right, down (t, p): what leads across the edges there.
    """

    places: Indices
    right: Floats32
    down: Floats32


def outline_fits(patches: Picture, leans: Floats) -> Floats:
    """How well a cube fits in patches as `die_patches` cuts them (n, SIZE, SIZE, 3), 0 to 1. The
    camera leans by `leans` (n,), in edges."""
    return np.array([_fit(patch, lean) for patch, lean in zip(patches, leans, strict=True)])


def _fit(patch: Picture, lean: float) -> float:
    edges = _edges_of_cubes(round(min(lean, MOST_LEAN), 2))
    right, down = _changes(patch)
    across = right.take(edges.places)
    across *= edges.right
    across += down.take(edges.places) * edges.down
    return float(np.abs(across, out=across).mean(axis=2).max())


def _changes(patch: Picture) -> tuple[Floats32, Floats32]:
    """How the colour that changes most changes to the right and down at each pixel (SIZE, SIZE);
    strong changes have lengths near 1."""
    smooth = cv2.GaussianBlur(patch, (0, 0), 0.8)
    right, down = (cv2.Sobel(smooth, cv2.CV_32F, x, 1 - x, scale=1 / 8) for x in (1, 0))
    most = (right**2 + down**2).argmax(axis=2)[..., None]
    right, down = (np.take_along_axis(way, most, 2)[..., 0] for way in (right, down))
    lengths = np.hypot(right, down)
    # A change by less than two greys a pixel may be noise.
    lengths += WEAK * (float(lengths.mean()) + 2)
    return np.asarray(right / lengths, np.float32), np.asarray(down / lengths, np.float32)


@lru_cache(maxsize=32)
def _edges_of_cubes(lean: float) -> CubeEdges:
    """Those where the camera leans by so much."""
    cubes = [_cube((turn + 0.5) * math.pi / 2 / TURNS, lean) for turn in range(TURNS)]
    points, across = (np.array(values) for values in zip(*cubes, strict=True))
    shifts = range(-AROUND, AROUND + 1)
    pixels = [
        points * size * SIZE / (2 * REACH) + (SIZE - 1) / 2 + (x, y)
        for size in SIZES for x in shifts for y in shifts
    ]  # fmt: skip
    columns, rows = np.moveaxis(np.clip(np.rint(pixels), 0, SIZE - 1).astype(np.intp), 3, 0)
    right, down = np.moveaxis(across.astype(np.float32), 2, 0)
    return CubeEdges(rows * SIZE + columns, right, down)


def _cube(turn: float, lean: float) -> tuple[Floats, Floats]:
    """Points (p, 2) on the visible edges of a cube, and the directions (p, 2) across the edges
    there. In edges to the right and down from the cube's middle."""
    squash = math.sqrt(1.0 - lean**2)
    angles = turn + np.arange(4) * math.pi / 2
    corners = math.sqrt(0.5) * np.column_stack([np.cos(angles), squash * np.sin(angles)])
    # From the corner that is nearest to the camera.
    near, one, other, far = corners[np.argsort(-corners[:, 1], kind="stable")]
    up = np.array([0.0, -lean / 2])
    edges = [(a + up, b + up) for a in (near, far) for b in (one, other)]
    if lean >= FLATTEST:
        edges += [(near - up, one - up), (near - up, other - up)]
        edges += [(corner + up, corner - up) for corner in (near, one, other)]
    first, last = (np.array(ends)[:, None] for ends in zip(*edges, strict=True))
    along = (np.arange(POINTS)[:, None] + 0.5) / POINTS
    points = first + along * (last - first)
    across = (last - first)[..., ::-1] * (-1.0, 1.0)
    across = across / np.linalg.norm(across, axis=2, keepdims=True)
    return points.reshape(-1, 2), np.broadcast_to(across, points.shape).reshape(-1, 2)
