"""A printed board under a camera: frames in, and its stable boards out.

The cells lie where they are printed, so it is enough to see when the picture stands still: then the
frame is read, and a board is reported when two readings agree on it. A cell over which something
lies keeps what was last seen there. Times come with the frames.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..counters.reading import BoardReading, CounterReading
from .camera.stills import Glance, differ, glance_of
from .events import EventKind, WatchingPhase

Frame = NDArray[np.uint8]
Standing = Mapping[str, tuple[str, str]]
"""Colour and kind of the piece on each cell that has one."""

STILL_SECONDS = 0.4
"""So long nothing moves before a frame is read."""
BETWEEN_READINGS = 0.12
CALM_READING = 4.0
"""A board that seems to lie still is read again so often: a small change may have been missed."""
LOST_AFTER = 2.0
MANY_HIDDEN = 24
"""With so many cells covered a hand lies over the board: wait for it ..."""
PATIENCE_WITH_HANDS = 6.0
"""... for so long."""
MOST_READINGS = 5
"""Readings that may differ before the most of them decides on each cell."""


@dataclass(frozen=True)
class BoardEvent:
    """Something happened at ``time``; ``reading`` is the board as it stands, and ``rested`` when
    the picture came to rest with it."""

    kind: EventKind
    time: float
    reading: BoardReading | None = None
    rested: float | None = None


class PrintedBoardTracker:
    """Follows one printed board. ``read`` turns a frame (H, W, 3) uint8 BGR into a reading."""

    def __init__(self, read: Callable[[Frame], BoardReading]) -> None:
        self._read = read
        self.phase = WatchingPhase.SEARCHING
        self.reading: BoardReading | None = None
        self._before: Glance | None = None
        self._moved_at = -np.inf
        self._read_at = -np.inf
        self._looked_like: Glance | None = None
        self._readings: deque[BoardReading] = deque(maxlen=MOST_READINGS)
        self._lost_since: float | None = None
        self._hidden_since: float | None = None

    @property
    def is_unsettled(self) -> bool:
        """Whether something may have changed that has not been reported yet."""
        return bool(self._readings) or self.phase in (WatchingPhase.HANDS, WatchingPhase.SETTLING)

    def feed(self, frame: Frame, time: float) -> tuple[BoardEvent, ...]:
        """Take the next frame (H, W, 3) uint8 BGR at ``time`` seconds and report what happened."""
        glance = glance_of(frame)
        moved = self._before is not None and differ(glance, self._before)
        self._before = glance
        if moved:
            self._moved_at = time
            self._readings.clear()
        if time - self._moved_at < STILL_SECONDS:
            return self._entered(WatchingPhase.HANDS, EventKind.WAITING_FOR_HANDS, time)
        if not self._is_due(glance, time):
            return ()
        self._read_at, self._looked_like = time, glance
        return self._take(self._read(frame), time)

    def _is_due(self, glance: Glance, time: float) -> bool:
        since = time - self._read_at
        if since < BETWEEN_READINGS:
            return False
        looks_new = self._looked_like is None or differ(glance, self._looked_like)
        return bool(self._readings) or looks_new or since >= CALM_READING

    def _take(self, fresh: BoardReading, time: float) -> tuple[BoardEvent, ...]:
        if not fresh.corners:
            return self._out_of_sight(time)
        self._lost_since = None
        found = self._entered_again(time)
        hidden = hidden_cells(fresh)
        if len(hidden) >= MANY_HIDDEN and self.reading is not None:
            self._hidden_since = time if self._hidden_since is None else self._hidden_since
            if time - self._hidden_since < PATIENCE_WITH_HANDS:
                return found + self._entered(WatchingPhase.HANDS, EventKind.WAITING_FOR_HANDS, time)
        else:
            self._hidden_since = None
        whole = fresh if self.reading is None else kept_where_hidden(self.reading, fresh, hidden)
        self._readings.append(whole)
        agreed = _agreed(self._readings)
        if agreed is None:
            self.phase = WatchingPhase.SETTLING
            return found
        self._readings.clear()
        self.phase = WatchingPhase.WATCHING
        known, self.reading = self.reading, agreed
        if known is not None and standing(known) == standing(agreed):
            return found
        rested = self._moved_at if np.isfinite(self._moved_at) else time
        return (*found, BoardEvent(EventKind.BOARD_CHANGED, time, agreed, rested))

    def _entered(
        self, phase: WatchingPhase, kind: EventKind, time: float
    ) -> tuple[BoardEvent, ...]:
        if self.phase in (phase, WatchingPhase.SEARCHING, WatchingPhase.LOST):
            return ()
        self.phase = phase
        return (BoardEvent(kind, time, self.reading),)

    def _entered_again(self, time: float) -> tuple[BoardEvent, ...]:
        if self.phase is not WatchingPhase.LOST:
            return ()
        self.phase = WatchingPhase.SETTLING
        return (BoardEvent(EventKind.FOUND_AGAIN, time, self.reading),)

    def _out_of_sight(self, time: float) -> tuple[BoardEvent, ...]:
        self._readings.clear()
        self._looked_like = None  # look again soon
        self._lost_since = time if self._lost_since is None else self._lost_since
        if time - self._lost_since < LOST_AFTER:
            return ()
        return self._entered(WatchingPhase.LOST, EventKind.LOST, time)


def standing(reading: BoardReading) -> Standing:
    """What stands on each cell by a reading."""
    return {piece.cell: (piece.colour, piece.kind) for piece in reading.pieces}


def hidden_cells(reading: BoardReading) -> frozenset[str]:
    """The cells over which something lies."""
    return frozenset(
        warning.cell
        for warning in reading.warnings
        if warning.code == "hidden" and warning.cell is not None
    )


def kept_where_hidden(
    known: BoardReading, fresh: BoardReading, hidden: frozenset[str]
) -> BoardReading:
    """A reading in which hidden cells hold what was seen there last."""
    seen = {piece.cell for piece in fresh.pieces}
    kept = [piece for piece in known.pieces if piece.cell in hidden - seen]
    return replace(fresh, pieces=(*fresh.pieces, *kept)) if kept else fresh


def _agreed(readings: deque[BoardReading]) -> BoardReading | None:
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


def _most_often(readings: deque[BoardReading], cell: str) -> CounterReading | None:
    """What most readings show on a cell, no surer than so many of them do."""
    shown = [next((p for p in one.pieces if p.cell == cell), None) for one in readings]
    counts = Counter(None if piece is None else (piece.colour, piece.kind) for piece in shown)
    winner, count = counts.most_common(1)[0]
    for piece in reversed(shown):
        if piece is not None and (piece.colour, piece.kind) == winner:
            return replace(piece, confidence=min(piece.confidence, count / len(readings)))
    return None
