"""The camera over a table: where it stands and how long its lens is, by places seen in a photo.

A homography fits the tiles as well as it can, and says little about what stands up from the table:
a few tiles fix its perspective badly. A camera has fewer ways to be, and most of them are known
beforehand: pixels are square, the middle of the photo is the lens's, and focal lengths and bends
are those of phones and webcams. The fit weighs that against what is seen.

A plane has two poses that look nearly alike (T. Collins and A. Bartoli, "Infinitesimal plane-based
pose estimation", IJCV 2014, which OpenCV's IPPE follows); both are fitted. Where a few tiles leave
both open, dice tell which is right: see `palago.vision.dice.reader`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from ...calibration.arrays import Floats, Points
from ...calibration.cameras.lens import Lens
from ..lattice.plane import linear_homography, not_zero

USUAL_FOCAL = 1.45
"""Median focal length of phones and webcams, in half diagonals of the photo."""
FOCAL_SPREAD = 0.3
"""How much focal lengths differ: standard deviation of the logarithm."""
LONGEST = 1.6
"""Maximum deviation of a lens from the usual one, in either direction (logarithm)."""
BEND_SPREAD = 0.12
"""How much such lenses bend (standard deviation of Brown's k1)."""
LEAST_NOISE = 0.7
"""Least noise of a place, in pixels: none is seen more exactly."""
ALIKE = 3.0
"""The corners of one tile err together: factor by which each counts as less exact."""
OUTLYING = 2.0
"""Number of noises beyond which an error counts linearly (Huber)."""
UNLIKELIER = 20.0
"""A second pose that costs more than the better one by this is left out."""
STEPS = 5
"""Steps of the fit at most: more tell nothing more about what is up."""
SETTLED = 1e-2
"""They end when a step gains a smaller share of the cost."""


@dataclass(frozen=True)
class TableCamera:
    """A camera over a table.

    The turn (3, 3) and shift (3,), in sides of a tile, lead from the table's frame to the camera's.
    The cost of the fit to the tiles is twice the negative logarithm of how likely it is.

    The table's frame has x to the right and y down as seen from above, and z into the table; 0 is
    the plane of the tiles' faces.
    """

    turn: Floats
    shift: Floats
    lens: Lens
    cost: float = 0.0

    def to_table(self, pixels: Points) -> Points:
        """Places (n, 2) on the plane of the tiles seen at pixels (n, 2)."""
        rays = self._rays(pixels)
        plane = np.column_stack([self.turn[:, :2], self.shift])
        homogeneous = rays @ np.linalg.inv(plane).T
        return np.asarray(homogeneous[:, :2] / not_zero(homogeneous[:, 2:]))

    def lifted(self, places: Points, height: float) -> Points:
        """Pixels (n, 2) of what lies `height` above places (n, 2) of the plane of the tiles."""
        return self._seen(self._there(places, height))

    def ups_at(self, pixels: Points) -> tuple[Points, Floats]:
        """For pixels (n, 2): the step (n, 2) in the picture, in lengths seen head on, that one
        length upwards leads; and how many pixels (n,) one length has, seen head on."""
        places, step = self.to_table(pixels), 0.25
        foot = self._there(places, 0.0)
        upwards = (self.lifted(places, step) - self._seen(foot)) / step
        sizes = self.lens.focal[0] / np.maximum(np.abs(foot[:, 2]), 1e-9)
        return np.asarray(upwards / sizes[:, None]), np.asarray(sizes)

    def _rays(self, pixels: Points) -> Points:
        ideal = self.lens.undistort(pixels) - np.array(self.lens.principal)
        return np.column_stack([ideal / np.array(self.lens.focal), np.ones(len(pixels))])

    def _there(self, places: Points, height: float) -> Points:
        solid = np.column_stack([places, np.full(len(places), -height)])
        return np.asarray(solid @ self.turn.T + self.shift)

    def _seen(self, there: Points) -> Points:
        flat = there[:, :2] / not_zero(there[:, 2:])
        return self.lens.distort(flat * np.array(self.lens.focal) + np.array(self.lens.principal))


def fit_cameras(places: Points, pixels: Points, size: tuple[int, int]) -> tuple[TableCamera, ...]:
    """Where the camera may have been, the likeliest first: one or two.

    `places` (n, 2) on the table, in sides of a tile, are seen at `pixels` (n, 2) of a picture of
    `size` (width, height). None where the places do not fix a plane.
    """
    plain = linear_homography(places, pixels) if len(places) >= 4 else None
    if plain is None:
        return ()
    off = np.hypot(*(cv2.perspectiveTransform(places[:, None], plain)[:, 0] - pixels).T)
    noise = max(LEAST_NOISE, float(np.median(off)))
    solid = np.column_stack([places, np.zeros(len(places))])
    _, turns, shifts, _ = cv2.solvePnPGeneric(
        solid, pixels[:, None], _lens(size, 0.0, 0.0).matrix, None, flags=cv2.SOLVEPNP_IPPE
    )
    fits = [
        _fitted(solid, pixels, size, noise, np.concatenate([turn, shift]).ravel())
        for turn, shift in zip(turns, shifts, strict=True)
    ]
    cameras = sorted(
        (_camera(values, cost, size) for values, cost in fits if math.isfinite(cost)),
        key=lambda camera: camera.cost,
    )
    return tuple(cameras[:1]) + tuple(
        other
        for best, other in pairwise(cameras)
        if other.cost < best.cost + UNLIKELIER and not np.allclose(best.turn, other.turn, atol=0.1)
    )


def _camera(values: Floats, cost: float, size: tuple[int, int]) -> TableCamera:
    """The camera that a fit (8,) tells of."""
    lens = _lens(size, float(values[6]), float(values[7]))
    return TableCamera(np.asarray(cv2.Rodrigues(values[:3])[0]), values[3:6], lens, cost)


def _lens(size: tuple[int, int], longer: float, bend: float) -> Lens:
    """A lens over a picture whose focal length is longer than the usual one by a logarithm."""
    pixels = USUAL_FOCAL * math.exp(np.clip(longer, -LONGEST, LONGEST)) * math.hypot(*size) / 2
    middle = ((size[0] - 1) / 2, (size[1] - 1) / 2)
    return Lens(size, (pixels, pixels), middle, k1=bend)


def _fitted(
    solid: Points, pixels: Points, size: tuple[int, int], noise: float, pose: Floats
) -> tuple[Floats, float]:
    """The likeliest camera, fitted from a `pose` (6,) on by Levenberg-Marquardt, and its cost. Its
    values (8,): turn (3), shift (3), logarithm of the focal length over the usual one, bend."""
    values = np.concatenate([pose, [0.0, 0.0]])
    beliefs = np.array([1 / FOCAL_SPREAD, 1 / BEND_SPREAD])

    def weighed(values: Floats) -> tuple[Floats, Floats, float]:
        """Deviations (m,) in their spreads, slopes (m, 8) and the cost."""
        lens = _lens(size, float(values[6]), float(values[7]))
        seen, slopes = cv2.projectPoints(
            solid, values[:3], values[3:6], lens.matrix, lens.coefficients
        )
        off = seen[:, 0] - pixels
        lengths = np.maximum(np.hypot(*off.T), 1e-9)
        pull = np.sqrt(np.minimum(1.0, OUTLYING * noise / lengths)) / (ALIKE * noise)
        focal = lens.focal[0] * slopes[:, 6:8].sum(axis=1)
        parts = np.column_stack([slopes[:, :6], focal, slopes[:, 10]]) * np.repeat(pull, 2)[:, None]
        known = np.zeros((2, 8))
        known[0, 6], known[1, 7] = beliefs
        deviations = np.concatenate([(off * pull[:, None]).ravel(), beliefs * values[6:]])
        return deviations, np.concatenate([parts, known]), float(deviations @ deviations)

    deviations, slopes, cost = weighed(values)
    damping = 1e-3
    for _ in range(STEPS):
        normal = slopes.T @ slopes
        step = np.linalg.solve(
            normal + damping * np.diag(np.diag(normal) + 1e-12), slopes.T @ deviations
        )
        trial = weighed(values - step)
        if not trial[2] < cost:
            damping *= 10.0
            continue
        gain, values = cost - trial[2], values - step
        deviations, slopes, cost = trial
        damping /= 5.0
        if gain < SETTLED * cost:
            break
    return values, cost
