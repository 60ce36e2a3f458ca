"""How many seeds a player can have, told to whoever is not sure of what was seen."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .pieces import SEEDS_OF_A_PLAYER

NONE_LEFT = 0.05
"""Against one that has some, so seldom has a colour with pieces on the board no seed: parasites
alone, or a seed that was not seen."""
ONE_TOO_MANY = 0.01
"""Each seed beyond the third counts by this share. At 0 three would be seeds however sure a fourth
looks; at 1 the rule would tell nothing."""
STRONGEST = 12.0
"""Log odds count no further, so that sums stay finite: nothing seen is surer than 160,000 : 1."""


def settled_seeds(colours: Sequence[str], odds: Sequence[float]) -> list[float]:
    """Log odds that each piece is a seed, from its own and from its colour: a player has three
    seeds at most, and one at least, but for parasites."""
    result = [0.0] * len(colours)
    for colour in set(colours):
        own = [k for k, name in enumerate(colours) if name == colour]
        for k, value in zip(own, _settled([odds[k] for k in own]), strict=True):
            result[k] = value
    return result


def _settled(odds: list[float]) -> list[float]:
    """Sums over all ways in which some of the pieces are seeds, each one too many counting by its
    share ONE_TOO_MANY: so it is laid into every seed's weight, and given back for the first
    three."""
    weights = ONE_TOO_MANY * np.exp(np.clip(odds, -STRONGEST, STRONGEST))
    before, after = _ways(weights), _ways(weights[::-1])
    counts = np.arange(len(weights) + 1)
    likely = ONE_TOO_MANY ** -np.minimum(counts, SEEDS_OF_A_PLAYER).astype(float)
    likely[0] = NONE_LEFT
    result = []
    for k, weight in enumerate(weights):
        others = np.convolve(before[k], after[len(weights) - 1 - k])
        result.append(math.log(weight * (others @ likely[1:]) / (others @ likely[:-1])))
    return result


def _ways(weights: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """For each number of first pieces: how likely each number of seeds is among them."""
    ways = [np.ones(1)]
    for weight in weights:
        more = np.convolve(ways[-1], (1.0, weight))
        ways.append(more / more.sum())
    return ways
