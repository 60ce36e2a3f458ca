"""Where cells are seen in a photo by a small network: empty ones and those under pieces, in shadow
and between faint lines."""

from __future__ import annotations

import cv2
import numpy as np

from ....calibration.arrays import Floats32, Picture
from ...faces.networks import network_answer
from .blobs import Blobs, patches_in

LONG_SIDE = 640
"""Pixels of the longer side of a photo in which the network knows cells best."""
FINER = 960
"""The same where that does not do: far cells of a board that is seen very slantingly are small."""
STEP = 2
"""The map has a place for so many pixels each way."""
AROUND = 41
"""A cell stands out from what the map says around it, within a window of so many places:"""
CLEARLY = np.float32(1.1)
"""so many times likelier than that,"""
LEAST = np.float32(0.15)
"""and at least so likely."""
_MULTIPLE = 16


def seen_cells(image: Picture, long_side: int) -> Blobs:
    """A patch for each cell that is seen in a picture (h, w, 3) BGR, which is made smaller until
    its longer side has so many pixels."""
    height, width = image.shape[:2]
    seen = cell_map(image, long_side)
    around = cv2.blur(seen, (AROUND, AROUND))
    clear = seen - np.maximum(CLEARLY * around, LEAST)
    inside = cv2.resize(clear, (width, height), interpolation=cv2.INTER_LINEAR) > 0
    return patches_in(np.asarray(inside, np.uint8))


def cell_map(image: Picture, long_side: int) -> Floats32:
    """How surely each place of a picture (h, w, 3) BGR lies well inside a cell: a map of fewer
    places, 0 to 1."""
    height, width = image.shape[:2]
    share = min(1.0, long_side / max(height, width))
    size = (max(1, round(width * share)), max(1, round(height * share)))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    right, below = (-size[0] % _MULTIPLE, -size[1] % _MULTIPLE)
    padded = cv2.copyMakeBorder(small, 0, below, 0, right, cv2.BORDER_REPLICATE)
    values = np.asarray(padded.transpose(2, 0, 1)[None], np.float32)
    seen = network_answer("counters_finder", values)[0, 0]
    return np.asarray(seen[: -(-size[1] // STEP), : -(-size[0] // STEP)], np.float32)
