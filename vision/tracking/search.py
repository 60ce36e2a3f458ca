"""When to read while the board is looked for: once the picture stands still."""

from __future__ import annotations

import numpy as np

from .camera.view import CameraView

CHANGED_BY = 24
MOST_CHANGED = 0.02
BETWEEN_EMPTY_TABLES = 0.5
IMPATIENT_AFTER = 1.5
RESTLESS_AFTER = 4.0


class BoardSearch:
    """Watches the pictures for stillness.

    ``since`` is when the picture came to rest. A board that is known can be told from another by
    its pattern, so for it one reading is ventured now and then though something always moves. So
    it is for any board once nothing has been still for long, as in a film from the hand.
    """

    def __init__(self, still: float, between_readings: float) -> None:
        self._still = still
        self._between = between_readings
        self._previous: CameraView | None = None
        self._pause = 0.0
        self._tried: float | None = None
        self._last_still = 0.0
        self.since: float | None = None

    def restart(self) -> None:
        """Begin anew: earlier pictures say nothing about what comes."""
        self._previous = None
        self._pause = 0.0
        self._tried = None

    def is_due(self, view: CameraView, is_known: bool) -> bool:
        """Take the next picture; whether it is worth reading."""
        previous, self._previous = self._previous, view
        if previous is None or previous.small.shape != view.small.shape:
            self.since = self._tried = self._last_still = view.time
            return False
        difference = np.abs(view.grey.astype(np.int16) - previous.grey.astype(np.int16))
        if float((difference > CHANGED_BY).mean()) > MOST_CHANGED:
            self.since = view.time
        waited = view.time - (self.since if self.since is not None else view.time)
        tried = view.time - (self._tried if self._tried is not None else view.time)
        is_still = waited >= self._still
        if is_still:
            self._last_still = view.time
        is_restless = view.time - self._last_still >= RESTLESS_AFTER
        if (is_known or is_restless) and tried >= IMPATIENT_AFTER:
            return True
        return is_still and tried >= self._pause

    def has_read(self, view: CameraView, has_tiles: bool) -> None:
        """A picture was read. An empty table is looked at less often than one on which two
        readings have to agree."""
        self._tried = view.time
        self._pause = self._between if has_tiles else BETWEEN_EMPTY_TABLES
