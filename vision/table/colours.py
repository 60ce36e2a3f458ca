"""From the lessons of a table to its sets: their colours, which of the two is White, and what else
is drawn on the tiles. A lone photo cannot say which is White where both are about as light; people
said it in every photo they confirmed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...calibration.arrays import Floats
from ...calibration.sets.colour import lighter_by, rounded
from ...calibration.sets.tile_set import (
    MeasuredColour,
    TileSetProfile,
    light_misfit,
    pair_likenesses,
)
from ..readings.reading import Reading, Srgb
from .drawing import remembered
from .lesson import Lesson, is_kept_back

ColourPair = tuple[Srgb, Srgb]

FEWEST_PHOTOS_OF_A_SET = 3
"""Number of photos from which a set counts. Until one has them, those that there are name theirs:
somebody has confirmed them. Later a photo or two are hardly a set of their own, rather one in
strange light."""
ALIKE = 0.8
"""Two pairs of colours show one set from this likeness on (see `pair_likenesses`), and from its
opposite on, named the other way round."""
MOST_MISFIT, CLEARLY_WORSE = 30.0, 2.0
"""At a table with one usual set a photo shows that one if some light explains its colours with at
most the first (see `light_misfit`), and with their names crossed at least the second times worse.
Of 702 photos of four drawn tables this and `ALIKE` name 689, none wrongly."""
CLEARLY_LIGHTER = 20.0
"""Difference (L*) from which one colour is clearly lighter than the other."""
USUAL = 0.8
"""The share of the photos that show the usual set."""
MOST_OTHERWISE = 0.1
"""Where more photos of a set than this share name it otherwise than the rest, nobody knows."""


def learned_sets(lessons: Sequence[Lesson]) -> tuple[TileSetProfile, ...]:
    """The sets that some lessons show, those of most photos first."""
    found: list[TileSetProfile] = []
    left = list(lessons)
    while left:
        pairs = [_pair(lesson) for lesson in left]
        likenesses = pair_likenesses(pairs, pairs)
        # The photo like which most others are is the middle of a set.
        to_middle = likenesses[int(np.argmax((np.abs(likenesses) >= ALIKE).sum(axis=1)))]
        agreed = _agreed(left, to_middle)
        if agreed is not None:
            found.append(_profile(agreed, len(found) + 1))
        likenesses_left = zip(left, to_middle, strict=True)
        rest = [one for one, likeness in likenesses_left if abs(likeness) < ALIKE]
        if len(rest) == len(left):
            break  # photos without colours
        left = rest
    shown = [each for each in found if each.photos >= FEWEST_PHOTOS_OF_A_SET]
    return tuple(sorted(shown or found, key=lambda each: -each.photos))


def set_seen(reading: Reading, sets: Sequence[TileSetProfile]) -> TileSetProfile | None:
    """The learned set that a reading shows, where that makes the names clear. A table's only usual
    set may look less alike, if some light explains how."""
    if reading.white is None or reading.blue is None or not sets:
        return None
    seen = [(reading.white, reading.blue)]
    likenesses = np.abs(pair_likenesses(seen, [_colours_of(each) for each in sets])[0])
    nearest = int(np.argmax(likenesses))
    if likenesses[nearest] >= ALIKE:
        return sets[nearest]
    usual = sets[0]
    if usual.photos < max(FEWEST_PHOTOS_OF_A_SET, USUAL * sum(each.photos for each in sets)):
        return None
    least, most = sorted(_misfits(seen[0], usual))
    return usual if least <= MOST_MISFIT and most >= CLEARLY_WORSE * least else None


def may_be_misnamed(reading: Reading, sets: Sequence[TileSetProfile]) -> bool:
    """Whether White may be the darker colour in a reading that shows no learned set clearly: the
    two are hardly apart in lightness, or look like a learned set whose White is the darker one."""
    if reading.white is None or reading.blue is None:
        return False
    seen = (reading.white, reading.blue)
    if lighter_by(*seen) < CLEARLY_LIGHTER:
        return True
    misfits = [_misfits(seen, each) for each in sets]
    return any(crossed < min(straight, MOST_MISFIT) for straight, crossed in misfits)


def shows_other_set(seen: ColourPair, known: ColourPair) -> bool:
    """Whether no light explains that a photo shows a set's two colours like this, whichever of them
    is White: it rather shows another set. This was said of none of 300 photos of 60 rendered sets
    in other light, and of 64 % of 5040 photos of other sets: some are too alike to be told apart.
    """
    return min(light_misfit(seen, known), light_misfit(seen[::-1], known)) > MOST_MISFIT


def _misfits(seen: ColourPair, known: TileSetProfile) -> tuple[float, float]:
    """How badly light explains colours as those of a set, with their names and crossed."""
    colours = _colours_of(known)
    return light_misfit(seen, colours), light_misfit(seen[::-1], colours)


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
    return most if most and is_clear else None


def _profile(lessons: Sequence[Lesson], number: int) -> TileSetProfile:
    """The set that agreeing lessons show."""
    spreads = [
        float(np.std([_pair(lesson)[k] for lesson in lessons], axis=0).mean()) for k in (0, 1)
    ]
    middle = [rounded(np.median([_pair(lesson)[k] for lesson in lessons], axis=0)) for k in (0, 1)]
    white, blue = map(MeasuredColour, middle, spreads)
    shown = {lesson.photo: lesson.drawing for lesson in lessons if lesson.drawing is not None}
    drawn = remembered(shown, is_kept_back)
    return TileSetProfile(
        f"learned {number}",
        white,
        blue,
        line=drawn.line,
        rim=drawn.rim,
        body=drawn.body,
        photos=len(lessons),
        tiles=drawn.tiles,
    )
