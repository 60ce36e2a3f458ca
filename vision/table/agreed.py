"""What the board that was agreed on last says of the next photo of it: tiles seldom move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ...engine.lattice import Cell
from ..readings.reading import Reading, TileReading

STAYS = 0.9
"""The chance that a tile still lies as it was agreed on. In a turn of any game fewer are turned or
taken away than one in ten of a board."""
STAYS_FOR_GOOD = 0.99
"""The same in a game in which nobody turns or takes away a tile: only a sleeve moves one."""
ELSE = 6
"""Number of other things that it may be now: five other rotations, or gone."""


def with_agreed(reading: Reading, agreed: Mapping[Cell, int], *, stays: float = STAYS) -> Reading:
    """A reading of a table on which the tiles in some cells, with these rotations, were agreed on.

    A tile that was read as agreed is as likely right as both together make it (Bayes), whatever
    hides a part of it. A tile that is covered, dazzled or out of sight stays as agreed; it is as
    sure as `stays`, the chance that a tile has not been moved.
    """
    return replace(
        reading,
        tiles=tuple(
            _believed(tile, agreed[tile.cell], stays) if tile.cell in agreed else tile
            for tile in reading.tiles
        ),
    )


def is_guess(tile: TileReading) -> bool:
    """Whether the photo shows nothing of a tile's drawing: its rotation has no more chance than a
    guess has."""
    return tile.hidden is not None and tile.confidence < 1 / ELSE


def _believed(tile: TileReading, agreed: int, stays: float) -> TileReading:
    if is_guess(tile):
        return tile.judged(agreed, stays)
    if tile.rotation != agreed:
        return tile
    stayed = tile.confidence * stays
    changed = (1.0 - tile.confidence) * (1.0 - stays) / ELSE
    return tile.judged(agreed, stayed / (stayed + changed))
