"""How a tile lies compared with the tiles beside it: rows bend, but neighbours bend alike."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..engine.lattice import Cell, neighbours
from .refine import Poses

CROOKED, CROOKED_TURN = 0.24, 0.17
"""How far (in sides, in radians) a tile of the board may lie otherwise than its neighbours let
expect. Laid by hand, 99 of 100 stay below half of this."""
MISSEEN_TURN = 0.3
"""The same turn for a tile that lies in its place to a hair: no loose tile does, so it is rather
the turn that was seen wrongly."""


def expected_poses(cells: list[Cell], poses: Poses) -> Poses:
    """Poses in `cells` as the tiles beside them let expect: rows bend. A cell's own tile does not
    count; where there is none beside it the tile is expected straight."""
    known = {
        cell: np.array([*shift, angle])
        for cell, shift, angle in zip(poses.cell_list, poses.shifts, poses.angles, strict=True)
    }
    mean = np.zeros((len(cells), 3))
    for row, cell in enumerate(cells):
        beside = [known[near] for near in neighbours(cell) if near in known]
        if beside:
            mean[row] = np.mean(beside, axis=0)
    return replace(Poses.straight(cells), shifts=mean[:, :2], angles=mean[:, 2])


def shift_between(poses: Poses, others: Poses) -> NDArray[np.float64]:
    """How far apart, in sides, tiles lie in two sets of poses of the same cells, (n,)."""
    return np.asarray(np.linalg.norm(poses.shifts - others.shifts, axis=1))


def sixth_turn(angle: float) -> float:
    """An angle up to turns by 60 degrees, between -30 and 30 degrees."""
    sixth = np.pi / 3.0
    return float((angle + sixth / 2.0) % sixth - sixth / 2.0)


def crookedness(poses: Poses) -> NDArray[np.float64]:
    """How far each tile (n,) lies otherwise than the tiles beside it let expect, as a share of the
    most that is possible for a tile of the board."""
    expected = expected_poses(poses.cell_list, poses)
    lean = np.array([sixth_turn(angle) for angle in poses.angles - expected.angles])
    shift = shift_between(poses, expected)
    return np.asarray(np.maximum(shift / CROOKED, np.abs(lean) / CROOKED_TURN))


def straying(poses: Poses) -> NDArray[np.float64]:
    """The same (n,) for whether a tile can belong to the board at all: a turn counts less where the
    place is right. A tile without neighbours has none of which that could be said."""
    expected = expected_poses(poses.cell_list, poses)
    lean = np.array([sixth_turn(angle) for angle in poses.angles - expected.angles])
    cells = set(poses.cell_list)
    alone = np.array([cells.isdisjoint(neighbours(cell)) for cell in poses.cell_list])
    turn = np.where(alone, CROOKED_TURN, MISSEEN_TURN)
    return np.hypot(shift_between(poses, expected) / CROOKED, lean / turn)
