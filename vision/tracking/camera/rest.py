"""Whether the camera stands still, moves, or never stands still."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ....calibration.arrays import Floats, Picture
from .. import limits
from .motion import largest_shift
from .view import CameraView

MOTION_SECONDS = 0.1
"""Seconds over which a motion is measured: at a high frame rate two frames hardly differ."""
LONG_REST = 1.0
"""Seconds of rest from which a camera has come to rest for good."""


@dataclass(frozen=True)
class CameraRest:
    """How the picture has moved against a key frame. Immutable.

    A camera has moved when a corner shifts by more than BUMP pixels a moment. STILL seconds after
    the last such shift it rests again. After PATIENCE_WITH_CAMERA seconds without a long rest it is
    taken to be held in a hand, and nobody waits for it to rest.
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
        """The same once the next picture was seen: it is still if nothing has changed for STILL
        seconds."""
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
        """The picture was read; the next reading waits for `pause` seconds."""
        return replace(self, tried=time, pause=pause)
