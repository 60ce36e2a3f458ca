"""What a tracker reports, as values."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any, Protocol

from ...calibration.arrays import Frame
from ...engine.lattice import Cell
from ..readings.reading import Reading


class EventKind(enum.Enum):
    """The value is the word that logs and pages use."""

    BOARD_CHANGED = "board changed"
    WAITING_FOR_HANDS = "waiting for hands"
    CAMERA_MOVED = "camera moved"
    LIGHT_CHANGED = "light changed"
    LOST = "lost"
    FOUND_AGAIN = "found again"
    CLEARED = "all tiles taken away"


@dataclass(frozen=True)
class TableEvent:
    """Something happened at ``time`` (seconds of the video).

    ``reading`` is the board as it stands, in pixels of this frame and cells of its own; ``changed``
    are the cells that differ from the last board reported, ``rested`` when they were seen to come
    to rest.
    """

    kind: EventKind
    time: float
    reading: Reading | None = None
    changed: frozenset[Cell] = frozenset()
    rested: float | None = None


class WatchingPhase(enum.Enum):
    """What the tracker is doing now; the value is the sentence that a page shows."""

    SEARCHING = "looking for the board"
    WATCHING = "watching the board"
    HANDS = "a hand is in the picture"
    SETTLING = "the board has changed; looking closely"
    MOVING = "the camera is moving"
    LOST = "the board is out of sight"


class TrackedEvent(Protocol):
    """What happened on a table of any kind, as :class:`TableEvent` tells it of tiles."""

    @property
    def kind(self) -> EventKind:
        """What it was."""

    @property
    def reading(self) -> Any:
        """What lies there, None where nothing is known."""

    @property
    def rested(self) -> float | None:
        """When it came to rest."""


class TableTracker(Protocol):
    """Follows what lies on one table of any kind."""

    def feed(self, frame: Frame, time: float, /) -> tuple[TrackedEvent, ...]:
        """Take the next frame (H, W, 3) uint8 BGR at ``time`` seconds and report what happened."""

    @property
    def phase(self) -> WatchingPhase:
        """What it is doing now."""

    @property
    def reading(self) -> Any:
        """What was reported last, None before."""
