"""The board after a reading: what has changed as read, all else as it is known."""

from __future__ import annotations

from dataclasses import replace

from ....engine.lattice import Cell
from ...readings.reading import Reading, TileReading
from .. import limits
from .memory import Evidence


def merged(
    known: Reading,
    fresh: Reading,
    changed: frozenset[Cell],
    evidence: Evidence,
) -> Reading:
    """Changed cells as a fresh reading says, all others as known.

    A tile is new where its cell has changed; where nothing has, it must be sure: a pattern of
    the table was no tile before and is none now. In a changed cell a confidence of
    LEAST_CONFIDENCE is enough.
    """

    def is_trusted(tile: TileReading) -> bool:
        return tile.confidence >= limits.LEAST_CONFIDENCE

    read = {tile.cell: tile for tile in fresh.tiles}
    tiles = []
    for tile in known.tiles:
        if tile.cell not in changed:
            placed = read.get(tile.cell, tile)
            in_place = replace(
                tile, center=placed.center, corners=placed.corners, hidden=placed.hidden
            )
            tiles.append(evidence.settle(in_place))
        elif tile.cell in read and is_trusted(read[tile.cell]):
            tiles.append(read[tile.cell])
    old = {tile.cell for tile in known.tiles}
    tiles += [
        tile
        for tile in fresh.tiles
        if tile.cell not in old and (tile.is_sure or (tile.cell in changed and is_trusted(tile)))
    ]
    return replace(fresh, tiles=tuple(sorted(tiles, key=lambda tile: tile.cell)))
