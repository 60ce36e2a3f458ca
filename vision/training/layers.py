"""What the networks are built of."""

from __future__ import annotations

import torch
from torch import Tensor, nn


class Convolution(nn.Sequential):
    """A convolution of 3 by 3 pixels, batch norm and ReLU."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1, dilation: int = 1) -> None:
        convolution = nn.Conv2d(inputs, outputs, 3, stride, dilation, dilation=dilation, bias=False)
        norm = nn.BatchNorm2d(outputs)
        super().__init__(convolution, norm, nn.ReLU(inplace=True))
        self.parts = (convolution, norm)


class Shortcut(nn.Module):
    """Two convolutions whose answer is added to what they see (He and others, "Deep residual
    learning", 2015)."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = Convolution(channels, channels)
        self.second = nn.Conv2d(channels, channels, 3, 1, 1, bias=False)
        self.norm = nn.BatchNorm2d(channels)
        nn.init.zeros_(self.norm.weight)
        self.parts = (self.second, self.norm)

    def forward(self, seen: Tensor) -> Tensor:
        """As large as `seen`."""
        return torch.relu(seen + self.norm(self.second(self.first(seen))))


def convolutions(*sizes: tuple[int, int, int]) -> list[Convolution]:
    """One after the other, given by the channels that come in and go out and by the stride."""
    return [Convolution(*size) for size in sizes]
