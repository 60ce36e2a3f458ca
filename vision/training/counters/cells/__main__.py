"""Train the network that sees a board's cells in a whole photo: ``python -m
palago.vision.training.counters.cells --samples FOLDER --out vision/weights``.

The shipped one learnt for 45 minutes on two shared cores (8,504 steps): from 1,904 drawn photos
(`drawn_samples` from 3000 on), 459 pictures of `kinds.kind_training`, the pictures to develop
on."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader

from ...learning_loop import Course, learn
from ...making import Makers
from ...weights import export_maps
from ..samples import truths_in
from .batches import PartsOfPhotos
from .network import CellFinder
from .samples import drawn_samples, sample_of_picture

RATE, DECAY = 4e-3, 1e-3
FEWEST = 8
"""The number of files of drawn photos with which learning begins."""
FEW_CELLS = -1.0
"""The log odds of a cell anywhere, to begin with."""


def main() -> None:
    """Draw, learn, write."""
    parser = argparse.ArgumentParser(
        "python -m palago.vision.training.counters.cells", description=__doc__
    )
    parser.add_argument("--minutes", type=float, default=60.0, help="to learn (60)")
    parser.add_argument("--processes", type=int, default=1, help="that draw photos (1)")
    parser.add_argument("--samples", type=Path, required=True, help="folder for drawn photos")
    parser.add_argument("--pictures", type=Path, help="folder of pictures with their truth")
    parser.add_argument("--out", type=Path, required=True, help="folder for the network")
    arguments = parser.parse_args()
    told = truths_in(arguments.pictures) if arguments.pictures else []
    pictures = [sample for path in told if (sample := sample_of_picture(path)) is not None]
    model = CellFinder()
    nn.init.constant_(model.head.bias, FEW_CELLS)  # type: ignore[arg-type]
    with Makers(drawn_samples, arguments.processes, folder=arguments.samples) as makers:
        makers.wait_until(lambda _: len(list(makers.folder.glob("*.shard"))) >= FEWEST)
        parts = DataLoader(PartsOfPhotos(makers.folder, pictures, seed=1), None, num_workers=1)
        batches = iter(parts)

        def losses() -> dict[str, Tensor]:
            shown, wanted = next(batches)
            said = model(shown.contiguous(memory_format=torch.channels_last))
            return {"cells": nn.functional.binary_cross_entropy_with_logits(said, wanted)}

        until = time.monotonic() + 60 * arguments.minutes
        kept = arguments.out / "counters_finder.pt"
        learn(model, losses, Course(until, RATE, DECAY, is_averaged=True, checkpoint=kept))
    print(export_maps(model, arguments.out / "counters_finder.onnx"), "bytes")


if __name__ == "__main__":
    main()
