"""One look at the table: a frame reduced to what tracking needs."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from ....calibration.arrays import Picture
from ...photos.shrink import shrunk_to

WORKING_WIDTH = 640
"""Longer side of the small copy, in pixels: a half or a third of usual frames is quickly made."""


@dataclass(frozen=True)
class CameraView:
    """A frame (H, W, 3) uint8 BGR with its time in seconds, and a small copy to track with."""

    frame: Picture
    time: float
    small: Picture
    grey: Picture
    scale: float

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the small copy."""
        return self.small.shape[1], self.small.shape[0]


def view_of_frame(frame: Picture, time: float) -> CameraView:
    """Prepare a frame (h, w, 3) BGR. ``scale`` takes its pixels to those of the small copy."""
    scale = min(1.0, WORKING_WIDTH / max(frame.shape[:2]))
    # Halving by area is exact and cheap; it also takes the noise out.
    small = shrunk_to(frame, WORKING_WIDTH)
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    return CameraView(frame, time, small, grey, scale)
