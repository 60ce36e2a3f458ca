"""All dice of a photo: found, turned upright by the board's camera, read, and judged.

Whether something is a die, and how it lies, is for `states` to say; what it shows, for `faces`.
A board adds two things: which way is up, and that dice are some 10 to 30 mm wide beside tiles of 40
to 60.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..faces.logistic import log_odds, logistic
from ..faces.networks import is_shipped
from ..lattice.plane import TableView
from ..photos.shrink import Halves
from .faces import FACES, face_probabilities
from .finder import DiceFound, find_dice, lone
from .patches import UNKNOWN_LEAN
from .states import STATES, judge_states
from .taught import TaughtFaces, told_by
from .upright import Uprights

Floats = NDArray[np.float64]

NETWORKS = ("dice_finder", "dice_states", "dice_tops")
"""Without all of them, as before they are trained, no dice are seen."""
EDGES = (0.26, 1.35)
"""How long dice can be, in sides of a tile."""
LIKELY = 0.9
"""What is less likely a die than this is not looked at further."""
TOLD_OF, OF_A_SIGN, OF_OTHERS = 0.995, 0.997, 0.991
"""How likely something has to be a die to be told at all, since what is none would confuse a roll:
where it shows a face, that it is one and that its top is read together; where it shows none; and
where it leans, rolls or is half hidden."""
TOLD_OF_BESIDE, OF_A_SIGN_BESIDE, OF_OTHERS_BESIDE = 0.99, 0.995, 0.982
"""The same beside a board, which tells how large dice are and which way is up."""
TOP_COUNTS = 0.25
"""How much a clear top speaks for a die, beside how likely the whole is one, in log odds. A single
spot says nothing: balls, draughts, buttons and cups show one, too, if only by a light."""
CLEAR_TOP = 5.0
"""A top clearer than this, in log odds, speaks no more for a die: the clearest are of dominoes."""
DOUBT = 2.6
"""So much, in log odds, the networks think too well of what is told of: there is far more on tables
that is none."""
INSIDE = 0.55
"""Nearer to the picture's rim than this, in edges, a die is cut off, and much looks like one."""
WITH_A_SYMBOL = 0.7
"""What bears a taught symbol is a die with this chance."""
TOLD = 0.5
"""A face less likely than this is not told."""


@dataclass(frozen=True)
class SeenDie:
    """One die in pixels of the picture: see `DieReading`. `middle` is that of the whole cube.

    `states` and `faces` are the probabilities of STATES and FACES, none where nobody has any.
    """

    face: str | None
    state: str
    confidence: float
    middle: tuple[float, float]
    center: tuple[float, float]
    side: float
    states: tuple[float, ...] = ()
    faces: tuple[float, ...] = ()


def read_dice(
    halves: Halves,
    view: TableView | None,
    tile_width: float | None,
    taught: Sequence[TaughtFaces] = (),
    least: float | None = None,
) -> tuple[SeenDie, ...]:
    """The dice in a picture; `view` and `tile_width` (pixels) are those of its board, if any.

    `taught` are symbols that have been shown: they are believed before the network is, and speak
    for a die. With `least` all is told that is a die with this chance.
    """
    if not all(is_shipped(name) for name in NETWORKS):
        return ()
    seen = find_dice(halves, tile_width)
    if len(seen) == 0:
        return ()
    seen, ups, leans, known = upright(seen, view)
    if len(seen) == 0:
        return ()
    looked = judge_states(halves, seen.middles, seen.sides, ups, leans)
    beyond = np.array(halves.size) - looked.middles
    gaps = np.minimum(looked.middles.min(axis=1), beyond.min(axis=1))
    chances = np.where(
        gaps > INSIDE * looked.sides, 1.0 - looked.states[:, STATES.index("none")], 0.0
    )
    enough = least or (WITH_A_SYMBOL if taught else LIKELY)
    likely = np.argsort(-chances, kind="stable")[: int((chances >= enough).sum())]
    if len(likely) == 0:
        return ()
    # The finder points at a die roughly, and more than once; only now it is known where it lies.
    seen = DiceFound(looked.middles, looked.sides, chances)
    likely = likely[lone(seen.chosen(likely))]
    ups = ups if known else np.broadcast_to(np.median(looked.ups[likely], axis=0), ups.shape)
    seen, ups, states = seen.chosen(likely), ups[likely], looked.states[likely]
    faces = face_probabilities(halves, view, seen.middles, seen.sides, ups)
    dice = judged(seen, ups, faces, states, least, beside_a_board=known)
    if not taught:
        return dice
    doubtful = judged(seen, ups, faces, states, least or WITH_A_SYMBOL)
    named = [(die, _as_taught(halves, view, die, taught)) for die in doubtful]
    return tuple(told or die for die, told in named if told is not None or die in dice)


