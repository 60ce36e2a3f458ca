"""Frames in, events out: a tracker that reads the table only when it is worth reading.

Between readings it follows the camera by points of the picture and compares every cell of the
board, and those around it, with how they looked before. A change is read when the changed cells
have lain still for a while, and reported when two readings agree on it. Times come with the frames.
`next_state` is the whole tracker: one immutable state and a frame → state, events.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from ...calibration.arrays import Picture
from ...engine.lattice import Cell, cell_centre, neighbours
from ..lattice.groups import nearest_cell
from ..readings.dice import DieReading
from ..readings.naming import Naming
from ..readings.reading import Reading
from .camera.view import view_of_frame
from .events import TableEvent, TableTracker, WatchingPhase
from .readings import Reader
from .reports import lost
from .searching import searched
from .tracker_states import Changed, FrameFacts, Known, NextState, Searching, State
from .watching import watched

REACH = 1.3
"""How far a die and its shadow reach beyond its middle, in its edges; a cell reaches a side."""


@dataclass(frozen=True)
class DiceCells:
    """The cells that dice change when they are rolled. Immutable. ``lying`` are those that dice lie
    on, ``left`` those that they have left."""

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
    middle = nearest_cell(np.array(die.place))
    near = {middle, *neighbours(middle)}
    for cell in near.union(*(neighbours(other) for other in near)):
        if math.dist(cell_centre(cell), die.place) < 1.0 + REACH * die.edge:
            yield cell


def next_state(state: State, frame: FrameFacts) -> NextState:
    """What is known after one more frame, and what has happened in it."""
    if isinstance(state, Searching):
        return searched(state, frame)
    if state.board.reference.key.contrast.shape != frame.view.grey.shape:
        # The source has changed its picture size: nothing can be compared any more.
        return lost(state.known, state.board, frame.time)
    return watched(state, frame)


class Tracker(TableTracker[Reading]):
    """Follows one table. `read` turns a frame (H, W, 3) uint8 BGR into a Reading. The readings
    given are of one frame; their tiles' confidences leave the doubt out which colour is White:
    `naming` has it."""

    def __init__(self, read: Reader) -> None:
        self._read = read
        self.state: State = Searching(Known())
        self._dice = DiceCells()

    def see_dice(self, dice: Sequence[DieReading]) -> None:
        self._dice = self._dice.now(dice)

    def feed(self, frame: Picture, time: float) -> tuple[TableEvent[Reading], ...]:
        facts = FrameFacts(
            view_of_frame(frame, time),
            partial(self._read, frame),
            self._dice.changed,
        )
        self.state, events = next_state(self.state, facts)
        return events

    @property
    def phase(self) -> WatchingPhase:
        state = self.state
        if state.board is None:
            return WatchingPhase.SEARCHING
        if isinstance(state, Searching):
            return WatchingPhase.COVERED if state.search.is_covered else WatchingPhase.LOST
        phase = state.board.phase
        is_most = 2 * len(state.known.covered) > len(state.board.reading.tiles)
        return WatchingPhase.COVERED if phase is WatchingPhase.WATCHING and is_most else phase

    @property
    def reading(self) -> Reading | None:
        """The board as last reported, in the last frame's pixels; None before the first report."""
        return None if self.state.board is None else self.state.board.reading

    @property
    def in_sight(self) -> Reading | None:
        reading, covered = super().in_sight, self.state.known.covered
        if reading is None or not covered:
            return reading
        return replace(reading, tiles=tuple(t for t in reading.tiles if t.cell not in covered))

    @property
    def sees_bare_table(self) -> bool:
        """Whether no tile was seen yet, or all were taken away, nor is one in the last look at what
        lies still."""
        state = self.state
        if not isinstance(state, Searching) or state.search.tiles != ():
            return False
        return state.board is None or state.search.is_cleared

    @property
    def unseen(self) -> int:
        """How many tiles have not been seen for so long that no hand hides them: something lies on
        them, or they were pushed out of their places."""
        return len(self.state.known.covered)

    @property
    def naming(self) -> Naming:
        return self.state.known.readings.naming

    @property
    def is_unsettled(self) -> bool:
        return isinstance(self.state, Changed)
