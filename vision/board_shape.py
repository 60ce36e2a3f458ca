"""What hangs together as one board, and what only lies beside it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..engine.lattice import Cell, neighbours
from .candidate_board import CandidateBoard
from .lattice_fit import Hexagons, nearest_cell
from .neighbourhood import straying

SCORE_BETWEEN, STRAIGHT_ALONE = 0.3, 0.5
"""The finder's score of what may be a hidden tile of the board, and how crooked (see
`neighbourhood.straying`) a single tile beyond it may lie."""


def in_one_piece(found: CandidateBoard, hexagons: Hexagons) -> CandidateBoard:
    """Without the faces that hang on to the board by nothing.

    A hexagon that turned out to be no tile may have led from the board to a loose one. A part of
    two tiles or more one cell away stays, and so does a single one if the finder saw something
    between that may be a tile under a hand, and if it lies as straight as one of the board.
    """
    found = without_leaning(found)
    cells = found.faces.poses.cell_list
    pieces = _pieces(cells)
    if len(pieces) == 1:
        return found
    rest = np.setdiff1d(np.arange(len(hexagons)), found.hexagons)
    rest = rest[hexagons.scores[rest] >= SCORE_BETWEEN]
    off = dict(zip(cells, straying(found.faces.poses), strict=True))
    between = {
        nearest_cell(place) for place in found.view.to_table(hexagons.centres[rest])
    } if len(rest) else set()  # fmt: skip
    kept = set(pieces[0])
    for piece in pieces[1:]:
        around = {near for cell in piece for near in neighbours(cell)}
        gap = {near for cell in kept for near in neighbours(cell)} & around
        is_straight = all(off[cell] <= STRAIGHT_ALONE for cell in piece)
        if gap and (len(piece) > 1 or (gap & between and is_straight)):
            kept |= piece
    chosen = np.array([cell in kept for cell in cells])
    return replace(found, faces=found.faces.take(chosen), hexagons=found.hexagons[chosen])


def without_leaning(found: CandidateBoard) -> CandidateBoard:
    """Without the faces that plainly lie otherwise than their neighbours, the worst first: loose
    tiles that happen to lie close by."""
    while len(found.faces) >= 3:
        off = straying(found.faces.poses)
        # Where the drawing is hardly seen the pose is less sure, so more is allowed.
        off[found.faces.explained < 0.5] /= 1.6
        worst = int(np.argmax(off))
        if off[worst] <= 1.0:
            break
        keep = np.arange(len(off)) != worst
        found = replace(found, faces=found.faces.take(keep), hexagons=found.hexagons[keep])
    return found


def _pieces(cells: list[Cell]) -> list[set[Cell]]:
    """Cells sorted into connected pieces, the largest first."""
    left, pieces = set(cells), []
    while left:
        piece, queue = set(), [left.pop()]
        while queue:
            cell = queue.pop()
            piece.add(cell)
            beside = left.intersection(neighbours(cell))
            left -= beside
            queue.extend(beside)
        pieces.append(piece)
    return sorted(pieces, key=len, reverse=True)
