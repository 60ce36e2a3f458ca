"""What has come to lie on a table, shown alone: where nothing is new, the picture is made plain.

On a pattern full of marks a die is one mark among many. But whoever films a table knows how it
looked before: what differs from all of that has come since, and on a plain ground it is seen as
what it is.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

import cv2
import numpy as np

from ....calibration.arrays import Floats, Floats32, Integers16, Integers32, Picture
from ...photos.photo import Photo

MOST_STILLS = 7
"""Number of earlier pictures that are held against a new one: each costs time."""
AGE = 1.5
"""Least age of a picture, in times that dice take to come to rest: a newer one may show them
already."""
FEWEST_STILLS = 2
"""One picture alone may show a die that rolls where the table is bare now: the bare place would
seem new."""
YOUNG = 0.3
"""Until a table has been seen for longer, pictures are kept in steps of this share of the time."""
DIFFERENT = 30
"""Levels of 255 by which a colour differs for more than noise, grain and a shadow's edge."""
SPECK = 3
"""What has fewer pixels across is noise."""
GAP = 7
"""Number of pixels across which a part of one thing may have the table's colour."""
SIDES = (10, 160)
"""Least and most pixels across of dice; what is larger is a hand, or tiles in a row."""
ALIKE = 0.1
"""A place shows what it showed before if a smaller share of it differs."""
NOISE = 4.0
"""A die has come or gone only where its place differs by more grey levels than this."""
CHANGED_SHARE = 0.5
"""It must also differ by more than such a share of its own contrast."""
MOST_CHANGED = 0.1
"""Where more of the picture is new, the camera has moved or a hand lies over the table."""
SOFT = 0.8
"""Pixels over which a thing's outline fades into the plain ground."""
GROUND_SIZE = (80, 45)
"""The ground is the picture itself, made so small."""
GROUND_BLUR = 6.0
"""It is so blurred, in pixels, that only the picture's light is left."""


Hull = Integers32
"""Points (n, 1, 2) in pixels around a thing."""


@dataclass(frozen=True)
class TableBefore:
    """How a table has looked so far. Immutable. ``stills`` are pictures (H, W, 3) uint8 BGR with
    their times, oldest first: the very first, then the denser the newer."""

    stills: tuple[tuple[float, Picture], ...] = field(default_factory=tuple)

    def then(self, photo: Photo, time: float, apart: float) -> TableBefore:
        """With one more picture, unless the last one is not ``apart`` from it yet, in seconds."""
        same = [still for still in self.stills if still[1].shape == photo.image.shape]
        if same and time - same[-1][0] < min(apart, YOUNG * (time - same[0][0])):
            return self
        same.append((time, _without_specks(photo.image)))
        if len(same) > MOST_STILLS:
            # Leave out the one whose neighbours are nearest to each other, for its age.
            times = np.array([at for at, _ in same])
            gaps = (times[2:] - times[:-2]) / (time - times[1:-1])
            same.pop(1 + int(np.argmin(gaps)))
        return TableBefore(tuple(same))

    def newcome(
        self, photo: Photo, time: float, since: float, together: float, known: Floats
    ) -> Photo | None:
        """The photo with nothing in it but what has come since the table was seen before. None
        where nothing has come but at ``known`` places (n, 2), in pixels of the image, or where much
        of the picture is new. The dice of a roll come to rest within ``together`` seconds; what is
        in the photo has lain still ``since``."""
        same = [still for still in self.stills if still[1].shape == photo.image.shape]
        old = [still for at, still in same if time - at > AGE * together]
        if len(old) < FEWEST_STILLS:
            old = [still for at, still in same if at < since]
        outlines = _things(photo.image, old) if len(old) >= FEWEST_STILLS else []
        if all(_is_at_one(outline, known) for outline in outlines):
            return None
        return replace(photo, image=_alone(photo.image, outlines))

    def not_yet(self, photo: Photo, middle: Floats, side: float) -> float:
        """When (s) a place of the photo's image last looked otherwise than now; -inf if never. The
        place is ``side`` pixels wide about a middle (2,)."""
        same = [still for still in self.stills if still[1].shape == photo.image.shape]
        part = part_about(photo.image.shape, middle, side)
        now = _without_specks(photo.image)[part]
        last = -math.inf
        for time, still in same:
            # A die of the table's colour has a pip, or a mark, that the table has not.
            is_like = float((_apart(now, still[part]) > DIFFERENT).mean()) < ALIKE
            if is_like and not has_changed(now.astype(np.int16), still[part].astype(np.int16)):
                return last
            last = time
        return last


