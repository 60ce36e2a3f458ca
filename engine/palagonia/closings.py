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
from typing import NamedTuple

from ..lattice import Cell, Colour, Corner, cell_corner, corner_cells
from ..tiles.board import Board, Tile
from ..tiles.endings import EVEN_ROTATIONS
from ..tiles.groups import straight_corners

#: The fewest tiles that make a creature where none of it lay before: a bone.
TILES_OF_A_BONE = 5

TileSet = frozenset[Tile]
GroupLink = tuple[int, int]


class Closing(NamedTuple):
    """A creature closed by tiles that are all part of it, as a graph.

    ``creature`` names it by its groups: two closings by the same tiles are of different creatures
    where these differ. ``own_rings`` is straights − corners + 1, its own inner loops; ``ends``
    the corners with exactly one straight, its legs where it has no ring.
    """

    tiles: TileSet
    creature: frozenset[int]
    straights: int
    own_rings: int
    ends: int


def closings(board: Board, number: int) -> dict[TileSet, tuple[Closing, ...]]:
    """Every set of exactly ``number`` tiles that all belong to one creature which they close.

    With each set the creatures that it closes so, one or one of each colour. The rules of play
    are not asked: holes, pieces apart and empty cells inside the creature are the caller's to
    judge. Tiles of odd rotation join nothing.
    """
    search = _OpenCells(board)
    found: dict[TileSet, dict[frozenset[int], Closing]] = {}
    for seed in search.seeds(number):
        for closing in search.close(seed, 0, (), (), number):
            found.setdefault(closing.tiles, {})[closing.creature] = closing
    return {tiles: tuple(found[tiles].values()) for tiles in sorted(found, key=sorted)}


class _OpenCells:
    """The groups of a board by number, each with its open cells; more are added when met."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._bits: dict[Cell, int] = {}
        self._cells: list[Cell] = []
        self._group: dict[Corner, int] = {}
        self._colours: list[Colour] = []
        self._open: list[int] = []
        self._sizes: list[int] = []
        self._degree: dict[Corner, int] = {}
        self.straights: list[int] = []
        for group in board.groups():
            self._group.update(dict.fromkeys(group.corners, len(self._open)))
            self._add(group.colour, {cell for _, cell in group.freedoms})
            self._sizes[-1] = len(group.corners)
            self.straights[-1] = group.straights
        for tile in board:
            if tile.rotation % 2 == 0:
                for colour in Colour:
                    for corner in straight_corners(tile.cell, tile.rotation, colour):
                        self._degree[corner] = self._degree.get(corner, 0) + 1
        self._limb_ends = [0] * len(self._open)
        for corner, degree in self._degree.items():
            self._limb_ends[self._group[corner]] += degree == 1

    def _add(self, colour: Colour, open_cells: Iterable[Cell]) -> None:
        mask = 0
        for cell in sorted(open_cells):
            mask |= self.bit(cell)
        self._open.append(mask)
        self._colours.append(colour)
        self._sizes.append(1)
        self.straights.append(0)

    def bit(self, cell: Cell) -> int:
        """The bit of a cell."""
        if cell not in self._bits:
            self._bits[cell] = 1 << len(self._cells)
            self._cells.append(cell)
        return self._bits[cell]

    def group_at(self, corner: Corner) -> int:
        """The number of a corner's group; a bare corner becomes a group of its own."""
        number = self._group.get(corner)
        if number is None:
            number = self._group[corner] = len(self._open)
            self._add(corner.colour, [c for c in corner_cells(corner) if c not in self._board])
            self._limb_ends.append(0)
        return number

    def open_cells(self, groups: Iterable[int]) -> int:
        """The open cells of some groups before anything is laid, as bits."""
        mask = 0
        for group in groups:
            mask |= self._open[group]
        return mask

    def link(self, ends: tuple[Corner, Corner]) -> GroupLink:
        """The groups that a straight joins."""
        return self.group_at(ends[0]), self.group_at(ends[1])

    def seeds(self, number: int) -> Iterator[int]:
        """The groups that could be closed, and the bare corners that a bone could use."""
        for group, mask in enumerate(self._open[:]):
            if 0 < mask.bit_count() <= number:
                yield group
        if number >= TILES_OF_A_BONE:
            places = self._board.frontier() or ((0, 0),)
            bare = {cell_corner(cell, index) for cell in places for index in range(6)}
            for corner in bare:
                if not any(cell in self._board for cell in corner_cells(corner)):
                    yield self.group_at(corner)

    def close(
        self,
        seed: int,
        filled: int,
        laid: tuple[Tile, ...],
        links: tuple[GroupLink, ...],
        left: int,
    ) -> Iterator[Closing]:
        """All ways to close a group with exactly ``left`` more tiles."""
        members = _reached(seed, links)
        still_open = self.open_cells(members) & ~filled
        if not still_open:
            # A tile that fills the last open cell of an eye joins nothing to it.
            if left == 0 and (len(members) > 1 or self.straights[seed]):
                yield self._closing(members, laid, links, self._colours[seed])
            return
        if still_open.bit_count() > left:
            return
        lowest = still_open & -still_open
        cell = self._cells[lowest.bit_length() - 1]
        for rotation in EVEN_ROTATIONS:
            tile = Tile(*cell, rotation)
            link = self.link(straight_corners(cell, rotation, self._colours[seed]))
            yield from self.close(seed, filled | lowest, (*laid, tile), (*links, link), left - 1)

    def _closing(
        self,
        members: set[int],
        laid: tuple[Tile, ...],
        links: tuple[GroupLink, ...],
        colour: Colour,
    ) -> Closing:
        straights = sum(self.straights[group] for group in members)
        ends = sum(self._limb_ends[group] for group in members)
        degree: dict[Corner, int] = {}
        for tile, link in zip(laid, links, strict=True):
            if link[0] not in members:
                continue
            straights += 1
            for corner in straight_corners(tile.cell, tile.rotation, colour):
                had = degree.get(corner, self._degree.get(corner, 0))
                degree[corner] = had + 1
                ends += (had == 0) - (had == 1)
        corners = sum(self._sizes[group] for group in members)
        return Closing(
            frozenset(laid), frozenset(members), straights, straights - corners + 1, ends
        )


def _reached(group: int, links: Iterable[GroupLink]) -> set[int]:
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
