"""Hexagons seen in a photo, and which of them lie as neighbours must: six corners say where the six
neighbours must lie and how they must be turned. Pairs that agree on that are linked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...calibration.arrays import Floats, Indices, Integers, Points
from .aligned import Aligned
from .nearness import near_pairs

NEIGHBOUR_TOLERANCE = 0.28
"""How far from its predicted place a neighbour may lie, in distances between neighbours."""
SHAPE_TOLERANCE = 0.3
"""How much the hexagons of two neighbours may differ, root mean square in sides."""
MEAN_TOLERANCE = 0.08
"""As NEIGHBOUR_TOLERANCE, from the mean of both neighbours' predictions. Perspective cancels out in
it, so it may be strict."""
CLOSE_UP_TOLERANCE = 0.42
"""NEIGHBOUR_TOLERANCE for pairs that pass MEAN_TOLERANCE."""
CLOSE_UP_SHAPE_TOLERANCE = 0.45
"""SHAPE_TOLERANCE for pairs that pass MEAN_TOLERANCE."""
CLOSE_UP_SCORE = 0.5
"""The score that both hexagons of such a pair must have: noise fits anything."""


@dataclass(frozen=True)
class Hexagons(Aligned):
    """Hexagons seen in a photo: centres (n, 2), corners (n, 6, 2) clockwise, scores (n,)."""

    centres: Points
    corners: Points
    scores: Floats


@dataclass(frozen=True)
class Link:
    """That one hexagon lies where a neighbour of another must lie; `gap` is how badly."""

    other: int
    edge: int  # own edge across which the other lies
    turn: int  # the other's corner that lies in the direction of the own corner 0
    gap: float


def neighbour_links(hexagons: Hexagons) -> list[list[Link]]:
    """For each hexagon those that lie where a neighbour must lie, seen from both."""
    centres = hexagons.centres
    spokes = hexagons.corners - centres[:, None]
    steps = spokes + np.roll(spokes, -1, axis=1)
    length = np.linalg.norm(steps, axis=2)
    first, second, back = _near_pairs(centres, length.max(axis=1, initial=0.0))
    offset = centres[second] - centres[first]
    miss = np.linalg.norm(offset[:, None] - steps[first], axis=2) / length[first]
    edge = np.argmin(miss, axis=1)
    nearest = miss[np.arange(len(miss)), edge]
    worse = np.maximum(nearest, nearest[back])
    clear = hexagons.scores >= CLOSE_UP_SCORE
    worse[~(clear[first] & clear[second])] = np.inf
    own, own_length = steps[first, edge], length[first, edge]
    tolerance, shape = _tolerances(offset, own, own_length, back, worse)
    chosen = np.flatnonzero((nearest < tolerance) & (tolerance > nearest[back]))
    turn, unlike = best_turns(spokes[first[chosen]], spokes[second[chosen]])
    gaps = nearest[chosen] + nearest[back[chosen]] + unlike
    links: list[list[Link]] = [[] for _ in range(len(hexagons))]
    for i in np.flatnonzero(unlike < shape[chosen]):
        pair = chosen[i]
        link = Link(int(second[pair]), int(edge[pair]), int(turn[i]), float(gaps[i]))
        links[int(first[pair])].append(link)
    return links


def _near_pairs(centres: Points, length: Floats) -> tuple[Indices, Indices, Indices]:
    """Ordered pairs that lie near enough to be neighbours, and for each where its reverse stands.
    `length` (n,) is the longest step to a neighbour."""
    reach = (1.0 + CLOSE_UP_TOLERANCE) * length
    one, other = near_pairs(centres, reach)
    gap = np.linalg.norm(centres[one] - centres[other], axis=1)
    near = gap <= np.minimum(reach[one], reach[other])
    one, other = one[near], other[near]
    first, second = np.concatenate([one, other]), np.concatenate([other, one])
    order = np.lexsort((second, first))
    place = np.empty(len(order), np.intp)
    place[order] = np.arange(len(order))
    half = len(one)
    reverse = np.concatenate([place[half:], place[:half]])
    return first[order], second[order], reverse[order]


def _tolerances(
    offset: Floats, own: Points, length: Floats, back: Indices, worse: Floats
) -> tuple[Floats, Floats]:
    """How far each pair may lie from where neighbours lie, and how unlike they may be, (p,).

    `own` (p, 2) is where the first says that the second should lie, `length` (p,) how far that is.

    Seen from close by, the nearer of two neighbours is much larger. Then each by itself says
    wrongly where the other should lie. The mean of both is right, as most of the perspective
    cancels out in it. Such pairs are given more room.
    """
    both = 0.5 * (length + length[back])
    halfway = 0.5 * (own - own[back])
    apart = np.linalg.norm(offset - halfway, axis=1) / np.maximum(both, 1e-9)
    near = (apart < MEAN_TOLERANCE) & (worse < CLOSE_UP_TOLERANCE)
    return (
        np.where(near, CLOSE_UP_TOLERANCE, NEIGHBOUR_TOLERANCE),
        np.where(near, CLOSE_UP_SHAPE_TOLERANCE, SHAPE_TOLERANCE),
    )


def best_turns(own: Points, other: Points) -> tuple[Integers, Floats]:
    """For pairs of hexagons (n, 6, 2) about their centres: which corner of `other` points as
    corner 0 of `own` does, and how unlike the two are then, in sides."""
    side = np.linalg.norm(own, axis=2).mean(axis=1)
    unlike = np.stack(
        [((np.roll(other, -turn, axis=1) - own) ** 2).sum(axis=2).mean(axis=1) for turn in range(6)]
    )
    best = np.argmin(unlike, axis=0)
    return best, np.sqrt(unlike[best, np.arange(len(own))]) / side
