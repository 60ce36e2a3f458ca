"""The camera over a table: where it stands and how long its lens is, by places seen in a photo.

A homography fits the tiles as well as it can, and says little about what stands up from the table:
a few tiles fix its perspective badly. A camera has fewer ways to be, and most of them are known
beforehand: pixels are square, the middle of the photo is the lens's, and focal lengths and bends
are those of phones and webcams. The fit weighs that against what is seen.

A plane has two poses that look nearly alike (T. Collins and A. Bartoli, "Infinitesimal plane-based
pose estimation", IJCV 2014, which OpenCV's IPPE follows); both are fitted, and the better one
counts.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from ...calibration.arrays import Floats, Points
from ...calibration.cameras.lens import Lens
from .plane import KnownLens, TableView

USUAL_FOCAL, FOCAL_SPREAD = 1.45, 0.3
"""Focal lengths of phones and webcams, in half diagonals of the photo: the middle and the spread
(standard deviation of the logarithm)."""
BEND_SPREAD = 0.12
"""How much such lenses bend (standard deviation of Brown's k1)."""
LEAST_NOISE = 0.7
"""No place is seen more exactly than to so many pixels."""
ALIKE = 3.0
"""The corners of one tile err together: each counts as if it were so many times less exact."""
OUTLYING = 2.0
"""What is off by more than so many times the noise counts linearly (Huber)."""
STEPS, SETTLED = 12, 1e-4
"""Gauss-Newton steps at most, and the share of the cost below which a gain ends them."""


def camera_view(places: Points, pixels: Points, size: tuple[int, int]) -> TableView | None:
    """How a table appears on which `places` (n, 2), in sides of a tile, are seen at `pixels`
    (n, 2) of a picture of `size` (width, height), by a whole camera.

    The view's lens is a `KnownLens`; its homography is [r1 r2 t] of the camera. None where the
    places do not fix a plane.
    """
    if len(places) < 4:
        return None
    plain = cv2.findHomography(places, pixels, 0)[0]
    if plain is None:
        return None
    off = _lengths(cv2.perspectiveTransform(places[:, None], plain)[:, 0] - pixels)
    noise = max(LEAST_NOISE, float(np.median(off)))
    solid = np.column_stack([places, np.zeros(len(places))])
    lens = _lens(size, USUAL_FOCAL, 0.0)
    _, turns, shifts, _ = cv2.solvePnPGeneric(
        solid, pixels[:, None], lens.matrix, None, flags=cv2.SOLVEPNP_IPPE
    )
    fits = [
        _fitted(solid, pixels, size, noise, np.concatenate([turn, shift]).ravel())
        for turn, shift in zip(turns, shifts, strict=True)
    ]
    if not fits:
        return None
    values, _ = min(fits, key=lambda fit: fit[1])
    turn = cv2.Rodrigues(values[:3])[0]
    homography = np.column_stack([turn[:, :2], values[3:6]])
    focal = USUAL_FOCAL * math.exp(values[6])
    return TableView(homography, KnownLens(_lens(size, focal, float(values[7]))))


def _lens(size: tuple[int, int], focal: float, bend: float) -> Lens:
    """A lens over a picture, its focal length in half diagonals."""
    pixels = focal * math.hypot(*size) / 2
    middle = ((size[0] - 1) / 2, (size[1] - 1) / 2)
    return Lens(size, (pixels, pixels), middle, k1=bend)


def _fitted(
    solid: Points, pixels: Points, size: tuple[int, int], noise: float, pose: Floats
) -> tuple[Floats, float]:
    """From a `pose` (6,) the likeliest turn (3,), shift (3,), logarithm of the focal length over
    the usual one, and bend, as one (8,); and its cost. Levenberg-Marquardt."""
    values = np.concatenate([pose, [0.0, 0.0]])
    beliefs = np.array([1 / FOCAL_SPREAD, 1 / BEND_SPREAD])

    def weighed(values: Floats) -> tuple[Floats, Floats, float]:
        """Deviations (m,) in their spreads, slopes (m, 8) and the cost."""
        lens = _lens(size, USUAL_FOCAL * math.exp(float(np.clip(values[6], -2, 2))), values[7])
        seen, slopes = cv2.projectPoints(
            solid, values[:3], values[3:6], lens.matrix, lens.coefficients
        )
        off = seen[:, 0] - pixels
        lengths = np.maximum(_lengths(off), 1e-9)
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


def _lengths(steps: Points) -> Floats:
    return np.asarray(np.hypot(steps[:, 0], steps[:, 1]))
