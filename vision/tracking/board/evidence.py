"""How sure several readings of one table are together.

Readings of an unchanged view share their errors: a tile that a resting hand hides in part is read
with the same doubt, and often with the same wrong rotation, however often it is read. So they do
not add up. What counts is what the last few say on average, which levels out the noise alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace

from ....engine.lattice import Cell
from ...readings.reading import Reading, TileReading

MOST_CERTAIN = 0.9995
"""Readings of one table share their errors: together they are no surer than this."""
ENOUGH_TO_OVERRULE = 0.9
"""How sure several readings have to be of a rotation to overrule the one that is known."""
LAST_READINGS = 5
"""Number of the last readings of one view that count: what is seen better from now on soon
decides."""


@dataclass(frozen=True)
class Weighed:
    """A rotation and what speaks for it, in nats: the logarithm of how small the doubt is."""

    rotation: int
    weight: float

    @property
    def confidence(self) -> float:
        """The chance that it is right, 0 to MOST_CERTAIN."""
        return min(MOST_CERTAIN, 1.0 - math.exp(-self.weight))

    @classmethod
    def of(cls, tile: TileReading) -> Weighed:
        """What one reading says."""
        return cls(tile.rotation, -math.log(1.0 - min(tile.confidence, MOST_CERTAIN)))


@dataclass(frozen=True)
class CellReadings:
    """What was read in one cell. Immutable.

    `now` are the last readings of one view, at least one, the newest last; `before` is what the
    clearest of the views before it said. After a view that `is_past` the next reading begins
    another one.
    """

    now: tuple[Weighed, ...]
    before: Weighed | None = None
    is_past: bool = False

    def added(self, tile: TileReading) -> CellReadings:
        """With one more reading."""
        if self.is_past:
            return CellReadings((Weighed.of(tile),), self.verdict)
        return replace(self, now=(*self.now, Weighed.of(tile))[-LAST_READINGS:])

    @property
    def verdict(self) -> Weighed:
        """The likeliest rotation. A clearer view from before counts as long as this one names the
        same: a hand that comes to rest over a tile takes nothing from what was seen of it."""
        totals: dict[int, float] = {}
        for read in self.now:
            totals[read.rotation] = totals.get(read.rotation, 0.0) + read.weight / len(self.now)
        (rotation, most), *rivals = sorted(totals.items(), key=lambda entry: -entry[1])
        found = Weighed(rotation, most - (rivals[0][1] if rivals else 0.0))
        if self.before is not None and self.before.rotation == rotation:
            return max(found, self.before, key=lambda weighed: weighed.weight)
        return found


@dataclass(frozen=True)
class Evidence:
    """What several readings say of each cell. Immutable."""

    cells: Mapping[Cell, CellReadings] = field(default_factory=dict)

    def added(self, reading: Reading) -> Evidence:
        """With one more reading."""
        cells = dict(self.cells)
        for tile in reading.tiles:
            known = cells.get(tile.cell)
            cells[tile.cell] = known.added(tile) if known else CellReadings((Weighed.of(tile),))
        return Evidence(cells)

    def without(self, cells: Set[Cell]) -> Evidence:
        """With some cells forgotten."""
        return Evidence({cell: read for cell, read in self.cells.items() if cell not in cells})

    def in_a_new_view(self, cells: Set[Cell] | None = None) -> Evidence:
        """Once these cells, by default all, are seen otherwise: in another light, from another
        place, or without what hid them."""
        anew = self.cells.keys() if cells is None else self.cells.keys() & cells
        past = {cell: replace(self.cells[cell], is_past=True) for cell in anew}
        return Evidence({**self.cells, **past})

    def settle(self, tile: TileReading) -> TileReading:
        """The tile with the rotation and confidence that all readings together give it. Readings
        that contradict the known rotation make it unsure, until they clearly outweigh it."""
        if tile.cell not in self.cells:
            return tile
        found = self.cells[tile.cell].verdict
        if found.rotation != tile.rotation and found.confidence < ENOUGH_TO_OVERRULE:
            return tile.judged(tile.rotation, min(tile.confidence, 1.0 - found.confidence))
        return tile.judged(found.rotation, found.confidence)
