"""The three things that a die can ask for, what each must satisfy, and what it does.

Rules, section Palagonia, points 3, 4 and 5. Every rule that is broken gives a refusal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from ..lattice import Cell, neighbours, pieces_of, reached_from
from ..phrases import Phrase
from ..tiles.board import Board, BoardError, Tile
from ..tiles.endings import closes_a_creature
from ..tiles.outlines import outline
from .dice import DieFace
from .rules import PalagoniaRefusal, PalagoniaRule, refusal


@dataclass(frozen=True)
class Lay:
    """Tiles played from the bag, sorted: their order means nothing. Made by :meth:`of`."""

    tiles: tuple[Tile, ...]

    @classmethod
    def of(cls, tiles: Iterable[Tile]) -> Lay:
        """Tiles in any order."""
        return cls(tuple(sorted(tiles)))

    @property
    def face(self) -> DieFace | None:
        """The face that asks for so many tiles, None where no die has it."""
        return DieFace.of_number(len(self.tiles)) if 2 <= len(self.tiles) <= 5 else None

    def __str__(self) -> str:
        return " ".join(["lay", *map(str, self.tiles)])


@dataclass(frozen=True)
class Remove:
    """A tile that goes back to the bag."""

    cell: Cell
    #: The face that asks for it.
    face: ClassVar[DieFace] = DieFace.REMOVE

    def __str__(self) -> str:
        return f"remove {self.cell[0]},{self.cell[1]}"


@dataclass(frozen=True)
class Rotate:
    """A tile turned in its place to another rotation."""

    cell: Cell
    rotation: int
    #: The face that asks for it.
    face: ClassVar[DieFace] = DieFace.ROTATE

    def __str__(self) -> str:
        return f"rotate {Tile(*self.cell, self.rotation)}"


PalagoniaAction = Lay | Remove | Rotate


def action_from_text(text: str) -> PalagoniaAction:
    """Read ``lay 0,0a 1,0c``, ``remove 1,0`` or ``rotate 1,0b``. Raises BoardError."""
    word, _, rest = text.strip().partition(" ")
    if word == "lay":
        return Lay.of(Board.from_text(rest).tiles)
    if word == "rotate":
        tile = Tile.from_text(rest)
        return Rotate(tile.cell, tile.rotation)
    if word == "remove":
        return Remove(Tile.from_text(rest.strip() + "a").cell)
    raise BoardError(Phrase("palagonia.no_action", {"given": repr(text.strip()[:40])}))


def apply(board: Board, action: PalagoniaAction) -> Board:
    """The board after an action. Raises BoardError where it cannot be carried out at all."""
    if isinstance(action, Remove):
        return board.remove(action.cell)
    if isinstance(action, Rotate):
        return board.turn(action.cell, action.rotation)
    taken = [tile for tile in action.tiles if tile.cell in board]
    if taken or len({tile.cell for tile in action.tiles}) < len(action.tiles):
        raise BoardError("two tiles would lie in one cell")
    return Board((*board.tiles, *action.tiles))


def tiles_drawn(action: PalagoniaAction) -> int:
    """How many tiles an action takes from the bag; −1 where it puts one back."""
    if isinstance(action, Lay):
        return len(action.tiles)
    return -1 if isinstance(action, Remove) else 0


def action_refusals(board: Board, action: PalagoniaAction) -> tuple[PalagoniaRefusal, ...]:
    """Every rule that an action breaks by itself, whatever the dice and the bag."""
    if isinstance(action, Lay):
        return lay_refusals(board, action.tiles)
    if isinstance(action, Remove):
        return remove_refusals(board, action.cell)
    return rotate_refusals(board, action)


def remove_refusals(board: Board, cell: Cell) -> tuple[PalagoniaRefusal, ...]:
    """Rule 4: an external tile whose removal leaves the palago in one piece."""
    if cell not in board:
        return (refusal(PalagoniaRule.REMOVE, "remove_empty", cell),)
    if board.touching(cell) == 6:
        return (refusal(PalagoniaRule.REMOVE, "remove_internal", cell),)
    if _falls_apart(board, cell):
        return (refusal(PalagoniaRule.REMOVE, "remove_splits", cell),)
    return ()


def _falls_apart(board: Board, cell: Cell) -> bool:
    """Whether the neighbours of a cell hang together only through its tile."""
    occupied = [neighbour in board for neighbour in neighbours(cell)]
    if sum(here and not occupied[index - 1] for index, here in enumerate(occupied)) < 2:
        return False  # they touch one another all along the tile's rim
    first, *others = (neighbour for neighbour in neighbours(cell) if neighbour in board)
    left = set(board.cells) - {cell, first}
    reached_from([first], left)
    return not left.isdisjoint(others)


def rotate_refusals(board: Board, action: Rotate) -> tuple[PalagoniaRefusal, ...]:
    """Rule 5: a tile with six neighbours, turned to one of its two other rotations."""
    tile = board.get(action.cell)
    if tile is None:
        return (refusal(PalagoniaRule.ROTATE, "rotate_empty", action.cell),)
    found = []
    count = board.touching(action.cell)
    if count < 6:
        found.append(
            refusal(PalagoniaRule.ROTATE, "rotate_external", action.cell, neighbours=count)
        )
    if action.rotation % 2:
        found.append(refusal(PalagoniaRule.ROTATE, "odd", action.cell))
    elif action.rotation == tile.rotation:
        found.append(refusal(PalagoniaRule.ROTATE, "rotate_unchanged", action.cell))
    return tuple(found)


def lay_refusals(board: Board, tiles: tuple[Tile, ...]) -> tuple[PalagoniaRefusal, ...]:
    """Rule 3, but for the number itself: where tiles may lie."""
    cells = [tile.cell for tile in tiles]
    found = [
        refusal(PalagoniaRule.NUMBER, "taken", cell) for cell in sorted(set(cells)) if cell in board
    ]
    found += [
        refusal(PalagoniaRule.NUMBER, "twice", cell)
        for cell in sorted(set(cells))
        if cells.count(cell) > 1
    ]
    found += [
        refusal(PalagoniaRule.NUMBER, "odd", tile.cell) for tile in tiles if tile.rotation % 2
    ]
    if any(problem.sentence.key != "palagonia.odd" for problem in found):
        return tuple(found)
    laid = set(cells)
    if len(board):
        found += [
            refusal(PalagoniaRule.NUMBER, "apart", cell) for cell in sorted(_apart(board, laid))
        ]
    found += [refusal(PalagoniaRule.NUMBER, "hole", cell) for cell in holes_made(board, laid)]
    if not are_connected(laid) and not _all_close_one_creature(board, tiles):
        found.append(refusal(laying_rule(board), "scattered", *sorted(laid)))
    return tuple(found)


def laying_rule(board: Board) -> PalagoniaRule:
    """The rule that says how many tiles are laid, connected: the first lay has its own."""
    return PalagoniaRule.NUMBER if len(board) else PalagoniaRule.START


def _apart(board: Board, cells: set[Cell]) -> set[Cell]:
    """The cells that hang together with no tile that lay there before."""
    reached = [cell for cell in cells if board.touching(cell)]
    left = cells - set(reached)
    reached_from(reached, left)
    return left


def are_connected(cells: Iterable[Cell]) -> bool:
    """Whether cells hang together edge to edge by themselves."""
    return len(pieces_of(cells)) <= 1


def holes_made(board: Board, cells: set[Cell]) -> Iterator[Cell]:
    """The single holes that appear when tiles are laid in ``cells``, sorted."""
    beside = {neighbour for cell in cells for neighbour in neighbours(cell)} - cells
    for cell in sorted(beside):
        if cell not in board and all(n in board or n in cells for n in neighbours(cell)):
            yield cell


def _all_close_one_creature(board: Board, tiles: tuple[Tile, ...]) -> bool:
    """Whether all the tiles are part of one creature that they close, with no empty cell inside."""
    if not closes_a_creature(board, tiles):
        return False
    after = Board((*board.tiles, *tiles))
    laid = {tile.cell for tile in tiles}
    for group in after.creatures():
        if laid <= group.tiles:
            try:
                return not outline(after, group).empty_inside
            except ValueError:  # a tile of odd rotation breaks its line
                return False
    return False
