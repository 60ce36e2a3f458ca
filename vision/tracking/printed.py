"""A printed board under a camera: frames in, and its stable boards out.

When the picture stands still the frame is read, and a board is reported when two readings agree on
it, or when cells are bare again that were covered in the last report. A cell over which something
lies keeps what was last seen there. `next_board_state` is the whole
tracker: one immutable state and a frame → state, events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from ...calibration.arrays import Frame, Integers16
from ..counters.readings.reading import BoardReading, CounterReading
from . import limits
from .camera.time_lapse import differ, glance_of
from .events import EventKind, TableEvent, TableTracker, WatchingPhase

StandingPieces = Mapping[str, tuple[str, str]]
"""Colour and kind of the piece on each cell that has one."""

LOOKED_AT_AGAIN = 4.0
"""Seconds after which a board that seems to lie still is read again: a small change may have been
missed."""
MANY_HIDDEN = 24
"""Number of newly covered cells from which it is a hand: wait for it, but not for ever."""
MOST_READINGS = 5
"""After so many readings of which no two in a row agree, most of them decide on each cell."""


@dataclass(frozen=True)
class BoardFrame:
    """The frame that has come: how it looks, and what a reading of it says (slow: ask once)."""

    glance: Integers16
    time: float
    read: Callable[[], BoardReading]


@dataclass(frozen=True)
class BoardState:
    """What is known of a printed board between two frames.

    `reading` was agreed on last; `readings` came after it and wait for one that agrees. `glance` is
    how the last frame looked, `read_glance` how the last frame looked that was read. `reported` are
    the cells that were covered in the last report, at `reported_at`; more of them since
    `hidden_since`, as by a hand.
    """

    phase: WatchingPhase = WatchingPhase.SEARCHING
    reading: BoardReading | None = None
    readings: tuple[BoardReading, ...] = ()
    glance: Integers16 | None = None
    moved_at: float = -np.inf
    read_glance: Integers16 | None = None
    read_at: float = -np.inf
    lost_since: float | None = None
    hidden_since: float | None = None
    reported: frozenset[str] = frozenset()
    reported_at: float = -np.inf

    def is_due(self, glance: Integers16, time: float) -> bool:
        """Whether a frame that stands still and looks like this glance (h, w) is worth a
        reading."""
        since = time - self.read_at
        if since < limits.MOMENT:
            return False
        looks_new = self.read_glance is None or differ(glance, self.read_glance)
        is_no_hand = self.hidden_since is not None and _is_over(self.hidden_since, time)
        return bool(self.readings) or looks_new or is_no_hand or since >= LOOKED_AT_AGAIN


BoardStep = tuple[BoardState, tuple[TableEvent[BoardReading], ...]]


def next_board_state(state: BoardState, frame: BoardFrame) -> BoardStep:
    """What is known after one more frame, and what has happened in it."""
    has_moved = state.glance is not None and differ(frame.glance, state.glance)
    state = replace(state, glance=frame.glance)
    if has_moved:
        state = replace(state, moved_at=frame.time, readings=())
    if frame.time - state.moved_at < limits.STILL:
        return _entered(state, WatchingPhase.HANDS, EventKind.WAITING_FOR_HANDS, frame.time)
    if not state.is_due(frame.glance, frame.time):
        return state, ()
    fresh = frame.read()
    state = replace(state, read_at=frame.time, read_glance=frame.glance)
    return _seen(state, fresh, frame.time) if fresh.corners else _out_of_sight(state, frame.time)


def _seen(state: BoardState, fresh: BoardReading, time: float) -> BoardStep:
    """A reading has found the board: report it once two readings agree."""
    found: tuple[TableEvent[BoardReading], ...] = ()
    if state.phase is WatchingPhase.LOST:
        state = replace(state, phase=WatchingPhase.SETTLING)
        found = (TableEvent(EventKind.FOUND_AGAIN, time, state.reading),)
    hidden, known = fresh.cells_named("hidden"), state.reading
    # What was covered before, as by paper that lies there, is no hand.
    is_covered = known is not None and len(hidden - known.cells_named("hidden")) >= MANY_HIDDEN
    since = time if state.hidden_since is None else state.hidden_since
    state = replace(state, lost_since=None, hidden_since=since if is_covered else None)
    if is_covered and not _is_over(since, time):
        kind = EventKind.WAITING_FOR_HANDS
        state, hands = _entered(state, WatchingPhase.HANDS, kind, time)
        return state, found + hands
    whole = fresh if known is None else kept_where_hidden(known, fresh, hidden)
    readings = (*state.readings, whole)
    agreed = _agreed(readings)
    if agreed is None:
        return replace(state, phase=WatchingPhase.SETTLING, readings=readings), found
    state = replace(state, phase=WatchingPhase.WATCHING, reading=agreed, readings=())
    covered = frozenset(agreed.cells_named("hidden"))
    # A reading may doubt now this cell, now that one: nothing is taken away without a motion.
    is_bared = bool(state.reported - covered) and state.moved_at > state.reported_at
    if known is not None and standing(known) == standing(agreed) and not is_bared:
        return state, found
    state = replace(state, reported=covered, reported_at=time)
    rested = state.moved_at if np.isfinite(state.moved_at) else time
    return state, (*found, TableEvent(EventKind.BOARD_CHANGED, time, agreed, rested=rested))


def _is_over(since: float, time: float) -> bool:
    """Whether what covers cells since then is no hand."""
    return time - since >= limits.PATIENCE_WITH_HANDS


def _out_of_sight(state: BoardState, time: float) -> BoardStep:
    """A reading has found no board: look again soon, and give it up after a while."""
    since = time if state.lost_since is None else state.lost_since
    state = replace(state, readings=(), read_glance=None, lost_since=since)
    if time - since < limits.PATIENCE_WITH_CAMERA:
        return state, ()
    return _entered(state, WatchingPhase.LOST, EventKind.LOST, time)


def _entered(state: BoardState, phase: WatchingPhase, kind: EventKind, time: float) -> BoardStep:
    """Say once that a known board is hidden or lost."""
    if state.phase in (phase, WatchingPhase.SEARCHING, WatchingPhase.LOST):
        return state, ()
    return replace(state, phase=phase), (TableEvent(kind, time, state.reading),)


class PrintedBoardTracker(TableTracker[BoardReading]):
    """Follows one printed board. ``read`` turns a frame (H, W, 3) uint8 BGR into a reading."""

    naming = None
    is_unsettled = False

    def __init__(self, read: Callable[[Frame], BoardReading]) -> None:
        self._read = read
        self.state = BoardState()

    def feed(self, frame: Frame, time: float) -> tuple[TableEvent[BoardReading], ...]:
        facts = BoardFrame(glance_of(frame), time, partial(self._read, frame))
        self.state, events = next_board_state(self.state, facts)
        return events

    @property
    def phase(self) -> WatchingPhase:
        phase, reading = self.state.phase, self.state.reading
        if phase is not WatchingPhase.WATCHING or reading is None:
            return phase
        is_much = len(reading.cells_named("hidden")) >= MANY_HIDDEN
        is_most = 2 * len(_covered(reading)) > len(reading.pieces)
        return WatchingPhase.COVERED if is_much and is_most else phase

    @property
    def reading(self) -> BoardReading | None:
        return self.state.reading

    @property
    def in_sight(self) -> BoardReading | None:
        reading = super().in_sight
        if reading is None:
            return None
        covered = _covered(reading)
        return replace(reading, pieces=tuple(p for p in reading.pieces if p.cell not in covered))


def standing(reading: BoardReading) -> StandingPieces:
    """What stands on each cell by a reading."""
    return {piece.cell: (piece.colour, piece.kind) for piece in reading.pieces}


def kept_where_hidden(known: BoardReading, fresh: BoardReading, hidden: set[str]) -> BoardReading:
    """A reading in which hidden cells hold what was seen there last."""
    seen = {piece.cell for piece in fresh.pieces}
    kept = [piece for piece in known.pieces if piece.cell in hidden - seen]
    return replace(fresh, pieces=(*fresh.pieces, *kept)) if kept else fresh


def _covered(reading: BoardReading) -> set[str]:
    """The cells that something covers now, where pieces were seen before."""
    return reading.cells_named("hidden") & {piece.cell for piece in reading.pieces}


def _agreed(readings: tuple[BoardReading, ...]) -> BoardReading | None:
    """The board that the last readings agree on; None where one more is needed."""
    last = readings[-1]
    if len(readings) > 1 and standing(readings[-2]) == standing(last):
        return last
    if len(readings) < MOST_READINGS:
        return None
    pieces = tuple(
        piece
        for cell in sorted({piece.cell for reading in readings for piece in reading.pieces})
        if (piece := _most_often(readings, cell)) is not None
    )
    return replace(last, pieces=pieces)


def _most_often(readings: tuple[BoardReading, ...], cell: str) -> CounterReading | None:
    """What most readings show on a cell; its confidence is no more than their share."""
    shown = [next((p for p in one.pieces if p.cell == cell), None) for one in readings]
    counts = Counter(None if piece is None else (piece.colour, piece.kind) for piece in shown)
    winner, count = counts.most_common(1)[0]
    for piece in reversed(shown):
        if piece is not None and (piece.colour, piece.kind) == winner:
            return replace(piece, confidence=min(piece.confidence, count / len(readings)))
    return None
