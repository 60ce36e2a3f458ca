"""What the network should answer for a sample: maps on a grid of one cell per ``STRIDE`` pixels."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ..tile_code import (
    AXIS,
    CHANNELS,
    HEAT,
    OFFSET,
    OFFSET_UNIT,
    OTHER,
    OUTLINE,
    POLARITY,
    SHAPE,
    STRIDE,
    VISIBLE,
    affine_from_corners,
    encode,
)

#: Tiles narrower (pixels) or less visible (share) than this are neither right nor wrong.
NARROWEST = 8.5
LEAST_VISIBLE = 0.3
#: Spread of the heat about a centre: in sides, and in pixels on top.
HEAT_SIDES, HEAT_PIXELS = 0.2, 1.8

Maps = NDArray[np.float32]


def make_targets(
    size: int,
    corners: NDArray[np.float32],
    palago: NDArray[np.bool_],
    visible: NDArray[np.float32],
    lightness_gap: float,
) -> tuple[Maps, Maps]:
    """Target maps (CHANNELS, G, G) and their weights (CHANNELS, G, G), with G = size / STRIDE.

    ``corners`` (N, 6, 2) in pixels begin at the White tip and go clockwise.
    """
    grid = size // STRIDE
    target = np.zeros((CHANNELS, grid, grid), np.float32)
    weight = np.zeros((CHANNELS, grid, grid), np.float32)
    weight[HEAT] = weight[OTHER] = 1.0
    if len(corners) == 0:
        return target, weight
    centres, maps = affine_from_corners(corners.astype(np.float64))
    code = encode(maps).astype(np.float32)
    places = np.arange(grid) * STRIDE + (STRIDE - 1) / 2
    best = np.zeros((grid, grid), np.float32)
    sure = min(1.0, lightness_gap / 12.0)
    for index in range(len(corners)):
        dx = places[None, :] - centres[index, 0]
        dy = places[:, None] - centres[index, 1]
        spread = HEAT_SIDES**2 * maps[index] @ maps[index].T + HEAT_PIXELS**2 * np.eye(2)
        inverse = np.linalg.inv(spread)
        square = inverse[0, 0] * dx * dx + 2 * inverse[0, 1] * dx * dy + inverse[1, 1] * dy * dy
        heat = np.exp(-0.5 * square).astype(np.float32)
        near = heat > 0.05
        narrow = math.sqrt(3.0) * float(np.linalg.svd(maps[index], compute_uv=False)[1]) < NARROWEST
        share = float(visible[index])
        if narrow or share < LEAST_VISIBLE:
            weight[HEAT][near] = 0.0
            weight[OTHER][near] = 0.0
            continue
        channel = HEAT if palago[index] else OTHER
        target[channel] = np.maximum(target[channel], heat)
        if not palago[index]:
            continue
        core = (heat > 0.35) & (heat > best)
        best = np.where(core, heat, best)
        target[VISIBLE][core] = share
        target[OFFSET][0][core] = (-dx + 0 * dy)[core] / OFFSET_UNIT
        target[OFFSET][1][core] = (-dy + 0 * dx)[core] / OFFSET_UNIT
        target[SHAPE][:, core] = code[index, :3, None]
        target[OUTLINE][:, core] = code[index, 3:5, None]
        target[AXIS][:, core] = code[index, 5:7, None]
        target[POLARITY][:, core] = code[index, 7:9, None]
        clear = min(1.0, share / 0.7)
        weight[VISIBLE][core] = 1.0
        weight[3:12, core] = clear
        weight[POLARITY][:, core] = clear * sure
    return target, weight


def mirrored(corners: NDArray[np.float32], size: int, way: int) -> NDArray[np.float32]:
    """Corners after a symmetry of the square: bit 0 of ``way`` flips x, 1 flips y, 2 swaps."""
    moved = corners.copy()
    if way & 1:
        moved[..., 0] = size - 1 - moved[..., 0]
    if way & 2:
        moved[..., 1] = size - 1 - moved[..., 1]
    if way & 4:
        moved = moved[..., ::-1].copy()
    if way in (1, 2, 4, 7):
        moved = moved[:, [0, 5, 4, 3, 2, 1]]
    return moved
