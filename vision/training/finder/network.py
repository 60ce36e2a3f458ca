"""The tile finder: a small fully convolutional network with an output cell per four pixels."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from ...finding.tile_code import CHANNELS
from ..layers import Convolution


class Residual(nn.Module):
    """Two convolutions beside a shortcut."""

    def __init__(self, channels: int, dilation: int = 1):
        super().__init__()
        self.first = Convolution(channels, channels)
        self.second = Convolution(channels, channels, dilation=dilation)

    def forward(self, x: Tensor) -> Tensor:
        """Same shape in and out."""
        changed: Tensor = self.second(self.first(x))
        return x + changed


class TileFinder(nn.Module):
    """From BGR pictures (B, 3, H, W) in 0..255 to maps (B, CHANNELS, H/4, W/4). The first three
    channels come out as probabilities in evaluation and as logits in training."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(Convolution(3, 12, 2), Convolution(12, 28, 2))
        self.quarter = Convolution(28, 28)
        self.eighth = nn.Sequential(Convolution(28, 52, 2), Residual(52))
        self.sixteenth = nn.Sequential(Convolution(52, 84, 2), Residual(84, 2), Convolution(84, 84))
        self.to_eighth = nn.Conv2d(84, 52, 1)
        self.mix_eighth = Convolution(52, 52)
        self.to_quarter = nn.Conv2d(52, 28, 1)
        self.mix_quarter = Convolution(28, 40)
        self.head = nn.Conv2d(40, CHANNELS, 1)
        nn.init.constant_(self.head.bias[:2], -4.0)  # type: ignore[index]
        self.enlarge = nn.Upsample(scale_factor=2, mode="nearest")

    def forward(self, pixels: Tensor) -> Tensor:
        """Maps for a batch whose height and width are multiples of 16."""
        x = pixels * (1 / 64.0) - 2.0
        quarter = self.quarter(self.stem(x))
        eighth = self.eighth(quarter)
        sixteenth = self.sixteenth(eighth)
        eighth = self.mix_eighth(eighth + self.enlarge(self.to_eighth(sixteenth)))
        quarter = self.mix_quarter(quarter + self.enlarge(self.to_quarter(eighth)))
        maps: Tensor = self.head(quarter)
        if self.training:
            return maps
        return torch.cat([torch.sigmoid(maps[:, :3]), maps[:, 3:]], dim=1)
