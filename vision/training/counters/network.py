"""The networks that read counters, and how they are written for the reader."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import onnx
import torch
from onnx import numpy_helper
from torch import nn

from ...counters import shapes
from ...counters.company import ANSWERS, TOLD
from ...counters.glance import CHANNELS, FEATURES, OUTPUTS
from ...faces.networks import use_network
from ..weights import export_network


def _convolutions(*sizes: tuple[int, int, int]) -> list[nn.Module]:
    """As `layers.convolutions`, without batch norms."""
    made = ((nn.Conv2d(first, last, 3, stride, 1), nn.ReLU()) for first, last, stride in sizes)
    return [layer for pair in made for layer in pair]


def _layers(first: int, second: int, third: int, result: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Linear(first, second), nn.ReLU(), nn.Linear(second, third), nn.ReLU(),
        nn.Linear(third, result),
    )  # fmt: skip


class CounterNetworks(nn.Module):
    """`picture`: flat boards (1, 3, h, w) to (1, CHANNELS, h / 4, w / 4); `cells`: surroundings (n,
    FEATURES) to (n, OUTPUTS); `company`: pieces beside one another (n, TOLD) to (n, ANSWERS)."""

    def __init__(self) -> None:
        super().__init__()
        sizes = ((3, 16, 2), (16, 24, 2), (24, CHANNELS, 1), (CHANNELS, CHANNELS, 1))
        self.picture = nn.Sequential(*_convolutions(*sizes))
        self.cells = _layers(FEATURES, 152, 72, OUTPUTS)
        self.company = _layers(TOLD, 96, 96, ANSWERS)
        _begin(self)

    def write(self, folder: Path) -> int:
        """Write them, and let the reader take them; returns the bytes written."""
        return sum((
            _write(self.picture, (1, 3, 416, 448), "picture", folder, {2: "rows", 3: "columns"}),
            _write(self.cells, (5, FEATURES), "cells", folder),
            _write(self.company, (5, TOLD), "company", folder),
        ))  # fmt: skip


class KindNetworks(nn.Module):
    """`shape`: cuts (n, shapes.CHANNELS, ROWS, COLUMNS) to shapes (n, SHAPE); `kind`: what is told
    of those (n, shapes.TOLD) to log odds of a seed and of the ways (n, shapes.ANSWERS)."""

    def __init__(self) -> None:
        super().__init__()
        last = 64 * math.ceil(shapes.ROWS / 8) * math.ceil(shapes.COLUMNS / 8)
        self.shape = nn.Sequential(
            *_convolutions((shapes.CHANNELS, 24, 2), (24, 48, 2), (48, 64, 2)),
            nn.Flatten(), nn.Linear(last, 64), nn.ReLU(), nn.Linear(64, shapes.SHAPE),
        )  # fmt: skip
        self.kind = _layers(shapes.TOLD, 128, 128, shapes.ANSWERS)
        _begin(self)

    def restore(self, folder: Path) -> None:
        """Take the weights that stand in a folder."""
        for name in ("shape", "kind"):
            stored = onnx.load(str(folder / f"counters_{name}.onnx")).graph.initializer
            arrays = {one.name: numpy_helper.to_array(one).copy() for one in stored}
            weights = {name: torch.from_numpy(array) for name, array in arrays.items()}
            self.get_submodule(name).load_state_dict(weights)

    def write(self, folder: Path) -> int:
        """Write them, and let the reader take them; returns the bytes written."""
        cut = (shapes.CHANNELS, shapes.ROWS, shapes.COLUMNS)
        return sum((
            _write(self.shape, (5, *cut), "shape", folder),
            _write(self.kind, (5, shapes.TOLD), "kind", folder),
        ))  # fmt: skip


def _begin(networks: nn.Module) -> None:
    """Weights to begin with."""
    for layer in networks.modules():
        if isinstance(layer, nn.Conv2d | nn.Linear):
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
            nn.init.zeros_(layer.bias)


def _write(
    model: nn.Module, size: tuple[int, ...], name: str, folder: Path,
    free: Mapping[int, str] = MappingProxyType({0: "n"}),
) -> int:  # fmt: skip
    path = folder / f"counters_{name}.onnx"
    written = export_network(model, torch.zeros(size), path, {"seen": free, "answers": free})
    use_network(path.stem, path)
    return written
