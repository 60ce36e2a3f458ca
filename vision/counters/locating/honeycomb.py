"""From patches in a photo to a honeycomb. Seen through a patch's covariance a cell's six neighbours
lie at one distance, at steps of 60 degrees. From the best such patch labels spread by completing
parallelograms; a global view of the plane then finds the rest."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

import numpy as np

from ....calibration.arrays import Flags, Floats, Integers
from ...lattice.nearness import Neighbourhood
from ...lattice.plane import TableView, fit_view
from .blobs import Blobs

Node = tuple[int, int]
Place = tuple[float, float]

#: The six steps on the lattice, each followed by the next clockwise.
STEPS: tuple[Node, ...] = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))
#: Where the steps (1, 0) and (0, 1) lead on the paper, in sides: flat-top hexagons, y downwards.
BASIS = np.array([[1.5, np.sqrt(3.0) / 2.0], [0.0, np.sqrt(3.0)]])

NEAREST_STEP, FARTHEST_STEP = 3.5, 8.0
"""Distances to a neighbour, in deviations of a patch: 3.8 were cells without lines."""
FARTHEST_MISSES = (0.3, 0.24, 0.2)
"""From a cell's middle, in sides: with each fit the view tells better where that is."""
FEWEST_CELLS = 24
"""Minimum number of empty cells that hang together: fewer are found in many a pattern."""
MOST_SEEDS = 6
"""Patches from which a honeycomb is begun, the likeliest first."""


@dataclass(frozen=True)
class Honeycomb:
    """Patches by node; `view` maps places on the paper, in sides, node (0, 0) at the origin."""

    nodes: dict[Node, int]
    blobs: Blobs
    view: TableView


def places_of(nodes: Integers | list[Node]) -> Floats:
    """Places (n, 2) on the paper of nodes (n, 2)."""
    return np.asarray(np.asarray(nodes, np.float64).reshape(-1, 2) @ BASIS)


def find_honeycombs(blobs: Blobs, size: tuple[int, int]) -> Iterator[Honeycomb]:
    """Honeycombs among the patches of a picture of `size` (width, height), the most regular and
    coarsest first. There may be others beside the board: a tiled floor, a printed cloth."""
    if len(blobs) < FEWEST_CELLS:
        return
    rings = _Rings(blobs)
    left = np.ones(len(blobs), bool)
    for _ in range(MOST_SEEDS):
        seed = rings.best_seed(left)
        if seed is None or left.sum() < FEWEST_CELLS:
            return
        labels = _grow(blobs, rings, seed)
        if len(labels) >= FEWEST_CELLS:
            found = _completed(blobs, labels, size)
            if found is not None:
                yield found
        left[seed] = False
        # A cell may hold several outlines one in another.
        for index in labels.values():
            reach = 1.5 * np.sqrt(blobs.areas[index] / np.pi)
            left[rings.around.within(blobs.centres[index], reach)] = False


