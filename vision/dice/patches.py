"""What the network for faces sees of a die: a small square about it, turned so that up is up."""

from __future__ import annotations

import cv2
import numpy as np

from ...calibration.arrays import Floats, Floats32, Picture
from ..photos.shrink import Halves

SIZE = 48
"""Pixels of a patch's side, as the network was trained."""
REACH = 1.2
"""Half the square's side, in the die's edges."""
UNKNOWN_LEAN = -0.5
"""What the networks are given as the camera's lean where no board tells it."""


def die_patches(halves: Halves, middles: Floats, sides: Floats, ups: Floats) -> Picture:
    """Squares (n, SIZE, SIZE, 3) about dice with their middles (n, 2) and edges (n,) in pixels.

    `ups` (n, 2) are the directions in the picture that are up over the table.
    """
    patches = np.empty((len(middles), SIZE, SIZE, 3), np.uint8)
    for index, (middle, side, up) in enumerate(zip(middles, sides, ups, strict=True)):
        patches[index] = _patch(halves, middle, float(side), up)
    return patches


def _patch(halves: Halves, middle: Floats, side: float, up: Floats) -> Picture:
    shrink = SIZE / (2 * REACH * side)
    part = halves.around(middle, 1.5 * REACH * side + 3, shrink)
    if part is None:
        return np.zeros((SIZE, SIZE, 3), np.uint8)
    x, y = part.from_whole(middle)
    length = float(np.hypot(*up))
    right_x, right_y = (-up[1] / length, up[0] / length) if length > 1e-9 else (1.0, 0.0)
    scale = shrink / float(part.scale.mean())
    matrix = scale * np.array([[right_x, right_y, 0.0], [-right_y, right_x, 0.0]])
    matrix[:, 2] = (SIZE - 1) / 2 - matrix[:, :2] @ np.array([x, y])
    cut = cv2.warpAffine(
        part.picture, matrix, (SIZE, SIZE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(cut, np.uint8)


def body_colours(patches: Picture) -> Floats:
    """The colours (n, 3) BGR of the dice themselves, their marks left out."""
    rows, columns = np.mgrid[:SIZE, :SIZE] - (SIZE - 1) / 2
    # A ball as wide as the die lies within it.
    within = np.hypot(rows, columns) * 2 * REACH / SIZE < 1 / 2
    return np.asarray(np.median(patches[:, within], axis=1), np.float64)


def network_input(patches: Picture, leans: Floats) -> Floats32:
    """Patches (n, SIZE, SIZE, 3) as the network takes them: (n, 4, SIZE, SIZE).

    `leans` (n,) are how long an upright length looks in the photo, as a share of the same length
    seen head on; UNKNOWN_LEAN where that is not known.
    """
    told = np.empty((len(patches), 4, SIZE, SIZE), np.float32)
    told[:, :3] = relative_colours(patches)
    told[:, 3] = leans.astype(np.float32)[:, None, None]
    return told


def relative_colours(patches: Picture) -> Floats32:
    """Patches (n, h, w, 3) as (n, 3, h, w), relative to each one's mean and spread."""
    values = patches.astype(np.float32)
    mean = values.mean(axis=(1, 2, 3), keepdims=True)
    values = (values - mean) / (values.std(axis=(1, 2, 3), keepdims=True) + 4.0)
    return np.ascontiguousarray(values.transpose(0, 3, 1, 2))
