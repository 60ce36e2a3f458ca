"""Hexagons seen in a photo, and which of them lie as neighbours must.

A hexagon with six corners says by itself where its six neighbours must lie and how they must be
turned. Pairs that agree on that are linked.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

NEIGHBOUR_TOLERANCE = 0.28
"""How far from its predicted place a neighbour may lie, in distances between neighbours."""
SHAPE_TOLERANCE = 0.3
"""How much the hexagons of two neighbours may differ, root mean square in sides."""
MEAN_TOLERANCE = 0.08
CLOSE_UP_TOLERANCE, CLOSE_UP_SHAPE_TOLERANCE = 0.42, 0.45
"""The first two for neighbours that lie right, within the first, by the mean of what both say."""
CLOSE_UP_SCORE = 0.5
"""The score that both of them must have: noise fits anything."""


@dataclass(frozen=True)
class Hexagons:
    """Hexagons seen in a photo: centres (n, 2), corners (n, 6, 2) clockwise, scores (n,)."""

    centres: Points
    corners: Points
    scores: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.centres)

    def take(self, indices: NDArray[np.intp] | list[int]) -> Hexagons:
        """Those of the given indices."""
        chosen = np.asarray(indices, np.intp)
        return Hexagons(self.centres[chosen], self.corners[chosen], self.scores[chosen])


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
    offset = centres[None, :] - centres[:, None]
    miss = np.linalg.norm(offset[:, :, None] - steps[:, None], axis=3) / length[:, None]
    np.einsum("iik->ik", miss)[:] = np.inf
    edge = np.argmin(miss, axis=2)
    nearest = np.take_along_axis(miss, edge[..., None], axis=2)[..., 0]
    worse = np.maximum(nearest, nearest.T)
    clear = hexagons.scores >= CLOSE_UP_SCORE
    worse[~(clear[:, None] & clear[None, :])] = np.inf
    tolerance, shape = _tolerances(offset, steps, length, edge, worse)
    first, second = np.nonzero((nearest < tolerance) & (tolerance > nearest.T))
    turn, unlike = best_turns(spokes[first], spokes[second])
    gaps = nearest[first, second] + nearest[second, first] + unlike
    links: list[list[Link]] = [[] for _ in range(len(hexagons))]
    for i in np.flatnonzero(unlike < shape[first, second]):
        own, other = int(first[i]), int(second[i])
        links[own].append(Link(other, int(edge[own, other]), int(turn[i]), float(gaps[i])))
    return links


def _tolerances(
    offset: Points, steps: Points, length: Points, edge: NDArray[np.intp], worse: Points
) -> tuple[Points, Points]:
    """How far each pair may lie from where neighbours lie, and how unlike they may be, (n, n).

    Seen from close by, the nearer of two neighbours is much larger, and from neither does the
    other lie where it should; but it does from the mean of both, in which most of the perspective
    cancels out. Such pairs are given more room.
    """
    index = np.arange(len(offset))
    own = steps[index[:, None], edge]
    own_length = length[index[:, None], edge]
    both = 0.5 * (own_length + own_length.T)
    halfway = 0.5 * (own - own.transpose(1, 0, 2))
    apart = np.linalg.norm(offset - halfway, axis=2) / np.maximum(both, 1e-9)
    near = (apart < MEAN_TOLERANCE) & (worse < CLOSE_UP_TOLERANCE)
    return (
        np.where(near, CLOSE_UP_TOLERANCE, NEIGHBOUR_TOLERANCE),
        np.where(near, CLOSE_UP_SHAPE_TOLERANCE, SHAPE_TOLERANCE),
    )


def best_turns(own: Points, other: Points) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """For pairs of hexagons (n, 6, 2) about their centres: which corner of `other` points as
    corner 0 of `own` does, and how unlike the two are then, in sides."""
    side = np.linalg.norm(own, axis=2).mean(axis=1)
    unlike = np.stack(
        [((np.roll(other, -turn, axis=1) - own) ** 2).sum(axis=2).mean(axis=1) for turn in range(6)]
    )
    best = np.argmin(unlike, axis=0)
    return best, np.sqrt(unlike[best, np.arange(len(own))]) / side
