"""Random boards as players build them: blobs, snakes, rings, boards with holes."""

from __future__ import annotations

import numpy as np

from engine.lattice import Cell, neighbours, rotate_cell

SHAPES = ("blob", "loose blob", "snake", "ring", "line", "holes")


def random_cells(rng: np.random.Generator, count: int, shape: str) -> list[Cell]:
    """``count`` connected cells grown in one of the :data:`SHAPES`; a ring may have fewer."""
    if shape == "ring":
        return _ring(rng, count)
    if shape == "line":
        dq, dr = [(1, 0), (0, 1), (-1, 1)][rng.integers(3)]
        return [(k * dq, k * dr) for k in range(count)]
    cells: list[Cell] = [(0, 0)]
    while len(cells) < count:
        frontier = sorted({n for c in cells for n in neighbours(c)} - set(cells))
        touching = np.array([sum(n in cells for n in neighbours(c)) for c in frontier], float)
        if shape == "snake":
            last = [c for c in neighbours(cells[-1]) if c not in cells]
            lonely = [c for c in last if sum(n in cells for n in neighbours(c)) == 1]
            cells.append(
                (lonely or last or frontier)[rng.integers(len(lonely or last or frontier))]
            )
            continue
        weight = touching ** {"blob": 2.0, "loose blob": 0.0, "holes": 1.0}[shape]
        if shape == "holes":
            # A hole is a cell that is nearly surrounded and stays empty.
            weight = np.where(touching >= 4, 1e-3, weight)
        cells.append(frontier[rng.choice(len(frontier), p=weight / weight.sum())])
    return cells


def _ring(rng: np.random.Generator, count: int) -> list[Cell]:
    """A closed ring of 6 or 12 tiles with a few more outside it, as far as ``count`` goes."""
    radius = 1 if count < 14 else 2
    corner = (radius, 0)
    ring: list[Cell] = []
    for k in range(6):
        q, r = rotate_cell(corner, k)
        dq, dr = rotate_cell((-1, 1), k)
        ring += [(q + i * dq, r + i * dr) for i in range(radius)]
    cells = list(dict.fromkeys(ring))
    while len(cells) < count:
        inside = {
            (q, r)
            for q in range(-2, 3)
            for r in range(-2, 3)
            if max(abs(q), abs(r), abs(q + r)) < radius
        }
        frontier = sorted({n for c in cells for n in neighbours(c)} - set(cells) - inside)
        cells.append(frontier[rng.integers(len(frontier))])
    return cells


def random_rotations(rng: np.random.Generator, count: int, odd: int) -> list[int]:
    """A legal rotation a cell, then ``odd`` of them turned by 60°."""
    rotations = [int(k) for k in 2 * rng.integers(0, 3, count)]
    for index in rng.choice(count, size=min(odd, count), replace=False):
        rotations[index] = (rotations[index] + 1) % 6
    return rotations
