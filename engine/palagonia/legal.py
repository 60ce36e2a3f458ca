"""What a die allows on a board: all actions one by one, or one at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

from ..lattice import Cell, neighbours
from ..tiles.board import Board, Tile
from ..tiles.endings import EVEN_ROTATIONS
from .actions import (
    Lay,
    PalagoniaAction,
    Remove,
    Rotate,
    are_connected,
    holes_made,
    lay_refusals,
    remove_refusals,
)
from .closings import closings
from .dice import DieFace

#: Chance that a random lay looks for tiles that close a creature, connected or not.
CLOSING_CHANCE = 0.1
#: Random places tried before the first legal one is taken.
MOST_TRIES = 100


def legal_actions(board: Board, face: DieFace) -> Iterator[PalagoniaAction]:
    """Every action that a face allows on a board, lazily and each once. The bag is not asked. On an
    empty board lays are listed up to their place."""
    if face is DieFace.REMOVE:
        yield from map(Remove, removable_cells(board))
    elif face is DieFace.ROTATE:
        for cell in internal_cells(board):
            for rotation in EVEN_ROTATIONS:
                if rotation != board[cell].rotation:
                    yield Rotate(cell, rotation)
    elif face.number is not None:
        yield from legal_lays(board, face.number)


def removable_cells(board: Board) -> tuple[Cell, ...]:
    """The cells of the tiles that Remove may take."""
    return tuple(tile.cell for tile in board if not remove_refusals(board, tile.cell))


def internal_cells(board: Board) -> tuple[Cell, ...]:
    """The cells of the tiles with six neighbours."""
    return tuple(tile.cell for tile in board if board.touching(tile.cell) == 6)


def legal_lays(board: Board, number: int) -> Iterator[Lay]:
    """Every set of ``number`` tiles that may be played, lazily and each once. First the connected
    ones, then those that are apart and close a creature together."""
    for cells in connected_places(board, number):
        if next(holes_made(board, set(cells)), None) is None:
            for letters in product(EVEN_ROTATIONS, repeat=number):
                yield Lay.of(Tile(*cell, turn) for cell, turn in zip(cells, letters, strict=True))
    for tiles in closings(board, number):
        if not are_connected(tile.cell for tile in tiles):
            lay = Lay.of(tuple(tiles))
            if not lay_refusals(board, lay.tiles):
                yield lay


def connected_places(board: Board, number: int) -> Iterator[tuple[Cell, ...]]:
    """Every connected set of ``number`` empty cells that touches the board, each once.

    Sets are grown from each cell at the board in turn; the cells from which sets were grown before
    are left out (D. Redelmeier, "Counting polyominoes", Discrete Mathematics 36, 1981)."""
    if len(board):
        starts = board.frontier()
        barred = {cell: set(starts[:index]) for index, cell in enumerate(starts)}
    else:
        starts = ((0, 0),)
        reach = range(-number, number + 1)
        barred = {(0, 0): {(q, r) for q in reach for r in reach if (r, q) < (0, 0)}}
    for start in starts:
        yield from _grow(board, (), [start], barred[start] | {start}, number)


def _grow(
    board: Board, cells: tuple[Cell, ...], untried: list[Cell], seen: set[Cell], left: int
) -> Iterator[tuple[Cell, ...]]:
    while untried:
        cell = untried.pop()
        grown = (*cells, cell)
        if left == 1:
            yield grown
            continue
        fresh = [n for n in neighbours(cell) if n not in board and n not in seen]
        yield from _grow(board, grown, untried + fresh, seen | set(fresh), left - 1)


def random_action(board: Board, face: DieFace, rng: random.Random) -> PalagoniaAction | None:
    """Some action that a face allows, quickly; None where there is none. Every legal action can
    come; they are not equally likely."""
    number = face.number
    if number is not None:
        return random_lay(board, number, rng)
    choices = list(legal_actions(board, face))
    return rng.choice(choices) if choices else None


def random_lay(board: Board, number: int, rng: random.Random) -> Lay:
    """Some legal lay of ``number`` tiles; there always is one, outward from the board's rim."""
    if rng.random() < CLOSING_CHANCE:
        closing = [Lay.of(tuple(tiles)) for tiles in closings(board, number)]
        for lay in rng.sample(closing, len(closing)):
            if not lay_refusals(board, lay.tiles):
                return lay
    for _ in range(MOST_TRIES):
        cells = _random_place(board, number, rng)
        if cells and next(holes_made(board, set(cells)), None) is None:
            return Lay.of(Tile(*cell, rng.choice(EVEN_ROTATIONS)) for cell in cells)
    return next(legal_lays(board, number))


def _random_place(board: Board, number: int, rng: random.Random) -> list[Cell]:
    """Connected cells that touch the board; none where they grew into a pocket too small."""
    choices = list(board.frontier()) or [(0, 0)]
    cells: list[Cell] = []
    while len(cells) < number:
        if not choices:
            return []
        cell = rng.choice(choices)
        cells.append(cell)
        choices = sorted({n for c in cells for n in neighbours(c) if n not in board} - set(cells))
    return cells
