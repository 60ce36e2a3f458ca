"""The finder of cells: a small fully convolutional network with an output for two by two pixels."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from ...finder.network import Residual
from ...layers import Convolution


class CellFinder(nn.Module):
    """From BGR pictures (B, 3, H, W) to maps (B, 1, H/2, W/2) of cells; logits in training."""

    def __init__(self) -> None:
        super().__init__()
        self.at_half = Convolution(3, 12, 2)
        self.at_quarter = nn.Sequential(Convolution(12, 24, 2), Convolution(24, 24))
        self.at_eighth = nn.Sequential(Convolution(24, 48, 2), Residual(48))
        self.at_sixteenth = nn.Sequential(Convolution(48, 72, 2), Residual(72), Residual(72, 2))
        self.to_eighth = nn.Conv2d(72, 48, 1)
        self.mix_eighth = Convolution(48, 48)
        self.to_quarter = nn.Conv2d(48, 24, 1)
        self.mix_quarter = Convolution(24, 24)
        self.to_half = nn.Conv2d(24, 12, 1)
        self.mix_half = Convolution(12, 12)
        self.head = nn.Conv2d(12, 1, 1)
        self.enlarge = nn.Upsample(scale_factor=2, mode="nearest")

    def forward(self, pixels: Tensor) -> Tensor:
        """Maps for a batch whose height and width are multiples of 16."""
        half = self.at_half(pixels * (1 / 64.0) - 2.0)
        quarter = self.at_quarter(half)
        eighth = self.at_eighth(quarter)
        sixteenth = self.at_sixteenth(eighth)
        eighth = self.mix_eighth(eighth + self.enlarge(self.to_eighth(sixteenth)))
        quarter = self.mix_quarter(quarter + self.enlarge(self.to_quarter(eighth)))
        half = self.mix_half(half + self.enlarge(self.to_half(quarter)))
        maps: Tensor = self.head(half)
        return maps if self.training else torch.sigmoid(maps)
