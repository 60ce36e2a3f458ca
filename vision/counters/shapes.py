"""How the pieces of one photo differ in shape: what tells seeds from sprouts on this table.

Each piece is cut out of the flat board and drawn beside its own colour, so that only its shape, its
mark and its shadow are left. One network makes a few numbers of that. A second one is told those
numbers beside the mean and the extremes of the piece's colour and of all pieces, and judges twice:
the second time it knows, too, how the likely seeds and the likely sprouts of the photo look, so
that what one piece shows clearly counts for all.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ..faces.networks import network_answer
from .rectify import CENTRES, PER_SIDE, Rectified
from .way import WAYS, Way

Floats = NDArray[np.float64]
Features = NDArray[np.float32]
Indices = NDArray[np.intp]

PER_CUT = 12
"""A cut has so many pixels a side of a cell."""
CUT_X = (np.arange(28) - 13.5) / PER_CUT
CUT_Y = (np.arange(36) - 24.5) / PER_CUT
CHANNELS = 6
"""Of each pixel: its colour beside the piece's own (3), how like its company's is, the lean (2)."""
SHAPE = 24
"""Numbers that say how a piece looks."""
LIKE = 28.0
"""Levels by which a pixel may differ from a colour and still hardly count as it."""
TOLD = 9 * SHAPE + 4 + len(WAYS) + 1
ANSWERS = 1 + len(WAYS)


@dataclass(frozen=True)
class Shapes:
    """The log odds that each of n pieces is a seed, and the shares (4,) of the ways to tell it."""

    seed: Floats
    ways: Floats


def compare_shapes(
    rectified: Rectified, pieces: Indices, offset: Floats, colours: Indices, way: Way | None
) -> Shapes:
    """Compare the pieces in the drawn cells of these indices, whose feet lie at `offset` (n, 2)
    beside the cells' middles and whose colours are numbered; `way` is what seeds are told by,
    where that is known."""
    if len(pieces) == 0:
        return Shapes(np.zeros(0), np.full(len(WAYS), 1 / len(WAYS)))
    shapes = network_answer("counters_shape", cuts_of(rectified, pieces, offset, colours))
    answers = np.zeros((len(pieces), ANSWERS), np.float32)
    for odds in (None, answers):
        told = told_of_shapes(shapes, colours, None if odds is None else odds[:, 0], way)
        answers = network_answer("counters_kind", told)
    ways = answers[:, 1:].mean(axis=0).astype(np.float64)
    shares = np.exp(ways - ways.max())
    return Shapes(answers[:, 0].astype(np.float64), shares / shares.sum())


def cuts_of(rectified: Rectified, pieces: Indices, offset: Floats, colours: Indices) -> Features:
    """The pieces cut out of a flat board, (n, CHANNELS, 36, 28)."""
    feet = rectified.to_pixels(CENTRES[pieces]) + offset * PER_SIDE
    x = feet[:, 0, None, None] + CUT_X[None, None, :] * PER_SIDE + 0 * CUT_Y[None, :, None]
    y = feet[:, 1, None, None] + CUT_Y[None, :, None] * PER_SIDE + 0 * CUT_X[None, None, :]
    count, (rows, columns) = len(pieces), (len(CUT_Y), len(CUT_X))
    at = [v.reshape(-1, columns).astype(np.float32) for v in (x, y)]
    cut = cv2.remap(rectified.image, at[0], at[1], cv2.INTER_LINEAR)
    cut = cut.reshape(count, rows, columns, 3).astype(np.float32)
    # About the foot, and a little above it, where most pieces' tops are seen.
    own = np.median(cut[:, 18:27, 11:17].reshape(count, -1, 3), axis=1)
    company = own.copy()
    for colour in np.unique(colours):
        alike = colours == colour
        company[alike] = np.median(own[alike], axis=0)
    result = np.empty((count, CHANNELS, rows, columns), np.float32)
    result[:, :3] = ((cut - own[:, None, None]) / 64).transpose(0, 3, 1, 2)
    far = np.square(cut - company[:, None, None]).sum(axis=3)
    result[:, 3] = np.exp(-far / (2 * LIKE**2))
    lean = rectified.turn(rectified.camera.lean(CENTRES[pieces]))
    result[:, 4:] = lean[:, :, None, None]
    return result


def told_of_shapes(
    shapes: Features, colours: Indices, odds: Features | None, way: Way | None
) -> Features:
    """What the second network is told of each of some pieces, (n, TOLD); `odds` are those that it
    gave at first, None at first."""
    count = len(shapes)
    mean, most, least = (np.zeros_like(shapes) for _ in range(3))
    number = np.zeros((count, 1), np.float32)
    for colour in np.unique(colours):
        alike = colours == colour
        few = shapes[alike]
        mean[alike], most[alike], least[alike] = few.mean(0), few.max(0), few.min(0)
        number[alike] = np.log(alike.sum()) / 4
    before = np.zeros((count, 1), np.float32)
    seeds = sprouts = np.zeros(SHAPE, np.float32)
    share = 0.0
    if odds is not None:
        chance = 1 / (1 + np.exp(-np.clip(odds, -20, 20)))
        seeds = (chance[:, None] * shapes).sum(0) / (chance.sum() + 0.1)
        sprouts = ((1 - chance)[:, None] * shapes).sum(0) / ((1 - chance).sum() + 0.1)
        share = float(chance.mean())
        before = np.tanh(odds / 4)[:, None].astype(np.float32)
    hint = np.zeros(len(WAYS) + 1)
    hint[len(WAYS) if way is None else WAYS.index(way)] = 1.0
    every = [shapes.mean(0), shapes.max(0), shapes.min(0), seeds, sprouts,
             [share, np.log(count) / 5], hint]  # fmt: skip
    general = np.tile(np.concatenate(every), (count, 1))
    return np.concatenate(
        [shapes, mean, most, least, before, number, general], axis=1, dtype=np.float32
    )
