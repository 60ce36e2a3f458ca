"""The dice that lie on a table from one sighting to the next: which of them are a new roll.

Dice lie where they fell until somebody picks them up, so what has not moved is left over from an
earlier roll. Dice that come to lie elsewhere are a roll; one that was only pushed a little, with
the same face up, is none. Nothing here depends on the clock, only on the order of sightings.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from ...games.seats import MOST_PLAYERS
from ...tiles.dice_seen import DieSeen
from ..dice import DiceError, DieFace, Roll

SAME_PLACE = 0.6
"""A die has not moved if its middle is nearer than this, in its edges, to where it was."""
PLAIN_FACE = 0.99
"""Chance of a die's face from which nobody is asked, if the die itself is `CLEAR`. In films of 60
drawn tables 335 of 360 rolls were told whole, and none of their faces was wrong: 232 are taken so,
182 by sure faces alone."""
CLEAR = 0.92
"""Least chance that a die lies there, for `PLAIN_FACE`. In 112 drawn photos no other thing with a
plain face reached more than 0.919, even where its place spoke for a die."""
PUSHED = 2.5
"""A die that shows the same face nearer than this, in its edges, to where it lay was pushed."""


@dataclass(frozen=True)
class RollSeen:
    """Dice that have come to lie anew.

    ``partly`` says that other dice of the roll before still lie where they were: perhaps only some
    were rolled again. ``pushed`` says that they show what lay there before and have not gone far.
    ``lacking`` dice of the roll were never seen.
    """

    dice: tuple[DieSeen, ...]
    partly: bool = False
    pushed: bool = False
    lacking: int = 0

    @property
    def faces(self) -> tuple[DieFace, ...]:
        """The faces that could be told, as the dice are listed."""
        return tuple(DieFace(die.face) for die in self.dice if die.face is not None)

    @property
    def roll(self) -> Roll | None:
        """The roll, None where a face could not be told, or where dice lack or are too many."""
        if len(self.faces) < len(self.dice) + self.lacking:
            return None
        try:
            return Roll.of(self.faces)
        except DiceError:
            return None

    @property
    def confidence(self) -> float:
        """How likely all its faces are right; 0 where one could not be told."""
        if self.roll is None:
            return 0.0
        return math.prod(die.confidence for die in self.dice)

    @property
    def is_sure(self) -> bool:
        """Whether it can be relied on without a question."""
        return not (self.partly or self.pushed or self.lacking) and all(
            is_clear(die) for die in self.dice
        )


def is_clear(die: DieSeen) -> bool:
    """Whether a die's face needs no question: it is sure, or as good as sure on one that perhaps
    does not lie quite flat."""
    is_plain = die.lies and die.confidence >= CLEAR and die.face is not None
    return die.is_sure or (is_plain and dict(die.chances).get(str(die.face), 0.0) >= PLAIN_FACE)


@dataclass(frozen=True)
class DiceOnTable:
    """What is known of the dice so far. Immutable: begin with an empty one and ``see`` on.

    ``lying`` are the dice as they were seen last, among them those that something hides now;
    ``last`` is the last roll, with what was learnt of its faces since.
    """

    lying: tuple[DieSeen, ...] = ()
    last: RollSeen | None = None

    @property
    def rolled(self) -> tuple[DieSeen, ...]:
        """The dice of the last roll."""
        return () if self.last is None else self.last.dice

    def see(
        self, dice: Sequence[DieSeen], *, thrown: int = 1, played: bool = False, whole: bool = False
    ) -> tuple[DiceOnTable, RollSeen | None]:
        """Take the dice of a sighting. A roll comes where dice lie that did not lie there before.

        Give only sightings in which all dice are at rest. Dice that are not seen are taken to lie
        on, under a hand or behind a cup, until others are seen elsewhere. ``thrown`` is how many
        dice a roll has: fewer wait for the rest, unless this is the ``whole`` roll. ``played`` says
        that the last roll has been obeyed: dice that have moved since are a new one.
        """
        if self.lying and dice and self.lying[0].by_board != dice[0].by_board:
            return self._measured_anew(dice, thrown)
        pairs = _paired(self.lying, dice)
        there_still, here_still = {there for there, _ in pairs}, {here for _, here in pairs}
        newer = {there: _better(self.lying[there], dice[here]) for there, here in pairs}
        kept = tuple(newer.values())
        gone = tuple(die for at, die in enumerate(self.lying) if at not in there_still)
        fresh = tuple(die for at, die in enumerate(dice) if at not in here_still)
        rolled = tuple(_as_known_now(die, self.lying, newer) for die in self.rolled)
        last = None if self.last is None else replace(self.last, dice=rolled)
        if not fresh:
            return DiceOnTable((*kept, *gone), last), None
        still_there = tuple(die for die in rolled if any(_is_at(die, other) for other in kept))
        if len(fresh) < thrown and not still_there and not whole:
            return self, None
        pushed = not played and _were_pushed(gone, fresh)
        if pushed and last is not None and len(fresh) + len(still_there) <= len(rolled):
            if len(fresh) < len(rolled):
                # One die was nudged aside: the roll is still the roll.
                nudged = replace(last, dice=(*still_there, *fresh))
                return DiceOnTable((*kept, *fresh), nudged), None
            found = RollSeen(fresh, pushed=True)
        elif still_there and len(still_there) < len(rolled):
            found = RollSeen((*still_there, *fresh), partly=True)
        else:
            found = RollSeen(fresh, lacking=max(0, thrown - len(fresh)))
        return DiceOnTable((*kept, *fresh), found), found

    def _measured_anew(
        self, dice: Sequence[DieSeen], thrown: int
    ) -> tuple[DiceOnTable, RollSeen | None]:
        """Go on in another unit, because a board has come or gone: faces alone say which die is
        which."""
        rest = list(dice)
        found: dict[int, DieSeen] = {}
        for at, old in enumerate(self.lying):
            same = next((die for die in rest if die.face == old.face), None)
            if same is not None:
                rest.remove(same)
                found[at] = same
        if rest:
            return DiceOnTable(last=self.last).see(dice, thrown=thrown)
        rolled = tuple(_as_known_now(die, self.lying, found) for die in self.rolled)
        last = None if self.last is None else replace(self.last, dice=rolled)
        return DiceOnTable(tuple(found.values()), last), None


def _paired(before: Sequence[DieSeen], now: Sequence[DieSeen]) -> list[tuple[int, int]]:
    """Which dice lie where one lay before: pairs of indices, nearest first, each die once."""
    near = sorted(
        (math.dist(one.place, two.place), there, here)
        for there, one in enumerate(before)
        for here, two in enumerate(now)
        if _is_at(one, two) and _agree(one, two)
    )
    pairs: list[tuple[int, int]] = []
    for _, there, here in near:
        if all(there != t and here != h for t, h in pairs):
            pairs.append((there, here))
    return pairs


def _is_at(one: DieSeen, two: DieSeen) -> bool:
    return math.dist(one.place, two.place) < SAME_PLACE * max(one.edge, two.edge)


def _agree(one: DieSeen, two: DieSeen) -> bool:
    """Whether two sightings can be of one die that has not moved: no clear faces that differ."""
    return one.face == two.face or not (is_clear(one) and is_clear(two))


def _better(before: DieSeen, now: DieSeen) -> DieSeen:
    """A die that has not moved, with the face that was told with more confidence."""
    if before.is_sure and not now.is_sure:
        return replace(before, place=now.place)
    if now.face is None or (before.face is not None and before.confidence > now.confidence):
        return replace(before, place=now.place)
    return now


def _as_known_now(
    die: DieSeen, before: Sequence[DieSeen], newer: Mapping[int, DieSeen]
) -> DieSeen:  # fmt: skip
    """A die of the last roll as the newest sighting tells of it."""
    return next((new for at, new in newer.items() if _is_at(die, before[at])), die)


def _were_pushed(left: Sequence[DieSeen], fresh: Sequence[DieSeen]) -> bool:
    """Whether all fresh dice show what lay near to them before."""
    rest = list(left)
    for die in fresh:
        near = [
            old for old in rest
            if math.dist(old.place, die.place) < PUSHED * die.edge and old.face == die.face
        ]  # fmt: skip
        if not near or die.face is None:
            return False
        rest.remove(min(near, key=lambda old: math.dist(old.place, die.place)))
    return True


Chances = Mapping[Roll, float]

MISREAD = 0.002
"""No face is less likely than this, however sure another one looks."""


def side_chances(die: DieSeen | None) -> dict[DieFace, float]:
    """How likely each face is on top; all alike for a die that was overlooked."""
    told = {} if die is None else dict(die.chances)
    if not told and die is not None and die.face is not None:
        told = {die.face: die.confidence}
    rest = max(0.0, 1.0 - sum(told.values()))
    open_faces = [face for face in DieFace if face.value not in told] or list(DieFace)
    shares = {face: max(MISREAD, told.get(face.value, 0.0)) for face in DieFace}
    for face in open_faces:
        shares[face] += rest / len(open_faces)
    total = sum(shares.values())
    return {face: share / total for face, share in shares.items()}


def roll_chances(dice: Sequence[DieSeen], thrown: int) -> dict[Roll, float]:
    """How likely each roll of so many dice is. Of more dice than were thrown some are none."""
    found: dict[Roll, float] = {}
    seen: list[DieSeen | None] = [*dice, *[None] * (thrown - len(dice))]
    pairs = list(combinations(seen, thrown))
    for chosen in pairs:
        for sides in product(*(side_chances(die).items() for die in chosen)):
            roll = Roll.of([face for face, _ in sides])
            share = math.prod((chance for _, chance in sides), start=1.0 / len(pairs))
            found[roll] = found.get(roll, 0.0) + share
    return found


FEWEST_PLAYERS = 3


def rounds(faces: Sequence[DieFace], players: int) -> Iterator[tuple[DieFace, ...]]:
    """The rolls of so many players in rounds: all roll, those tied for the highest number again.

    The last round may be incomplete.
    """
    rolling, left = players, tuple(faces)
    while left and rolling > 1:
        rolled, left = left[:rolling], left[rolling:]
        yield rolled
        highest = max(face.number or 0 for face in rolled)
        if highest and len(rolled) == rolling:
            rolling = sum(face.number == highest for face in rolled)
    if left:
        yield left


def deciding_number(faces: Sequence[DieFace], players: int) -> int | None:
    """The number that decided who starts, None where these rolls do not decide it, or go on
    after."""
    rolled = list(rounds(faces, players))
    if sum(map(len, rolled)) != len(faces) or not rolled:
        return None
    rolling = players
    for number, faces_of_round in enumerate(rolled):
        highest = max(face.number or 0 for face in faces_of_round)
        winners = sum(face.number == highest for face in faces_of_round) if highest else 0
        if len(faces_of_round) != rolling:
            return None
        if winners == 1:
            return highest if number == len(rolled) - 1 else None
        rolling = winners or rolling
    return None


def count_of_players(faces: Sequence[DieFace]) -> int:
    """How many players rolled one die each for the start, tied ones again; 0 where no number of
    players fits, or several do."""
    fitting = [
        count
        for count in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
        if deciding_number(faces, count) is not None
    ]
    return fitting[0] if len(fitting) == 1 else 0
