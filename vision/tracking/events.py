"""What a tracker reports, as values."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from ...calibration.arrays import Frame
from ...engine.lattice import Cell
from ..readings.dice import DieReading
from ..readings.naming import Naming

Read = TypeVar("Read", covariant=True)
"""What a reading of that kind of table is."""


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
class TableEvent(Generic[Read]):
    """Something happened at ``time`` (seconds of the video).

    ``reading`` is the board as it stands, in pixels of this frame and cells of its own; ``changed``
    are the cells that differ from the last board of tiles reported, ``rested`` when it was seen to
    come to rest.
    """

    kind: EventKind
    time: float
    reading: Read | None = None
    changed: frozenset[Cell] = frozenset()
    rested: float | None = None


class WatchingPhase(enum.Enum):
    """What the tracker is doing now; the value is the sentence that a page shows."""

    SEARCHING = "looking for the board"
    WATCHING = "watching the board"
    HANDS = "a hand is in the picture"
    SETTLING = "the board has changed; looking closely"
    MOVING = "the camera is moving"
    COVERED = "most of the board is covered"
    LOST = "the board is out of sight"


class TableTracker(Protocol[Read]):
    """Follows what lies on one table of any kind."""

    def feed(self, frame: Frame, time: float, /) -> tuple[TableEvent[Read], ...]:
        """Take the next frame (H, W, 3) uint8 BGR at ``time`` seconds and report what happened."""

    @property
    def phase(self) -> WatchingPhase:
        """What it is doing now."""

    @property
    def reading(self) -> Read | None:
        """What was reported last, None before."""

    @property
    def in_sight(self) -> Read | None:
        """What of it can be seen in the last frame; None where that is not the board as it was read
        for sure, as under a hand."""
        return self.reading if self.phase is WatchingPhase.WATCHING else None

    @property
    def naming(self) -> Naming | None:
        """What is known of which colour is White; None where readings tell it."""

    @property
    def is_unsettled(self) -> bool:
        """Whether cells of the board look changed and have not been read yet."""

    def see_dice(self, dice: Sequence[DieReading], /) -> None:
        """Take what dice lie there now, in the frame of `reading`: they are no hands."""
        return
