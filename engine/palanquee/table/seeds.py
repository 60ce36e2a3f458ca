"""How many seeds a player can have, told to whoever is not sure of what was seen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .pieces import SEEDS_OF_A_PLAYER

NONE_LEFT = 0.05
"""Against one that has some, so seldom has a colour with pieces on the board no seed: parasites
alone, or a seed that was not seen."""
ONE_TOO_MANY = 0.01
"""Each seed beyond the third counts by this share. At 0 three would be seeds however sure a fourth
looks; at 1 the rule would tell nothing."""
STRONGEST = 12.0
"""Log odds count no further, so that sums stay finite: nothing seen is surer than 160,000 : 1."""


def settled_seeds(colours: Sequence[str], odds: ArrayLike) -> NDArray[np.float64]:
    """Log odds that each of n pieces is a seed, from its own and from its colour: a player has
    three seeds at most, and one at least, but for parasites. `odds` are (n,), or (n, m) to settle
    m different views of them at once; so are those that are given back."""
    odds = np.asarray(odds, np.float64)
    result = np.zeros_like(odds)
    for colour in set(colours):
        own = [k for k, name in enumerate(colours) if name == colour]
        result[own] = _settled(odds[own])
    return result


def _settled(odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sums over all ways in which some of the pieces are seeds, each one too many counting by its
    share ONE_TOO_MANY: so it is laid into every seed's weight, and given back for the first
    three."""
    weights = ONE_TOO_MANY * np.exp(np.clip(odds, -STRONGEST, STRONGEST))
    before, after = _ways(weights), _ways(weights[::-1])[::-1]
    some = np.arange(len(weights))
    others = some[:, None] + some  # so many, from those before a piece and from those after it
    with_it = _sum_of_ways(before, _likely(others + 1), after)
    return np.asarray(np.log(weights * with_it / _sum_of_ways(before, _likely(others), after)))


def _likely(seeds: NDArray[np.int64]) -> NDArray[np.float64]:
    """How likely a colour has so many seeds, but for what is laid into their weights."""
    likely = ONE_TOO_MANY ** -np.minimum(seeds, SEEDS_OF_A_PLAYER).astype(float)
    return np.where(seeds > 0, likely, NONE_LEFT)


def _sum_of_ways(
    before: NDArray[np.float64], likely: NDArray[np.float64], after: NDArray[np.float64]
) -> NDArray[np.float64]:
    return np.asarray((np.tensordot(before, likely, (1, 0)).swapaxes(1, -1) * after).sum(axis=1))


def _ways(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """How likely each number of seeds is among the pieces before each of n (n, n, ...)."""
    ways = np.zeros((len(weights), *weights.shape))
    ways[0, 0] = 1.0
    for k, weight in enumerate(weights[:-1]):
        ways[k + 1] = ways[k]
        ways[k + 1, 1:] += weight * ways[k, :-1]
        ways[k + 1] /= ways[k + 1].sum(axis=0)
    return ways
