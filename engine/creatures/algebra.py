"""The designer's algebraic sums: a creature as instructions for laying it, and back.

After "Counting Creatures" on the designer's pages on Palago. In the server's frame (flat-top
hexagons, letters a, b, c for where the tip of the creature's colour points) one starts on a tile
a with a pointer that points up, and reads from left to right:

* a digit turns the pointer by so many steps of 60 degrees clockwise;
* a letter lays a new tile, in that rotation, where the pointer points;
* ``+`` steps into that tile; the pointer then points back to where one came from;
* ``-`` steps out again; the pointer points as it did before stepping in.

A creature has many sums, one for each tile to start from. In each the neighbours are taken
clockwise and each is followed to its end before the next, ``+`` is written only where something
is laid from the new tile, and ``-`` only where something follows. The creature is turned so that
the tile to start from is an a. The one sum that names the creature is the smallest of them in the
order of ASCII. The eye is ``4b+5c``.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..drawing.play_server import LETTERS, ROTATIONS
from ..lattice import DIRECTIONS, Cell, Colour, rotate_cell
from ..tiles.board import MOST_TILES, Board, Tile
from ..tiles.groups import Group

MOST_CHARACTERS = 2_000

#: The pointer's six directions, up first, clockwise: the server's "up" is our north-east.
_POINTER: tuple[Cell, ...] = (*DIRECTIONS[5:], *DIRECTIONS[:5])


class SumError(ValueError):
    """A sum that cannot be followed or makes no creature: the message says where and why."""


def board_of_sum(text: str) -> Board:
    """The tiles that a sum lays, in our frame with Blue as the creature's colour. Raises SumError
    where the sum cannot be followed."""
    words = "".join(text.split()).replace("–", "-").replace("−", "-")
    if len(words) > MOST_CHARACTERS:
        raise SumError(f"a sum has at most {MOST_CHARACTERS} characters")
    if not words:
        raise SumError("the sum is empty; the eye, for example, is 4b+5c")
    rotations: dict[Cell, int] = {(0, 0): ROTATIONS["a"]}
    here: Cell = (0, 0)
    pointer = 0
    came: list[tuple[Cell, int]] = []
    for position, sign in enumerate(words, 1):
        there = here[0] + _POINTER[pointer][0], here[1] + _POINTER[pointer][1]
        if sign in "012345":
            pointer = (pointer + int(sign)) % 6
        elif sign in ROTATIONS:
            if there in rotations:
                raise SumError(f"character {position}, {sign}: a tile lies there already")
            if len(rotations) == MOST_TILES:
                raise SumError(f"a sum lays at most {MOST_TILES} tiles")
            rotations[there] = ROTATIONS[sign]
        elif sign == "+":
            if there not in rotations:
                raise SumError(f"character {position}, +: there is no tile to step into")
            came.append((here, pointer))
            here, pointer = there, (pointer + 3) % 6
        elif sign == "-":
            if not came:
                raise SumError(f"character {position}, -: there is no tile to step out to")
            here, pointer = came.pop()
        else:
            raise SumError(
                f"character {position}, {sign!r}: a sum is made of the digits 0 to 5, "
                "the letters a, b, c, and + and -"
            )
    return Board(Tile(*cell, rotation) for cell, rotation in rotations.items())


def creature_of_sum(text: str) -> tuple[Board, Group]:
    """The tiles of a sum and the closed Blue group that touches them all. Raises SumError."""
    board = board_of_sum(text)
    for group in board.closed_groups():
        if group.colour is Colour.BLUE and len(group.tiles) == len(board):
            return board, group
    raise SumError(
        f"this sum lays {len(board)} tiles, but no closed group touches them all: it is no creature"
    )


def sum_of_group(board: Board, group: Group) -> str:
    """The sum that names a closed group of either colour. Raises ValueError where it is open."""
    if not group.closed:
        raise ValueError("only a closed group has a sum")
    tiles = {cell: board.rotations[cell] for cell in group.tiles}
    if group.colour is Colour.WHITE:
        # A turn by 60 degrees brings White's corners to where Blue's are; what was White's tip
        # is then where the Blue tip of a tile turned by three more steps would be.
        tiles = {rotate_cell(cell, 1): (rotation + 4) % 6 for cell, rotation in tiles.items()}
    return min(_sum_from(tiles, start) for start in tiles)


def _sum_from(tiles: Mapping[Cell, int], start: Cell) -> str:
    """The sum of some tiles from one of them, after turning them so that it is an a."""
    sixths = (ROTATIONS["a"] - tiles[start]) % 6
    letters: dict[Cell, str] = {}
    for (q, r), rotation in tiles.items():
        cell = rotate_cell((q - start[0], r - start[1]), sixths)
        letters[cell] = LETTERS[(rotation + sixths) % 6]
    laid = {(0, 0)}
    signs: list[str] = []
    steps_out = 0
    # One entry for each tile on the way back to the start: the tile, the direction to which its
    # pointer came in, and how far it has been turned since.
    way: list[tuple[Cell, int, int]] = [((0, 0), 0, 0)]
    following = 0
    while way:
        here, first, turned = way[-1]
        if following == 6:
            way.pop()
            steps_out += 1
            following = way[-1][2] + 1 if way else 6
            continue
        direction = (first + following) % 6
        cell = here[0] + _POINTER[direction][0], here[1] + _POINTER[direction][1]
        if cell not in letters or cell in laid:
            following += 1
            continue
        laid.add(cell)
        signs.append(f"{'-' * steps_out}{following - turned}{letters[cell]}")
        steps_out = 0
        way[-1] = here, first, following
        if any((cell[0] + dq, cell[1] + dr) in letters.keys() - laid for dq, dr in DIRECTIONS):
            signs.append("+")
            way.append((cell, (direction + 3) % 6, 0))
            following = 0
        else:
            following += 1
    return "".join(signs)
