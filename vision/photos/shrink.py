"""Smaller copies of a picture, made from halves of it that are made only once.

To halve is several times cheaper than to shrink by any other factor. Without halves, a stage that
looks at many sizes would go over all pixels for each.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from ...calibration.arrays import Integers16, Picture, Points


def shrunk_to(picture: Picture, long_side: int) -> Picture:
    """A picture (h, w, 3) with so many pixels of its longer side at most."""
    return _resized(picture, min(1.0, long_side / max(picture.shape[:2])))


def grey_copy(picture: Picture, long_side: int) -> Integers16:
    """A small grey copy (h, w) of a BGR picture, as signed numbers: copies can be subtracted."""
    small = _resized(picture, long_side / max(picture.shape[:2]))
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.int16)


def _resized(picture: Picture, share: float) -> Picture:
    height, width = picture.shape[:2]
    size = (max(1, round(width * share)), max(1, round(height * share)))
    if size == (width, height):
        return picture
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


@dataclass(frozen=True)
class Shrunk:
    """A part of a picture, made smaller.

    `origin` (x, y) is the part's first pixel and `scale` (x, y) how many pixels of `picture` there
    are to one of the whole, at most 1. Pixel centres have whole coordinates in both.
    """

    picture: Picture
    origin: Points
    scale: Points

    def to_whole(self, points: Points) -> Points:
        """Positions (..., 2) in the small picture as positions in the whole one."""
        return np.asarray((points + 0.5) / self.scale - 0.5 + self.origin)

    def from_whole(self, points: Points) -> Points:
        """Positions (..., 2) in the whole picture as positions in the small one."""
        return np.asarray((points - self.origin + 0.5) * self.scale - 0.5)


class Halves:
    """A picture (h, w, 3) and what is left of it after halving once, twice and so on."""

    def __init__(self, image: Picture) -> None:
        self._levels = [image]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole picture."""
        height, width = self._levels[0].shape[:2]
        return width, height

    def shrunk(
        self, scale: float, part: tuple[int, int, int, int] | None = None, *, quick: bool = False
    ) -> Shrunk:
        """The part (left, top, right, bottom), or the whole, made smaller by `scale` (up to 1).

        The far edge may lose a few pixels that do not fill a pixel of the halves. With `quick`,
        what is not halved is interpolated between four pixels, in a fraction of the time.
        """
        left, top, right, bottom = part or (0, 0, *self.size)
        times = 0
        while scale <= 0.5 ** (times + 1) and min(self._level(times + 1).shape[:2]) >= 8:
            times += 1
        level, step = self._level(times), 2**times
        cut = level[top // step : -(-bottom // step), left // step : -(-right // step)]
        across, down = cut.shape[1], cut.shape[0]
        rest = min(1.0, scale * step)
        size = (max(1, round(across * rest)), max(1, round(down * rest)))
        if size != (across, down):
            interpolation = cv2.INTER_LINEAR if quick else cv2.INTER_AREA
            cut = np.asarray(cv2.resize(cut, size, interpolation=interpolation), dtype=np.uint8)
        return Shrunk(
            cut,
            np.array([left // step, top // step], np.float64) * step,
            np.array([size[0] / across, size[1] / down]) / step,
        )

    def around(self, place: Points, reach: float, scale: float) -> Shrunk | None:
        """What lies within `reach` pixels of a place (2,), halved as often as its scale stays at
        `scale` or above; None where that is beyond the picture."""
        low = np.maximum(0, (place - reach).astype(int))
        high = np.minimum(self.size, (place + reach).astype(int) + 2)
        if (high - low < 2).any():
            return None
        times = max(0, math.floor(-math.log2(scale)))
        return self.shrunk(0.5**times, (*low.tolist(), *high.tolist()))

    def _level(self, times: int) -> Picture:
        while len(self._levels) <= times:
            last = self._levels[-1]
            height, width = last.shape[0] // 2, last.shape[1] // 2
            if min(height, width) == 0:
                return last[:0]
            even = last[: 2 * height, : 2 * width]
            half = cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA)
            self._levels.append(np.asarray(half, dtype=np.uint8))
        return self._levels[times]
