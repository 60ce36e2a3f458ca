"""Each tile's own place: hand-laid tiles are shifted and turned a little in their cells.

A pose is a shift (in sides) and an angle (radians, clockwise). The fine pose comes from the
drawing: one linear step from the difference between the expected and the seen pattern, repeated (S.
Baker and I. Matthews, "Lucas-Kanade 20 years on", IJCV 2004, inverse compositional).
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np

from ...calibration.arrays import Flags, Floats, Floats32, Integers, Points
from ...engine.lattice import Cell, cell_centre
from ..lattice.aligned import Aligned
from ..lattice.pattern import CORNERS, face_points, soft_pattern, turn
from ..lattice.plane import TableView
from ..photos.shrink import Halves

FARTHEST_SHIFT = 0.22
"""Maximum shift of a face, in sides: gaps up to 6 % of the width and crooked rows, and no more."""
LARGEST_ANGLE = float(np.deg2rad(9.0))
"""Maximum turn of a face, in radians."""
SAMPLING_WIDTH = 44.0
"""Pictures are made smaller until a tile is about this many pixels wide, then sampled."""
MARGIN = 1.3
"""What is shown beyond the hexagons that will be looked at, in tile widths: to just beyond the
cells beside them."""
SOFTNESS = 0.14
"""How soft the drawing's edges are when a pose is sought, in sides: a step sees so far."""
TRUST = 0.004
"""The ridge that keeps poses where the picture says little."""


@dataclass(frozen=True)
class Poses(Aligned):
    """Where n tiles lie: cells (n, 2), shifts (n, 2) in sides, angles (n,) in radians."""

    cells: Integers
    shifts: Points
    angles: Floats

    @classmethod
    def straight(cls, cells: list[Cell]) -> Poses:
        """Tiles exactly in the middle of their cells."""
        count = len(cells)
        return cls(
            np.array(cells, np.int64).reshape(count, 2), np.zeros((count, 2)), np.zeros(count)
        )

    @property
    def cell_list(self) -> list[Cell]:
        """The cells as pairs of whole numbers."""
        return [(int(q), int(r)) for q, r in self.cells]

    @property
    def centres(self) -> Points:
        """Centres on the table, (n, 2), in sides."""
        middle = np.array([cell_centre(cell) for cell in self.cell_list]).reshape(-1, 2)
        return middle + self.shifts

    def on_table(self, points: Points) -> Points:
        """Places (p, 2) on a tile as places (n, p, 2) on the table."""
        cosine, sine = np.cos(self.angles), np.sin(self.angles)
        turning = np.stack([np.stack([cosine, sine], -1), np.stack([-sine, cosine], -1)], -2)
        return np.asarray(points[None] @ turning + self.centres[:, None])

    def corners_in_photo(self, view: TableView) -> Points:
        """The six corners in the photo, (n, 6, 2), index 0 at the frame's top."""
        return view.to_photo(self.on_table(CORNERS))

    def centres_in_photo(self, view: TableView) -> Points:
        """The centres in the photo, (n, 2)."""
        return view.to_photo(self.centres)


@dataclass(frozen=True)
class Samples:
    """Colours seen at places on tiles: `colours` (n, p, 3) BGR 0..255, `inside` (n, p) whether the
    place lies in the photo."""

    colours: Floats32
    inside: Flags


