"""Whether a candidate is a die, and whether its face is read right: two fitted scores.

Each is a logistic function of a few measures of the candidate, fitted on drawn tables on which many
things look like dice (`palago.vision.training.dice.judging` makes `weights/dice_judging.json`).
"""

from __future__ import annotations

import numpy as np

from ...calibration.arrays import Floats
from ..faces.logistic import log_odds, logistic
from ..fitted import fitted_numbers
from .faces import TOPS
from .finder import DiceFound
from .states import STATES

TOLD = 0.5
"""A face less likely than this is not told."""
CLEAREST = 5.0
"""A top clearer than this, in log odds, speaks no more for a die: the clearest are of dominoes."""
ALIKE = 0.25
"""Two are as large as dice of one set where their edges differ by less, in logarithms."""
APART = 0.8
"""What is nearer than so many edges may be the same thing, and speaks for nothing."""
DIE_MEASURES = ("constant", "whole", "pattern", "spot", "sign", "finder", "company", "no board")
"""What speaks for a die:

whole: how likely the network finds one;
pattern, spot, sign: how clear its top is if it shows one (balls and buttons show a spot);
finder: its score;
company: how much speaks for another die of this size;
no board: nothing tells the size.
"""
FACE_MEASURES = ("constant", "die", "face", "lying")
"""What speaks for a face: that it is on a die, how clear it is, and that the die lies."""


def die_measures(seen: DiceFound, states: Floats, faces: Floats, *, no_board: bool) -> Floats:
    """The DIE_MEASURES (n, 8) of candidates with these scores of the finder, probabilities of
    STATES (n, len(STATES)) and of TOPS (n, len(TOPS))."""
    whole = log_odds(1.0 - states[:, STATES.index("none")])
    tops = faces.argmax(axis=1)
    clear = np.clip(log_odds(faces.max(axis=1)), 0.0, CLEAREST)
    is_sign, is_spot = (tops == TOPS.index(face) for face in ("sign", "remove"))
    evidence = np.maximum(whole, 0.0) + np.where(is_sign | is_spot, 0.0, clear)
    return np.column_stack([
        np.ones(len(seen)), whole,
        clear * ~(is_sign | is_spot), clear * is_spot, clear * is_sign,
        log_odds(seen.scores), _company(seen, evidence), np.full(len(seen), float(no_board)),
    ])  # fmt: skip


def _company(seen: DiceFound, evidence: Floats) -> Floats:
    """For each candidate the evidence for the best other one that is as large as it is."""
    ratios = np.abs(np.log(seen.sides[:, None] / seen.sides[None]))
    gaps = np.linalg.norm(seen.middles[:, None] - seen.middles[None], axis=2)
    is_other = gaps > APART * seen.sides[:, None]
    likeness = np.where(is_other, np.maximum(0.0, 1.0 - ratios / ALIKE), 0.0)
    return np.asarray((likeness * evidence[None]).max(axis=1, initial=0.0))


def die_chances(measures: Floats) -> Floats:
    """The probabilities (n,) of being a die, by DIE_MEASURES (n, 8)."""
    return logistic(measures @ np.array(fitted_numbers("dice_judging")["die"]))


def face_measures(chances: Floats, states: Floats, faces: Floats) -> Floats:
    """The FACE_MEASURES (n, 4) of candidates that are dice with these chances (n,)."""
    is_die = np.maximum(1.0 - states[:, STATES.index("none")], 1e-9)
    lying = states[:, STATES.index("lying")] / is_die
    parts = (log_odds(chances), log_odds(faces.max(axis=1)), log_odds(lying))
    return np.column_stack([np.ones(len(chances)), *parts])


def face_chances(measures: Floats) -> Floats:
    """The probabilities (n,) that the likeliest face is the right one, by FACE_MEASURES (n, 4)."""
    return logistic(measures @ np.array(fitted_numbers("dice_judging")["face"]))
