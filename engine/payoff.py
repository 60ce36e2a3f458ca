"""What does a roll pay: the best actions of Palagonia now, and what each leaves to the next player.

Only tiles that close a creature score, and all of them must be part of it. So the scoring lays
are found from the groups (``palagonia.closings``) and not among all lays, and the best points are
exact. What an action leaves is the most that any roll of the next player could score after it; on
a shared turn the mover gets those points too.

Most actions score nothing. Those are compared by what they leave, which must be looked at one by
one: the search goes on until it has seen all of them or its time is up, and says which.
"""

from __future__ import annotations

import heapq
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from .board import Board
from .palagonia.actions import Action, Lay, apply, are_connected, holes_made, lay_refusals
from .palagonia.closings import Closing, TileSet, closings
from .palagonia.dice import Face, Roll
from .palagonia.friendly import NO_FRIENDS, Catalogue
from .palagonia.game import face_refusal
from .palagonia.legal import legal_actions
from .palagonia.payment import points_of_action
from .palagonia.rules import PALAGONIA, Counting, HouseRules

NUMBERS = (2, 3, 4, 5)
DEFAULT_OPTIONS = 12
DEFAULT_SECONDS = 2.0

#: Called with the actions seen so far and all there are; the total is None while not known.
Progress = Callable[[int, int | None], None]


@dataclass(frozen=True)
class Leaves:
    """The most that the next player can score after an action, whatever the roll.

    ``by_number`` has it for each number of tiles that the bag allows, and ``lay`` one lay that
    earns the most, None where nothing can be scored.
    """

    points: int
    by_number: dict[int, int]
    lay: Lay | None

    def to_json(self) -> dict[str, Any]:
        """Points, points by number, and the lay in words."""
        return {
            "points": self.points,
            "by_number": {str(number): points for number, points in self.by_number.items()},
            "lay": str(self.lay) if self.lay else None,
        }


@dataclass(frozen=True)
class Option:
    """One action, its points now and what it leaves."""

    action: Action
    points: int
    leaves: Leaves

    def to_json(self) -> dict[str, Any]:
        """The option in plain values."""
        return {
            "action": str(self.action),
            "points": self.points,
            "leaves": self.leaves.to_json(),
        }


@dataclass(frozen=True)
class Payoff:
    """What a roll pays.

    ``best_points`` is exact. ``options`` are the best actions, by points now and then by what
    they leave, most first; ``scoring`` says how many actions score at all. ``complete`` is
    whether every action that scores nothing was looked at too; ``examined`` counts all actions
    looked at.
    """

    roll: Roll
    best_points: int
    options: tuple[Option, ...]
    scoring: int
    examined: int
    complete: bool
    seconds: float = field(compare=False)

    def to_json(self) -> dict[str, Any]:
        """The payoff in plain values."""
        return {
            "roll": str(self.roll),
            "best_points": self.best_points,
            "options": [option.to_json() for option in self.options],
            "scoring": self.scoring,
            "examined": self.examined,
            "complete": self.complete,
            "seconds": round(self.seconds, 3),
        }


def scoring_lays(
    board: Board,
    number: int,
    rules: HouseRules = PALAGONIA,
    friends: Catalogue = NO_FRIENDS,
) -> tuple[tuple[int, Lay], ...]:
    """Every legal lay of ``number`` tiles that scores, with its points, most points first.

    Exact. The bag is not asked; on an empty board nothing scores.
    """
    if not len(board):
        return ()
    found = []
    for tiles, closed in closings(board, number).items():
        points = _points(board, tiles, closed, rules, friends)
        if points and _may_be_laid(board, tiles):
            found.append((points, Lay(tuple(tiles))))
    return tuple(sorted(found, key=lambda entry: (-entry[0], entry[1].tiles)))


def _points(
    board: Board,
    tiles: TileSet,
    closed: tuple[Closing, ...],
    rules: HouseRules,
    friends: Catalogue,
) -> int:
    """The points of a lay. Without a ring there is one loop, and each end is a leg on it."""
    if rules.friendly_scores_double or any(closing.own_rings for closing in closed):
        return points_of_action(board, Lay(tuple(tiles)), rules, friends)
    total = 0
    for closing in closed:
        count = 1 + closing.ends - (rules.counting is Counting.ISLANDS)
        if count >= rules.least_points and (closing.straights > 1 or rules.bones_score):
            total += count
    return total


