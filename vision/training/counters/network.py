"""The three networks that read counters, and how they are written for the reader."""

from __future__ import annotations

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from ...counters.company import ANSWERS, TOLD
from ...counters.glance import CHANNELS, FEATURES, OUTPUTS
from ..export import export_network


def _convolution(channels: int, result: int, stride: int = 1) -> list[nn.Module]:
    return [nn.Conv2d(channels, result, 3, stride, 1), nn.ReLU()]


class PictureNetwork(nn.Sequential):
    """From a flat board (1, 3, h, w) to what is there, (1, CHANNELS, h / 4, w / 4)."""

    def __init__(self) -> None:
        super().__init__(
            *_convolution(3, 16, 2),
            *_convolution(16, 24, 2),
            *_convolution(24, CHANNELS),
            *_convolution(CHANNELS, CHANNELS),
        )


class CellNetwork(nn.Sequential):
    """From a cell's surroundings (n, FEATURES) to what stands there, (n, OUTPUTS)."""

    def __init__(self, first: int = 152, second: int = 72) -> None:
        super().__init__(
            nn.Linear(FEATURES, first), nn.ReLU(),
            nn.Linear(first, second), nn.ReLU(),
            nn.Linear(second, OUTPUTS),
        )  # fmt: skip


class CompanyNetwork(nn.Sequential):
    """From pieces beside one another (n, TOLD) to their colours and kinds, (n, ANSWERS)."""

    def __init__(self, width: int = 64) -> None:
        super().__init__(
            nn.Linear(TOLD, width), nn.ReLU(),
            nn.Linear(width, width), nn.ReLU(),
            nn.Linear(width, ANSWERS),
        )  # fmt: skip


class CounterNetworks(nn.Module):
    """All three."""

    def __init__(self) -> None:
        super().__init__()
        self.picture, self.cells = PictureNetwork(), CellNetwork()
        self.company = CompanyNetwork()
        for layer in self.modules():
            if isinstance(layer, nn.Conv2d | nn.Linear):
                nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
                nn.init.zeros_(layer.bias)

    @classmethod
    def read(cls, folder: Path) -> CounterNetworks:
        """The networks that `write` wrote to a folder, to learn on."""
        networks = cls()
        for name in ("picture", "cells", "company"):
            stored = onnx.load(str(folder / f"counters_{name}.onnx")).graph.initializer
            values = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy())
                      for one in stored}  # fmt: skip
            networks.get_submodule(name).load_state_dict(values)
        return networks

    def write(self, folder: Path) -> int:
        """Write them where the reader looks for them; returns the bytes written."""
        self.eval()
        return sum((
            export_answers(self.picture, torch.zeros(1, 3, 416, 448), {2: "rows", 3: "columns"},
                    folder / "counters_picture.onnx"),
            export_answers(self.cells, torch.zeros(5, FEATURES), {0: "cells"},
                    folder / "counters_cells.onnx"),
            export_answers(self.company, torch.zeros(5, TOLD), {0: "pieces"},
                    folder / "counters_company.onnx"),
        ))  # fmt: skip


def export_answers(model: nn.Module, example: Tensor, free: dict[int, str], path: Path) -> int:
    """Write a network as ONNX whose inputs and outputs may vary in the `free` dimensions."""
    return export_network(model, example, path, {"seen": free, "answers": free})
