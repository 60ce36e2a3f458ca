"""The cells that dice change when they are rolled: those under them, and where they lay before."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ....engine.lattice import Cell, cell_centre, neighbours
from ...readings.dice import DieReading

REACH = 1.3
"""A die and its shadow reach so many edges beyond its middle; a cell reaches a side."""


@dataclass(frozen=True)
class DiceCells:
    """Immutable. ``lying`` are the cells that dice lie on, ``left`` those that they have left."""

    lying: frozenset[Cell] = frozenset()
    left: frozenset[Cell] = frozenset()

    @property
    def changed(self) -> frozenset[Cell]:
        """All of them."""
        return self.lying | self.left

    def now(self, dice: Sequence[DieReading]) -> DiceCells:
        """With the dice that lie there now; those that no board gives a place are left out."""
        lying = frozenset(cell for die in dice for cell in _touched(die))
        # Dice are told one after the other: none has left while they only become more.
        return DiceCells(lying, self.lying - lying or self.left)


def _touched(die: DieReading) -> Iterator[Cell]:
    if die.place is None:
        return
    row = round(die.place[1] / 1.5)
    middle = (round(die.place[0] / math.sqrt(3.0) - row / 2), row)
    near = {middle, *neighbours(middle)}
    for cell in near.union(*(neighbours(other) for other in near)):
        if math.dist(cell_centre(cell), die.place) < 1.0 + REACH * die.edge:
            yield cell
