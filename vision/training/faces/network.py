"""The small networks that look at single faces, and their training; scenes are held out."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from ....calibration.arrays import Indices
from ...faces.classify import CHANNELS
from ..layers import Convolution, RowNetwork
from ..learning_loop import Course, learn
from .labelled import JUNK, LabelledFaces

BATCH, RATE = 256, 4e-3
PACKING = 42.0
"""Patches are kept as bytes: -3..3 times this."""


class FaceNetwork(RowNetwork):
    """From patches (B, CHANNELS, S, S) to three scores: White tip up, Blue tip up, no face."""

    def __init__(self, patch_size: int, *, dropout: float, width: int = 14) -> None:
        super().__init__(
            Convolution(CHANNELS, width, 2),
            Convolution(width, 2 * width),
            Convolution(2 * width, 3 * width, 2),
            Convolution(3 * width, 3 * width),
            nn.Flatten(),
            nn.Dropout(dropout),
            nn.Linear(3 * width * (patch_size // 4) ** 2, 32),
            nn.ReLU(inplace=True),
            nn.Linear(32, 3),
        )
        self.patch_size = patch_size


def joint_scores(network: FaceNetwork, patches: Tensor) -> Tensor:
    """Scores (B, 7) of faces (B, 3, CHANNELS, S, S), as `classify.combined_probabilities`."""
    count = len(patches)
    white, blue, junk = network(patches.flatten(0, 1)).view(count, 3, 3).unbind(dim=2)
    return torch.cat([white, blue, junk.mean(dim=1, keepdim=True)], dim=1)


def make_faces(
    faces_of_scene: Callable[[int], LabelledFaces | None], seeds: range, store: Path | None
) -> LabelledFaces:
    """Faces of generated scenes as bytes (`PACKING`), kept in `store` if one is given."""
    if store is not None and store.exists():
        kept = np.load(store)
        return LabelledFaces(kept["patches"], kept["labels"], kept["seeds"])
    parts = []
    for part in filter(None, map(faces_of_scene, seeds)):
        packed = np.rint(np.clip(part.patches, -3, 3) * PACKING).astype(np.int8)
        parts.append((packed, part.labels, part.seeds))
    made = LabelledFaces(*map(np.concatenate, zip(*parts, strict=True)))
    if store is not None:
        np.savez(store, **vars(made))
    return made


def mirrored_faces(patches: Tensor, labels: Tensor) -> tuple[Tensor, Tensor]:
    """The same faces in a mirror that leaves corner 0: corner k of the drawing becomes -k."""
    flipped = patches.flip(-1)[:, [0, 2, 1]]
    # Corner 1's turned patch becomes corner 5's, which is corner 2's upside down, and so for 2.
    flipped[:, 1:] = flipped[:, 1:].flip(-1, -2)
    return flipped, torch.where(labels == JUNK, labels, (-labels) % 6)


def train_faces(faces: LabelledFaces, dropout: float, epochs: int, minutes: float) -> FaceNetwork:
    """Train on the scenes whose seed is not a multiple of ten; report on those that are."""
    torch.manual_seed(1)
    network = FaceNetwork(faces.patches.shape[-1], dropout=dropout)
    is_held_out = faces.seeds % 10 == 0
    known, held_out = np.flatnonzero(~is_held_out), np.flatnonzero(is_held_out)
    rng = np.random.default_rng(1)

    def losses_of_batch() -> dict[str, Tensor]:
        chosen = np.sort(rng.choice(known, BATCH))
        patches, labels = unpacked(faces.patches[chosen]), torch.from_numpy(faces.labels[chosen])
        if rng.random() < 0.5:
            patches, labels = mirrored_faces(patches, labels)
        loss = nn.functional.cross_entropy(joint_scores(network, patches), labels)
        return {"cross entropy": loss}

    steps = epochs * len(known) // BATCH
    course = Course(time.monotonic() + 60 * minutes, RATE, decay=1e-3, steps=steps)
    learn(network, losses_of_batch, course, told=lambda: report_faces(network, faces, held_out))
    return network


def unpacked(patches: NDArray[Any]) -> Tensor:
    """Bytes (n, 3, CHANNELS, S, S) to the numbers that the network sees."""
    return torch.from_numpy(patches.astype(np.float32) / PACKING)


def report_faces(network: FaceNetwork, faces: LabelledFaces, chosen: Indices) -> str:
    """Errors on the faces with these indices (k,), in words."""
    network.eval()
    with torch.no_grad():
        parts = np.array_split(chosen, max(1, len(chosen) // 2000))
        scores = [joint_scores(network, unpacked(faces.patches[part])) for part in parts]
    chance = torch.softmax(torch.cat(scores), dim=1).numpy()
    labels = faces.labels[chosen]
    real = labels != JUNK
    rotations = chance[:, :6].argmax(axis=1)
    wrong = float((rotations != labels)[real].mean())
    phantom = float((chance[~real, JUNK] < 0.5).mean())
    missed = float((chance[real, JUNK] >= 0.5).mean())
    loss = float(-np.log(np.maximum(chance[np.arange(len(labels)), labels], 1e-9)).mean())
    return (
        f"held out: loss {loss:.4f}, rotation wrong {wrong:.4f}, phantom {phantom:.4f}, "
        f"missed {missed:.4f}"
    )
