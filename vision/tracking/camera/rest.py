"""Whether the camera stands still, moves, or never stands still."""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

from .motion import largest_shift

Floats = NDArray[np.float64]

MOMENT = 0.1
"""Seconds over which a motion is measured: at a high frame rate two frames hardly differ."""
LONG_REST = 1.0
"""A camera that has not rested so long, in seconds, has not come to rest for good."""


class CameraRest:
    """Follows the picture's homographies against a key frame.

    A camera has moved when a corner of the picture shifts by more than ``bump`` pixels a moment,
    and rests again ``still`` seconds after the last such shift. One that has not come to rest for
    good for ``restless_after`` seconds is held in a hand: it is no use to wait for it.
    """

    def __init__(self, bump: float, still: float, restless_after: float) -> None:
        self._bump = bump
        self._still = still
        self._restless_after = restless_after
        self._trail: deque[tuple[float, Floats]] = deque()
        self._moving_since: float | None = None
        self._last_shift = 0.0
        self.moved_at: float | None = None

    def restart(self, time: float) -> None:
        """There is a new key frame; a camera that moves goes on moving."""
        self._trail.clear()
        self._trail.append((time, np.eye(3)))

    def forget(self) -> None:
        """The board was found anew: nothing is known of the motion until then."""
        self._moving_since = self.moved_at = None

    def note(self, time: float, homography: Floats, width: int, height: int) -> bool:
        """Take the next frame's homography; whether the camera has just moved."""
        while len(self._trail) > 1 and time - self._trail[1][0] >= 0.9 * MOMENT:
            self._trail.popleft()
        then, earlier = self._trail[0] if self._trail else (time, homography)
        self._trail.append((time, homography))
        # At a low frame rate a slow drift goes far between two frames.
        limit = self._bump * max(1.0, (time - then) / MOMENT)
        if largest_shift(homography, earlier, width, height) <= limit:
            return False
        if self._moving_since is None or time - self._last_shift > LONG_REST:
            self._moving_since = time
        self._last_shift = self.moved_at = time
        return True

    def has_come_to_rest(self, time: float) -> bool:
        """Whether the camera, after a motion, stands still now; True once."""
        if self.moved_at is None or time - self.moved_at < self._still:
            return False
        self.moved_at = None
        return True

    def is_restless(self, time: float) -> bool:
        """Whether it is no use to wait for the camera."""
        if self._moving_since is None or time - self._last_shift > LONG_REST:
            return False
        return time - self._moving_since > self._restless_after

    def is_moving(self, time: float) -> bool:
        """Whether the camera has to come to rest before anything is read."""
        return self.moved_at is not None and not self.is_restless(time)
