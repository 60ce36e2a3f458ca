"""The network that looks at every cell: three layers on the colours round its middle."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

from ...counters.glance import FEATURES, OUTPUTS


class CounterNetwork(nn.Sequential):
    """From features (n, FEATURES) to answers (n, OUTPUTS); probabilities as log odds."""

    def __init__(self, first: int = 160, second: int = 64) -> None:
        super().__init__(
            nn.Linear(FEATURES, first), nn.ReLU(),
            nn.Linear(first, second), nn.ReLU(),
            nn.Linear(second, second), nn.ReLU(),
            nn.Linear(second, len(OUTPUTS)),
        )  # fmt: skip


def export(model: nn.Module, path: Path) -> int:
    """Write the network for any number of cells; returns the bytes written."""
    example: Tensor = torch.zeros(5, FEATURES)
    torch.onnx.export(
        model.eval(), (example,), str(path), input_names=["features"], output_names=["answers"],
        dynamic_axes={"features": {0: "cells"}, "answers": {0: "cells"}}, opset_version=17,
        dynamo=False,
    )  # fmt: skip
    return path.stat().st_size
