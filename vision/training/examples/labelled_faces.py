"""Faces cut from generated scenes, and what they are, to train the small networks on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

JUNK = 6
"""The label of what is no Palago face."""


@dataclass(frozen=True)
class LabelledFaces:
    """Patches as in `classify.face_patches` or `hidden.hidden_patches`, labels (n,) 0..5 or JUNK,
    and the seed of the scene of each (n,)."""

    patches: NDArray[np.float32]
    labels: NDArray[np.int64]
    seeds: NDArray[np.int64]
