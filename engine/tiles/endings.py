"""Which tiles close a creature: asked of the few groups that a tile joins, not of the board.

The plain reference for the compiled kernel; a game checks each tile with it as it is placed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ..lattice import Cell, Colour, Corner, corner_cells
from .board import ROTATION_OF_LETTER, Board, Tile
from .groups import Group, straight_corners, tip_corner

EVEN_ROTATIONS = tuple(ROTATION_OF_LETTER.values())


@dataclass(frozen=True)
class Ending:
    """A tile that would end the game, and the colours whose creatures it would close."""

    tile: Tile
    colours: frozenset[Colour]


_Way = tuple[int, int, tuple[Cell | None, ...]]


def _ways(colour: Colour) -> tuple[_Way, ...]:
    """For each cell round a corner: its offset, and for each rotation the corner it leads to."""
    here = Corner(colour, 0, 0)
    ways = []
    for cell in corner_cells(here):
        onward: list[Cell | None] = [None] * 6
        for rotation in EVEN_ROTATIONS:
            ends = straight_corners(cell, rotation, colour)
            if here in ends:
                other = ends[1] if ends[0] == here else ends[0]
                onward[rotation] = (other.q, other.r)
        ways.append((*cell, tuple(onward)))
    return tuple(ways)


_WAYS = {colour: _ways(colour) for colour in Colour}


def _closed_from(
    rotations: Mapping[Cell, int], colour: Colour, start: Cell
) -> tuple[list[Cell], int] | None:
    """Corners and straights of the group at a corner, or None as soon as a freedom is met."""
    ways = _WAYS[colour]
    seen = {start}
    corners = [start]
    straight_ends = 0
    for q, r in corners:  # grows while it is walked
        for dq, dr, onward in ways:
            rotation = rotations.get((q + dq, r + dr))
            if rotation is None:
                return None
            step = onward[rotation]
            if step is not None:
                straight_ends += 1
                corner = q + step[0], r + step[1]
                if corner not in seen:
                    seen.add(corner)
                    corners.append(corner)
    return corners, straight_ends // 2


def _creatures_with(
    rotations: Mapping[Cell, int], tile: Tile
) -> Iterator[tuple[Colour, list[Cell], int]]:
    if tile.rotation % 2:
        return
    for colour in Colour:
        tip = tip_corner(tile.cell, tile.rotation, colour)
        straight = straight_corners(tile.cell, tile.rotation, colour)[0]
        found = _closed_from(rotations, colour, (straight.q, straight.r))
        if found is not None:
            yield colour, *found
            if (tip.q, tip.r) in found[0]:
                continue
        found = _closed_from(rotations, colour, (tip.q, tip.r))
        if found is not None and found[1]:
            yield colour, *found


def colours_closed(rotations: Mapping[Cell, int], tile: Tile) -> frozenset[Colour]:
    """The colours of the creatures that have a corner of ``tile``, which lies in ``rotations``."""
    return frozenset(colour for colour, _, _ in _creatures_with(rotations, tile))


def creatures_closed(rotations: Mapping[Cell, int], tile: Tile) -> tuple[Group, ...]:
    """The creatures that have a corner of ``tile``, which lies in ``rotations`` already. After a
    legal game up to this tile these are the creatures that it closed."""
    creatures = []
    for colour, corners, straights in _creatures_with(rotations, tile):
        members = frozenset(Corner(colour, q, r) for q, r in corners)
        tiles = frozenset(
            cell for corner in members for cell in corner_cells(corner) if not rotations[cell] % 2
        )
        creatures.append(Group(colour, members, straights, frozenset(), tiles))
    return tuple(sorted(creatures, key=lambda group: group.sort_key))


def ends_the_game(board: Board, tile: Tile) -> frozenset[Colour]:
    """The colours of which ``tile`` would close a creature if it were placed on the board now."""
    return colours_closed({**board.rotations, tile.cell: tile.rotation}, tile)


def closes_a_creature(board: Board, tiles: Iterable[Tile]) -> bool:
    """Whether tiles of even rotation close a creature that at least one of them is part of."""
    laid = tuple(tiles)
    rotations = {**board.rotations, **{tile.cell: tile.rotation for tile in laid}}
    return any(True for tile in laid for _ in _creatures_with(rotations, tile))


def endings(board: Board) -> tuple[Ending, ...]:
    """All single tiles that would close a creature, in the order of cells and rotations."""
    rotations = dict(board.rotations)
    found = []
    for cell in board.frontier():
        for rotation in EVEN_ROTATIONS:
            tile = Tile(*cell, rotation)
            rotations[cell] = rotation
            colours = colours_closed(rotations, tile)
            if colours:
                found.append(Ending(tile, colours))
        del rotations[cell]
    return tuple(found)


def seki_cells(board: Board) -> tuple[Cell, ...]:
    """The cells that end the game in a loss for whoever fills them (rules, Palago 6).

    Every tile that may be placed there must close creatures of both colours. In a single hole
    only tiles that end the game may be placed; elsewhere all three rotations may.
    """
    by_cell: dict[Cell, list[Ending]] = {}
    for ending in endings(board):
        by_cell.setdefault(ending.tile.cell, []).append(ending)
    holes = set(board.holes())
    return tuple(
        cell
        for cell, found in by_cell.items()
        if all(len(ending.colours) == 2 for ending in found)
        and (cell in holes or len(found) == len(EVEN_ROTATIONS))
    )


def groups_safe_by_holes(board: Board) -> tuple[Group, ...]:
    """The groups with freedoms in two or more single holes: they can never be closed.

    A hole is filled only by a tile that ends the game, so never both (rules, Palago 5). This
    holds where two adjacent tiles are played a turn.
    """
    holes = set(board.holes())
    return tuple(
        group
        for group in board.groups()
        if group.straights and len({cell for _, cell in group.freedoms} & holes) >= 2
    )
