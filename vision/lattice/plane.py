"""From the board's plane to the photo: a homography and one radial parameter.

The lens follows the division model (A. Fitzgibbon, "Simultaneous linear estimation of multiple view
geometry and lens distortion", CVPR 2001): a place at distance r from the middle of the photo
belongs, without distortion, at r / (1 + radial * r^2). Distances are in half diagonals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from ...calibration.arrays import Floats, Points
from ...calibration.cameras.lens import Lens as CalibratedLens

_STRONGEST_RADIAL = 0.6
"""A fit that bends the photo more than this has run away."""
_IN_LINE = 1e-5
"""Points lie in a line if they spread less than this across it, as a share of along it."""


class PhotoLens(Protocol):
    """What bends straight lines in a photo."""

    def straighten(self, pixels: Points) -> Points:
        """Pixels (..., 2) as a lens without distortion shows them, in units of its own."""

    def bend(self, straight: Points) -> Points:
        """Pixels (..., 2): the inverse of `straighten`."""


@dataclass(frozen=True)
class KnownLens:
    """A lens from a camera's profile, over one picture size."""

    profile: CalibratedLens

    def straighten(self, pixels: Points) -> Points:
        """Pixels (..., 2) as tangents of the angle from the optical axis."""
        ideal = self.profile.undistort(pixels) - np.array(self.profile.principal)
        return np.asarray(ideal / np.array(self.profile.focal))

    def bend(self, straight: Points) -> Points:
        """Pixels (..., 2): the inverse of `straighten`."""
        ideal = straight * np.array(self.profile.focal) + np.array(self.profile.principal)
        return self.profile.distort(ideal)


@dataclass(frozen=True)
class DivisionLens:
    """One radial parameter about the middle of a photo of `size` (width, height) pixels."""

    size: tuple[int, int]
    radial: float = 0.0

    @property
    def _middle(self) -> Points:
        return np.array([(self.size[0] - 1) / 2.0, (self.size[1] - 1) / 2.0])

    @property
    def unit(self) -> float:
        """Half the photo's diagonal, in pixels."""
        return float(np.hypot(self.size[0], self.size[1])) / 2.0

    def straighten(self, pixels: Points) -> Points:
        """Pixels (..., 2) as a lens without distortion shows them, in half diagonals from the
        middle."""
        seen = (pixels - self._middle) / self.unit
        square = np.sum(seen * seen, axis=-1, keepdims=True)
        return np.asarray(seen / (1.0 + self.radial * square))

    def bend(self, straight: Points) -> Points:
        """Pixels (..., 2) of what is given in half diagonals: the inverse of `straighten`."""
        square = np.sum(straight * straight, axis=-1, keepdims=True)
        # r_seen = (1 - sqrt(1 - 4 radial r^2)) / (2 radial r), written so that r = 0 is harmless.
        root = np.sqrt(np.maximum(1.0 - 4.0 * self.radial * square, 0.0))
        return np.asarray(straight * (2.0 / (1.0 + root)) * self.unit + self._middle)


@dataclass(frozen=True)
class TableView:
    """How the plane of the tiles (units of a tile's side) appears in the photo (pixels)."""

    homography: Floats
    lens: PhotoLens

    def to_photo(self, places: Points) -> Points:
        """Pixels (..., 2) of places (..., 2) on the plane of the tiles."""
        homogeneous = places @ self.homography[:, :2].T + self.homography[:, 2]
        return self.lens.bend(np.asarray(homogeneous[..., :2] / not_zero(homogeneous[..., 2:])))

    def to_table(self, pixels: Points) -> Points:
        """Places (..., 2) on the plane of the tiles of pixels (..., 2)."""
        inverse = np.linalg.inv(self.homography)
        homogeneous = self.lens.straighten(pixels) @ inverse[:, :2].T + inverse[:, 2]
        return np.asarray(homogeneous[..., :2] / homogeneous[..., 2:])

    def has_before_it(self, places: Points) -> bool:
        """Whether places (n, 2) lie before the camera, all on one side of the horizon."""
        depth = places @ self.homography[2, :2] + self.homography[2, 2]
        return bool((depth > 0).all() or (depth < 0).all())

    def after_mapping(self, matrix: Floats) -> TableView:
        """The same view when places are first mapped by `matrix` (3, 3)."""
        return TableView(self.homography @ matrix, self.lens)


