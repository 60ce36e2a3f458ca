"""A small network looks at every cell of a board that was laid flat: what stands on it, and how.

It sees the board's picture, where the cells are and how far things lean, and answers for each
drawn cell: whether a piece stands there, whether it bears a mark, where exactly, how wide and how
tall it is, whether it is a cube, and whether something else hides the cell.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..faces.networks import network_answer
from .pixels import look_up
from .rectify import CENTRES, PER_SIDE, Rectified, lattice_distance

Floats = NDArray[np.float64]

CHANNELS = 6
STRIDE = 4
#: Where round a cell's middle the network's features are taken, in sides, upwards negative.
LOOK_X, LOOK_Y = np.linspace(-1.2, 1.2, 7), np.linspace(-2.0, 1.2, 9)
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


def network_input(rectified: Rectified) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The picture for the network (1, CHANNELS, h, w), and where it looks (n, 63, 2), in pixels of
    its features."""
    image = rectified.image.astype(np.float32)
    height, width = image.shape[:2]
    distance = lattice_distance(rectified)
    on_board = _board_mask(rectified)
    usual = np.median(image[on_board][::7], axis=0) if on_board.any() else np.full(3, 128.0)
    picture = np.zeros((1, CHANNELS, height, width), np.float32)
    picture[0, :3] = np.clip((image - usual) / CONTRAST, -4, 4).transpose(2, 0, 1)
    picture[0, 3] = distance * 2 - 1
    ys, xs = np.arange(height), np.arange(width)
    corners = np.array([[0.0, 0.0], [width - 1.0, 0.0], [0.0, height - 1.0]])
    places = (corners - rectified.matrix[:, 2]) @ np.linalg.inv(rectified.matrix[:, :2]).T
    lean = rectified.turn(rectified.camera.lean(places))
    across, down = (lean[1] - lean[0]) / (width - 1), (lean[2] - lean[0]) / (height - 1)
    for axis in (0, 1):
        picture[0, 4 + axis] = lean[0, axis] + across[axis] * xs[None] + down[axis] * ys[:, None]
    offsets = np.stack(np.meshgrid(LOOK_X, LOOK_Y), axis=-1).reshape(-1, 2) * PER_SIDE
    pixels = rectified.to_pixels(CENTRES)[:, None] + offsets
    return picture, (pixels / STRIDE).astype(np.float32)


def _board_mask(rectified: Rectified) -> NDArray[np.bool_]:
    height, width = rectified.image.shape[:2]
    mask = np.zeros((height, width), bool)
    pixels = np.rint(rectified.to_pixels(CENTRES[rectified.shown])).astype(int)
    for dx in range(-6, 7, 3):
        for dy in range(-6, 7, 3):
            x = np.clip(pixels[:, 0] + dx, 0, width - 1)
            y = np.clip(pixels[:, 1] + dy, 0, height - 1)
            mask[y, x] = True
    return mask


def glance(rectified: Rectified) -> Glance:
    """Look at all cells of a flat board."""
    picture, places = network_input(rectified)
    features = network_answer("counters", picture)[0]
    rows, columns = features.shape[1:]
    at = np.clip(places, 0, np.array([columns - 1, rows - 1], np.float32))
    looks = np.empty((*at.shape[:2], len(features)), np.float32)
    for first in range(0, len(features), 4):
        some = np.ascontiguousarray(features[first : first + 4].transpose(1, 2, 0))
        looks[..., first : first + 4] = look_up(some, at)
    answers = network_answer("counters_answers", looks.reshape(len(at), -1))
    return _glance_of(answers.astype(np.float64))


def _glance_of(values: Floats) -> Glance:
    piece, mark, x, y, radius, height, cube, hidden = values.T
    return Glance(
        piece, mark, np.stack([x, y], axis=1), USUAL_RADIUS + radius, USUAL_HEIGHT + height,
        cube, hidden,
    )  # fmt: skip
