"""All dice of a photo: found, turned upright by the board's camera, read, and judged.

`die_states` says what something is and how it lies, `faces` what it shows, `judging` whether both
together make it a die. A board adds two things: which way is up, and that dice are some 10 to 30 mm
wide beside tiles of 40 to 60.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...calibration.arrays import Floats
from ..faces.networks import softmax
from ..photos.shrink import Halves
from .camera import TableCamera
from .die_states import STATES, judge_states, look_at
from .faces import TOPS, face_probabilities
from .finder import DiceFound, find_dice, lone
from .judging import TOLD, PossibleDice, die_chances, die_measures, face_chances, face_measures
from .outlines import outline_fits
from .patches import UNKNOWN_LEAN, body_colours, die_patches
from .sides import not_on_sides, side_probabilities
from .taught import TaughtFaces, told_by

EDGES = (0.26, 1.35)
"""How long dice can be, in sides of a tile."""
LIKELY = 0.35
"""The least chance, by its look, of a die that is looked into: what it shows, and what lies beside
it, may make it surer. With a taught symbol on top this chance is enough."""
TOLD_OF = 0.95
"""The chance from which a die is told: a thing that is none would confuse a roll."""
GUESSED_WITHIN = 0.2
"""Usual error, in edges, of which way is up as the network guesses it from a die alone."""


@dataclass(frozen=True)
class JudgedDie:
    """One die in pixels of the picture: see `DieReading`. `middle` is that of the whole cube.

    `states` and `faces` are the probabilities of STATES and TOPS, none where nobody has any;
    `open_faces` says how likely each face that can be told is not on its sides (see `sides`).
    """

    face: str | None
    state: str
    confidence: float
    middle: tuple[float, float]
    center: tuple[float, float]
    side: float
    states: tuple[float, ...] = ()
    faces: tuple[float, ...] = ()
    open_faces: tuple[float, ...] = ()


def read_dice(
    halves: Halves,
    cameras: Sequence[TableCamera],
    tile_width: float | None,
    taught: Sequence[TaughtFaces] = (),
    least: float | None = None,
) -> tuple[JudgedDie, ...]:
    """The dice in a picture; `cameras` are those that may be over its board, and `tile_width`
    (pixels) is its tiles', if there is one.

    `taught` are symbols that have been shown: they are believed before the network is, and speak
    for a die. `least` asks for whatever is a die with this chance, and for what its sides show.
    """
    found = possible_dice(halves, cameras, tile_width, LIKELY if least is None else least)
    if found is None:
        return ()
    dice = judged(found, least)
    if least is not None:
        dice = tuple(_with_sides(halves, die) for die in dice)
    if not taught:
        return dice
    doubtful = judged(found, LIKELY if least is None else least)
    named = [(die, _as_taught(halves, die, taught)) for die in doubtful]
    return tuple(told or die for die, told in named if told is not None or die in dice)


def possible_dice(
    halves: Halves, cameras: Sequence[TableCamera], tile_width: float | None, least: float
) -> PossibleDice | None:
    """What is a die in a picture with at least this chance; None where nothing is."""
    found = find_dice(halves, tile_width)
    seen, ups, leans, known = upright(found, camera_by_dice(halves, found, cameras))
    if len(seen) == 0:
        return None
    looked = judge_states(halves, seen.middles, seen.sides, ups, leans)
    chances = 1.0 - looked.states[:, STATES.index("none")]
    likely = np.argsort(-chances, kind="stable")[: int((chances >= least).sum())]
    if len(likely) == 0:
        return None
    # The finder points at a die roughly, and more than once; only now it is known where it lies.
    seen = DiceFound(looked.middles, looked.sides, seen.scores)
    likely = likely[lone(seen.take(likely))]
    seen, ups, states = seen.take(likely), looked.ups[likely], looked.states[likely]
    if not known:
        ups = np.broadcast_to(np.median(ups, axis=0), ups.shape)
    faces = face_probabilities(halves, seen.middles, seen.sides, ups)
    patches = die_patches(halves, seen.middles, seen.sides, ups)
    outlines = outline_fits(patches, np.linalg.norm(ups, axis=1))
    beyond = np.array(halves.size) - seen.middles
    gaps = np.minimum(seen.middles.min(axis=1), beyond.min(axis=1)) / seen.sides
    return PossibleDice(seen, ups, states, faces, outlines, body_colours(patches), gaps, known)


def _with_sides(halves: Halves, die: JudgedDie) -> JudgedDie:
    """What may well be a die, with what its sides leave open."""
    if 1.0 - die.states[STATES.index("none")] < LIKELY:
        return die
    middle = np.array(die.middle)
    up = 2 * (np.array(die.center) - middle) / die.side
    sides = side_probabilities(halves, middle, die.side, up)
    return replace(die, open_faces=tuple(map(float, not_on_sides(sides)))) if len(sides) else die


def _as_taught(halves: Halves, die: JudgedDie, taught: Sequence[TaughtFaces]) -> JudgedDie | None:
    """The die with its face, if a taught symbol lies on top."""
    if die.state != "lying":
        return None
    middle, center = np.array(die.middle), np.array(die.center)
    face, chance = told_by(halves, middle, center, die.side, taught)
    if face is None or chance < TOLD:
        return None
    is_die = 1.0 - die.states[STATES.index("none")]
    return replace(die, face=face, confidence=chance * is_die)


def camera_by_dice(
    halves: Halves, seen: DiceFound, cameras: Sequence[TableCamera]
) -> TableCamera | None:
    """Of the cameras that may be over a board the one that sees the dice as they are: the networks
    tell which way is up by the dice alone."""
    if len(cameras) < 2 or len(seen) == 0:
        return cameras[0] if cameras else None
    _, ups, leans, _ = upright(seen, None)
    looked = look_at("dice_states", halves, seen.middles, seen.sides, ups, leans)
    chances = 1.0 - softmax(looked.states)[:, STATES.index("none")]

    def cost(camera: TableCamera) -> float:
        wrong = np.linalg.norm(camera.ups_at(looked.middles)[0] - looked.ups, axis=1)
        return camera.cost + 2.0 / GUESSED_WITHIN * float(chances @ wrong)

    return min(cameras, key=cost)


def upright(seen: DiceFound, camera: TableCamera | None) -> tuple[DiceFound, Floats, Floats, bool]:
    """The candidates of a size that dice can have; for each which way is up (n, 2) and how far the
    camera leans there (n,); and whether a board told these."""
    if camera is None:
        ups = np.tile([0.0, -1.0], (len(seen), 1))
        return seen, ups, np.full(len(seen), UNKNOWN_LEAN), False
    ups, lengths = camera.ups_at(seen.middles)
    edges = seen.sides / np.maximum(lengths, 1e-9)
    fit = np.isfinite(edges) & (edges >= EDGES[0]) & (edges <= EDGES[1])
    return seen.take(fit), ups[fit], np.linalg.norm(ups[fit], axis=1), True


def judged(found: PossibleDice, least: float | None = None) -> tuple[JudgedDie, ...]:
    """The dice among candidates; with `least` all of them that are dice with this chance."""
    states, faces = found.states, found.faces
    chances = die_chances(die_measures(found))
    rights = face_chances(face_measures(chances, states, faces))
    likely = chances >= TOLD_OF if least is None else states[:, STATES.index("none")] <= 1 - least
    return tuple(
        _judged_die(found, int(index), float(chances[index]), float(rights[index]))
        for index in np.flatnonzero(likely)
    )


def _judged_die(found: PossibleDice, index: int, chance: float, right: float) -> JudgedDie:
    """A candidate that is a die with this chance, whose likeliest face is right with the other."""
    states, faces = found.states[index], found.faces[index]
    state, face = STATES[int(np.argmax(states[:-1]))], TOPS[int(np.argmax(faces))]
    told = state in ("lying", "hidden") and face != "sign" and faces.max() >= TOLD
    middle, side = found.seen.middles[index], float(found.seen.sides[index])
    center = middle + 0.5 * side * found.ups[index]
    return JudgedDie(
        face if told else None,
        state,
        right if told else chance,
        (float(middle[0]), float(middle[1])),
        (float(center[0]), float(center[1])),
        side,
        tuple(map(float, states)),
        tuple(map(float, faces)),
    )
