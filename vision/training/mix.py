"""The mean of two trained finders: ``python -m palago.vision.training.mix OLD NEW --out FILE``.

Trained further, for new conditions, a network forgets a little; the mean with what it started from
keeps most of both (M. Wortsman et al., "Robust fine-tuning of zero-shot models", CVPR 2022)."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper


def mix(old: Path, new: Path, share: float, out: Path) -> None:
    """Write the mean network, `new` by its `share`. Raises ValueError for different shapes."""
    mixed, other = onnx.load(str(old)), onnx.load(str(new))
    pairs = list(zip(mixed.graph.initializer, other.graph.initializer, strict=True))
    if any(list(first.dims) != list(second.dims) for first, second in pairs):
        raise ValueError(f"{old} and {new} are networks of different shapes")
    for first, second in pairs:
        values = (1 - share) * numpy_helper.to_array(first) + share * numpy_helper.to_array(second)
        first.CopyFrom(numpy_helper.from_array(values.astype(np.float32), first.name))
    onnx.save(mixed, str(out))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser("python -m palago.vision.training.mix", description=__doc__)
    parser.add_argument("old", type=Path, help="the ONNX file of the old network")
    parser.add_argument("new", type=Path, help="that of the new one")
    parser.add_argument("--share", type=float, default=0.6, help="of the new one (0.6)")
    parser.add_argument("--out", type=Path, required=True, help="the ONNX file to write")
    arguments = parser.parse_args()
    mix(arguments.old, arguments.new, arguments.share, arguments.out)


if __name__ == "__main__":
    main()
