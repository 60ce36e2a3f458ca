"""Whether something is a die, and how it lies, by a small network that sees it and a little around.

It was trained on generated dice and on what the finder takes for dice
(`palago.vision.training.dice.state_training`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..faces.networks import network_answer
from ..photos.shrink import Halves
from .patches import die_patches, network_input

Floats = NDArray[np.float64]

STATES = ("lying", "cocked", "hidden", "rolling", "none")
"""How a die can be; `none` is something else."""


def state_probabilities(
    halves: Halves, middles: Floats, sides: Floats, ups: Floats, leans: Floats
) -> Floats:
    """Probabilities (n, len(STATES)) of dice as `die_patches` takes them."""
    if len(middles) == 0:
        return np.zeros((0, len(STATES)))
    patches = network_input(die_patches(halves, middles, sides, ups), leans)
    scores = network_answer("dice_states", patches).astype(np.float64)
    exponents = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(exponents / exponents.sum(axis=1, keepdims=True))
