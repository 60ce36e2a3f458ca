"""What several looks together say of a die that lies still.

Frames of a die at rest show the same again and again: they are no witnesses apart. So what the
looks say is averaged, never multiplied. Of a die that rests two things are known that no single
frame can tell: it does not roll, and it has come to lie where nothing lay.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np

from ....calibration.arrays import Floats, Integers16
from ...faces.logistic import log_odds
from ...faces.networks import softmax
from ...readings.dice import FACES, DieReading
from ..die_states import STATES
from ..faces import TOPS
from ..judging import TOLD
from ..reader import JudgedDie

AT_REST = [STATES.index(state) for state in ("lying", "cocked", "hidden")]
TOP_COUNTS = 0.25
"""How much a clear top speaks for a die, beside how likely the whole is one, in log odds."""
FAINT = 1e-4
"""No chance is taken for smaller than this."""


@dataclass(frozen=True)
class RestingDie:
    """Something that may be a die and has lain still from ``since`` on, in seconds of the film.

    ``reading`` is where it was seen last, ``patch`` how that place looked in a small copy of the
    frame, ``there_at`` when it last looked so. ``states`` and ``faces`` are sums over the looks:
    logarithms of what each gave for STATES and TOPS, weighed by how much it took the thing for a
    die. ``weight`` is the sum of these weights. ``chance`` is the chance of a die that two looks at
    least gave, ``best`` the one of the best look. What ``is_on_a_tile`` may be a part of the tile's
    pattern. ``first`` is its place as it was measured at first, by fewer tiles: it is reported
    there, for it has not moved since. ``sides`` are such sums of how likely its sides make each of
    FACES, ``sides_weight`` the weight of the looks that saw any side.
    """

    reading: DieReading
    since: float
    there_at: float
    patch: Integers16
    states: Floats
    faces: Floats
    weight: float
    best: float
    chance: float = 0.0
    looks: int = 1
    looked_at: float = -math.inf
    is_on_a_tile: bool = False
    first: DieReading | None = None
    sides: Floats = field(default_factory=lambda: np.zeros(len(FACES)))
    sides_weight: float = 0.0

    @classmethod
    def seen(
        cls, die: JudgedDie, reading: DieReading, since: float, time: float, patch: Integers16
    ) -> RestingDie:
        """As a first look shows it."""
        chance = chance_of(die)
        states, faces = _logarithms(die)
        sides, weight = _left_open(die)
        return cls(
            reading, since, time, patch, chance * states, chance * faces, chance, best=chance,
            looked_at=time, sides=sides, sides_weight=weight,
        )  # fmt: skip

    def seen_again(
        self, die: JudgedDie, reading: DieReading, time: float, patch: Integers16
    ) -> RestingDie:
        """With one more look."""
        chance = chance_of(die)
        states, faces = _logarithms(die)
        sides, weight = _left_open(die)
        if reading.place is None:
            known = self.reading
            reading = replace(reading, place=known.place, edge=known.edge)
        return replace(
            self,
            reading=reading,
            first=self.placed,
            there_at=time,
            patch=patch,
            states=self.states + chance * states,
            faces=self.faces + chance * faces,
            weight=self.weight + chance,
            best=max(self.best, chance),
            chance=max(self.chance, min(self.best, chance)),
            looks=self.looks + (time > self.looked_at),
            looked_at=time,
            sides=self.sides + sides,
            sides_weight=self.sides_weight + weight,
        )

    @property
    def placed(self) -> DieReading:
        """The reading that tells its place: the first that knew one."""
        return self.reading if self.first is None or self.first.place is None else self.first

    @property
    def strength(self) -> float:
        """How much speaks for a die, in log odds: the whole, and a clear top."""
        if self.looks < 2:
            return -math.inf
        whole, top = log_odds(np.array([self.chance, float(self._face_chances().max())]))
        return float(whole + TOP_COUNTS * top)

    def shows_what(self, die: JudgedDie) -> bool:
        """Whether a look shows on top what the looks before showed."""
        return int(np.argmax(self.faces)) == int(np.argmax(_logarithms(die)[1]))

    def as_told(self) -> DieReading:
        """The die with the face that all looks together tell, and how sure they are."""
        rest = softmax(self.states[AT_REST] / self.weight)
        chances = self._face_chances()
        state = STATES[AT_REST[int(np.argmax(rest))]]
        # A die that was rolled shows one of these, whatever else it looks like.
        shown = chances[[TOPS.index(face) for face in FACES]]
        tellable = self._not_on_sides(shown)
        best = int(np.argmax(tellable))
        # Without its sides a top has to be clear by itself: it may show another sign.
        sure = float(tellable[best] if self.sides_weight else shown[best])
        is_told = state == "lying" and sure >= TOLD
        return replace(
            self.reading,
            place=self.placed.place,
            edge=self.placed.edge,
            face=FACES[best] if is_told else None,
            confidence=float(rest[0]) * sure if is_told else float(rest.max()),
            state=state,
            chances=tuple(map(float, tellable)),
        )

    def _not_on_sides(self, shown: Floats) -> Floats:
        """How likely each of FACES is on top, by what the top shows (6,) and the sides leave
        open."""
        chances = shown / shown.sum()
        if not self.sides_weight:
            return np.asarray(chances)
        # What an unclear top seems to show says little of what the sides leave open.
        unclear = (1.0 - shown.max()) ** 2
        left = (chances + unclear / len(FACES)) * np.exp(self.sides / self.sides_weight)
        return np.asarray(left / left.sum())

    def _face_chances(self) -> Floats:
        return softmax(self.faces / self.weight)


def _left_open(die: JudgedDie) -> tuple[Floats, float]:
    """What a look's sides leave open, in logarithms, and what it weighs; nothing of unseen ones."""
    if not die.open_faces:
        return np.zeros(len(FACES)), 0.0
    weight = chance_of(die)
    return weight * np.log(np.maximum(die.open_faces, FAINT)), weight


def chance_of(die: JudgedDie) -> float:
    """How likely it is a die at all."""
    return max(FAINT, 1.0 - die.states[-1]) if die.states else die.confidence


def _logarithms(die: JudgedDie) -> tuple[Floats, Floats]:
    """What a look gives for STATES and for TOPS; for a die that was told the rest is shared."""
    states = die.states or _shared(die.confidence, STATES, die.state)
    faces = die.faces or _shared(die.confidence, TOPS, die.face or "sign")
    return np.log(np.maximum(states, FAINT)), np.log(np.maximum(faces, FAINT))


def _shared(chance: float, words: tuple[str, ...], word: str) -> tuple[float, ...]:
    rest = (1.0 - chance) / (len(words) - 1)
    return tuple(chance if other == word else rest for other in words)
