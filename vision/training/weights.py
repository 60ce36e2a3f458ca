"""Trained networks as the ONNX files that the reader ships with, and such a file learning on: the
exporter folds batch norms into convolutions; each gets one back that changes nothing, with the
statistics of real samples."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

import torch
from torch import Tensor, nn


def export_network(
    model: nn.Module, example: Tensor, path: Path, free: Mapping[str, Mapping[int, str]]
) -> int:
    """Write a network; returns the bytes written. `free` names input and output, and which of their
    dimensions vary. The exporter folds batch norms into the convolutions (evaluation mode)."""
    model = model.eval().to(memory_format=torch.contiguous_format)  # type: ignore[call-overload]
    path.parent.mkdir(parents=True, exist_ok=True)
    given, said = free
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            model, (example,), str(path), input_names=[given], output_names=[said],
            dynamic_axes=free, opset_version=17, dynamo=False,
        )  # fmt: skip
    return path.stat().st_size


def export_rows(
    model: nn.Module, shape: tuple[int, ...], path: Path, given: str = "patches"
) -> int:
    """The same for a network that answers row by row, for any number of rows of a shape."""
    free = {given: {0: "n"}, "scores": {0: "n"}}
    return export_network(model, torch.zeros(2, *shape), path, free)


def export_maps(model: nn.Module, path: Path) -> int:
    """The same for a network that draws maps of pictures (1, 3, h, w) of any size."""
    free = {"pixels": {2: "height", 3: "width"}, "maps": {2: "rows", 3: "columns"}}
    return export_network(model, torch.zeros(1, 3, 64, 64), path, free)


def restore(model: nn.Module, path: Path, pictures: Tensor) -> None:
    """Give a network the weights in an ONNX file written here. Its convolutions with a batch norm
    are those that some module has as its `parts`, as `Convolution` does. `pictures` (B, 3, S, S)
    are samples, as the network takes them, from which the statistics are taken."""
    import onnx
    from onnx import numpy_helper

    stored = [
        (tensor.name, torch.from_numpy(numpy_helper.to_array(tensor).copy()).to(pictures.device))
        for tensor in onnx.load(str(path)).graph.initializer
    ]
    folded = [tensor for name, tensor in stored if name.startswith("onnx::Conv")]
    named = {name: tensor for name, tensor in stored if not name.startswith("onnx::Conv")}
    model.load_state_dict(named, strict=False)
    # They stand in the file in the order in which pictures pass them.
    pairs = zip(folded[::2], folded[1::2], strict=True)

    hooks = []
    for block in model.modules():
        if hasattr(block, "parts"):
            convolution, norm = block.parts
            fill = partial(_fill, norm=norm, pairs=pairs)
            hooks.append(convolution.register_forward_pre_hook(fill))
            hooks.append(norm.register_forward_pre_hook(_take_statistics))
    with torch.no_grad():
        model.eval()(pictures)
    for hook in hooks:
        hook.remove()


def _fill(
    convolution: nn.Conv2d, _: object, norm: nn.BatchNorm2d, pairs: Iterator[tuple[Tensor, Tensor]]
) -> None:
    convolution.weight.data, norm.bias.data = next(pairs)


def _take_statistics(norm: nn.BatchNorm2d, inputs: tuple[Tensor, ...]) -> None:
    """Give a batch norm the mean and spread of what reaches it, without changing its answer."""
    mean = inputs[0].mean(dim=(0, 2, 3))
    variance = inputs[0].var(dim=(0, 2, 3)).clamp(min=1e-6)
    norm.running_mean, norm.running_var = mean, variance
    norm.bias.data += mean
    norm.weight.data = torch.sqrt(variance + norm.eps)
