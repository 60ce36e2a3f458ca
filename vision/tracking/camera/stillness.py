"""When to read while the board is looked for: once the picture stands still."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ....calibration.arrays import Picture
from .. import limits
from .view import CameraView

CHANGED_BY = 24
"""Levels of grey, of 255, by which a pixel changes that is more than noise."""
MOST_CHANGED = 0.02
"""Share of the pixels that may change in a picture that stands still."""
BETWEEN_EMPTY_TABLES = 0.5
"""Seconds between two looks at a table without tiles."""
IMPATIENT_AFTER = 1.5
"""Seconds after which a known board is read again though something always moves."""
RESTLESS_AFTER = 4.0
"""Seconds in which nothing was still, after which an unknown board is read, too."""


@dataclass(frozen=True)
class Stillness:
    """How long the picture has stood still, and when it was read. Immutable.

    `since` is when the picture came to rest. Where something always moves, a known board is still
    read now and then: it is recognised by its pattern. An unknown one is read only once nothing has
    been still for long, as in a film from the hand.
    """

    previous: Picture | None = None
    since: float = 0.0
    is_still: bool = False
    last_still: float = 0.0
    tried: float = 0.0
    pause: float = 0.0

    def after(self, view: CameraView) -> Stillness:
        """With the next picture, which has to stand still for STILL seconds."""
        if self.previous is None or self.previous.shape != view.grey.shape:
            now = view.time
            return Stillness(view.grey, now, last_still=now, tried=now, pause=self.pause)
        difference = np.abs(view.grey.astype(np.int16) - self.previous.astype(np.int16))
        is_changed = float((difference > CHANGED_BY).mean()) > MOST_CHANGED
        since = view.time if is_changed else self.since
        is_still = view.time - since >= limits.STILL
        last = view.time if is_still else self.last_still
        return replace(self, previous=view.grey, since=since, is_still=is_still, last_still=last)

    def is_due(self, time: float, is_known: bool) -> bool:
        """Whether the last picture, at `time`, is worth reading."""
        waited = time - self.tried
        if (is_known or time - self.last_still >= RESTLESS_AFTER) and waited >= IMPATIENT_AFTER:
            return True
        return self.is_still and waited >= self.pause

    def read(self, time: float, pause: float) -> Stillness:
        """The picture was read; the next reading waits so long."""
        return replace(self, tried=time, pause=pause)
