"""How likely every roll is, by dice that were seen more or less well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, product

from ...tiles.dice_seen import DieSeen
from ..dice import DieFace, Roll

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
            share = 1.0 / len(pairs)
            for _, chance in sides:
                share *= chance
            found[roll] = found.get(roll, 0.0) + share
    return found
