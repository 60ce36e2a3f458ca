"""The shipped network as one that can be trained on.

The exporter folds every batch norm into its convolution. Here each convolution gets a batch norm
back that changes nothing. Its statistics are those of real samples, so that training goes on where
it ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from .network import Convolution, TileFinder


def restore(path: Path, pictures: Tensor) -> TileFinder:
    """The network in an ONNX file written by ``export_maps``, ready for training.

    ``pictures`` (B, 3, S, S) are samples, BGR in 0..255, from which the statistics are taken.
    """
    model = TileFinder()
    stored = [
        (tensor.name, torch.from_numpy(numpy_helper.to_array(tensor).copy()))
        for tensor in onnx.load(str(path)).graph.initializer
    ]
    folded = [tensor for name, tensor in stored if name.startswith("onnx::Conv")]
    named = {name: tensor for name, tensor in stored if not name.startswith("onnx::Conv")}
    model.load_state_dict(named, strict=False)
    blocks = [module for module in model.modules() if isinstance(module, Convolution)]
    for block, weight, bias in zip(blocks, folded[::2], folded[1::2], strict=True):
        convolution, norm = _parts(block)
        convolution.weight.data = weight
        norm.bias.data = bias
        norm.running_var.data.fill_(1.0 - norm.eps)  # type: ignore[union-attr]
    _take_statistics(model.eval(), blocks, pictures)
    return model


def _parts(block: Convolution) -> tuple[nn.Conv2d, nn.BatchNorm2d]:
    convolutions = (part for part in block if isinstance(part, nn.Conv2d))
    norms = (part for part in block if isinstance(part, nn.BatchNorm2d))
    return next(convolutions), next(norms)


def _take_statistics(model: TileFinder, blocks: Sequence[Convolution], pictures: Tensor) -> None:
    """Give every batch norm the mean and spread of what reaches it, without changing the answer."""
    seen: dict[nn.Module, tuple[Tensor, Tensor]] = {}

    def note(norm: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        seen[norm] = (inputs[0].mean(dim=(0, 2, 3)), inputs[0].var(dim=(0, 2, 3)))

    hooks = [_parts(block)[1].register_forward_pre_hook(note) for block in blocks]
    with torch.no_grad():
        model(pictures)
    for hook in hooks:
        hook.remove()
    for block in blocks:
        norm = _parts(block)[1]
        mean, variance = seen[norm]
        variance = variance.clamp(min=1e-6)
        norm.running_mean = mean
        norm.running_var = variance
        norm.bias.data += mean
        norm.weight.data = torch.sqrt(variance + norm.eps)
