"""Trained networks as the ONNX files that the reader ships with."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from pathlib import Path

import torch
from torch import Tensor, nn


def export_network(
    model: nn.Module,
    example: Tensor,
    path: Path,
    free: Mapping[str, Mapping[int, str]],
) -> int:
    """Write a network; returns the bytes written.

    `free` names its input and its output, and which dimensions of each may vary. Batch norms are
    folded into the convolutions by the exporter (evaluation mode).
    """
    model = model.eval().to(memory_format=torch.contiguous_format)  # type: ignore[call-overload]
    path.parent.mkdir(parents=True, exist_ok=True)
    seen, said = free
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            model, (example,), str(path), input_names=[seen], output_names=[said],
            dynamic_axes=free, opset_version=17, dynamo=False,
        )  # fmt: skip
    return path.stat().st_size


def export_rows(model: nn.Module, shape: tuple[int, ...], path: Path, seen: str = "patches") -> int:
    """The same for a network that answers row by row, for any number of rows of a shape."""
    free = {seen: {0: "n"}, "scores": {0: "n"}}
    return export_network(model, torch.zeros(2, *shape), path, free)


def export_maps(model: nn.Module, path: Path) -> int:
    """The same for a network that draws maps of pictures (1, 3, h, w) of any size."""
    free = {"pixels": {2: "height", 3: "width"}, "maps": {2: "rows", 3: "columns"}}
    return export_network(model, torch.zeros(1, 3, 64, 64), path, free)
