"""The pattern that Palagem is played for: four matching tiles in a 2 by 2 rhombus.

A palagem lies in one of three directions of the lattice, 120° apart. Turned to the first of them,
it is written as the four letters of its tiles in the cells of :data:`RHOMBUS`. A turn by 60° or
180° makes another palagem of it, since it swaps the two classes of corners.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..lattice import Cell, rotate_cell
from ..phrases import Phrase, Refused
from ..tiles.board import LETTER_OF_ROTATION, ROTATION_OF_LETTER, Board, Tile

#: The cells of a palagem in its first direction: its two ends are the first and the last.
RHOMBUS: tuple[Cell, ...] = ((0, 0), (1, 0), (0, 1), (1, 1))


class PalagemError(Refused):
    """A palagem, a move or a claim that is not allowed; ``sentence`` is for the players."""

    def __init__(self, sentence: Phrase | str, tiles: tuple[Cell, ...] = ()) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.tiles = tiles


@dataclass(frozen=True, order=True)
class Palagem:
    """A pattern of four tiles, as letters in the cells of :data:`RHOMBUS`."""

    letters: str

    def __post_init__(self) -> None:
        if len(self.letters) != len(RHOMBUS) or not set(self.letters) <= set(ROTATION_OF_LETTER):
            raise PalagemError(Phrase("palagem_letters", {"letters": self.letters[:20]}))

    def __str__(self) -> str:
        return self.letters

    @property
    def board(self) -> Board:
        """The palagem as tiles on a table."""
        return self.placed((0, 0), 0)

    def placed(self, corner: Cell, thirds: int) -> Board:
        """The palagem turned by so many thirds and shifted, its first end in ``corner``."""
        tiles = []
        for (q, r), letter in zip(RHOMBUS, self.letters, strict=True):
            dq, dr = rotate_cell((q, r), 2 * thirds)
            rotation = (ROTATION_OF_LETTER[letter] + 2 * thirds) % 6
            tiles.append(Tile(corner[0] + dq, corner[1] + dr, rotation))
        return Board(tiles)

    def inverted(self) -> Palagem:
        """The palagem with the two colours swapped. With a turn by 180°, which brings White's
        corners back to the top, each tile keeps its rotation and the cells are exchanged."""
        return Palagem(self.letters[::-1])

    @classmethod
    def of_board(cls, board: Board) -> Palagem:
        """The palagem that four tiles on a table make. Raises PalagemError."""
        found = list(palagems_on(board))
        if len(board) != len(RHOMBUS) or len(found) != 1:
            raise PalagemError(Phrase("palagem_shape"), tuple(sorted(board.cells)))
        return found[0][0]


def palagems_on(board: Board, with_cell: Cell | None = None) -> Iterator[tuple[Palagem, Board]]:
    """Every palagem on a board with its tiles, in any direction; only those with a cell if given.
    Tiles of odd rotation are part of none."""
    for thirds in range(3):
        offsets = [rotate_cell(cell, 2 * thirds) for cell in RHOMBUS]
        for q, r in _first_ends(board, offsets, with_cell):
            tiles = [board.get((q + dq, r + dr)) for dq, dr in offsets]
            letters = [
                None if tile is None else LETTER_OF_ROTATION.get((tile.rotation - 2 * thirds) % 6)
                for tile in tiles
            ]
            if None not in letters:
                yield (
                    Palagem("".join(letter for letter in letters if letter)),
                    Board(tile for tile in tiles if tile is not None),
                )


def _first_ends(board: Board, offsets: list[Cell], with_cell: Cell | None) -> list[Cell]:
    if with_cell is None:
        return sorted(board.cells)
    return sorted({(with_cell[0] - dq, with_cell[1] - dr) for dq, dr in offsets})


def must_change(palagems: Sequence[Palagem], inversion: bool = False) -> tuple[int, int] | None:
    """Two players with equal palagems, the one who must change first; None where all differ. The
    player earlier in order changes."""
    for later in range(len(palagems)):
        for earlier in range(later):
            same = palagems[earlier] == palagems[later]
            swapped = inversion and palagems[earlier].inverted() == palagems[later]
            if same or swapped:
                return earlier, later
    return None
