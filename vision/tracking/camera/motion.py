"""How the picture has moved since the key frame: points followed by optical flow. Both pictures are
reduced to their local contrast first, so that a lamp or the exposure may change in between."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from ....calibration.arrays import Floats, Floats32, Picture
from .. import limits

MOST_POINTS = 160
"""Points that are followed: more cost time and tell no more."""
FEWEST_INLIERS = 14
"""Minimum number of points that agree on a motion: fewer agree by chance."""
SMALLEST_INLIER_SHARE = 0.2
"""This share of all points has to agree, too."""
STILL_WITHIN = 1.0
"""Pixels by which a point that stands still may seem to move."""
NOISE_FLOOR = 12.0
"""Grey levels, added to a place's contrast, so that noise on a plain table is not made large."""
STILL_SHARE = 0.6
"""The camera stands still if at least this many points stay for each one that agrees on a
motion."""
DRIFT_SHARE = 0.7
"""It drifts slowly instead if this share of all points moves together."""
LEAST_CONTRAST = 0.25
"""A picture with less of the key frame's contrast, or light, is dark or covered."""


@dataclass(frozen=True)
class KeyFrame:
    """The picture that others are compared with: its local contrast, points worth following and the
    grey levels (N,) along its rim."""

    contrast: Picture
    points: Floats32
    rim: Floats32


def local_contrast(grey: Picture) -> Picture:
    """Grey levels (H, W) around 128 relative to their surroundings, in units of their spread."""
    values = cv2.GaussianBlur(grey, (0, 0), 1.0).astype(np.float32)
    # The surroundings are smooth: a quarter of the size shows them as well, and costs little.
    mean, squares = (_surroundings(part) for part in (values, values * values))
    spread = np.sqrt(np.maximum(squares - mean * mean, 0.0)) + np.float32(NOISE_FLOOR)
    middle, scale = (_as_large_as(values, part) for part in (mean, np.float32(48) / spread))
    levels = np.clip((values - middle) * scale + np.float32(128), 0, 255)
    return np.asarray(levels, dtype=np.uint8)


def _as_large_as(picture: Floats32, small: Floats32) -> Floats32:
    height, width = picture.shape
    large = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(large, dtype=np.float32)


