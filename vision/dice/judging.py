"""Whether a candidate is a die, and whether its face is read right: two fitted scores.

Each is a logistic function of a few measures of the candidate, fitted on drawn tables on which many
things look like dice (`palago.vision.training.dice.judging` makes `weights/dice_judging.json`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...calibration.arrays import Floats
from ..faces.logistic import log_odds, logistic
from ..fitted import fitted_numbers
from .die_states import STATES
from .faces import TOPS
from .finder import DiceFound

TOLD = 0.5
"""A face less likely than this is not told."""
CLEAREST = 5.0
"""A top that is clearer, in log odds, speaks no more for a die: the clearest are dominoes'."""
ALIKE = 0.25
"""Two dice are as large as dice of one set where their edges differ by less, in logarithms."""
ALIKE_COLOURS = 60.0
"""Two dice are alike in colour where their colours differ by less."""
WHOLE = 0.7
"""Distance from the picture's rim, in edges, from which a die is not cut off."""
APART = 0.8
"""What is nearer to a die than this, in edges, may be the same thing, and speaks for nothing."""
DIE_MEASURES = (
    "constant", "whole", "pattern", "spot", "sign", "finder", "company", "no board", "outline",
    "kin", "cut",
)  # fmt: skip
"""What speaks for a die:

whole: how likely the network finds one;
pattern, spot, sign: how clear its top is if it shows one (balls and buttons show a spot);
finder: its score;
company: how much speaks for another die of this size;
no board: nothing tells the size;
outline: how well that of a cube fits;
kin: how much speaks for another die of this size and colour;
cut: how much of it lies beyond the picture's rim, where much looks like a die.
"""
FACE_MEASURES = ("constant", "die", "face", "lying")
"""What speaks for a face: that it is on a die, how clear it is, and that the die lies."""


@dataclass(frozen=True)
class PossibleDice:
    """What may be dice, likeliest first.

    seen: places, with the finder's scores.
    ups (n, 2): the step in the picture, in edges, that leads up one edge.
    states (n, len(STATES)), faces (n, len(TOPS)): probabilities.
    outlines (n,): how well a cube's outline fits there.
    colours (n, 3): BGR, of the dice themselves.
    gaps (n,): how far the picture's rim is, in edges.
    beside_a_board: a board tells their size and which way is up.
    """

    seen: DiceFound
    ups: Floats
    states: Floats
    faces: Floats
    outlines: Floats
    colours: Floats
    gaps: Floats
    beside_a_board: bool


def die_measures(found: PossibleDice) -> Floats:
    """The DIE_MEASURES (n, 11) of candidates."""
    seen, faces = found.seen, found.faces
    whole = log_odds(1.0 - found.states[:, STATES.index("none")])
    tops = faces.argmax(axis=1)
    clear = np.clip(log_odds(faces.max(axis=1)), 0.0, CLEAREST)
    is_sign, is_spot = (tops == TOPS.index(face) for face in ("sign", "remove"))
    evidence = np.maximum(whole, 0.0) + np.where(is_sign | is_spot, 0.0, clear)
    alike = _alike_in_size(seen)
    shades = np.linalg.norm(found.colours[:, None] - found.colours[None], axis=2)
    of_one_set = alike * np.maximum(0.0, 1.0 - shades / ALIKE_COLOURS)
    return np.column_stack([
        np.ones(len(seen)), whole,
        clear * ~(is_sign | is_spot), clear * is_spot, clear * is_sign,
        log_odds(seen.scores), (alike * evidence).max(axis=1, initial=0.0),
        np.full(len(seen), float(not found.beside_a_board)), log_odds(found.outlines),
        (of_one_set * evidence).max(axis=1, initial=0.0), np.maximum(0.0, WHOLE - found.gaps),
    ])  # fmt: skip


def _alike_in_size(seen: DiceFound) -> Floats:
    """How much two of the candidates (n, n) are of one size, 0 to 1; 0 for one and itself."""
    ratios = np.abs(np.log(seen.sides[:, None] / seen.sides[None]))
    gaps = np.linalg.norm(seen.middles[:, None] - seen.middles[None], axis=2)
    is_other = gaps > APART * seen.sides[:, None]
    return np.where(is_other, np.maximum(0.0, 1.0 - ratios / ALIKE), 0.0)


def die_chances(measures: Floats) -> Floats:
    """The probabilities (n,) of being a die, by DIE_MEASURES (n, 11)."""
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
