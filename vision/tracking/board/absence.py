"""Tiles that are known to lie on the board and that calm readings do not find."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ....calibration.arrays import Floats32
from ....engine.lattice import Cell
from ...readings.reading import Reading
from .reference import Reference

READINGS_WITHOUT = 2
"""So many readings in a row have to miss a tile before it is doubted."""


@dataclass(frozen=True)
class Absence:
    """How many readings in a row have missed each tile. Immutable."""

    readings: Mapping[Cell, int] = field(default_factory=dict)

    def settled(
        self, known: Reading, fresh: Reading, reference: Reference, samples: Floats32
    ) -> tuple[Reading, Absence]:
        """The known board without the tiles that have vanished, and the count with one more.

        `fresh` is what a reading has found, `samples` (n, m, 3) how the reference's n cells look
        now. A tile that is missed again and again has vanished if its place looks bare, or if it
        never was sure. Else something hides it."""
        found = frozenset(tile.cell for tile in fresh.tiles)
        missing = frozenset(tile.cell for tile in known.tiles) - found
        if not missing:
            return known, Absence()
        counted = {cell: self.readings.get(cell, 0) + 1 for cell in missing}
        hidden = reference.covered_cells(found, missing, samples)
        kept = tuple(
            tile
            for tile in known.tiles
            if counted.get(tile.cell, 0) < READINGS_WITHOUT
            or (tile.is_sure and tile.cell in hidden)
        )
        return replace(known, tiles=kept), Absence(counted)
