"""Whether the camera stands still, moves, or never stands still."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ....calibration.arrays import Floats
from .. import limits
from .motion import largest_shift

MOTION_SECONDS = 0.1
"""Seconds over which a motion is measured: at a high frame rate two frames hardly differ."""
LONG_REST = 1.0
"""A camera that has not rested so long, in seconds, has not come to rest for good."""


@dataclass(frozen=True)
class CameraRest:
    """How the picture has moved against a key frame. Immutable.

    A camera has moved when a corner shifts by more than BUMP pixels a moment, and rests again STILL
    seconds after the last such shift; after PATIENCE_WITH_CAMERA seconds without a long rest it is
    held in a hand, for which nobody waits.
    """

    moved_at: float | None = None
    moving_since: float | None = None
    last_shift: float = 0.0
    trail: tuple[tuple[float, Floats], ...] = ()

    def restarted(self, time: float) -> CameraRest:
        """There is a new key frame; a camera that moves goes on moving."""
        return replace(self, trail=((time, np.eye(3)),))

    def found_anew(self) -> CameraRest:
        """The board was found anew: nothing is known of the motion until then."""
        return replace(self, moving_since=None, moved_at=None)

    def noted(
        self, time: float, homography: Floats, width: int, height: int
    ) -> tuple[CameraRest, bool]:
        """With the next frame's homography (3, 3); and whether the camera has just moved."""
        trail = self.trail
        # A frame that is nearly a moment old counts: frames do not come to the millisecond.
        while len(trail) > 1 and time - trail[1][0] >= 0.9 * MOTION_SECONDS:
            trail = trail[1:]
        then, earlier = trail[0] if trail else (time, homography)
        noted = replace(self, trail=(*trail, (time, homography)))
        # At a low frame rate a slow drift goes far between two frames.
        limit = limits.BUMP * max(1.0, (time - then) / MOTION_SECONDS)
        if largest_shift(homography, earlier, width, height) <= limit:
            return noted, False
        since = self.moving_since
        if since is None or time - self.last_shift > LONG_REST:
            since = time
        return replace(noted, moving_since=since, last_shift=time, moved_at=time), True

    def has_come_to_rest(self, time: float) -> bool:
        """Whether the camera, after a motion, stands still now."""
        return self.moved_at is not None and time - self.moved_at >= limits.STILL

    def come_to_rest(self) -> CameraRest:
        """It has come to rest, and that is known."""
        return replace(self, moved_at=None)

    def is_restless(self, time: float) -> bool:
        """Whether it is no use to wait for the camera."""
        if self.moving_since is None or time - self.last_shift > LONG_REST:
            return False
        return time - self.moving_since > limits.PATIENCE_WITH_CAMERA

    def is_moving(self, time: float) -> bool:
        """Whether the camera has to come to rest before anything is read."""
        return self.moved_at is not None and not self.is_restless(time)
