"""Readings of one table in the board's own names: of its cells, and of its two colours."""

from __future__ import annotations

from collections.abc import Callable, Set

import numpy as np
from numpy.typing import NDArray

from ...engine.lattice import Cell
from ...engine.tiles.alignment import Alignment
from ..readings.naming import Naming, with_names_given
from ..readings.reading import Reading
from .board.memory import frame_of, in_frame
from .board.reference import LONG_AGO
from .camera.view import CameraView
from .newcomers import Newcomers

Reader = Callable[[NDArray[np.uint8]], Reading]


class Readings:
    """Reads frames, and keeps what the readings together say.

    ``naming`` is what is known of which colour is White, ``newcomers`` are tiles found where
    nothing has changed, ``last`` is when the table was last read.
    """

    def __init__(self, read: Reader) -> None:
        self._read = read
        self.naming = Naming()
        self.newcomers = Newcomers()
        self.last = LONG_AGO

    def raw(self, view: CameraView) -> Reading:
        """Read a frame; cells and colours are named as the reader names them."""
        self.last = view.time
        return self._read(view.frame)

    def of_board(
        self, view: CameraView, known: Reading, unchanged: Set[Cell]
    ) -> tuple[Reading | None, bool]:
        """Read a frame and name its cells as the known board does; None where nothing tells how.

        ``unchanged`` are the cells that look as they did: a tile that is new there is left out
        until it is found again and again. The second value tells that the board lies elsewhere
        than where the camera's motion puts it.
        """
        fresh = self.raw(view)
        frame, is_displaced = frame_of(known, fresh)
        if frame is None:
            self.newcomers = Newcomers()
            return None, is_displaced
        named = self.brought_over(fresh, frame)
        board = {tile.cell for tile in known.tiles}
        # Where the cells were compared at the wrong places, nothing is known to be unchanged.
        same = frozenset() if is_displaced else unchanged
        believed, self.newcomers = self.newcomers.seen(named, board, same)
        return believed, is_displaced

    def brought_over(self, fresh: Reading, frame: Alignment) -> Reading:
        """A reading in the board's frame; what it says of the colours' names is kept apart."""
        self.naming = self.naming.added(fresh, is_crossed=frame.sixths % 2 == 1)
        return in_frame(with_names_given(fresh), frame)
