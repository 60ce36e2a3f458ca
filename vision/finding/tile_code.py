"""How a tile's affine hexagon is written as numbers that a network can learn, and read back.

A tile's map from the unit-side hexagon (White tip at the top) to pixels is ``J = A R(phi)`` with
``A`` symmetric and positive (polar decomposition). ``A`` is coded as its matrix logarithm (three
numbers), the turn ``phi`` as the unit vectors of ``6 phi`` (the outline), ``2 phi`` (the axis of
the tips) and ``phi`` (which tip is White). So a washed-out pattern spoils only the axis and tip,
and two equally light colours only the tip.
"""

from __future__ import annotations

import numpy as np

from ...calibration.arrays import Floats
from ..lattice.pattern import CORNERS

STRIDE = 4
"""Input pixels per cell of the network's output."""
SIZE_UNIT = 16.0
"""Unit of sizes, in pixels: the network then answers numbers of about 1."""
OFFSET_UNIT = 8.0
"""Unit of offsets, in pixels, for the same reason."""

#: Channels of the output, one after the other: one each, then the numbers of each vector.
HEAT, OTHER, VISIBLE = range(3)
OFFSET = slice(VISIBLE + 1, VISIBLE + 3)
SHAPE = slice(OFFSET.stop, OFFSET.stop + 3)
OUTLINE = slice(SHAPE.stop, SHAPE.stop + 2)
AXIS = slice(OUTLINE.stop, OUTLINE.stop + 2)
POLARITY = slice(AXIS.stop, AXIS.stop + 2)
CHANNELS = POLARITY.stop


def affine_from_corners(corners: Floats) -> tuple[Floats, Floats]:
    """Centres (N, 2) and least-squares affine maps J (N, 2, 2) of corners (N, 6, 2)."""
    centres = corners.mean(axis=1)
    maps = np.einsum("nki,kj->nij", corners - centres[:, None], CORNERS) / 3.0
    return centres, maps


def corners_from_affine(centres: Floats, maps: Floats) -> Floats:
    """Corners (N, 6, 2), the White tip first, clockwise."""
    return np.asarray(centres[:, None] + np.einsum("nij,kj->nki", maps, CORNERS))


def encode(maps: Floats) -> Floats:
    """Code (N, 9) of affine maps (N, 2, 2): log shape, then the vectors of 6, 2 and 1 phi."""
    u, s, vt = np.linalg.svd(maps)
    turn = u @ vt
    log_shape = np.einsum("nij,nj,nkj->nik", u, np.log(np.maximum(s, 1e-6) / SIZE_UNIT), u)
    phi = np.arctan2(turn[:, 1, 0], turn[:, 0, 0])
    mean = (log_shape[:, 0, 0] + log_shape[:, 1, 1]) / 2
    difference = (log_shape[:, 0, 0] - log_shape[:, 1, 1]) / 2
    columns = [mean, difference, log_shape[:, 0, 1]]
    for order in (6, 2, 1):
        columns += [np.cos(order * phi), np.sin(order * phi)]
    return np.stack(columns, axis=1)


def decode(code: Floats) -> Floats:
    """Affine maps (N, 2, 2) of codes (N, 9); the inverse of :func:`encode`.

    The axis fixes the turn up to halves, the outline makes it finer, the polarity fixes it wholly.
    Each counts by the length of its vector: an unsure network answers with short ones.
    """
    mean, difference, off = code[:, 0], code[:, 1], code[:, 2]
    length = np.hypot(difference, off)
    spread = np.where(length > 1e-9, np.sinh(length) / np.maximum(length, 1e-9), 1.0)
    scale = np.exp(mean) * SIZE_UNIT
    base = np.cosh(length)
    shape = np.empty((len(code), 2, 2))
    shape[:, 0, 0] = scale * (base + spread * difference)
    shape[:, 1, 1] = scale * (base - spread * difference)
    shape[:, 0, 1] = shape[:, 1, 0] = scale * spread * off
    sixth = np.arctan2(code[:, 4], code[:, 3]) / 6
    axis = np.arctan2(code[:, 6], code[:, 5]) / 2
    step = np.pi / 3
    short = sixth - axis - np.round((sixth - axis) / step) * step
    certain = 36.0 * (code[:, 3] ** 2 + code[:, 4] ** 2)
    certain_axis = 4.0 * (code[:, 5] ** 2 + code[:, 6] ** 2)
    phi = axis + short * certain / np.maximum(certain + certain_axis, 1e-9)
    agree = np.cos(phi) * code[:, 7] + np.sin(phi) * code[:, 8]
    phi = np.where(agree < 0, phi + np.pi, phi)
    c, s = np.cos(phi), np.sin(phi)
    turn = np.stack([np.stack([c, -s], -1), np.stack([s, c], -1)], axis=-2)
    return np.asarray(shape @ turn)