def not_zero(depth: Floats) -> Floats:
    """What may be divided by: places on the horizon come to lie very far away."""
    return np.where(np.abs(depth) < 1e-9, 1e-9, depth)


def tell_a_lens(tiles: int, pixels: Points, size: tuple[int, int]) -> bool:
    """Whether this number of tiles, with points (n, 2) in a photo of this size, tells how its lens
    bends: if they reach over a good part of the photo. Four places fix all but the lens."""
    # A phone's lens (k1 of 0.1) moves what lies an eighth of the width from the middle by half a
    # pixel, where the photo is 1600 pixels wide: less than a corner's place errs.
    spread = np.ptp(pixels, axis=0) / np.array(size)
    return tiles >= 5 and float(spread.max()) > 0.25


def fit_view(
    places: Points,
    pixels: Points,
    size: tuple[int, int],
    *,
    weights: Floats | None = None,
    fit_lens: bool = True,
    known: KnownLens | None = None,
    huber: float = 1.5,
) -> TableView | None:
    """The view that explains where places (n, 2) are seen (n, 2), robustly.

    From a linear estimate on, Levenberg-Marquardt steps fit the homography and, where that explains
    markedly more, the radial parameter. A `known` lens is kept where it explains the points no
    worse. Beyond `huber` pixels a deviation counts linearly. None where the points do not fix a
    homography.
    """
    if len(places) < 4:
        return None
    weights = np.ones(len(places)) if weights is None else weights
    plain = _fit_with_lens(places, pixels, weights, DivisionLens(size), huber, free=False)
    if plain is None:
        return None
    best, cost = plain
    if fit_lens:
        bent = _fit_with_lens(places, pixels, weights, DivisionLens(size), huber, free=True)
        # One parameter more always explains a little more: it has to earn its place.
        if bent is not None and bent[1] < 0.97 * cost:
            best, cost = bent
    if known is not None:
        given = _fit_with_lens(places, pixels, weights, known, huber, free=False)
        # The calibrated lens wins though a free one may fit a little better: that follows noise.
        if given is not None and given[1] < 1.1 * cost + 1e-9:
            best = given[0]
    return best


def _fit_with_lens(
    places: Points,
    pixels: Points,
    weights: Floats,
    lens: DivisionLens | KnownLens,
    huber: float,
    *,
    free: bool,
) -> tuple[TableView, float] | None:
    """Homography, and the radial parameter where `free`, with the robust cost in pixels squared."""
    start = linear_homography(places, lens.straighten(pixels))
    if start is None:
        return None
    scale = lens.unit if isinstance(lens, DivisionLens) else float(np.mean(lens.profile.focal))
    points = _SeenPlaces(places, lens.straighten(pixels), weights, scale, huber)
    homography, radial, cost = _descend(points, start, 9 if free else 8)
    if free and isinstance(lens, DivisionLens):
        if abs(radial) >= _STRONGEST_RADIAL:
            return None
        lens = DivisionLens(lens.size, radial)
    return TableView(homography, lens), cost


def linear_homography(places: Points, seen: Points) -> Floats | None:
    """The homography by least squares; None where the points do not fix one."""
    for points in (places, seen):
        spreads = np.linalg.svd(points - points.mean(axis=0), compute_uv=False)
        if not spreads[1] > _IN_LINE * spreads[0]:
            return None
    found = cv2.findHomography(places, seen, 0)[0]
    return None if found is None else np.asarray(found)


@dataclass(frozen=True)
class _Gaps:
    """How far n places are seen from where a view has them: `pixels` (n, 2); and what their slopes
    need: the places seen straightened, those expected, their depth, and what scales them."""

    pixels: Points
    straight: Points
    expected: Points
    depth: Floats
    scale: Floats


