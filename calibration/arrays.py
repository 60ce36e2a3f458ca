"""Names of the arrays that pictures, points and figures are kept in.

A docstring tells the shape where a name does not: pictures are (h, w, 3) in the order blue, green,
red, or (h, w) for grey ones and masks; points are (..., 2), x and y.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Flags = NDArray[np.bool_]
Integers = NDArray[np.int64]
Integers16 = NDArray[np.int16]
Integers32 = NDArray[np.int32]
#: What chooses rows or cells of another array.
Indices = NDArray[np.intp]
#: In pixels, unless a docstring names another unit.
Points = Floats
#: Levels from 0 to 255.
Picture = NDArray[np.uint8]
#: A picture of a film or a camera.
Frame = Picture
