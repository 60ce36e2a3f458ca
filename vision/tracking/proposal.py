"""A change that one reading has seen; the next one confirms it or not."""

from __future__ import annotations

from ...engine.lattice import Cell
from ..readings.reading import Reading

TilesSeen = tuple[tuple[Cell, int], ...]


def tiles_of(reading: Reading) -> TilesSeen:
    """Cells and rotations in order, to compare two readings."""
    return tuple(sorted((tile.cell, tile.rotation) for tile in reading.tiles))


def differing(reading: Reading, rotations: dict[Cell, int]) -> frozenset[Cell]:
    """The cells in which a reading is another board than these rotations."""
    now = {tile.cell: tile.rotation for tile in reading.tiles}
    cells = now.keys() | rotations.keys()
    return frozenset(cell for cell in cells if now.get(cell) != rotations.get(cell))
