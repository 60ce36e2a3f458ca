"""The arrays of the kernel and the window of the lattice that they cover.

A cell of the window is the number ``row * WIDTH + column``. A White corner bears the number of
the cell at whose top it lies, a Blue corner ``CELLS`` + the number of the cell at whose bottom it
lies; both are nodes of one union-find forest whose trees are the groups. PARENT is the node above
(a root is its own); NEXT and BEFORE link all groups of one colour that have a tile into a ring
that starts from a head node.

A root's SUMMARY is all there is to know of its group, in one number made of sums, so that groups
are joined by adding and parted by subtracting. From the lowest bit on:

========  ====  ============================================================================
freedoms  10    pairs (corner of the group, empty cell at that corner)
straights 10    straights of the group
cells     26    the sum of the freedoms' cell numbers
squares   18    the sum of their squares, modulo 2^18: what overflows is lost, nothing else
========  ====  ============================================================================

The sums tell whether all freedoms of a group lie in one cell or in two neighbours (``closing``).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ..lattice import Cell, steps_between
from ..tiles.board import BoardError, Tile
from .jit import Integers

#: Cells in a row of the window. Odd, so that rows do not fall on the same lines of the processor's
#: cache. ``closing`` counts on it that neither WIDTH nor WIDTH - 1 is a multiple of 3 or 5, and
#: that products of their squares up to 9 stay apart modulo 2^18.
WIDTH = 239
CELLS = WIDTH * WIDTH
WHITE_HEAD = 2 * CELLS
BLUE_HEAD = 2 * CELLS + 1

PARENT, SUMMARY, NEXT, BEFORE = range(4)
NODE_FIELDS = 4

FREEDOM_BITS, STRAIGHT_BITS, CELL_BITS = 10, 10, 26
FREEDOM_MASK = (1 << FREEDOM_BITS) - 1
ONE_STRAIGHT = 1 << FREEDOM_BITS
STRAIGHT_MASK = ((1 << STRAIGHT_BITS) - 1) << FREEDOM_BITS
CELL_SHIFT = FREEDOM_BITS + STRAIGHT_BITS
CELL_MASK = (1 << CELL_BITS) - 1
SQUARE_SHIFT = CELL_SHIFT + CELL_BITS
SQUARE_MASK = (1 << (64 - SQUARE_SHIFT)) - 1
#: Freedoms and straights of a corner that no tile touches.
UNTOUCHED = 3

#: What ``State.tile`` holds: nothing, 1 to 3 for the letters a to c, or a tile of odd rotation.
EMPTY, ODD = 0, 4

MOST_TILES = 256
TRAIL_FIELDS = 12
#: Cells kept free round a piece of the board: a move reaches two cells far, its corners three.
MARGIN = 3
#: Pieces farther apart than this cannot touch one and the same move.
REACH = 3


class KernelState(NamedTuple):
    """One board in the kernel. Arrays are written in place; a state belongs to one thread.

    ``node``: (2 CELLS + 2, NODE_FIELDS); ``tile``: (CELLS,), see EMPTY; ``trail``: (MOST_TILES,
    TRAIL_FIELDS), one row a tile in the order placed, with what taking it back needs; ``counters``:
    (2,), the number of tiles and the last stamp used; ``stamp``: (CELLS,), marks of searches.
    """

    node: Integers
    tile: Integers
    trail: Integers
    counters: Integers
    stamp: Integers


def new_state() -> KernelState:
    """An empty board."""
    node = np.zeros((2 * CELLS + 2, NODE_FIELDS), dtype=np.int64)
    index = np.arange(2 * CELLS + 2, dtype=np.int64)
    cell = np.arange(CELLS, dtype=np.int64)
    node[:, PARENT] = index
    node[:, NEXT] = index
    node[:, BEFORE] = index
    for first, offsets in ((0, (0, -WIDTH, 1 - WIDTH)), (CELLS, (0, WIDTH, WIDTH - 1))):
        for offset in offsets:
            at = cell + offset
            node[first : first + CELLS, SUMMARY] += (
                1 + (at << CELL_SHIFT) + ((at * at) << SQUARE_SHIFT)
            )
    return KernelState(
        node,
        np.zeros(CELLS, dtype=np.int64),
        np.zeros((MOST_TILES, TRAIL_FIELDS), dtype=np.int64),
        np.zeros(2, dtype=np.int64),
        np.zeros(CELLS, dtype=np.int64),
    )


class WindowError(BoardError):
    """A board spread so far that it does not fit into the kernel's window."""


