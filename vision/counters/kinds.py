"""Seeds and sprouts: what tells them apart on this table is found from all pieces together.

Seeds bear a mark, or are larger, or taller, or cubes. There are three of a colour at most, so
they are the few, and what sets them apart must do so clearly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from .glance import Glance

Floats = NDArray[np.float64]
By = Literal["mark", "size", "height", "cube", "nothing"]

MOST_SEEDS = 3
LARGER, TALLER = 1.22, 1.6
MARKED = 14.0
"""By so much in Lab a mark differs from its piece beyond what the others' tops differ."""


@dataclass(frozen=True)
class Kinds:
    """For each of some pieces whether it is a seed and how surely (n,); and by what."""

    seeds: NDArray[np.bool_]
    sure: Floats
    by: By


def read_kinds(
    seen: Glance, pieces: NDArray[np.intp], colours: tuple[str, ...], marking: Floats
) -> Kinds:
    """The kinds of the pieces in the drawn cells of these indices, with their colours and by how
    much the middles of their tops differ from the rest of them."""
    if len(pieces) == 0:
        return Kinds(np.zeros(0, bool), np.zeros(0), "nothing")
    found = _by_mark(seen.mark[pieces], colours, marking)
    if found is not None:
        return found
    cube = seen.cube[pieces] > 0
    if cube.any() and not cube.all() and not _too_many(cube, colours):
        return Kinds(cube, 1 / (1 + np.exp(-np.abs(seen.cube[pieces]))), "cube")
    radius = np.log(np.clip(seen.radius[pieces], 0.2, 1.0))
    height = np.log(np.clip(seen.height[pieces], 0.08, 1.5))
    by: By
    for values, ratio, by in ((radius, LARGER, "size"), (height, TALLER, "height")):
        border, clear = _split(values)
        if border is not None and clear > np.log(ratio):
            seeds = values > border
            if not _too_many(seeds, colours):
                sure = 1 / (1 + np.exp(-6 * np.abs(values - border) / clear * 2))
                return Kinds(seeds, sure, by)
    # A colour of which only a few lie there has but begun: these are its seeds.
    few = np.array([colours.count(name) <= MOST_SEEDS for name in colours])
    return Kinds(few, np.where(few, 0.6, 0.9), "nothing")


def _by_mark(odds: Floats, colours: tuple[str, ...], marking: Floats) -> Kinds | None:
    """Seeds by a mark on their tops: much more in the middle of a few than of the others of their
    own colour, with the network as second witness."""
    names = np.array(colours)
    plain = np.zeros(len(marking))
    for name in set(colours):
        own = names == name
        plain[own] = np.median(marking[own])
        if own.sum() <= 2 * MOST_SEEDS:
            plain[own] = np.minimum(plain[own], np.median(marking))
    score = np.clip((marking - plain - MARKED) / 5.0, -6, 6) + 0.25 * np.clip(odds + 1.0, -6, 6)
    few = len(colours) <= MOST_SEEDS * len(set(colours))
    if few and float(np.median(marking)) > 2 * MARKED:
        score = np.clip((marking - 2 * MARKED) / 5.0, -6, 6)
    seeds = score > 0
    if not seeds.any() or _too_many(seeds, colours):
        return None
    return Kinds(seeds, 1 / (1 + np.exp(-1.2 * np.abs(score) - 0.5)), "mark")


def _too_many(seeds: NDArray[np.bool_], colours: tuple[str, ...]) -> bool:
    """Whether more pieces of some colour would be seeds than there are, by more than a slip."""
    names = np.array(colours)
    return any(int(seeds[names == name].sum()) > MOST_SEEDS + 1 for name in set(colours))


def _split(values: Floats) -> tuple[float | None, float]:
    """The border between many low and few high values, and how far their means are apart."""
    if len(values) < 3:
        return None, 0.0
    ordered = np.sort(values)
    best, border, clear = 0.0, None, 0.0
    for k in range(max(1, len(ordered) // 2), len(ordered)):
        low, high = ordered[:k], ordered[k:]
        spread = np.sqrt((low.var() * len(low) + high.var() * len(high)) / len(ordered)) + 0.03
        apart = float(high.mean() - low.mean())
        if apart / spread > best and apart / spread > 2.5:
            best, border, clear = apart / spread, float((low[-1] + high[0]) / 2), apart
    return border, clear
