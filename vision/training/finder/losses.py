"""What the tile finder learns from, batch by batch, and how wrong its answers are."""

from __future__ import annotations

import math

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from ....calibration.arrays import Floats32, Picture
from ...finding.tile_code import AXIS, HEAT, OFFSET, OTHER, OUTLINE, POLARITY, SHAPE, VISIBLE
from .samples import SAMPLE_SIZE, Sample
from .targets import make_targets, mirrored

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
        entropy = functional.binary_cross_entropy_with_logits(
            maps[:, channel], wanted, reduction="none"
        )
        focal = entropy * (wanted - found).abs() ** 2 * weight[:, channel]
        parts[name] = share * focal.sum() / torch.clamp(wanted.sum() * 0.4, min=20.0)
    core = weight[:, VISIBLE]
    count = torch.clamp(core.sum(), min=20.0)
    parts["visible"] = (
        0.3 * ((torch.sigmoid(maps[:, VISIBLE]) - target[:, VISIBLE]).abs() * core).sum() / count
    )
    shares = (("offset", OFFSET, 2.0), ("shape", SHAPE, 3.0), ("outline", OUTLINE, 0.5),
              ("axis", AXIS, 0.5), ("polarity", POLARITY, 0.5))  # fmt: skip
    for name, channels, share in shares:
        error = functional.smooth_l1_loss(
            maps[:, channels], target[:, channels], reduction="none", beta=0.05
        )
        parts[name] = share * (error * weight[:, channels]).sum() / count
    return parts
