"""The network that looks at every cell: a few convolutions, then features round each cell."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from ...counters.glance import CHANNELS, LOOK_X, LOOK_Y, OUTPUTS
from ..network import Convolution

FEATURES = 28
HIDDEN = 96


class CounterNetwork(nn.Module):
    """From flat boards (B, CHANNELS, H, W) and where to look (B, n, 63, 2) to (B, n, OUTPUTS)."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            Convolution(CHANNELS, 16, size=5, stride=2),
            Convolution(16, 32, stride=2),
            Convolution(32, 32),
            Convolution(32, 32, dilation=2),
            Convolution(32, FEATURES),
        )
        self.head = Head()

    def forward(self, picture: Tensor, places: Tensor) -> Tensor:
        """The answers; probabilities as log odds. ``places`` in pixels of the features."""
        features = self.trunk(picture)
        size = torch.tensor([features.shape[3] - 1.0, features.shape[2] - 1.0])
        grid = 2 * places / size - 1
        seen = functional.grid_sample(
            features, grid, mode="bilinear", padding_mode="border", align_corners=True
        )
        answers: Tensor = self.head(seen.permute(0, 2, 3, 1).flatten(2))
        return answers


class Head(nn.Module):
    """From the features round a cell to the answers about it."""

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Linear(FEATURES * len(LOOK_X) * len(LOOK_Y), HIDDEN)
        self.think = nn.Linear(HIDDEN, HIDDEN)
        self.answer = nn.Linear(HIDDEN, len(OUTPUTS))
        nn.init.constant_(self.answer.bias[:1], -2.0)

    def forward(self, looks: Tensor) -> Tensor:
        """Answers (..., OUTPUTS) from features (..., FEATURES x places)."""
        hidden = functional.relu(self.look(looks))
        hidden = functional.relu(self.think(hidden) + hidden)
        answers: Tensor = self.answer(hidden)
        return answers


def export(model: CounterNetwork, folder: Path) -> int:
    """Write the network as two files, the convolutions for boards of any size and the answers for
    any number of cells; returns the bytes written."""
    model = model.eval()
    looks = FEATURES * len(LOOK_X) * len(LOOK_Y)
    size = 0
    for part, name, example, axes in (
        (model.trunk, "counters", torch.zeros(1, CHANNELS, 64, 64), {2: "height", 3: "width"}),
        (model.head, "counters_answers", torch.zeros(5, looks), {0: "cells"}),
    ):
        path = folder / f"{name}.onnx"
        torch.onnx.export(
            part, (example,), str(path), input_names=["input"], output_names=["output"],
            dynamic_axes={"input": axes}, opset_version=17, dynamo=False,
        )  # fmt: skip
        size += path.stat().st_size
    return size