def _may_be_laid(board: Board, tiles: TileSet) -> bool:
    """Whether a lay that scores is legal: it must join the palago and make no single hole."""
    cells = {tile.cell for tile in tiles}
    if next(holes_made(board, cells), None) is not None:
        return False
    # Tiles that are apart belong to one creature and hang together through its other tiles.
    return not are_connected(cells) or not lay_refusals(board, tuple(tiles))


def what_it_leaves(
    board: Board,
    bag: int,
    rules: HouseRules = PALAGONIA,
    friends: Catalogue = NO_FRIENDS,
) -> Leaves:
    """The most that the next player can score on a board with so many tiles in the bag. Exact."""
    by_number = {}
    best: tuple[int, Lay | None] = (0, None)
    for number in NUMBERS:
        if number <= bag:
            lays = scoring_lays(board, number, rules, friends)
            by_number[number] = lays[0][0] if lays else 0
            if lays and lays[0][0] > best[0]:
                best = lays[0]
    return Leaves(best[0], by_number, best[1])


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
    seed: int = 0,
) -> Payoff:
    """The best actions of a roll.

    All scoring actions are found first, exactly; then what the best of them leave; then, in a
    shuffled order and within ``seconds``, actions that score nothing, compared by what they leave.
    """
    begun = time.perf_counter()
    faces = [f for f in dict.fromkeys(roll.faces) if face_refusal(board, bag, f) is None]
    if not faces:
        faces = [Face.REMOVE]
    scoring = sorted(
        chain.from_iterable(
            scoring_lays(board, face.number, rules, friends) for face in faces if face.number
        ),
        key=lambda entry: (-entry[0], entry[1].tiles),
    )
    found = _Best(options)
    examined = 0
    for points, lay in scoring[:options]:
        left = bag - len(lay.tiles)
        found.add(Option(lay, points, what_it_leaves(apply(board, lay), left, rules, friends)))
        examined += 1
    paid = {lay for _, lay in scoring}
    complete = True
    if len(scoring) < options:
        for action in _quiet_actions(board, faces, paid, random.Random(seed)):
            if time.perf_counter() - begun > seconds:
                complete = False
                break
            left = bag - (action.face.number or 0 if action.face else 0)
            after = apply(board, action)
            found.add(Option(action, 0, what_it_leaves(after, left, rules, friends)))
            examined += 1
            if progress is not None:
                progress(examined, None)
    return Payoff(
        roll,
        scoring[0][0] if scoring else 0,
        found.ranked(),
        len(scoring),
        examined,
        complete,
        time.perf_counter() - begun,
    )


class _Best:
    """The options seen so far, only the best kept."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._heap: list[tuple[tuple[int, int, int], Option]] = []
        self._count = 0

    def add(self, option: Option) -> None:
        self._count += 1
        entry = ((option.points, option.leaves.points, -self._count), option)
        if len(self._heap) < self._room:
            heapq.heappush(self._heap, entry)
        else:
            heapq.heappushpop(self._heap, entry)

    def ranked(self) -> tuple[Option, ...]:
        return tuple(option for _, option in sorted(self._heap, reverse=True))


def _quiet_actions(
    board: Board, faces: list[Face], paid: set[Lay], rng: random.Random
) -> Iterator[Action]:
    """The legal actions that score nothing: few ones whole, lays shuffled as they come."""
    for face in sorted(faces, key=lambda face: face.number or 0):
        actions = legal_actions(board, face)
        for action in _shuffled(actions, rng) if face.number else actions:
            if action not in paid:
                yield action


#: Actions that are shuffled together; more lays than this are taken in groups.
_SHUFFLED_TOGETHER = 20_000


def _shuffled(actions: Iterator[Action], rng: random.Random) -> Iterator[Action]:
    while True:
        group = [action for action, _ in zip(actions, range(_SHUFFLED_TOGETHER), strict=False)]
        if not group:
            return
        rng.shuffle(group)
        yield from group