class Box(NamedTuple):
    """A rectangle of the window, and the shift from the board's cells to the window's."""

    first_column: int
    first_row: int
    last_column: int
    last_row: int
    shift: Cell


class Window:
    """Where the cells of a board lie in the kernel's window, and back.

    A board that fits is shifted to the middle of the window. If it does not fit, parts that are too
    far apart for any move to touch both are moved close to one another.
    """

    def __init__(self, cells: Iterable[Cell]) -> None:
        """Raises WindowError where the cells cannot be made to fit."""
        self._number_of: dict[Cell, int] = {}
        self._boxes: list[Box] = []
        wanted = list(cells)
        low_q, low_r, width, height = _extent(wanted)
        if max(width, height) <= WIDTH - 2 * MARGIN:
            shift = (WIDTH - width) // 2 - low_q, (WIDTH - height) // 2 - low_r
            self._put(wanted, Box(0, 0, WIDTH - 1, WIDTH - 1, shift))
        else:
            self._pack(_pieces(wanted))

    def number(self, cell: Cell) -> int:
        """The window's number of a cell of the board, or near a board that was only shifted."""
        found = self._number_of.get(cell)
        if found is not None:
            return found
        dq, dr = self._boxes[0].shift
        return (cell[1] + dr) * WIDTH + cell[0] + dq

    def tiles(self, row: Iterable[int]) -> tuple[Tile, ...]:
        """The tiles of one of the kernel's moves, sorted; what stands behind them is left out."""
        first, letter, second, other, *_ = map(int, row)
        tiles = [Tile(*self.cell(first), 2 * letter)]
        if second >= 0:
            tiles.append(Tile(*self.cell(second), 2 * other))
        return tuple(sorted(tiles))

    def cell(self, number: int) -> Cell:
        """The board's cell of a number that a tile or a move on this board has."""
        row, column = divmod(number, WIDTH)
        for box in self._boxes:
            if box.first_column <= column <= box.last_column and (
                box.first_row <= row <= box.last_row
            ):
                return column - box.shift[0], row - box.shift[1]
        raise WindowError(f"cell number {number} lies far from the board")

    def _put(self, piece: list[Cell], box: Box) -> None:
        self._boxes.append(box)
        dq, dr = box.shift
        for q, r in piece:
            self._number_of[q, r] = (r + dr) * WIDTH + q + dq

    def _pack(self, pieces: list[list[Cell]]) -> None:
        """Put the pieces on shelves from the top, the tallest first."""
        column = top = shelf_height = 0
        extents = [(_extent(piece), piece) for piece in pieces]
        for (low_q, low_r, width, height), piece in sorted(extents, key=lambda e: -e[0][3]):
            wide, high = width + 2 * MARGIN, height + 2 * MARGIN
            if column + wide > WIDTH:
                column, top, shelf_height = 0, top + shelf_height, 0
            if max(wide, column + wide, top + high) > WIDTH:
                raise WindowError(
                    f"the tiles lie too far apart to look for moves: at most "
                    f"{WIDTH - 2 * MARGIN} cells across"
                )
            shift = column + MARGIN - low_q, top + MARGIN - low_r
            self._put(piece, Box(column, top, column + wide - 1, top + high - 1, shift))
            column += wide
            shelf_height = max(shelf_height, high)


def _extent(cells: list[Cell]) -> tuple[int, int, int, int]:
    """Lowest q and r of some cells, and how many columns and rows they span."""
    if not cells:
        return 0, 0, 0, 0
    qs = [q for q, _ in cells]
    rs = [r for _, r in cells]
    return min(qs), min(rs), max(qs) - min(qs) + 1, max(rs) - min(rs) + 1


def _pieces(cells: list[Cell]) -> list[list[Cell]]:
    left = set(cells)
    pieces = []
    while left:
        piece = [left.pop()]
        for cell in piece:
            near = [other for other in left if steps_between(cell, other) <= REACH]
            left.difference_update(near)
            piece.extend(near)
        pieces.append(piece)
    return pieces
