"""Closed even patches in a photo: the insides of a board's cells are such, whatever its colours. A
hexagon's second moments are those of a circle, so a patch's covariance says how a circle there is
seen: how far away, and at which slant."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from ....calibration.arrays import Floats, Floats32, Picture
from ...lattice.aligned import Aligned

SMALLEST, LARGEST = 7e-5, 0.012
"""Patches have these shares of the picture's pixels at least and at most."""
SHORTEST_OUTLINE = 24
"""In pixels: a smaller patch shows no shape."""
LEAST_COMPACT = 0.9
"""Area over that of the ellipse with the same moments; 0.992 for a hexagon, 1 for a disc."""
EDGE_WINDOWS = (41, 17)
"""Windows, in pixels, whose mean edges must exceed; the second if the first finds no board."""


@dataclass(frozen=True)
class Blobs(Aligned):
    """Patches: centres (n, 2), covariances (n, 2, 2) in square pixels, areas (n,)."""

    centres: Floats
    covariances: Floats
    areas: Floats


def edge_strength(image: Picture) -> Floats32:
    """How strongly the picture (h, w, 3) changes at each pixel, in grey levels a pixel; the
    channel that changes most counts, so that no hue is needed."""
    soft = cv2.GaussianBlur(image, (0, 0), 1.0)
    squares = np.zeros(image.shape[:2], np.float32)
    for channel in cv2.split(soft):
        across, down = (one.astype(np.float32) for one in cv2.spatialGradient(channel))
        np.maximum(squares, across * across + down * down, out=squares)
    # OpenCV's magnitude would round by where in memory a picture lies, otherwise each time.
    return np.asarray(np.sqrt(squares) / 8, np.float32)


def find_blobs(strength: Floats32, window: int) -> Blobs:
    """The closed patches between edges that are stronger than what lies around within a window.
    What is drawn in a cell (a letter, its name) does not matter: a patch ends at its outline."""
    around = cv2.boxFilter(strength, -1, (window, window))
    # In wholly even places the mean is noise alone: it would part them into crumbs.
    inside = (strength < np.maximum(0.9 * around, 0.8)).astype(np.uint8)
    return patches_in(inside)


def patches_in(inside: Picture) -> Blobs:
    """The patches of a picture (h, w) in which pixels that lie in one are 1 and others 0."""
    outlines, _ = cv2.findContours(inside, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    height, width = inside.shape
    least, most = SMALLEST * inside.size, LARGEST * inside.size
    rows = []
    for outline in outlines:
        if len(outline) < SHORTEST_OUTLINE:
            continue
        moments = cv2.moments(outline)
        area = moments["m00"]
        if not least <= area <= most:
            continue
        mu20, mu02, mu11 = (moments[key] / area for key in ("mu20", "mu02", "mu11"))
        root = mu20 * mu02 - mu11 * mu11
        if root <= 0 or area < LEAST_COMPACT * 4 * np.pi * root**0.5:
            continue
        rows.append((moments["m10"] / area, moments["m01"] / area, mu20, mu11, mu02, area))
    if not rows:
        return Blobs(np.zeros((0, 2)), np.zeros((0, 2, 2)), np.zeros(0))
    table = np.array(rows)
    centres = table[:, :2]
    # What touches the frame is cut.
    inner = np.all((centres > 2) & (centres < (width - 3, height - 3)), axis=1)
    table = table[inner]
    return Blobs(table[:, :2], table[:, [2, 3, 3, 4]].reshape(-1, 2, 2), table[:, 5])
