"""Tiles that readings find where nothing has changed: patterns of the table, or missed before."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace

from ....engine.lattice import Cell
from ...readings.reading import Reading

READINGS_WITH = 5
"""So many readings in a row have to be sure of a tile that earlier ones took for bare table: noise
makes a pattern of the table look like a tile in every second or third frame."""


@dataclass(frozen=True)
class Newcomers:
    """How many readings in a row were sure of a tile in each cell that looks as it did when it
    was empty. Immutable."""

    readings: Mapping[Cell, int] = field(default_factory=dict)

    @property
    def is_waiting(self) -> bool:
        """Whether the next readings will decide upon a tile."""
        return any(count < READINGS_WITH for count in self.readings.values())

    def seen(
        self, fresh: Reading, board: Set[Cell], unchanged: Set[Cell]
    ) -> tuple[Reading, Newcomers]:
        """A reading without the tiles that cannot be believed yet, and the counts with one more.
        ``board`` are the cells known to hold a tile, ``unchanged`` those that look as they did."""
        counted = {
            tile.cell: self.readings.get(tile.cell, 0) + 1
            for tile in fresh.tiles
            if tile.is_sure and tile.cell in unchanged and tile.cell not in board
        }
        kept = tuple(
            tile for tile in fresh.tiles if counted.get(tile.cell, READINGS_WITH) >= READINGS_WITH
        )
        return replace(fresh, tiles=kept), Newcomers(counted)