def _surroundings(values: Floats32) -> Floats32:
    """The mean around each pixel, a quarter as wide and high."""
    height, width = values.shape
    size = (max(1, width // 4), max(1, height // 4))
    small = cv2.resize(values, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 3), dtype=np.float32)


def key_frame(grey: Picture, board: Picture | None = None) -> KeyFrame:
    """Choose points of a picture that can be found again, half of them on the ``board``: the pixels
    (H, W) that are not 0. Its lines are sharper than most tables, and they are what matters."""
    contrast = local_contrast(grey)
    points = [_corners(contrast, board, MOST_POINTS // 2)] if board is not None else []
    points.append(_corners(contrast, None, MOST_POINTS - sum(map(len, points))))
    return KeyFrame(contrast, np.concatenate(points), _rim(grey))


def _corners(contrast: Picture, mask: Picture | None, most: int) -> Floats32:
    found = cv2.goodFeaturesToTrack(contrast, most, 0.02, 9, mask=mask)
    points = np.zeros((0, 2)) if found is None else np.asarray(found).reshape(-1, 2)
    return np.asarray(points, dtype=np.float32)


def motion_since(key: KeyFrame, grey: Picture, guess: Floats) -> Floats | None:
    """The similarity (3, 3) from the key frame's pixels to this picture's; ``guess`` is the last
    one known. None where too few points are found again: the picture is covered, or the camera
    looks elsewhere."""
    if len(key.points) < FEWEST_INLIERS:
        return None
    contrast = local_contrast(grey)
    if _spread(contrast) < LEAST_CONTRAST * _spread(key.contrast):
        # A covered lens or a dark room: where nothing can be seen, every point seems unmoved.
        return None
    found = _followed(key, contrast, guess)
    if found is not None:
        return found
    # A bump may be too far for optical flow: how far the picture as a whole has shifted is a better
    # guess.
    (dx, dy), _ = cv2.phaseCorrelate(key.contrast.astype(np.float32), contrast.astype(np.float32))
    return _followed(key, contrast, np.array([[1.0, 0.0, dx], [0.0, 1.0, dy], [0.0, 0.0, 1.0]]))


def stands_as_before(key: KeyFrame, grey: Picture, motion: Floats) -> bool:
    """Whether what surrounds enough points of the key frame looks as it did where a ``motion``
    (3, 3) puts it: the camera is aimed as it was, whatever covers the rest of the picture. A plain
    table has no points: there half of the picture's rim does for them."""
    back = cv2.warpPerspective(
        local_contrast(grey), motion, grey.shape[::-1], flags=cv2.WARP_INVERSE_MAP
    )
    alike = 0
    for point in key.points:
        before, now = (cv2.getRectSubPix(one, (17, 17), point) for one in (key.contrast, back))
        likeness = cv2.matchTemplate(before, now, cv2.TM_CCOEFF_NORMED)[0, 0]
        alike += bool(1 - likeness < limits.CHANGED)
    return alike >= FEWEST_INLIERS or _has_the_rim_of(key, grey, motion)


def _has_the_rim_of(key: KeyFrame, grey: Picture, motion: Floats) -> bool:
    there = cv2.warpPerspective(
        grey, motion, grey.shape[::-1], flags=cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
    now = _rim(np.asarray(there, dtype=np.uint8))
    light = float(np.median((now + 1.0) / (key.rim + 1.0)))
    # In the dark all looks alike.
    apart = 2.0 * float(np.median(np.abs(now / light - key.rim)))
    return light > LEAST_CONTRAST and apart < NOISE_FLOOR


def _rim(grey: Picture) -> Floats32:
    blocks = cv2.resize(grey.astype(np.float32), (32, 18), interpolation=cv2.INTER_AREA)
    sides = (blocks[0], blocks[-1], blocks[1:-1, 0], blocks[1:-1, -1])
    return np.asarray(np.concatenate(sides), dtype=np.float32)


def _spread(contrast: Picture) -> float:
    """The standard deviation of all grey levels."""
    return float(cv2.meanStdDev(contrast)[1][0, 0])


def _followed(key: KeyFrame, contrast: Picture, guess: Floats) -> Floats | None:
    expected = cv2.perspectiveTransform(key.points.reshape(-1, 1, 2).astype(np.float64), guess)
    moved, status, _ = cv2.calcOpticalFlowPyrLK(
        key.contrast,
        contrast,
        key.points.reshape(-1, 1, 2),
        expected.astype(np.float32),
        winSize=(17, 17),
        maxLevel=3,
        criteria=(cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 12, 0.03),
        flags=cv2.OPTFLOW_USE_INITIAL_FLOW,
    )
    good = np.asarray(status).reshape(-1) == 1
    start, end = key.points[good], np.asarray(moved).reshape(-1, 2)[good]
    if len(start) < FEWEST_INLIERS:
        return None
    # A similarity is enough between two readings, and noise cannot bend it as it can bend a
    # homography; the next reading finds the exact places.
    similarity, inliers = cv2.estimateAffinePartial2D(
        start, end, method=cv2.RANSAC, ransacReprojThreshold=2.0
    )
    if similarity is None:
        return None
    found = np.vstack([similarity, [0.0, 0.0, 1.0]])
    count = int(np.asarray(inliers).sum())
    # Points that a hand drags along can outvote a few still ones; a camera that has not moved
    # keeps most points where they were expected.
    error = np.linalg.norm(end - expected.reshape(-1, 2)[good], axis=1)
    unmoved = int((error < STILL_WITHIN).sum())
    if unmoved >= FEWEST_INLIERS and unmoved >= STILL_SHARE * count:
        # A stand that gives way slowly is followed, if nearly all points say so: at a low frame
        # rate it would go from frame to frame too far for still tiles to look still.
        is_drift = count >= DRIFT_SHARE * len(key.points) and _is_near(found, guess, key.points)
        return np.asarray(found, dtype=np.float64) if is_drift else guess
    if count < max(FEWEST_INLIERS, SMALLEST_INLIER_SHARE * len(key.points)):
        return None
    return np.asarray(found, dtype=np.float64)


def _is_near(similarity: Floats, guess: Floats, points: Floats32) -> bool:
    """Whether two motions take the points (N, 2) to the same places but for a pixel."""
    places = points.reshape(-1, 1, 2).astype(np.float64)
    apart = cv2.perspectiveTransform(places, similarity) - cv2.perspectiveTransform(places, guess)
    # Each of the two places has its own pixel of noise, which seldom add up wholly.
    return float(np.linalg.norm(apart, axis=2).max()) < 1.5 * STILL_WITHIN


def largest_shift(first: Floats, second: Floats, width: int, height: int) -> float:
    """How far a picture's corners move between two homographies (3, 3) at most, in pixels."""
    corners = np.array([[[0, 0]], [[width, 0]], [[width, height]], [[0, height]]], np.float64)
    moved = cv2.perspectiveTransform(corners, first) - cv2.perspectiveTransform(corners, second)
    return float(np.linalg.norm(moved.reshape(-1, 2), axis=1).max())