def _as_taught(
    halves: Halves, view: TableView | None, die: SeenDie, taught: Sequence[TaughtFaces]
) -> SeenDie | None:
    """The die with its face, if a taught symbol lies on top."""
    if die.state != "lying":
        return None
    middle, center = np.array(die.middle), np.array(die.center)
    face, chance = told_by(halves, view, middle, center, die.side, taught)
    if face is None or chance < TOLD:
        return None
    is_die = 1.0 - die.states[STATES.index("none")]
    return replace(die, face=face, confidence=chance * is_die)


def upright(seen: DiceFound, view: TableView | None) -> tuple[DiceFound, Floats, Floats, bool]:
    """The candidates of a size that dice can have; for each which way is up (n, 2) and how far the
    camera leans there (n,); and whether a board told these."""
    count = len(seen)
    if view is None:
        ups = np.tile([0.0, -1.0], (count, 1))
        return seen, ups, np.full(count, UNKNOWN_LEAN), False
    ups, lengths = Uprights(view).at(seen.middles)
    edges = seen.sides / np.maximum(lengths, 1e-9)
    fit = np.isfinite(edges) & (edges >= EDGES[0]) & (edges <= EDGES[1])
    seen, ups = seen.chosen(fit), ups[fit]
    leans = np.linalg.norm(ups, axis=1)
    return seen, ups, leans, True


def judged(
    seen: DiceFound, ups: Floats, faces: Floats, states: Floats, least: float | None = None,
    *, beside_a_board: bool = False,
) -> tuple[SeenDie, ...]:  # fmt: skip
    """The dice among candidates, by the probabilities of their faces and states; `least` is how
    likely they have to be dice, if it is not as ever."""
    dice = []
    with_a_face, of_a_sign, not_flat = TOLD_OF, OF_A_SIGN, OF_OTHERS
    if beside_a_board:
        with_a_face, of_a_sign = TOLD_OF_BESIDE, OF_A_SIGN_BESIDE
        not_flat = OF_OTHERS_BESIDE
    for index in range(len(seen)):
        chance_of_die = 1.0 - float(states[index, STATES.index("none")])
        likeliest = int(np.argmax(states[index, :-1]))
        state = STATES[likeliest]
        with_top = log_odds(np.array([chance_of_die, float(faces[index].max())]))
        top = int(np.argmax(faces[index]))
        counts = 0.0 if FACES[top] == "remove" else TOP_COUNTS
        together = with_top[:1] + counts * np.minimum(with_top[1:], CLEAR_TOP)
        has_face = FACES[top] != "sign" and faces[index, top] >= TOLD
        alone = of_a_sign if state == "lying" else not_flat
        is_clear = state == "lying" and has_face
        told_of = logistic(together)[0] >= with_a_face if is_clear else chance_of_die >= alone
        if not (told_of if least is None else chance_of_die >= least):
            continue
        face, chance = FACES[top], float(faces[index, top])
        told = state in ("lying", "hidden") and face != "sign" and chance >= TOLD
        state_of_die = float(states[index, likeliest]) / max(chance_of_die, 1e-9)
        is_die = float(logistic(together - DOUBT)[0])
        confidence = is_die * state_of_die * chance if told else chance_of_die
        middle = seen.middles[index]
        center = middle + 0.5 * seen.sides[index] * ups[index]
        dice.append(
            SeenDie(
                face if told else None,
                state,
                min(max(confidence, 0.0), 1.0),
                (float(middle[0]), float(middle[1])),
                (float(center[0]), float(center[1])),
                float(seen.sides[index]),
                tuple(map(float, states[index])),
                tuple(map(float, faces[index])),
            )
        )
    return tuple(dice)