def _is_at_one(outline: Hull, places: Floats) -> bool:
    """Whether one of some places (n, 2) lies within an outline."""
    return any(cv2.pointPolygonTest(outline, (x, y), measureDist=False) >= 0 for x, y in places)


def _things(image: Picture, old: Sequence[Picture]) -> list[Hull]:
    """The outlines of all of a die's size that differs from all the old pictures."""
    now = _without_specks(image)
    least = reduce(np.minimum, (_apart(now, still) for still in old))
    changed = np.asarray(least > DIFFERENT, np.uint8)
    if changed.mean() > MOST_CHANGED:
        return []
    for step, size in ((cv2.MORPH_OPEN, SPECK), (cv2.MORPH_CLOSE, GAP)):
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        changed = np.asarray(cv2.morphologyEx(changed, step, disc), np.uint8)
    found, _ = cv2.findContours(changed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hulls = [np.asarray(cv2.convexHull(outline), np.int32) for outline in found]
    return [hull for hull in hulls if _is_of_dice_size(hull)]


def _is_of_dice_size(hull: Hull) -> bool:
    _, _, width, height = cv2.boundingRect(hull)
    return min(width, height) >= SIDES[0] and max(width, height) <= SIDES[1]


def _without_specks(image: Picture) -> Picture:
    return np.asarray(cv2.blur(image, (SPECK, SPECK)), np.uint8)


def _apart(one: Picture, two: Picture) -> Picture:
    """By how much (H, W) two pictures differ, in the colour that differs most."""
    blue, green, red = cv2.split(cv2.absdiff(one, two))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def _alone(image: Picture, outlines: Sequence[Hull]) -> Picture:
    """The picture within some outlines, plain elsewhere."""
    height, width = image.shape[:2]
    things = np.zeros((height, width), np.float32)
    for outline in outlines:
        cv2.fillConvexPoly(things, outline, 1.0)
    small = cv2.resize(image, GROUND_SIZE, interpolation=cv2.INTER_AREA)
    blurred = cv2.GaussianBlur(small, (0, 0), GROUND_BLUR)
    ground = cv2.resize(blurred, (width, height), interpolation=cv2.INTER_LINEAR)
    share: Floats32 = np.asarray(cv2.GaussianBlur(things, (0, 0), SOFT), np.float32)[..., None]
    mixed = image * share + ground * (1.0 - share)
    return np.asarray(mixed, np.uint8)


def part_about(shape: tuple[int, ...], middle: Floats, side: float) -> tuple[slice, slice]:
    """The rows and columns about a middle (2,) in a picture of this shape, ``side`` pixels wide as
    far as the picture goes, but two at least: where the middle lies beyond the rim, the nearest."""
    starts, ends = np.round(middle - 0.5 * side), np.round(middle + 0.5 * side)
    left, top = np.clip(starts, 0, np.array(shape[1::-1]) - 2).astype(int)
    right, bottom = np.maximum(ends, [left + 2, top + 2]).astype(int)
    return slice(top, bottom), slice(left, right)


def has_changed(one: Integers16, two: Integers16) -> bool:
    """Whether a place shows something else than before, however dark it is."""
    if one.shape != two.shape:
        return True
    contrast = max(float(one.std()), float(two.std()))
    return float((one - two).std()) > max(NOISE, CHANGED_SHARE * contrast)
