"""A die's top face as seen from straight above.

Which way is up in the photo, and how far, says how a flat square is seen there. Brought back to a
square, tops differ only by a turn.
"""

from __future__ import annotations

import cv2
import numpy as np

from ...calibration.arrays import Floats, Picture
from ..photos.shrink import Halves

SIZE = 32
"""Pixels of a top's side, as the network was trained."""
SHARE = 1.36
"""Width of a patch, in a face's: a little of what is beyond its edges is shown."""
MOST_LEAN = 0.94
"""No top is seen flatter than at this."""


def top_edges(side: float, up: Floats) -> Floats:
    """The steps in pixels along two edges of a top at right angles, as columns (2, 2).

    `side` is the cube's edge in pixels, seen head on, `up` (2,) where a step of one edge upwards
    leads, in edges: a top is seen flatter that way, the more so the longer that is.
    """
    length = float(np.hypot(*up))
    if length < 1e-6:
        return side * np.eye(2)
    upwards = up / length
    squash = 1.0 - np.sqrt(1.0 - min(length, MOST_LEAN) ** 2)
    return np.asarray(side * (np.eye(2) - squash * np.outer(upwards, upwards)))


def top_center(middle: Floats, side: float, up: Floats) -> Floats:
    """The pixel (2,) of a top's middle, half an edge above the cube's; see `top_edges`."""
    return np.asarray(middle + 0.5 * side * up)


def top_patch(
    halves: Halves, center: Floats, edges: Floats, size: int = SIZE, share: float = SHARE
) -> Picture:
    """The square about `center` whose edges are the columns of `edges`, (size, size, 3) BGR."""
    reach = float(np.abs(edges).sum()) * share + 2
    shown = float(np.linalg.norm(edges, axis=0).mean()) * share
    part = halves.around(center, reach, size / max(shown, size))
    if part is None:
        return np.zeros((size, size, 3), np.uint8)
    step = edges * share / size * float(part.scale.mean())
    matrix = np.column_stack([step, part.from_whole(center) - step @ np.full(2, (size - 1) / 2)])
    cut = cv2.warpAffine(
        part.picture,
        matrix,
        (size, size),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(cut, np.uint8)