@dataclass(frozen=True)
class _SeenPlaces:
    """Places (n, 2), where they are seen in the straightened picture (n, 2), and their weights.

    A view is nine `values`: the homography's first eight, and the radial parameter. Gaps are taken
    in the straightened picture, where the slopes have a closed form, and scaled to pixels of the
    photo.
    """

    places: Points
    seen: Points
    weights: Floats
    pixel_scale: float
    huber: float

    @property
    def _square(self) -> Floats:
        return np.asarray(np.sum(self.seen * self.seen, axis=1))

    def gaps(self, values: Floats) -> _Gaps:
        x, y = self.places.T
        bending = 1.0 + values[8] * self._square
        straight = self.seen / bending[:, None]
        depth = not_zero(values[6] * x + values[7] * y + 1.0)
        expected = np.stack(
            [values[0] * x + values[1] * y + values[2], values[3] * x + values[4] * y + values[5]],
            axis=1,
        ) / depth[:, None]  # fmt: skip
        scale = self.pixel_scale * bending
        return _Gaps((expected - straight) * scale[:, None], straight, expected, depth, scale)

    def cost(self, gaps: _Gaps) -> float:
        length = np.hypot(*gaps.pixels.T)
        beyond = self.huber * (length - 0.5 * self.huber)
        each = np.where(length <= self.huber, 0.5 * length**2, beyond)
        return float((self.weights * each).sum())

    def slopes(self, gaps: _Gaps, values: Floats, count: int) -> Floats:
        """How the gaps (n, 2) change with each of the first `count` values, (2 n, count)."""
        x, y = self.places.T
        slopes = np.zeros((len(x), 2, count))
        slopes[:, 0, 0:3] = slopes[:, 1, 3:6] = (
            np.stack([x, y, np.ones_like(x)], 1) / gaps.depth[:, None]
        )
        slopes[:, :, 6] = -gaps.expected * (x / gaps.depth)[:, None]
        slopes[:, :, 7] = -gaps.expected * (y / gaps.depth)[:, None]
        if count == len(values):
            bent = self._square / (1.0 + values[8] * self._square)
            slopes[:, :, 8] = gaps.straight * bent[:, None]
        slopes *= gaps.scale[:, None, None]
        return slopes.reshape(-1, count)

    def equations(self, gaps: _Gaps, values: Floats, count: int) -> tuple[Floats, Floats]:
        """The normal matrix (count, count) and the gradient (count,), with Huber's weights."""
        length = np.maximum(np.hypot(*gaps.pixels.T), 1e-9)
        pull = self.weights * np.minimum(1.0, self.huber / length)
        slopes = self.slopes(gaps, values, count)
        pulled = slopes * np.repeat(pull, 2)[:, None]
        return pulled.T @ slopes, pulled.T @ gaps.pixels.reshape(-1)


def _descend(points: _SeenPlaces, start: Floats, count: int) -> tuple[Floats, float, float]:
    """Levenberg-Marquardt over the first `count` values: homography, radial parameter, cost."""
    values = np.append(start.reshape(9)[:8], 0.0)
    gaps = points.gaps(values)
    cost = points.cost(gaps)
    damping = 1e-4
    for _ in range(30):
        normal, gradient = points.equations(gaps, values, count)
        gain = 0.0
        for _ in range(6):
            ridge = damping * np.diag(np.diag(normal) + 1e-12)
            trial = values.copy()
            trial[:count] -= np.linalg.solve(normal + ridge, gradient)
            trial[8] = np.clip(trial[8], -_STRONGEST_RADIAL, _STRONGEST_RADIAL)
            trial_gaps = points.gaps(trial)
            trial_cost = points.cost(trial_gaps)
            if np.isfinite(trial_cost) and trial_cost < cost:
                gain = (cost - trial_cost) / max(cost, 1e-12)
                values, gaps, cost = trial, trial_gaps, trial_cost
                damping = max(damping / 5.0, 1e-9)
                break
            damping *= 6.0
        if gain < 1e-5:  # far less than a pixel's noise
            break
    return np.append(values[:8], 1.0).reshape(3, 3), float(values[8]), cost
