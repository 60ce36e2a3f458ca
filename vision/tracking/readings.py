"""Readings of one table in the board's own names: of its cells, and of its two colours."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field, replace

from ...calibration.arrays import Picture
from ...engine.lattice import Cell
from ...engine.tiles.alignment import Alignment
from ..readings.naming import Naming, with_names_given
from ..readings.reading import Reading
from .board.memory import alignment_of, in_board_frame
from .board.reference import LONG_AGO

READINGS_WITH = 5
"""Number of readings in a row that must be sure of a tile where earlier ones saw bare table: noise
makes a pattern of the table look like one in every second or third frame."""


@dataclass(frozen=True)
class Newcomers:
    """How many readings in a row were sure of a tile in a cell that still looks as it did when it
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


Reader = Callable[[Picture], Reading]


@dataclass(frozen=True)
class Readings:
    """What the readings together say. Immutable. `naming` is which colour is White, so far as that
    is known; `newcomers` are tiles found where nothing has changed; `last` is when the table was
    last read."""

    naming: Naming = field(default_factory=Naming)
    newcomers: Newcomers = field(default_factory=Newcomers)
    last: float = LONG_AGO

    def of_board(
        self, fresh: Reading, known: Reading, unchanged: Set[Cell]
    ) -> tuple[Readings, Reading | None, bool]:
        """With one more reading; that reading with the known board's names for its cells, None
        where nothing tells them; and whether the board lies elsewhere than the camera's motion puts
        it.

        `unchanged` are the cells that look as they did: a tile that is new there is left out until
        it is found again and again.
        """
        alignment, is_displaced = alignment_of(known, fresh)
        if alignment is None:
            return replace(self, newcomers=Newcomers()), None, is_displaced
        readings, named = self.brought_over(fresh, alignment)
        board = {tile.cell for tile in known.tiles}
        # Where the cells were compared at the wrong places, nothing is known to be unchanged.
        same = frozenset() if is_displaced else unchanged
        believed, newcomers = self.newcomers.seen(named, board, same)
        return replace(readings, newcomers=newcomers), believed, is_displaced

    def brought_over(self, fresh: Reading, alignment: Alignment) -> tuple[Readings, Reading]:
        """A reading in the board's frame; what it says of the colours' names is kept apart."""
        naming = self.naming.added(fresh, is_crossed=alignment.sixths % 2 == 1)
        return replace(self, naming=naming), in_board_frame(with_names_given(fresh), alignment)
