"""Dice in the frames of a film or a live camera: looked for when something has changed.

A look costs little, but frames are many: a frame is looked at only while the picture differs from
the one in which dice were last told. Dice are told when two frames show them alike, which dice that
roll, or lie under a hand, never do.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from ..photos.photo import load_photo
from ..readings.dice import DieReading
from ..readings.reading import Reading
from .placing import dice_of
from .taught import TaughtFaces

Frame = NDArray[np.uint8]

GLANCE_SIDE = 240
CHANGED = 14.0
"""Grey levels by which a place of the glance must differ for a change."""
FEW_PLACES = 6
"""Fewer changed places are noise."""
REMEMBERED = 6
"""So many looks back another one may agree with this one."""
SAME_PLACE = 0.35
"""In two looks a die lies at most so many edges apart if it is the same and has not moved."""
MOST_LOOKS, LOOKS_A_SECOND = 40.0, 12.0
"""Looks that may be made at once, and that come back in each second of the film."""


@dataclass
class DiceWatch:
    """Follows the dice of one table.

    ``long_side``: frames are looked at no larger than this; ``spares``: not every frame of a lively
    film is looked at. ``taught`` are symbols on dice that have been shown.
    """

    long_side: int = 1280
    spares: bool = True
    taught: tuple[TaughtFaces, ...] = ()
    told: tuple[DieReading, ...] | None = None
    since: float = -math.inf
    """When the dice told last were first seen so, in seconds of the film."""
    _told_glance: NDArray[np.int16] | None = None
    _looks: deque[tuple[float, tuple[DieReading, ...]]] = field(
        default_factory=lambda: deque(maxlen=REMEMBERED)
    )
    _left: float = MOST_LOOKS
    _time: float = -math.inf

    def feed(
        self, frame: Frame, time: float, reading: Reading | None
    ) -> tuple[DieReading, ...] | None:
        """Take the next frame (H, W, 3) uint8 BGR, and the board in it if that is known.

        Gives the dice once two frames show that they have changed; None before.
        """
        passed = 0.0 if math.isinf(self._time) else max(0.0, time - self._time)
        self._time = time
        self._left = min(MOST_LOOKS, self._left + LOOKS_A_SECOND * passed)
        glance = _glance(frame)
        if self._told_glance is not None and not _differ(glance, self._told_glance):
            return None
        if self.spares and self._left < 1.0:
            return None
        self._left -= 1.0
        dice = self.look(frame, reading)
        agreeing = [when for when, earlier in self._looks if alike(dice, earlier)]
        self._looks.append((time, dice))
        if not agreeing:
            return None
        self._told_glance = glance
        if self.told is not None and alike(dice, self.told) and _are_placed_alike(dice, self.told):
            return None
        self.told, self.since = dice, agreeing[0]
        return dice

    def look(self, frame: Frame, reading: Reading | None) -> tuple[DieReading, ...]:
        """The dice in one frame."""
        photo = load_photo(frame, long_side=self.long_side)
        return dice_of(photo, () if reading is None else reading.tiles, self.taught)


def alike(one: tuple[DieReading, ...], two: tuple[DieReading, ...]) -> bool:
    """Whether two looks show the same dice in the same places, lying and showing the same."""
    if len(one) != len(two):
        return False
    left = list(two)
    for die in one:
        match = next((other for other in left if _same(die, other)), None)
        if match is None:
            return False
        left.remove(match)
    return True


def _are_placed_alike(one: tuple[DieReading, ...], two: tuple[DieReading, ...]) -> bool:
    """Whether both were seen with a board, or both without."""
    return all((a.place is None) == (b.place is None) for a, b in zip(one, two, strict=True))


def _same(one: DieReading, two: DieReading) -> bool:
    near = math.dist(one.center, two.center) < SAME_PLACE * max(one.side, two.side)
    return near and one.face == two.face and one.state == two.state


def _glance(frame: Frame) -> NDArray[np.int16]:
    height, width = frame.shape[:2]
    share = GLANCE_SIDE / max(height, width)
    size = (max(1, round(width * share)), max(1, round(height * share)))
    small = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.int16)


def _differ(one: NDArray[np.int16], two: NDArray[np.int16]) -> bool:
    if one.shape != two.shape:
        return True
    # A lamp that flickers changes all places alike.
    change = np.abs((one - two) - np.int16(np.median(one - two)))
    return int((change > CHANGED).sum()) >= FEW_PLACES
