"""The network that finds dice, and the maps that it learns to draw.

At every fourth pixel it says how likely a die's middle is there, the logarithm of the die's edge in
pixels over `MIDDLE_SIDE`, and where the middle is, in quarters of a pixel's step of the map.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from ...dice.finder import MIDDLE_SIDE, STEP

SCORE, SIZE, RIGHT, DOWN = range(4)
LEAST_SIDE, MOST_SIDE = 8.0, 44.0
"""Dice of other sizes, in pixels, are neither right nor wrong."""
LEAST_SEEN = 0.4
"""So are those of whose top less is seen."""


class DiceFinder(nn.Module):
    """From pictures (B, 3, H, W), BGR from 0 to 255, to maps (B, 4, H / STEP, W / STEP)."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(_block(3, 12, 2), _block(12, 24, 2))
        self.fine = _block(24, 24)
        self.around = nn.Sequential(
            _block(24, 32, 2), _block(32, 32), _block(32, 32), nn.Conv2d(32, 24, 1)
        )
        self.both = _block(24, 24)
        self.head = nn.Conv2d(24, 4, 1)
        nn.init.constant_(self.head.bias[SCORE], -4.0)  # type: ignore[index,arg-type]

    def forward(self, pictures: Tensor) -> Tensor:
        """Maps (B, 4, h, w): the score as a logit."""
        seen = self.stem((pictures - 110.0) / 64.0)
        around = nn.functional.interpolate(self.around(seen), scale_factor=2.0, mode="nearest")
        return self.head(self.both(self.fine(seen) + around))  # type: ignore[no-any-return]


def _block(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


def make_targets(
    shape: tuple[int, int], dice: list[dict[str, Any]], scale: float, origin: tuple[float, float]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Maps (4, h, w) and weights (2, h, w) of the score and of the rest, for a picture of
    ``shape`` cut at ``origin`` (x, y) from a scene made ``scale`` times as large."""
    height, width = shape[0] // STEP, shape[1] // STEP
    maps = np.zeros((4, height, width), np.float32)
    weights = np.zeros((2, height, width), np.float32)
    weights[0] = 1.0
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    for die in dice:
        side = die["side"] * scale
        x, y = (
            ((value + 0.5) * scale - 0.5 - start + 0.5) / STEP - 0.5
            for value, start in zip(die["middle"], origin, strict=True)
        )
        away = (columns - x) ** 2 + (rows - y) ** 2
        reach = max(side / STEP, 1.5)
        is_doubtful = (
            die["visible"] < LEAST_SEEN
            or not LEAST_SIDE <= side <= MOST_SIDE
            or die.get("contrast", 99.0) < 8.0
        )
        if is_doubtful:
            weights[0][away < (0.8 * reach) ** 2] = 0.0
            continue
        # The top of the bell is a place of the map: only there the score is to be 1.
        nearest = (columns - np.round(x)) ** 2 + (rows - np.round(y)) ** 2
        bell = np.exp(-nearest / (2 * (0.16 * reach + 0.3) ** 2))
        maps[SCORE] = np.maximum(maps[SCORE], bell)
        near = bell > 0.25
        weights[1][near] = bell[near]
        maps[SIZE][near] = math.log(side / MIDDLE_SIDE)
        maps[RIGHT][near] = (x - columns)[near]
        maps[DOWN][near] = (y - rows)[near]
    return maps, weights


def loss_of(seen: Tensor, maps: Tensor, weights: Tensor) -> Tensor:
    """Penalty-reduced focal loss (X. Zhou and others, "Objects as points", 2019) for the score,
    absolute deviations for the rest."""
    score = seen[:, SCORE].float()
    chance = torch.sigmoid(score).clamp(1e-5, 1 - 1e-5)
    wanted, weight = maps[:, SCORE], weights[:, 0]
    peak = (wanted > 0.97).float()
    hit = -((1 - chance) ** 2) * torch.log(chance) * peak
    false = -(chance**2) * torch.log(1 - chance) * (1 - wanted) ** 4 * (1 - peak)
    count = peak.sum().clamp(min=1.0)
    focal = ((hit + false) * weight).sum() / count
    rest = (seen[:, SIZE:] - maps[:, SIZE:]).abs() * weights[:, 1:]
    return focal + 0.5 * rest.sum() / weights[:, 1].sum().clamp(min=1.0)
