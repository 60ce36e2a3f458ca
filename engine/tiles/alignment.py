"""Finding one table in two readings: the shift and turn that bring their common tiles together.

Each photo has its own lattice: it may be shifted and turned against the other's. A turn by an odd
multiple of 60° swaps the two classes of corners, and with them even and odd rotations. A reader
decides by majority and can be wrong there on a small board with a misplaced tile. So these turns
are tried, too, after those of 120°.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from ..lattice import Cell, rotate_cell
from .board import Board, Tile

JudgedSo = TypeVar("JudgedSo")

#: Even turns first: of two alignments as good as each other the earlier one is preferred.
_TURNS = (0, 2, 4, 1, 3, 5)
#: Shifts of a turn that are looked at closely, those with most tiles of equal rotation first.
_MOST_SHIFTS = 6
#: Up to here shifts are also proposed by tiles that changed their rotation.
_SMALL_BOARD = 6


@dataclass(frozen=True)
class Alignment:
    """How to bring tiles of one frame into another: turn about 0,0 clockwise, then shift. ``same``
    tiles then lie as they did, ``turned`` ones lie in the same cell with another rotation."""

    sixths: int = 0
    shift: Cell = (0, 0)
    same: int = 0
    turned: int = 0

    def cell(self, cell: Cell) -> Cell:
        """Where a cell comes to lie."""
        q, r = rotate_cell(cell, self.sixths)
        return q + self.shift[0], r + self.shift[1]

    def cell_back(self, cell: Cell) -> Cell:
        """The cell that comes to lie here."""
        return rotate_cell((cell[0] - self.shift[0], cell[1] - self.shift[1]), -self.sixths)

    def tile(self, tile: Tile) -> Tile:
        """How a tile comes to lie."""
        return Tile(*self.cell(tile.cell), (tile.rotation + self.sixths) % 6)

    def board(self, board: Board) -> Board:
        """How a board comes to lie."""
        return Board(self.tile(tile) for tile in board)

    def to_json(self) -> dict[str, int]:
        """The turn in sixths clockwise and the shift."""
        return {"sixths": self.sixths, "dq": self.shift[0], "dr": self.shift[1]}


#: Alignments of equal worth that a referee judges, to find one under which a turn is right.
MOST_ALIGNMENTS = 12


@lru_cache(maxsize=500)  # whoever follows a game anew after an answer asks for the same again
def alignments(fixed: Board, moving: Board) -> tuple[Alignment, ...]:
    """The best ways to lay ``moving`` over ``fixed``, those as good as the best one, in order.

    Good is what leaves most tiles as they lay (three points each) or at least in their cells (one
    point). Among equals, no turn and no shift come first.
    """
    if not len(fixed) or not len(moving):
        return (Alignment(),)
    found = [
        _measured(fixed, moving, sixths, shift)
        for sixths in _TURNS
        for shift in _shifts(fixed, moving, sixths)
    ]
    best = max(map(_points, found))
    return tuple(sorted((a for a in found if _points(a) == best), key=_preference))


def judged_best(
    fixed: Board,
    moving: Board,
    judged: Callable[[Alignment], JudgedSo],
    faults: Callable[[JudgedSo], int],
    *,
    aligned: bool = False,
) -> JudgedSo:
    """What is judged with the fewest faults under the best alignments, the first of equals; none is
    judged after one without faults. ``aligned`` says that the boards share a frame already."""
    first, *others = (Alignment(),) if aligned else alignments(fixed, moving)[:MOST_ALIGNMENTS]
    best = judged(first)
    for alignment in others:
        if not faults(best):
            break
        best = min(best, judged(alignment), key=faults)
    return best


def align(fixed: Board, moving: Board) -> Alignment:
    """The best way to lay ``moving`` over ``fixed``."""
    return alignments(fixed, moving)[0]


def _points(alignment: Alignment) -> int:
    return 3 * alignment.same + alignment.turned


def _preference(alignment: Alignment) -> tuple[int, int, Cell]:
    distance = sum(map(abs, alignment.shift))
    return _TURNS.index(alignment.sixths), distance, alignment.shift


def _shifts(fixed: Board, moving: Board, sixths: int) -> list[Cell]:
    """Shifts worth a close look after a turn: those that many pairs of tiles agree on."""
    by_rotation: dict[int, list[Cell]] = {}
    for tile in fixed:
        by_rotation.setdefault(tile.rotation, []).append(tile.cell)
    votes: Counter[Cell] = Counter()
    small = len(fixed) <= _SMALL_BOARD
    for tile in moving:
        q, r = rotate_cell(tile.cell, sixths)
        for fq, fr in by_rotation.get((tile.rotation + sixths) % 6, ()):
            votes[fq - q, fr - r] += 3
        if small:
            votes.update((fq - q, fr - r) for fq, fr in fixed.cells)
    if sixths == 0:
        votes[0, 0] += 1
    # Equal votes at the edge of the list: take them all, or a good alignment might be dropped.
    ranked = votes.most_common()
    if len(ranked) > _MOST_SHIFTS:
        least = ranked[_MOST_SHIFTS - 1][1]
        ranked = [entry for entry in ranked if entry[1] >= least][: 8 * _MOST_SHIFTS]
    return [shift for shift, _ in ranked]


def _measured(fixed: Board, moving: Board, sixths: int, shift: Cell) -> Alignment:
    placed = Alignment(sixths, shift)
    same = turned = 0
    for tile in moving:
        there = fixed.get(placed.cell(tile.cell))
        if there is not None:
            if there.rotation == (tile.rotation + sixths) % 6:
                same += 1
            else:
                turned += 1
    return Alignment(sixths, shift, same, turned)
