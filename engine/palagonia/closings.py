"""Which tiles close a creature: found from the groups, without trying every placement.

Only tiles that fill the freedoms of a group can close it. So from each group: take one of its
freedoms, try the three rotations there, look at the group that results, and go on. A closing of a
group must fill that freedom in one of those three ways, so none is missed; a group with more open
cells than tiles are left is given up at once. This costs 3ⁿ steps a group at most, where trying
all placements of n tiles costs some (3 · cells)ⁿ.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..board import Board, Tile
from ..groups import straight_corners
from ..lattice import Cell, Corner, cell_corner, corner_cells

LETTERS = (0, 2, 4)
#: The fewest tiles that make a creature where none of it lay before: a bone.
TILES_OF_A_BONE = 5

Lay = frozenset[Tile]


def closings(board: Board, number: int) -> tuple[Lay, ...]:
    """Every set of exactly ``number`` tiles that all belong to one creature which they close.

    The sets are sorted. The rules of play are not asked: holes, pieces apart and empty cells
    inside the creature are the caller's to judge. Tiles of odd rotation join nothing.
    """
    rotations = dict(board.rotations)
    found: set[Lay] = set()
    for seed in _seeds(board, number):
        found.update(_close(rotations, seed, (), number))
    return tuple(sorted(found, key=sorted))


def _seeds(board: Board, number: int) -> Iterator[Corner]:
    """A corner of each group that could be closed, and the bare corners that a bone could use."""
    for group in board.groups():
        if group.freedoms and len({cell for _, cell in group.freedoms}) <= number:
            yield min(group.corners, key=_corner_order)
    if number >= TILES_OF_A_BONE:
        places = board.frontier() or ((0, 0),)
        bare = {cell_corner(cell, index) for cell in places for index in range(6)}
        for corner in sorted(bare, key=_corner_order):
            if not any(cell in board for cell in corner_cells(corner)):
                yield corner


def _corner_order(corner: Corner) -> tuple[str, int, int]:
    return corner.colour.value, corner.q, corner.r


def _close(
    rotations: dict[Cell, int], seed: Corner, laid: tuple[Tile, ...], left: int
) -> Iterator[Lay]:
    straights, open_cells = _look_round(rotations, seed)
    if not open_cells:
        if left == 0 and straights:
            yield frozenset(laid)
        return
    if len(open_cells) > left:
        return
    cell = min(open_cells)
    for rotation in LETTERS:
        rotations[cell] = rotation
        yield from _close(rotations, seed, (*laid, Tile(*cell, rotation)), left - 1)
    del rotations[cell]


def _look_round(rotations: dict[Cell, int], seed: Corner) -> tuple[bool, set[Cell]]:
    """Whether the group of a corner has a straight, and the empty cells at its corners."""
    corners = [seed]
    seen = {seed}
    open_cells = set()
    for corner in corners:
        for cell in corner_cells(corner):
            rotation = rotations.get(cell)
            if rotation is None:
                open_cells.add(cell)
            elif rotation % 2 == 0:
                ends = straight_corners(cell, rotation, corner.colour)
                if corner in ends:
                    for end in ends:
                        if end not in seen:
                            seen.add(end)
                            corners.append(end)
    return len(corners) > 1, open_cells