class TableSampler:
    """Looks up colours of places on the table in one photo, at a fitting resolution."""

    def __init__(self, halves: Halves, view: TableView, corners: Points, reach: Floats) -> None:
        """`corners` (n, 6, 2), in pixels, of the tiles at whose size it looks; `reach` (m, 6, 2)
        those of the hexagons that will be looked at, in a margin of more than half a tile."""
        self._halves, self._view = halves, view
        widths = np.linalg.norm(corners - np.roll(corners, 3, axis=1), axis=2).mean(axis=1) * 0.866
        self.tile_width = float(np.median(widths)) if len(widths) else SAMPLING_WIDTH
        self._limit = np.array(halves.size) - 1.0
        self._show(reach)

    def _show(self, reach: Floats) -> None:
        margin, limits = MARGIN * self.tile_width, np.array(self._halves.size)
        low = np.clip(np.floor(reach.reshape(-1, 2).min(axis=0) - margin), 0, limits - 1)
        high = np.clip(np.ceil(reach.reshape(-1, 2).max(axis=0) + margin) + 1, 1, limits)
        (left, top), (right, bottom) = low.astype(int), np.maximum(high, low + 1).astype(int)
        scale = min(1.0, SAMPLING_WIDTH / self.tile_width)
        self._shown = (left, top, right, bottom)
        self._part = self._halves.shrunk(scale, self._shown)

    def reaching(self, reach: Floats) -> TableSampler:
        """The same view of other hexagons, `reach` (m, 6, 2)."""
        other = copy(self)
        other._show(reach)
        return other

    def going_on_to(self, reach: Floats) -> TableSampler:
        """The same view, of these hexagons (m, 6, 2), too: itself where it shows them all."""
        seen = reach[np.isfinite(reach).all(axis=(1, 2))].reshape(-1, 2).clip(0.0, self._limit)
        left, top, right, bottom = self._shown
        now = np.array([(left, top), (right - 1, bottom - 1)], np.float64)
        if ((seen >= now[0]) & (seen <= now[1])).all():
            return self
        # `_show` adds its margin to what is asked for, so it may not be asked for again.
        inner = now + MARGIN * self.tile_width * np.array([[1.0], [-1.0]])
        return self.reaching(np.concatenate([seen, inner]))

    @property
    def photo_size(self) -> tuple[int, int]:
        """Width and height of the photo."""
        return self._halves.size

    def with_view(self, view: TableView) -> TableSampler:
        """The same pixels under a better view."""
        other = copy(self)
        other._view = view
        return other

    def colours(self, places: Points) -> Samples:
        """Colours at places (n, p, 2) on the table."""
        if places.size == 0:
            shape = places.shape[:2]
            return Samples(np.zeros((*shape, 3), np.float32), np.zeros(shape, np.bool_))
        pixels = self._view.to_photo(places)
        inside = np.all((pixels >= -0.5) & (pixels <= self._limit + 0.5), axis=-1)
        local = self._part.from_whole(pixels).astype(np.float32)
        seen = cv2.remap(
            self._part.picture,
            np.ascontiguousarray(local[..., 0]),
            np.ascontiguousarray(local[..., 1]),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return Samples(seen.reshape(*places.shape[:2], 3).astype(np.float32), inside)


@cache
def _pattern(rotation: int) -> tuple[Floats, Floats]:
    """The pattern at the face points (p,) for a rotation, and how it changes by shifts and turning
    (p, 3) in the tile's own frame of rotation 0."""
    points = np.ascontiguousarray(turn(face_points(), -rotation))
    step = 1e-3

    def slope(direction: tuple[float, float]) -> Floats:
        ahead = soft_pattern(points + step * np.array(direction), 0, SOFTNESS)
        behind = soft_pattern(points - step * np.array(direction), 0, SOFTNESS)
        return np.asarray((ahead - behind) / (2 * step))

    by_x, by_y = slope((1.0, 0.0)), slope((0.0, 1.0))
    by_angle = -points[:, 1] * by_x + points[:, 0] * by_y
    return soft_pattern(points, 0, SOFTNESS), np.stack([by_x, by_y, by_angle], axis=1)


def improved_poses(
    poses: Poses, seen: Floats, weights: Floats, rotations: Integers, start: Poses
) -> Poses:
    """Poses at which the pattern `seen` at the face points (n, p) fits the expected one better, by
    one step. They stay as near to those at the `start` as tiles laid by hand lie to their places.

    `seen` is +1 in White and -1 in Blue; `weights` (n, p) are 0 where nothing is known.
    """
    shifts, angles = poses.shifts.copy(), poses.angles.copy()
    for rotation in range(6):
        chosen = np.flatnonzero(rotations == rotation)
        if len(chosen) == 0:
            continue
        expected, slopes = _pattern(rotation)
        weight = weights[chosen]
        gap = (seen[chosen] - expected) * weight
        total = np.maximum(weight.sum(axis=1), 1.0)
        normal = np.einsum("np,pi,pj->nij", weight, slopes, slopes) / total[:, None, None]
        right = np.einsum("np,pi->ni", gap, slopes) / total[:, None]
        ridge = TRUST * np.diag([1.0, 1.0, 0.5]) * len(slopes) / total[:, None, None]
        # The picture appears moved the other way in the tile's frame of rotation 0.
        step = -np.linalg.solve(normal + ridge, right[..., None])[..., 0]
        step[:, :2] = np.clip(step[:, :2], -0.1, 0.1)
        step[:, 2] = np.clip(step[:, 2], -0.06, 0.06)
        shifts[chosen] += turn(step[:, :2], rotation)
        angles[chosen] += step[:, 2]
    away = shifts - start.shifts
    length = np.linalg.norm(away, axis=1, keepdims=True)
    shifts = start.shifts + away * np.minimum(1.0, FARTHEST_SHIFT / np.maximum(length, 1e-9))
    angles = start.angles + np.clip(angles - start.angles, -LARGEST_ANGLE, LARGEST_ANGLE)
    return replace(poses, shifts=shifts, angles=angles)
