"""Faces cut from generated scenes, and what they are, to train the small networks on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ....calibration.arrays import Flags, Floats32, Integers

JUNK = 6
"""The label of what is no Palago face."""


@dataclass(frozen=True)
class LabelledFaces:
    """Patches as in `classify.face_patches` or `hidden.hidden_patches`, labels (n,) 0..5 or JUNK,
    and the seed of the scene of each (n,)."""

    patches: Floats32
    labels: Integers
    seeds: Integers

    @classmethod
    def of_scene(
        cls, seed: int, parts: Sequence[tuple[Floats32, Integers] | None]
    ) -> LabelledFaces | None:
        """The patches and labels (n,) of parts of one scene; None where no part has any."""
        found = [part for part in parts if part is not None]
        if not found:
            return None
        patches, labels = (np.concatenate(values) for values in zip(*found, strict=True))
        return cls(patches, labels, np.full(len(labels), seed))


def is_tile(labels: Integers) -> Flags:
    """Which labels (n,) are rotations of a tile."""
    return (labels >= 0) & (labels < JUNK)


def are_misnamed(labels: Integers, rotations: Integers) -> bool:
    """Whether most tiles of a group (n,) are read with White and Blue exchanged. Then the light hid
    which colour is the lighter: one mistake of the board, not one a face."""
    real = is_tile(labels)
    return bool(real.any() and np.mean((rotations[real] + 3) % 6 == labels[real]) > 0.5)


def renamed(labels: Integers) -> Integers:
    """The labels (n,) with White and Blue exchanged, as the reader's palette has them."""
    return np.where(is_tile(labels), (labels + 3) % 6, labels)
