"""From the lessons of a table to its sets: their colours, and which of the two is White. A lone
photo cannot say that of colours of like lightness; people said it in every photo they confirmed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...calibration.arrays import Floats
from ...calibration.sets.colour import lighter_by, rounded
from ...calibration.sets.tile_set import MeasuredColour, TileSetProfile, pair_likenesses
from ..readings.reading import Reading, Srgb
from .lesson import Lesson

ColourPair = tuple[Srgb, Srgb]

FEWEST_PHOTOS_OF_A_SET = 3
"""One photo may be misnamed, and two may contradict one another."""
ALIKE = 0.8
"""Two pairs of colours show one set from this likeness on (see `pair_likenesses`), and from its
opposite on, named the other way round."""
RATHER_ALIKE = 0.7
"""At a table with one usual set this likeness is enough, unless one colour is clearly lighter."""
CLEARLY_LIGHTER = 20.0
"""By so much (L*) one colour is clearly lighter than the other."""
USUAL = 0.8
"""The share of the photos that show the usual set."""
MOST_OTHERWISE = 0.1
"""Where more photos of a set than this share name it otherwise than the rest, nobody knows."""


def learned_sets(lessons: Sequence[Lesson]) -> tuple[TileSetProfile, ...]:
    """The sets that some lessons show, those of most photos first."""
    found: list[TileSetProfile] = []
    left = list(lessons)
    while len(left) >= FEWEST_PHOTOS_OF_A_SET:
        pairs = [_pair(lesson) for lesson in left]
        likenesses = pair_likenesses(pairs, pairs)
        # The photo like which most others are is the middle of a set.
        to_middle = likenesses[int(np.argmax((np.abs(likenesses) >= ALIKE).sum(axis=1)))]
        agreed = _agreed(left, to_middle)
        if agreed is not None:
            found.append(_profile(agreed, len(found) + 1))
        rest = [one for one, likeness in zip(left, to_middle, strict=True) if abs(likeness) < ALIKE]
        if len(left) - len(rest) < FEWEST_PHOTOS_OF_A_SET:
            break
        left = rest
    return tuple(sorted(found, key=lambda each: -each.photos))


def set_seen(reading: Reading, sets: Sequence[TileSetProfile]) -> TileSetProfile | None:
    """The learned set that a reading shows, where that makes the names clear. A table's only usual
    set may look less alike, unless the photo clearly says which colour is the lighter."""
    if reading.white is None or reading.blue is None or not sets:
        return None
    seen = [(reading.white, reading.blue)]
    likenesses = np.abs(pair_likenesses(seen, [_colours_of(each) for each in sets])[0])
    nearest = int(np.argmax(likenesses))
    if likenesses[nearest] >= ALIKE:
        return sets[nearest]
    photos = [each.photos for each in sets]
    if photos[0] < USUAL * sum(photos) or lighter_by(*seen[0]) >= CLEARLY_LIGHTER:
        return None
    likeness = pair_likenesses(seen, [_colours_of(sets[0])], in_any_light=True)[0, 0]
    return sets[0] if abs(likeness) >= RATHER_ALIKE else None


def may_be_misnamed(reading: Reading, sets: Sequence[TileSetProfile]) -> bool:
    """Whether White may be the darker colour in a reading that shows no learned set clearly: the
    two are hardly apart in lightness, or look like a learned set whose White is the darker one."""
    if reading.white is None or reading.blue is None:
        return False
    seen = (reading.white, reading.blue)
    if lighter_by(*seen) < CLEARLY_LIGHTER:
        return True
    known = [_colours_of(each) for each in sets]
    return bool((pair_likenesses([seen], known, in_any_light=True) <= -RATHER_ALIKE).any())


def _colours_of(known: TileSetProfile) -> ColourPair:
    return known.white.srgb, known.blue.srgb


def _pair(lesson: Lesson) -> ColourPair:
    return lesson.white, lesson.blue


def _agreed(lessons: Sequence[Lesson], likenesses: Floats) -> list[Lesson] | None:
    """The lessons that show this set and name its colours as most do; None where it is open which
    do. `likenesses` (n,) say how much each lesson's colours are alike to the set's."""
    pairs = list(zip(lessons, likenesses, strict=True))
    alike = [lesson for lesson, likeness in pairs if likeness >= ALIKE]
    otherwise = [lesson for lesson, likeness in pairs if likeness <= -ALIKE]
    rest, most = sorted((alike, otherwise), key=len)
    is_clear = len(rest) <= MOST_OTHERWISE * len(most)
    return most if is_clear and len(most) >= FEWEST_PHOTOS_OF_A_SET else None


def _profile(lessons: Sequence[Lesson], number: int) -> TileSetProfile:
    """The set that agreeing lessons show."""
    spreads = [
        float(np.std([_pair(lesson)[k] for lesson in lessons], axis=0).mean()) for k in (0, 1)
    ]
    middle = [rounded(np.median([_pair(lesson)[k] for lesson in lessons], axis=0)) for k in (0, 1)]
    white, blue = map(MeasuredColour, middle, spreads)
    return TileSetProfile(f"learned {number}", white, blue, photos=len(lessons))
