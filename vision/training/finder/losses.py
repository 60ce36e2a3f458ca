"""What the tile finder learns from, batch by batch, and how wrong its answers are."""

from __future__ import annotations

import math

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits, smooth_l1_loss

from ....calibration.arrays import Flags, Floats32, Picture
from ...finding.tile_code import (
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
from .samples import SAMPLE_SIZE, Sample

#: Tiles narrower (pixels) or less visible (share) than this are neither right nor wrong.
NARROWEST = 8.5
LEAST_VISIBLE = 0.3
#: Spread of the heat about a centre: in sides, and in pixels on top.
HEAT_SIDES, HEAT_PIXELS = 0.2, 1.8
#: How much more than anywhere else heat counts as wrong on hexagons that are not face-up tiles.
OTHER_WEIGHT = 4.0


def make_targets(
    size: int, corners: Floats32, palago: Flags, visible: Floats32, lightness_gap: float
) -> tuple[Floats32, Floats32]:
    """Target maps (CHANNELS, G, G) and their weights (CHANNELS, G, G), with G = size / STRIDE.
    ``corners`` (N, 6, 2) in pixels begin at the White tip and go clockwise."""
    grid = size // STRIDE
    target, weight = np.zeros((2, CHANNELS, grid, grid), np.float32)
    weight[HEAT] = weight[OTHER] = 1.0
    if len(corners) == 0:
        return target, weight
    centres, maps = affine_from_corners(corners.astype(np.float64))
    code = encode(maps).astype(np.float32)
    places = np.arange(grid) * STRIDE + (STRIDE - 1) / 2
    best = np.zeros((grid, grid), np.float32)
    sure = min(1.0, lightness_gap / 12.0)
    narrow = math.sqrt(3.0) * np.linalg.svd(maps, compute_uv=False)[:, 1] < NARROWEST
    for index in range(len(corners)):
        spread = HEAT_SIDES**2 * maps[index] @ maps[index].T + HEAT_PIXELS**2 * np.eye(2)
        reach = 2.5 * np.sqrt(np.diag(spread))
        low = np.searchsorted(places, centres[index] - reach)
        high = np.searchsorted(places, centres[index] + reach)
        window = (slice(low[1], high[1]), slice(low[0], high[0]))
        x, y = centres[index]
        dx, dy = np.meshgrid(places[window[1]] - x, places[window[0]] - y)
        inverse = np.linalg.inv(spread)
        square = inverse[0, 0] * dx * dx + 2 * inverse[0, 1] * dx * dy + inverse[1, 1] * dy * dy
        heat = np.exp(-0.5 * square).astype(np.float32)
        share = float(visible[index])
        if narrow[index] or share < LEAST_VISIBLE:
            weight[HEAT][window][heat > 0.05] = 0.0
            weight[OTHER][window][heat > 0.05] = 0.0
            continue
        if not palago[index]:
            weight[HEAT][window] += OTHER_WEIGHT * heat
        part = target[HEAT if palago[index] else OTHER][window]
        np.maximum(part, heat, out=part)
        if not palago[index]:
            continue
        core = (heat > 0.35) & (heat > best[window])
        best[window][core] = heat[core]
        clear = min(1.0, share / 0.7)
        numbers = np.concatenate([[share, 0.0, 0.0], code[index]])
        for channel in range(VISIBLE, CHANNELS):
            target[channel][window][core] = numbers[channel - VISIBLE]
            weight[channel][window][core] = clear
        target[OFFSET.start][window][core] = -dx[core] / OFFSET_UNIT
        target[OFFSET.start + 1][window][core] = -dy[core] / OFFSET_UNIT
        weight[VISIBLE][window][core] = 1.0
        weight[POLARITY][:, window[0], window[1]][:, core] = clear * sure
    return target, weight


def mirrored(corners: Floats32, size: int, symmetry: int) -> Floats32:
    """Corners (..., 2) after a symmetry of the square: bit 0 flips x, 1 flips y, 2 swaps them."""
    moved = corners.copy()
    if symmetry & 1:
        moved[..., 0] = size - 1 - moved[..., 0]
    if symmetry & 2:
        moved[..., 1] = size - 1 - moved[..., 1]
    if symmetry & 4:
        moved = moved[..., ::-1].copy()
    if symmetry in (1, 2, 4, 7):
        moved = moved[:, [0, 5, 4, 3, 2, 1]]
    return moved


CAPACITY = 60_000


class FinderBatches:
    """The samples at hand, at most CAPACITY, and batches of them."""

    def __init__(self) -> None:
        self.rng = np.random.default_rng(0)
        self.samples: list[Sample] = []

    def add(self, samples: list[Sample]) -> int:
        """Take more samples in, for which the oldest go; how many there are then."""
        self.samples = (self.samples + samples)[-CAPACITY:]
        return len(self.samples)

    def batch(self, size: int) -> tuple[Picture, Floats32, Floats32]:
        """Pictures (B, 3, S, S), target maps and weights of samples, turned and recoloured."""
        images, targets, weights = [], [], []
        for index in self.rng.integers(len(self.samples), size=size):
            sample = self.samples[int(index)]
            symmetry = int(self.rng.integers(8))
            image = sample.image()
            if symmetry & 1:
                image = image[:, ::-1]
            if symmetry & 2:
                image = image[::-1]
            if symmetry & 4:
                image = image.transpose(1, 0, 2)
            corners = mirrored(sample.corners, SAMPLE_SIZE, symmetry)
            target, weight = make_targets(
                SAMPLE_SIZE, corners, sample.palago, sample.visible, sample.lightness_gap
            )
            images.append(self._recoloured(image))
            targets.append(target)
            weights.append(weight)
        stacked = np.stack(images).transpose(0, 3, 1, 2)
        return np.ascontiguousarray(stacked), np.stack(targets), np.stack(weights)

    def _recoloured(self, image: Picture) -> Picture:
        levels = np.arange(256) / 255.0
        gamma = math.exp(self.rng.normal(0, 0.2))
        gain = np.exp(self.rng.normal(0, 0.08, 3)) * math.exp(self.rng.normal(0, 0.12))
        table = np.clip(levels[:, None] ** gamma * gain * 255, 0, 255).astype(np.uint8)
        return np.stack([table[:, c][image[..., c]] for c in range(3)], axis=-1)


def finder_losses(maps: Tensor, target: Tensor, weight: Tensor) -> dict[str, Tensor]:
    """The weighted losses of all maps by name."""
    parts: dict[str, Tensor] = {}
    for name, channel, share in (("heat", HEAT, 1.0), ("other", OTHER, 0.3)):
        wanted = target[:, channel]
        found = torch.sigmoid(maps[:, channel])
        entropy = binary_cross_entropy_with_logits(maps[:, channel], wanted, reduction="none")
        focal = entropy * (wanted - found).abs() ** 2 * weight[:, channel]
        parts[name] = share * focal.sum() / torch.clamp(wanted.sum() * 0.4, min=20.0)
    core = weight[:, VISIBLE]
    count = torch.clamp(core.sum(), min=20.0)
    off = torch.sigmoid(maps[:, VISIBLE]) - target[:, VISIBLE]
    parts["visible"] = 0.3 * (off.abs() * core).sum() / count
    shares = (("offset", OFFSET, 2.0), ("shape", SHAPE, 3.0), ("outline", OUTLINE, 0.5),
              ("axis", AXIS, 0.5), ("polarity", POLARITY, 0.5))  # fmt: skip
    for name, channels, share in shares:
        found, wanted = maps[:, channels], target[:, channels]
        error = smooth_l1_loss(found, wanted, reduction="none", beta=0.05)
        parts[name] = share * (error * weight[:, channels]).sum() / count
    return parts
