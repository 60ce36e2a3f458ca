"""How many seeds a player can have, told to whoever is not sure of what was seen."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .pieces import SEEDS_OF_A_PLAYER

NONE_LEFT = 0.05
"""Against one that has some, so seldom has a colour with pieces on the board no seed: parasites
alone, or a seed that was not seen."""
ONE_TOO_MANY = 0.01
COUNTED = SEEDS_OF_A_PLAYER + 3
STRONGEST = 12.0


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
    ratios = [math.exp(max(-STRONGEST, min(STRONGEST, value))) for value in odds]
    # before[k] and after[k]: the weight of all ways in which so many of the first k, or of the
    # others, are seeds.
    before, after = [[1.0]], [[1.0]]
    for ratio in ratios:
        before.append(_one_more(before[-1], ratio))
    for ratio in reversed(ratios):
        after.append(_one_more(after[-1], ratio))
    result = []
    for k, ratio in enumerate(ratios):
        seed = sprout = 1e-300
        for first, weight in enumerate(before[k]):
            for second, other in enumerate(after[len(ratios) - 1 - k]):
                ways = weight * other
                seed += ways * ratio * _likely(first + second + 1)
                sprout += ways * _likely(first + second)
        result.append(math.log(seed / sprout))
    return result


def _one_more(weights: list[float], ratio: float) -> list[float]:
    longer = [*weights, 0.0]
    for count in range(len(weights)):
        longer[count + 1] += weights[count] * ratio
    return longer[: COUNTED + 1]


def _likely(count: int) -> float:
    if count == 0:
        return NONE_LEFT
    return float(ONE_TOO_MANY ** max(0, count - SEEDS_OF_A_PLAYER))
