"""Looking up pixels at places between them."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ....calibration.arrays import Floats32


def look_up(picture: NDArray[Any], at: Floats32, *, nearest: bool = False) -> NDArray[Any]:
    """The values of a picture (h, w[, c]) at pixels (rows, columns, 2), linearly in between or of
    the nearest pixel; 0 outside of the picture."""
    if not at.size:  # OpenCV refuses to look up nothing
        return np.zeros((*at.shape[:-1], *picture.shape[2:]), picture.dtype)
    interpolation = cv2.INTER_NEAREST if nearest else cv2.INTER_LINEAR
    x, y = np.ascontiguousarray(at[..., 0]), np.ascontiguousarray(at[..., 1])
    return np.asarray(cv2.remap(picture, x, y, interpolation, borderMode=cv2.BORDER_CONSTANT))
