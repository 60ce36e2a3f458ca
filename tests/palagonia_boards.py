"""Boards that Palagonia's tests share."""

import random
from itertools import combinations

from palago.engine.lattice import are_adjacent, neighbours
from palago.engine.palagonia.actions import Lay
from palago.engine.tiles.board import Board, Tile
from palago.engine.tiles.groups import Group

EYE = Board.from_text("0,0a 0,-1b 1,-1c")
BONE = Board.from_text("0,0b 0,1a 1,-1b 1,0b 2,-1c")
RING = Board.from_text("0,0b 0,1c 0,2a 1,0a 1,1b 2,0c")
SNAIL = Board.from_text("0,0b 0,1a 1,-2b 1,-1c 1,0b 2,-2a 2,-1b 3,-2c")
WORM = Board.from_text("0,0b 0,1a 1,-1b 1,0b 2,-2b 2,-1b 3,-2c")
STARFISH = Board.from_text("-1,-1b -1,0a 0,-1a 0,0c 0,1a 1,-2b 1,-1b 1,0c 2,-2c")
#: The publisher's example of seven points: five loops and two legs.
SEVEN_POINTS = Board.from_text(
    "-1,2b -1,3c -1,4c -1,5a 0,2a 0,3c 0,4b 0,5a 1,1b 1,2a 1,3a 1,4b 2,1a 2,2b 2,3a 2,4a "
    "3,1a 3,2c 3,3b 4,1a 4,2b 5,1c"
)
FIVE_DEEP = Board.from_text(
    "-2,-1b -2,0c -2,1c -2,2a -1,-2b -1,-1b -1,0c -1,1a -1,2a 0,-3b 0,-2b 0,-1b 0,0a 0,1a 0,2a "
    "1,-3a 1,-2a 1,-1c 1,0b 1,1b 2,-3a 2,-2c 2,-1c 2,0b 3,-3c 3,-2c 3,-1c"
)


def hexagon(radius: int, rotation: int = 0) -> Board:
    """All cells within a distance of the origin."""
    return Board(
        Tile(q, r, rotation)
        for q in range(-radius, radius + 1)
        for r in range(-radius, radius + 1)
        if abs(q + r) <= radius
    )


def opened(board: Board, number: int, *, adjacent: bool) -> tuple[Board, Lay]:
    """A board with its largest creature opened, in one piece, and the lay that closes it again.

    With ``adjacent`` False no two of the tiles touch.
    """
    creature = max(board.creatures(), key=lambda group: len(group.tiles))
    for tiles in combinations([tile for tile in board if tile.cell in creature.tiles], number):
        left = Board(tile for tile in board if tile not in tiles)
        touching = [are_adjacent(one.cell, other.cell) for one, other in combinations(tiles, 2)]
        fits = all(touching) if adjacent else not any(touching)
        if fits and left.is_connected and not left.holes():
            return left, Lay.of(tiles)
    raise AssertionError("no such tiles")


def packed(rng: random.Random, tiles: int) -> Board:
    """A random board without single holes, fairly compact."""
    board = Board([Tile(0, 0, rng.choice((0, 2, 4)))])
    while len(board) < tiles:
        places = rng.sample(board.frontier(), min(4, len(board.frontier())))
        place = max(places, key=lambda cell: sum(n in board for n in neighbours(cell)))
        grown = board.place(Tile(*place, rng.choice((0, 2, 4))))
        if not grown.holes():
            board = grown
    return board


def largest(board: Board) -> Group:
    """The closed group with the most tiles."""
    return max(board.closed_groups(), key=lambda group: len(group.tiles))
