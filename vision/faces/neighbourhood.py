"""How a tile lies compared with the tiles beside it: rows bend, but neighbours bend alike."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...calibration.arrays import Floats, Integers
from ...engine.lattice import Cell, neighbours
from .poses import Poses

CROOKED = 0.24
"""How far a tile of the board may lie from where its neighbours let it be expected, in sides. Of
tiles laid by hand 99 of 100 stay below half of this."""
CROOKED_TURN = 0.17
"""How far it may be turned from that, in radians."""
MISSEEN_TURN = 0.3
"""The same turn for a tile whose middle is just where it should be. No loose tile lies so well: it
is likelier that its turn was seen wrongly."""


def expected_poses(cells: list[Cell], poses: Poses, *, beyond: bool = False) -> Poses:
    """Poses in `cells` as the tiles beside them let expect: rows bend. A cell's own tile does not
    count. If no tile lies beside a cell, its tile is expected straight; if it lies `beyond` a gap,
    as the nearest tiles do."""
    known = {
        cell: np.array([*shift, angle])
        for cell, shift, angle in zip(poses.cell_list, poses.shifts, poses.angles, strict=True)
    }
    mean = np.zeros((len(cells), 3))
    for row, cell in enumerate(cells):
        beside = [known[near] for near in neighbours(cell) if near in known]
        if beside:
            mean[row] = np.mean(beside, axis=0)
        elif beyond and known:
            steps = steps_to(cell, poses)
            mean[row] = np.mean(np.array(list(known.values()))[steps == steps.min()], axis=0)
    return replace(Poses.straight(cells), shifts=mean[:, :2], angles=mean[:, 2])


def steps_to(cell: Cell, poses: Poses) -> Integers:
    """How many steps a cell is away from that of each tile, (n,)."""
    q, r = (poses.cells - np.array(cell)).T
    return np.asarray(np.maximum(np.maximum(np.abs(q), np.abs(r)), np.abs(q + r)))


def sixth_turns(angles: Floats | float) -> Floats:
    """Angles in radians, one or many, up to turns by 60 degrees: between -30 and 30 degrees."""
    sixth = np.pi / 3.0
    return np.asarray((angles + sixth / 2.0) % sixth - sixth / 2.0)


def apart(poses: Poses, expected: Poses) -> tuple[Floats, Floats]:
    """How far (n,) tiles lie from where they are expected, in sides, and how far turned, in
    radians."""
    shift = np.asarray(np.linalg.norm(poses.shifts - expected.shifts, axis=1))
    return shift, np.abs(sixth_turns(poses.angles - expected.angles))


def crookedness(poses: Poses) -> Floats:
    """How far each tile (n,) lies, or is turned, from what its neighbours let expect: 1 is the
    farthest that a tile of the board can."""
    shift, lean = apart(poses, expected_poses(poses.cell_list, poses))
    return np.asarray(np.maximum(shift / CROOKED, lean / CROOKED_TURN))


def crookedness_elsewhere(poses: Poses, crooked: Floats, row: int, least: int) -> float:
    """The median crookedness of all tiles but `row` and its neighbours, whose values depend on
    `row`'s; 0 where no more than `least` are left. `crooked` (n,) is that of all tiles."""
    cells = poses.cell_list
    near = {cells[row], *neighbours(cells[row])}
    elsewhere = crooked[[cell not in near for cell in cells]]
    return float(np.median(elsewhere)) if len(elsewhere) > least else 0.0


def straying(poses: Poses) -> Floats:
    """Like `crookedness` (n,), but as a root sum of squares, and a turn counts less, unless the
    tile has no neighbours. It decides whether a tile can belong to the board."""
    shift, lean = apart(poses, expected_poses(poses.cell_list, poses))
    alone = tiles_beside(poses.cell_list, poses) == 0
    return np.hypot(shift / CROOKED, lean / np.where(alone, CROOKED_TURN, MISSEEN_TURN))


def tiles_beside(cells: list[Cell], poses: Poses) -> Integers:
    """How many of the tiles lie beside each of the cells, (n,)."""
    taken = set(poses.cell_list)
    return np.array([len(taken.intersection(neighbours(cell))) for cell in cells], np.int64)
