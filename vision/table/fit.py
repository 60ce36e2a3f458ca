"""From the lessons of a table to how far its readings can be trusted. A ridge holds the fit near
the shipped confidence, a part of the photos is kept back to test it, and it is followed only so far
as few wrong tiles of other tables would be sure."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from ...calibration.arrays import Flags, Floats
from ...engine.tiles.observation import SURE
from ..faces.logistic import believed, logistic
from ..fitted import fitted_numbers
from .lesson import Lesson, is_kept_back
from .trust import TableTrust, odds_of

FEWEST_PHOTOS = 12
"""Minimum number of photos of a table before it teaches anything."""
FEWEST_TILES = 60
"""Minimum number of tiles that these photos show."""
SHIFT_SPREAD = 1.0
"""Standard deviation of a table's shift from none, as believed beforehand."""
SLOPE_SPREAD = 0.25
"""Standard deviation of its slope from the shipped one, as believed beforehand."""
MOST_WRONG = 0.01
"""Maximum share of wrong ones among other tables' tiles that would become sure."""
STEPS = np.linspace(1.0, 0.1, 19)
"""Shares of the way from the shipped confidence to the fitted one that are tried."""


def fitted_trust(lessons: Sequence[Lesson]) -> TableTrust:
    """The trust that some lessons teach; plain where they are too few, or where it would not be an
    improvement on photos that were kept back."""
    scores, right, held = _rows(lessons)
    photos = sum(bool(lesson.faces) for lesson in lessons)
    if photos < FEWEST_PHOTOS or len(scores) < FEWEST_TILES or not held.any() or held.all():
        return TableTrust()
    tried = _fit(scores[~held], right[~held])
    if not _is_no_worse(tried, scores[held], right[held]):
        return TableTrust()
    whole = _fit(scores, right)
    for share in STEPS:
        shift, slope = share * whole.shift, 1.0 + share * (whole.slope - 1.0)
        trust = TableTrust(round(float(shift), 3), round(float(slope), 3))
        if _suits_other_tables(trust) and _is_no_worse(trust, scores, right):
            return trust
    return TableTrust()


def _rows(lessons: Sequence[Lesson]) -> tuple[Floats, Flags, Flags]:
    """Log odds, whether right, and whether kept back, of all tiles."""
    rows = [
        (confidence, right, is_kept_back(lesson.photo))
        for lesson in lessons
        for confidence, right in lesson.faces
    ]
    scores = odds_of(np.array([row[0] for row in rows], np.float64))
    right, held = (np.array([row[k] for row in rows], np.bool_) for k in (1, 2))
    return scores, right, held


def _fit(scores: Floats, right: Flags) -> TableTrust:
    """The logistic function of one score, with a ridge around no change."""
    ridge = np.array([SHIFT_SPREAD**-2, SLOPE_SPREAD**-2])
    shift, slope = believed(scores, right, ridge)
    return TableTrust(shift, max(slope, 0.2))


def _is_no_worse(trust: TableTrust, scores: Floats, right: Flags) -> bool:
    """Whether a trust explains tiles as well as none does, with no more of them wrong and sure."""
    before, after = logistic(scores), trust.applied_to(scores)
    wrong_and_sure = [int((~right & (chances >= SURE)).sum()) for chances in (before, after)]
    return wrong_and_sure[1] <= wrong_and_sure[0] and _loss(after, right) <= _loss(before, right)


def _suits_other_tables(trust: TableTrust) -> bool:
    """Whether hardly any tile of other tables would become sure and be wrong."""
    scores, right = _general()
    now = trust.applied_to(scores) >= SURE
    return bool((now & ~right).sum() <= MOST_WRONG * now.sum())


@cache
def _general() -> tuple[Floats, Flags]:
    """Tiles of other tables that the shipped confidence leaves in doubt (`training.doubts`): log
    odds, and whether right."""
    stored = fitted_numbers("doubts")
    sides = [odds_of(np.array(stored[name], np.float64)) for name in ("right", "wrong")]
    is_right = np.concatenate([np.full(len(side), k == 0) for k, side in enumerate(sides)])
    return np.concatenate(sides), is_right


def _loss(chances: Floats, right: Flags) -> float:
    """The mean surprise at what was right and wrong."""
    return float(-np.log(np.where(right, chances, 1.0 - chances) + 1e-9).mean())
