"""A board with a fault: a part touches the rest, but lies shifted by about half a tile. Nobody can
say to which of two cells such a tile belongs. So the part goes into the nearest cells, right or
wrong."""

from __future__ import annotations

import numpy as np

from ...calibration.arrays import Floats
from ...engine.lattice import Cell, cell_centre, neighbours, rotate_cell
from ..faces.neighbourhood import CROOKED_TURN, sixth_turns
from ..faces.poses import Poses
from ..lattice.groups import Member, nearest_cell
from ..lattice.pattern import WIDTH

TOUCHING = 1.5 * WIDTH
"""Tiles nearer than this, from middle to middle in sides, touch, however they are shifted: no other
tile has room between them."""


def touches_board(places: Floats, board: Poses) -> bool:
    """Whether tiles with these centres (n, 2) on the table touch the board."""
    gaps = np.linalg.norm(places[:, None] - board.centres[None], axis=2)
    return bool(gaps.min() < TOUCHING)


def in_nearest_cells(part: Poses, members: list[Member], board: Poses) -> Poses | None:
    """The poses of a part's tiles in the nearest free cells of the board; `members` are the same
    tiles in a lattice of their own. None where they do not touch the board or lie askew."""
    sixth = np.pi / 3.0
    turned = part.angles + sixth * np.array([member.turn for member in members])
    heading = float(np.angle(np.exp(1j * turned).mean()))
    if not touches_board(part.centres, board) or abs(sixth_turns(heading)) > CROOKED_TURN:
        return None
    own = [rotate_cell(member.cell, round(heading / sixth)) for member in members]
    cells = _nearest_landing(own, part.centres, set(board.cell_list))
    if cells is None:
        return None
    straight = Poses.straight(cells)
    return Poses(straight.cells, part.centres - straight.centres, sixth_turns(part.angles))


def _nearest_landing(own: list[Cell], places: Floats, taken: set[Cell]) -> list[Cell] | None:
    """Free cells in the arrangement of `own`, beside `taken` and nearest to `places` (n, 2); None
    where there are none near."""
    best, least = None, WIDTH
    start = nearest_cell(places[0])
    for q, r in (start, *neighbours(start)):
        cells = [(a + q - own[0][0], b + r - own[0][1]) for a, b in own]
        off = places - np.array([cell_centre(cell) for cell in cells])
        away = float(np.linalg.norm(np.median(off, axis=0)))
        beside = {near for cell in cells for near in neighbours(cell)}
        if away < least and not taken.intersection(cells) and taken & beside:
            best, least = cells, away
    return best
