"""The five networks that read counters, and how they are written for the reader."""

from __future__ import annotations

import math
from pathlib import Path

import torch
from torch import nn

from ...counters import shapes
from ...counters.company import ANSWERS, TOLD
from ...counters.glance import CHANNELS, FEATURES, OUTPUTS
from ...faces.networks import use_network
from ..weights import export_network


def _convolution(channels: int, result: int, stride: int = 1) -> list[nn.Module]:
    return [nn.Conv2d(channels, result, 3, stride, 1), nn.ReLU()]


def _layers(first: int, second: int, third: int, result: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Linear(first, second), nn.ReLU(), nn.Linear(second, third), nn.ReLU(),
        nn.Linear(third, result),
    )  # fmt: skip


class CounterNetworks(nn.Module):
    """`picture` goes from a flat board (1, 3, h, w) to what is there (1, CHANNELS, h / 4, w / 4);
    `cells` from a cell's surroundings (n, FEATURES) to what stands there (n, OUTPUTS); `company`
    from pieces beside one another (n, TOLD) to their colours and kinds (n, ANSWERS); `shape` from
    cuts (n, shapes.CHANNELS, h, w) to shapes (n, SHAPE), and `kind` from what is told of those
    (n, shapes.TOLD) to log odds of a seed and of the ways (n, shapes.ANSWERS)."""

    def __init__(self) -> None:
        super().__init__()
        self.picture = nn.Sequential(
            *_convolution(3, 16, 2),
            *_convolution(16, 24, 2),
            *_convolution(24, CHANNELS),
            *_convolution(CHANNELS, CHANNELS),
        )
        self.cells = _layers(FEATURES, 152, 72, OUTPUTS)
        self.company = _layers(TOLD, 96, 96, ANSWERS)
        self.shape = nn.Sequential(
            *_convolution(shapes.CHANNELS, 16, 2),
            *_convolution(16, 24, 2),
            *_convolution(24, 48, 2),
            nn.Flatten(),
            nn.Linear(48 * math.ceil(len(shapes.CUT_Y) / 8) * math.ceil(len(shapes.CUT_X) / 8), 64),
            nn.ReLU(),
            nn.Linear(64, shapes.SHAPE),
        )
        self.kind = _layers(shapes.TOLD, 128, 128, shapes.ANSWERS)
        for layer in self.modules():
            if isinstance(layer, nn.Conv2d | nn.Linear):
                nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
                nn.init.zeros_(layer.bias)

    def write(self, folder: Path) -> int:
        """Write them, and let the reader take them; returns the bytes written."""
        cut = (shapes.CHANNELS, len(shapes.CUT_Y), len(shapes.CUT_X))
        examples = {
            "picture": (1, 3, 416, 448), "cells": (5, FEATURES), "company": (5, TOLD),
            "shape": (5, *cut), "kind": (5, shapes.TOLD),
        }  # fmt: skip
        total = 0
        for name, size in examples.items():
            free = {2: "rows", 3: "columns"} if name == "picture" else {0: "n"}
            model = self.get_submodule(name)
            path = folder / f"counters_{name}.onnx"
            total += export_network(model, torch.zeros(size), path, {"seen": free, "answers": free})
            use_network(path.stem, path)
        return total
