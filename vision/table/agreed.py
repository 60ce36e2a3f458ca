"""What the board that was agreed on last says of the next photo of it: tiles seldom move."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from ...engine.lattice import Cell
from ..readings.reading import Reading, TileReading

STAYS = 0.9
"""The chance that a tile still lies as it was agreed on. In a turn of any game fewer are turned or
taken away than one in ten of a board."""
ELSE = 6
"""What may have become of it otherwise: five other rotations, or that it lies there no more."""


def with_agreed(reading: Reading, same: Collection[Cell]) -> Reading:
    """A reading whose tiles in some cells were read just as they were agreed on before: each is as
    likely right as both together make it (Bayes), whatever hides a part of it."""
    return replace(
        reading,
        tiles=tuple(_believed(tile) if tile.cell in same else tile for tile in reading.tiles),
    )


def _believed(tile: TileReading) -> TileReading:
    stayed = tile.confidence * STAYS
    changed = (1.0 - tile.confidence) * (1.0 - STAYS) / ELSE
    return tile.judged(tile.rotation, stayed / (stayed + changed))
