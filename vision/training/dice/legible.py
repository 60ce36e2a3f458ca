"""Which dice can be told at all: those whose tops show something."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

SEEN, INNER = 16, 0.8
LEAST_CONTRAST = 6.5
"""Of a top whose colours differ by less (standard deviation, of 255) nobody can say what it is."""


def top_contrast(image: NDArray[np.uint8], corners: Sequence[Sequence[float]]) -> float:
    """How much a top (4, 2) in pixels shows: its colours' spread, apart from an even slope of
    light."""
    top = np.array(corners, np.float32)
    top = top.mean(axis=0) + INNER * (top - top.mean(axis=0))
    last = SEEN - 1
    square = np.array([[0, 0], [last, 0], [last, last], [0, last]], np.float32)
    seen = cv2.warpPerspective(
        image,
        cv2.getPerspectiveTransform(top, square),
        (SEEN, SEEN),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    colours = seen.reshape(-1, 3).astype(np.float64)
    rows, columns = np.mgrid[:SEEN, :SEEN].reshape(2, -1)
    slope = np.column_stack([np.ones(SEEN * SEEN), rows, columns])
    rest = colours - slope @ np.linalg.lstsq(slope, colours, rcond=None)[0]
    return float(rest.std(axis=0).max())
