"""A small network looks at every cell of a board that was laid flat: what stands on it, and how.

It is told the colours round the cell's middle and how far things lean there, and answers for each
drawn cell: whether a piece stands there, whether it bears a mark, where exactly, how wide and how
tall it is, whether it is a cube, and whether something else hides the cell.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ..faces.networks import network_answer
from .pixels import look_up
from .rectify import CENTRES, PER_SIDE, Rectified

Floats = NDArray[np.float64]

#: Where round a cell's middle it looks, in sides, upwards negative: that is where things lean.
LOOK_X, LOOK_Y = np.linspace(-1.2, 1.2, 13), np.linspace(-2.0, 1.2, 17)
FEATURES = 3 * len(LOOK_X) * len(LOOK_Y) + 5
OUTPUTS = (
    "piece", "mark", "x", "y", "radius", "height", "cube", "hidden",
)  # fmt: skip
USUAL_RADIUS, USUAL_HEIGHT = 0.6, 0.3
CONTRAST = 48.0


@dataclass(frozen=True)
class Glance:
    """What was seen of each drawn cell, n of them, in the order of `drawn_cells()`.

    `piece`, `mark`, `cube` and `hidden` are log odds (n,); `offset` (n, 2) is where a piece's foot
    stands beside the cell's middle, `radius` and `height` (n,) its size: all in sides, offsets in
    the flat picture's own frame.
    """

    piece: Floats
    mark: Floats
    offset: Floats
    radius: Floats
    height: Floats
    cube: Floats
    hidden: Floats


def cell_features(rectified: Rectified) -> NDArray[np.float32]:
    """What the network is told of each drawn cell (n, FEATURES): colours round its middle beside
    their median, that beside the board's median, and how far things lean there."""
    soft = cv2.GaussianBlur(rectified.image, (0, 0), 0.9)
    offsets = np.stack(np.meshgrid(LOOK_X, LOOK_Y), axis=-1).reshape(-1, 2) * PER_SIDE
    at = rectified.to_pixels(CENTRES)[:, None] + offsets
    colours = look_up(soft, at.astype(np.float32)).astype(np.float32)
    own = np.median(colours, axis=1)
    shown = own[rectified.shown] if rectified.shown.any() else own
    usual = np.median(shown, axis=0)
    lean = rectified.turn(rectified.camera.lean(CENTRES))
    beside = np.clip((colours - own[:, None]) / CONTRAST, -4, 4)
    return np.concatenate(
        [beside.reshape(len(own), -1), (own - usual) / CONTRAST, lean], axis=1, dtype=np.float32
    )


def glance(rectified: Rectified) -> Glance:
    """Look at all cells of a flat board."""
    answers = network_answer("counters", cell_features(rectified))
    return _glance_of(answers.astype(np.float64))


def _glance_of(values: Floats) -> Glance:
    piece, mark, x, y, radius, height, cube, hidden = values.T
    return Glance(
        piece, mark, np.stack([x, y], axis=1), USUAL_RADIUS + radius, USUAL_HEIGHT + height,
        cube, hidden,
    )  # fmt: skip