class _Rings:
    """For each patch its likely neighbours, and how well they lie on a ring of six."""

    def __init__(self, blobs: Blobs) -> None:
        self.blobs = blobs
        self.around = Neighbourhood(blobs.centres)
        count = min(20, len(blobs))
        near = self.around.nearest(count)
        first = np.repeat(np.arange(len(blobs)), count)
        second = near.reshape(-1)
        ratio = blobs.areas[second] / blobs.areas[first]
        # Perspective makes neighbours differ by far less than twice the area.
        fair = (first != second) & (ratio > 0.5) & (ratio < 2.0)
        first, second = first[fair], second[fair]
        step = blobs.centres[second] - blobs.centres[first]
        whitening = np.linalg.inv(np.linalg.cholesky(blobs.covariances))
        white = np.einsum("nij,nj->ni", whitening[first], step)
        other = np.einsum("nij,nj->ni", whitening[second], step)
        length = np.linalg.norm(white, axis=1)
        both = np.sqrt(length * np.linalg.norm(other, axis=1))
        self.step = _likeliest_step(both)
        # In a honeycomb the next but one lie 1.73 steps away: there is room, but tilt needs some.
        linked = np.abs(both / self.step - 1) < 0.13
        self.first, self.second = first[linked], second[linked]
        angle = np.arctan2(white[linked, 1], white[linked, 0])
        self.angle = angle
        total = np.zeros(len(blobs), complex)
        np.add.at(total, self.first, np.exp(6j * angle))
        number = np.bincount(self.first, minlength=len(blobs))
        self.score = np.where(number >= 4, np.abs(total) - 0.3 * number, 0.0)
        self.score[number > 9] = 0.0  # no cell has so many neighbours

    def best_seed(self, left: Flags) -> int | None:
        """Of the patches `left` (n,) that with the most regular neighbours; or None."""
        support = np.zeros(len(self.score))
        np.add.at(support, self.first, np.minimum(self.score[self.second], 4.2))
        total = np.where(left & (self.score > 2.0), support + 6 * self.score, -1.0)
        total *= np.sqrt(self.blobs.areas)
        seed = int(np.argmax(total))
        return seed if total[seed] > 0 else None

    def ring(self, seed: int) -> list[int] | None:
        """Neighbours of a seed in the six directions, clockwise; -1 where none is seen."""
        own = self.first == seed
        angles, others = self.angle[own], self.second[own]
        phase = np.angle(np.exp(6j * angles).sum()) / 6
        place = np.round((angles - phase) / (np.pi / 3)).astype(int) % 6
        off = np.abs(np.angle(np.exp(6j * (angles - phase)))) / 6
        ring = [-1] * 6
        for k in range(6):
            here = np.flatnonzero(place == k)
            if len(here):
                ring[k] = int(others[here[np.argmin(off[here])]])
        # At the board's rim two may be missing.
        return ring if sum(k >= 0 for k in ring) >= 4 else None


def _likeliest_step(lengths: Floats) -> float:
    """The distance at which most neighbours lie."""
    inside = lengths[(lengths > NEAREST_STEP) & (lengths < FARTHEST_STEP)]
    if len(inside) == 0:
        return 4.4  # of cells whose lines take a seventh of their width; without lines it is 3.8
    # Bins of a fiftieth of the distance: a peak is several wide, and smoothed over five.
    counts, edges = np.histogram(np.log(inside), bins=42)
    smooth = np.convolve(counts, [1, 2, 3, 2, 1], mode="same")
    # Random patches grow in number with the square of the distance. Divided by a lower power of it,
    # a peak that stands out counts though it lies far.
    middle = 0.5 * (edges[1:] + edges[:-1])
    best = int(np.argmax(smooth * np.exp(-1.2 * middle)))
    near = np.abs(np.log(inside) - middle[best]) < 0.1
    return float(np.exp(np.median(np.log(inside[near]))))


def _grow(blobs: Blobs, rings: _Rings, seed: int) -> dict[Node, int]:
    """Labels that spread from a seed. A new cell lies where parallelograms of known ones say."""
    ring = rings.ring(seed)
    if ring is None:
        return {}
    labels: dict[Node, int] = {(0, 0): seed}
    for step, other in zip(STEPS, ring, strict=True):
        if other >= 0 and other not in labels.values():
            labels[step] = other
    used = set(labels.values())
    centres = [(float(x), float(y)) for x, y in blobs.centres]
    areas = blobs.areas.tolist()
    places = {node: centres[index] for node, index in labels.items()}
    queue = deque(n for node in labels for n in _around(node))
    tried: dict[Node, int] = {}
    while queue:
        node = queue.popleft()
        if node in labels or tried.get(node, -1) >= len(labels):
            continue
        guess = _guess(node, places)
        if guess is None:
            continue
        tried[node] = len(labels)
        middle, spacing = guess
        for index in rings.around.within(np.array(middle), 0.24 * spacing).tolist():
            if index in used:
                continue
            alike = [areas[index] / areas[labels[n]] for n in _around(node) if n in labels]
            if not 0.5 < median(alike) < 2.0:
                continue
            known, miss = labels.get(node), math.dist(centres[index], middle)
            if known is None or miss < math.dist(centres[known], middle):
                labels[node] = index
        if node in labels:
            used.add(labels[node])
            places[node] = centres[labels[node]]
            queue.extend(n for n in _around(node) if n not in labels)
    return labels


