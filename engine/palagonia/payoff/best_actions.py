"""What does a roll pay: the best actions of Palagonia now, and what each leaves to the next player:
the most that any roll could score (on a shared turn the mover gets it, too).

Scoring lays are found from the groups (``palagonia.closings``), so that the best points are exact.
Most actions score nothing: those are compared by what they leave, one by one, first for replies of
up to three tiles, then of up to five, until the time is up; the answer says how far that came.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from ...creatures.friendly import NO_FRIENDS, Catalogue
from ...tiles.board import Board
from ..actions import PalagoniaAction, apply, tiles_drawn
from ..choices import face_refusal
from ..dice import DieFace, Roll
from ..rules import PALAGONIA, HouseRules
from .left_to_next import Leaves, scoring_lays, what_it_leaves
from .outlook import can_look
from .quiet_actions import Progress, QuietSearch

DEFAULT_OPTIONS = 12
DEFAULT_SECONDS = 2.0


@dataclass(frozen=True)
class Option:
    """One action, its points now and what it leaves."""

    action: PalagoniaAction
    points: int
    leaves: Leaves

    def to_json(self) -> dict[str, Any]:
        """The option in plain values."""
        return {"action": str(self.action), "points": self.points, "leaves": self.leaves.to_json()}


@dataclass(frozen=True)
class Payoff:
    """What a roll pays: ``best_points``, exactly, and the best actions as ``options``, by points
    and then by what they leave. ``scoring`` says how many actions score, ``examined`` how many were
    looked at. ``complete``: no other could be among the options; ``complete_to_three``: none by
    what it leaves to replies of up to three tiles."""

    roll: Roll
    best_points: int
    options: tuple[Option, ...]
    scoring: int
    examined: int
    complete: bool
    complete_to_three: bool
    seconds: float = field(compare=False)

    def to_json(self) -> dict[str, Any]:
        """The payoff in plain values."""
        return {
            **vars(self),
            "roll": str(self.roll),
            "options": [option.to_json() for option in self.options],
            "seconds": round(self.seconds, 3),
        }


def payoff(
    board: Board,
    roll: Roll,
    bag: int,
    rules: HouseRules = PALAGONIA,
    friends: Catalogue = NO_FRIENDS,
    *,
    options: int = DEFAULT_OPTIONS,
    seconds: float = DEFAULT_SECONDS,
    progress: Progress | None = None,
) -> Payoff:
    """The best actions of a roll.

    All scoring actions are found first, exactly. If fewer than ``options`` are found, actions that
    score nothing are compared by what they leave, for ``seconds`` at most. Those of more than three
    tiles come in a random order, the same each time.
    """
    begun = time.perf_counter()
    faces = [f for f in dict.fromkeys(roll.faces) if face_refusal(board, bag, f) is None]
    faces = faces or [DieFace.REMOVE]
    scoring = sorted(
        chain.from_iterable(
            scoring_lays(board, face.number, rules, friends) for face in faces if face.number
        ),
        key=lambda entry: (-entry[0], entry[1].tiles),
    )
    # Of actions that pay as much as the last one listed, what they leave decides.
    least = scoring[options - 1][0] if len(scoring) >= options else 1
    chosen: list[tuple[int, PalagoniaAction]] = [entry for entry in scoring if entry[0] >= least]
    if not can_look(board, rules):  # the plain rules are slow: no more than are listed
        chosen = chosen[:options]
    complete = complete_to_three = True
    examined = len(chosen)
    if len(chosen) < options:
        search = QuietSearch(board, bag, rules, friends, faces, {lay for _, lay in scoring})
        search.run(begun + seconds, random.Random(0), progress)
        chosen += [(0, action) for action in search.best(options - len(chosen))]
        complete, complete_to_three = search.complete, search.complete_to_three
        examined += search.examined
    ranked = [
        Option(action, points, what_it_leaves(apply(board, action), left, rules, friends))
        for points, action in chosen
        for left in [bag - tiles_drawn(action)]
    ]
    ranked.sort(key=lambda option: (-option.points, -option.leaves.points))
    return Payoff(
        roll,
        scoring[0][0] if scoring else 0,
        tuple(ranked[:options]),
        len(scoring),
        examined,
        complete,
        complete_to_three,
        time.perf_counter() - begun,
    )
