"""Small networks look at a board that was laid flat: what stands on each cell, and how.

The first goes over the whole picture once. The second answers for each cell: it is told what the
first made of the cell's surroundings, how far things lean there, and how cells look in general.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from ...calibration.arrays import Floats, Floats32, Picture
from ...engine.palanquee.table.pieces import COLOURS
from ..faces.networks import network_answer
from .rectify import CENTRES, PER_SIDE, Rectified

STRIDE = 4
"""How many times smaller the first network's picture is than the flat board."""
CHANNELS = 32
"""Numbers that the first network gives of each place."""
#: Where round a cell's middle it looks, in sides, upwards negative: that is where things lean.
LOOK_X, LOOK_Y = np.linspace(-1.0, 1.0, 5), np.linspace(-1.75, 1.0, 6)
AROUND = np.stack(np.meshgrid(LOOK_X, LOOK_Y), axis=-1).reshape(-1, 2)
GENERAL = 5
"""How much things lean (2) and the usual colour of cells (3)."""
MEASURES = ("piece", "mark", "x", "y", "radius", "height", "cube", "hidden")
LOOKS = 16
"""Numbers that say how a piece looks, to be compared with other pieces'."""
FEATURES = CHANNELS * len(AROUND) + GENERAL
OUTPUTS = len(MEASURES) + len(COLOURS) + LOOKS
USUAL_RADIUS, USUAL_HEIGHT = 0.6, 0.3
"""In sides: the network says by how much a piece is wider or narrower, taller or flatter."""


@dataclass(frozen=True)
class Glance:
    """What was seen of each drawn cell, n of them, in the order of `drawn_cells()`.

    `piece` and `hidden` are log odds (n,), `colours` (n, 5) unnormalised ones;
    `offset` (n, 2) is where a piece's foot stands beside the cell's middle, `radius` and `height`
    (n,) its size: all in sides, offsets in the flat picture's own frame. `looks` (n, LOOKS) are
    for comparing pieces; `usual` (3,) is the usual colour of cells, BGR about 0.
    """

    piece: Floats
    offset: Floats
    radius: Floats
    height: Floats
    hidden: Floats
    colours: Floats
    looks: Floats
    usual: Floats32


def usual_colour(rectified: Rectified) -> Floats32:
    """The median BGR of the shown cells' middles (3,), as the networks take colours."""
    at = np.rint(rectified.to_pixels(CENTRES[:, None] + AROUND[None, ::3] * 0.3)).astype(int)
    height, width = rectified.image.shape[:2]
    x, y = np.clip(at[..., 0], 0, width - 1), np.clip(at[..., 1], 0, height - 1)
    own = np.median(rectified.image[y, x], axis=1)
    shown = own[rectified.shown] if rectified.shown.any() else own
    return np.asarray((np.median(shown, axis=0) - 128) / 64, np.float32)


def glance(rectified: Rectified) -> Glance:
    """Look at all cells of a flat board."""
    lean = rectified.turn(rectified.camera.lean(CENTRES))
    return glance_at(rectified.image, rectified.to_pixels(CENTRES), lean, usual_colour(rectified))


def glance_at(image: Picture, middles: Floats, lean: Floats, usual: Floats32) -> Glance:
    """Look at n cells of a flat picture (h, w, 3) BGR with `middles` (n, 2) in its pixels, where
    things one side high `lean` (n, 2); `usual` (3,) is the usual colour of cells."""
    # As the networks take colours, see `usual_colour`.
    levels = (image.astype(np.float32).transpose(2, 0, 1)[None] - np.float32(128)) / np.float32(64)
    picture = network_answer("counters_picture", levels)[0]
    at = np.asarray((middles[:, None] + AROUND * PER_SIDE) / STRIDE, np.float32)
    around = _looked_up(picture, at).reshape(len(at), -1)
    general = np.tile(usual, (len(lean), 1))
    told = np.concatenate([around, lean, general], axis=1, dtype=np.float32)
    return glance_of_answers(network_answer("counters_cells", told).astype(np.float64), usual)


def glance_of_answers(answers: Floats, usual: Floats32) -> Glance:
    """The second network's answers (n, OUTPUTS) by name, but marks and cubes: others tell kinds."""
    piece, _, x, y, radius, height, _, hidden = answers[:, : len(MEASURES)].T
    colours, looks = np.split(answers[:, len(MEASURES) :], [len(COLOURS)], axis=1)
    offset, radius, height = np.stack([x, y], axis=1), USUAL_RADIUS + radius, USUAL_HEIGHT + height
    return Glance(piece, offset, radius, height, hidden, colours, looks, usual)


def _looked_up(picture: Floats32, at: Floats32) -> Floats32:
    """The values of a picture (c, h, w) at places (n, m, 2), linearly in between: (n, m, c)."""
    x, y = np.ascontiguousarray(at[..., 0]), np.ascontiguousarray(at[..., 1])
    found = []
    # OpenCV looks up four channels at a time.
    for k in range(0, CHANNELS, 4):
        four = np.ascontiguousarray(picture[k : k + 4].transpose(1, 2, 0))
        found.append(cv2.remap(four, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
    return np.concatenate(found, axis=-1)