def _around(node: Node) -> list[Node]:
    return [(node[0] + q, node[1] + r) for q, r in STEPS]


def _guess(node: Node, places: dict[Node, Place]) -> tuple[Place, float] | None:
    """A node's place by labelled ones, and the spacing. Plain numbers: asked many times."""
    x = y = weight = spacing = 0.0
    for k in range(6):
        (q, r), (u, v) = STEPS[k], STEPS[(k + 1) % 6]
        one = places.get((node[0] + q, node[1] + r))
        if one is None:
            continue
        two = places.get((node[0] + 2 * q, node[1] + 2 * r))
        if two is not None:
            x, y, weight = x + 2 * one[0] - two[0], y + 2 * one[1] - two[1], weight + 1
            spacing += math.dist(one, two)
        # Beside `one` clockwise lies `beside`; the fourth corner lies across from the node.
        beside = places.get((node[0] + u, node[1] + v))
        across = places.get((node[0] + q + u, node[1] + r + v))
        if beside is not None and across is not None:
            x += 2 * (one[0] + beside[0] - across[0])
            y += 2 * (one[1] + beside[1] - across[1])
            weight += 2
            spacing += 2 * math.dist(one, across)
    if weight == 0:
        return None
    return (x / weight, y / weight), spacing / weight


def _completed(blobs: Blobs, labels: dict[Node, int], size: tuple[int, int]) -> Honeycomb | None:
    """The view of the labelled patches, and what else lies where the view has a cell."""
    found: Honeycomb | None = None
    for farthest in FARTHEST_MISSES:
        found = _fitted(blobs, found.nodes if found else labels, size, farthest)
        if found is None:
            break
    return found


def _fitted(
    blobs: Blobs, labels: dict[Node, int], size: tuple[int, int], farthest: float
) -> Honeycomb | None:
    """The view of the labelled patches, and the patches that lie near its cells."""
    nodes = np.array(list(labels))
    index = np.array(list(labels.values()))
    pixels = blobs.centres[index]
    spread = np.sqrt(np.sqrt(np.linalg.det(blobs.covariances[index])))
    weights = evened(spread)
    huber = max(0.6, 0.12 * float(np.median(spread)))
    view = fit_view(places_of(nodes), pixels, size, weights=weights, huber=huber)
    if view is None:
        return None
    seen = view.to_table(blobs.centres)
    whole = np.rint(seen @ np.linalg.inv(BASIS))
    miss = np.linalg.norm(seen - whole @ BASIS, axis=1)
    # A view that was fitted to some cells holds little beyond.
    reach = np.abs(nodes).max() + 4
    near = (miss < farthest) & (np.abs(whole).max(axis=1) <= reach)
    # Empty cells are equally large: a smaller patch is a letter or what a piece leaves of a cell, a
    # larger one has run into its neighbour.
    usual = np.median(blobs.areas[index] / magnification(view, places_of(nodes)))
    size_here = blobs.areas / magnification(view, seen)
    near &= (size_here > 0.6 * usual) & (size_here < 1.6 * usual)
    order = np.flatnonzero(near)[np.argsort(-miss[near])].tolist()
    there = {(int(q), int(r)): k for k, (q, r) in zip(order, whole[order], strict=True)}
    return None if len(there) < FEWEST_CELLS else Honeycomb(there, blobs, view)


def evened(sizes: Floats) -> Floats:
    """How much places count that are seen in these sizes (n,): far ones, seen smaller, more."""
    return np.asarray(np.clip(np.median(sizes) / sizes, 0.4, 2.5) ** 2)


def magnification(view: TableView, places: Floats) -> Floats:
    """Square pixels for a square side at places (n, 2)."""
    here = view.to_photo(places)
    across = view.to_photo(places + np.array([0.5, 0.0])) - here
    down = view.to_photo(places + np.array([0.0, 0.5])) - here
    turned = np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0])
    return np.asarray(np.maximum(turned * 4, 1e-6))
