"""The trained network as an ONNX file that the detector ships with."""

from __future__ import annotations

import warnings
from pathlib import Path

import torch

from .network import TileFinder

OPSET = 17


def export_onnx(model: TileFinder, path: Path) -> int:
    """Write the network for pictures of any size (multiples of 16); returns the bytes written.

    Batch norms are folded into the convolutions by the exporter (evaluation mode).
    """
    model = model.eval().to(memory_format=torch.contiguous_format)  # type: ignore[call-overload]
    path.parent.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            model,
            (torch.zeros(1, 3, 64, 64),),
            str(path),
            input_names=["pixels"],
            output_names=["maps"],
            dynamic_axes={"pixels": {2: "height", 3: "width"}, "maps": {2: "rows", 3: "columns"}},
            opset_version=OPSET,
            dynamo=False,
        )
    return path.stat().st_size
