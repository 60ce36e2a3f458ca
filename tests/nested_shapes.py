"""Boards with shapes inside shapes inside shapes, grown at random for tests."""

import random

from palago.engine.lattice import Cell, Corner, corner_cells, neighbours
from palago.engine.tiles.board import Board, Tile
from palago.engine.tiles.groups import Group, find_groups


def nested_board(rng: random.Random, depth: int) -> Board | None:
    """A board with closed shapes to some depth: each layer closes the group round the last one.

    None where the random growth needed more than 90 tiles.
    """
    rotations: dict[Cell, int] = {(0, 0): 0, (0, -1): 2, (1, -1): 4}  # an eye
    for _ in range(depth):
        around = _widest_open_group(rotations)
        seed = min(around.corners, key=lambda corner: (corner.colour.value, corner.q, corner.r))
        if not _close_round(rotations, seed, rng):
            return None
    return Board(Tile(*cell, rotation) for cell, rotation in rotations.items())


def _widest_open_group(rotations: dict[Cell, int]) -> Group:
    open_groups = [group for group in find_groups(rotations) if group.freedoms]
    return max(open_groups, key=lambda group: (group.straights, group.sort_key))


def _close_round(rotations: dict[Cell, int], seed: Corner, rng: random.Random) -> bool:
    """Fill the freedoms of a group one by one, mostly in the way that opens the fewest others."""
    noise = rng.choice((1.0, 2.0, 4.0))
    while True:
        open_cells = _open_cells(rotations, seed)
        if not open_cells:
            return True
        if len(rotations) >= 90:
            return False
        touching = {cell: sum(n in rotations for n in neighbours(cell)) for cell in open_cells}
        cell = max(sorted(touching), key=lambda cell: (touching[cell], rng.random()))
        costs = {}
        for rotation in (0, 2, 4):
            rotations[cell] = rotation
            costs[rotation] = len(_open_cells(rotations, seed)) + noise * rng.random()
        rotations[cell] = min(costs, key=lambda rotation: costs[rotation])


def _open_cells(rotations: dict[Cell, int], seed: Corner) -> set[Cell]:
    group = next(group for group in find_groups(rotations) if seed in group.corners)
    return {cell for corner in group.corners for cell in corner_cells(corner)} - rotations.keys()
