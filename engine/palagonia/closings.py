"""Which tiles close a creature: found from the groups, without trying every placement.

Only tiles that fill the freedoms of a group can close it. So from each group: take one of its
open cells, try the three rotations there, look at the group that results, and go on. A closing of
a group must fill that cell in one of those three ways, so none is missed; a group with more open
cells than tiles are left is given up at once. This costs 3ⁿ steps a group at most, where trying
all placements of n tiles costs some (3 · cells)ⁿ.

The groups that lay there before stay as they are: a tile laid only adds its straight, a link
between two of them. With n links at most, the group of a corner is found by following them.
Cells are bits of a whole number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..board import Board, Tile
from ..lattice import Cell, Colour, Corner, cell_corner, corner_cells

LETTERS = (0, 2, 4)
#: The fewest tiles that make a creature where none of it lay before: a bone.
TILES_OF_A_BONE = 5

TileSet = frozenset[Tile]
Link = tuple[int, int]


def closings(board: Board, number: int) -> tuple[TileSet, ...]:
    """Every set of exactly ``number`` tiles that all belong to one creature which they close.

    The sets are sorted. The rules of play are not asked: holes, pieces apart and empty cells
    inside the creature are the caller's to judge. Tiles of odd rotation join nothing.
    """
    search = _Search(board)
    found: set[TileSet] = set()
    for seed in search.seeds(board, number):
        found.update(search.close(seed, 0, (), (), number))
    return tuple(sorted(found, key=sorted))


def closes_a_creature(board: Board, tiles: Iterable[Tile]) -> bool:
    """Whether tiles of even rotation close a creature that at least one of them is part of."""
    laid = tuple(tiles)
    search = _Search(board)
    links = []
    filled = 0
    for tile in laid:
        filled |= search.bit(tile.cell)
        for colour in Colour:
            links.append(search.link(tile, colour))
    corners = [cell_corner(tile.cell, index) for tile in laid for index in range(6)]
    for corner in corners:
        members = _reached(search.group_at(corner), links)
        if search.open_cells(members) & ~filled == 0 and (
            len(members) > 1
            or search.has_straight[next(iter(members))]
            or any(first in members for first, _ in links)
        ):
            return True
    return False


class _Search:
    """The groups of a board by number, each with its open cells; more are added when met."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._bits: dict[Cell, int] = {}
        self._cells: list[Cell] = []
        self._group: dict[Corner, int] = {}
        self._open: list[int] = []
        self.has_straight: list[bool] = []
        for group in board.groups():
            self._group.update(dict.fromkeys(group.corners, len(self._open)))
            self._open.append(self._mask({cell for _, cell in group.freedoms}))
            self.has_straight.append(group.straights > 0)

    def bit(self, cell: Cell) -> int:
        """The bit of a cell."""
        if cell not in self._bits:
            self._bits[cell] = 1 << len(self._cells)
            self._cells.append(cell)
        return self._bits[cell]

    def _mask(self, cells: Iterable[Cell]) -> int:
        mask = 0
        for cell in sorted(cells):
            mask |= self.bit(cell)
        return mask

    def group_at(self, corner: Corner) -> int:
        """The number of a corner's group; a bare corner becomes a group of its own."""
        number = self._group.get(corner)
        if number is None:
            number = self._group[corner] = len(self._open)
            empty = [cell for cell in corner_cells(corner) if cell not in self._board]
            self._open.append(self._mask(empty))
            self.has_straight.append(False)
        return number

    def open_cells(self, groups: Iterable[int]) -> int:
        """The open cells of some groups before anything is laid, as bits."""
        mask = 0
        for group in groups:
            mask |= self._open[group]
        return mask

    def link(self, tile: Tile, colour: Colour) -> Link:
        """The groups that a tile's straight joins."""
        tip = tile.rotation if colour is Colour.WHITE else tile.rotation + 3
        first, second = cell_corner(tile.cell, tip + 2), cell_corner(tile.cell, tip + 4)
        return self.group_at(first), self.group_at(second)

    def seeds(self, board: Board, number: int) -> Iterator[tuple[Colour, int]]:
        """The groups that could be closed, and the bare corners that a bone could use."""
        by_number = {group: corner.colour for corner, group in self._group.items()}
        for group, colour in by_number.items():
            if 0 < self._open[group].bit_count() <= number:
                yield colour, group
        if number >= TILES_OF_A_BONE:
            places = board.frontier() or ((0, 0),)
            bare = {cell_corner(cell, index) for cell in places for index in range(6)}
            for corner in bare:
                if not any(cell in board for cell in corner_cells(corner)):
                    yield corner.colour, self.group_at(corner)

    def close(
        self,
        seed: tuple[Colour, int],
        filled: int,
        laid: tuple[Tile, ...],
        links: tuple[Link, ...],
        left: int,
    ) -> Iterator[TileSet]:
        """All ways to close a group with exactly ``left`` more tiles."""
        colour, group = seed
        members = _reached(group, links)
        still_open = self.open_cells(members) & ~filled
        if not still_open:
            # A tile that fills the last open cell of an eye joins nothing to it.
            if left == 0 and (len(members) > 1 or self.has_straight[group]):
                yield frozenset(laid)
            return
        if still_open.bit_count() > left:
            return
        lowest = still_open & -still_open
        cell = self._cells[lowest.bit_length() - 1]
        for rotation in LETTERS:
            tile = Tile(*cell, rotation)
            link = self.link(tile, colour)
            yield from self.close(
                seed, filled | lowest, (*laid, tile), (*links, link), left - 1
            )


def _reached(group: int, links: Iterable[Link]) -> set[int]:
    """The groups that hang together with one through some links."""
    members = {group}
    left = [link for link in links if link[0] != link[1]]
    grows = True
    while grows and left:
        grows = False
        for link in left:
            if (link[0] in members) != (link[1] in members):
                members.update(link)
                grows = True
    return members
