"""Actions that score nothing, compared by what they leave to the next player. A lay of three tiles
has some ten thousand, so first all are held against replies of up to three tiles, which is quick;
then against replies of up to five, beginning with those that leave most."""

from __future__ import annotations

import heapq
import random
import time
from collections.abc import Callable, Iterator, Sequence

from ...creatures.friendly import Catalogue
from ...tiles.board import Board
from ..actions import Lay, PalagoniaAction, apply, tiles_drawn
from ..dice import DieFace
from ..legal import legal_actions, legal_lays, random_lay
from ..rules import HouseRules
from .left_to_next import what_it_leaves
from .outlook import NUMBERS, Outlook, can_look

#: Lays of more tiles than this are too many to list; they are taken at random.
MOST_TILES_LISTED = 3
SHORT_REPLY, LONG_REPLY = 3, 5
#: Actions looked at between two looks at the clock.
_AT_ONCE = 200

#: Called with the actions looked at so far and all there are; None where they cannot be counted.
Progress = Callable[[int, int | None], None]


class QuietSearch:
    """A search that can be stopped at any time and then gives the best found so far.

    ``complete``: every quiet action was looked at for all replies; ``complete_to_three``: for
    replies of up to three tiles; ``examined``: how many actions were looked at.
    """

    def __init__(
        self,
        board: Board,
        bag: int,
        rules: HouseRules,
        friends: Catalogue,
        faces: Sequence[DieFace],
        scoring: set[Lay],
    ) -> None:
        self._board, self._bag, self._rules, self._friends = board, bag, rules, friends
        self._faces, self._scoring = faces, scoring
        self._short: dict[PalagoniaAction, int] = {}
        self._long: dict[PalagoniaAction, int] = {}
        self.complete = self.complete_to_three = True

    @property
    def examined(self) -> int:
        """How many different actions were looked at."""
        return len(self._short.keys() | self._long.keys())

    def best(self, count: int) -> list[PalagoniaAction]:
        """The actions that leave most, as far as is known; long looks count before short ones."""
        ranked = heapq.nlargest(count, self._long, key=lambda action: self._long[action])
        if len(ranked) < count:
            rest = self._short.keys() - self._long.keys()
            more = heapq.nlargest(count - len(ranked), rest, key=lambda a: (self._short[a], str(a)))
            ranked += more
        return ranked

    def run(self, end: float, rng: random.Random, progress: Progress | None) -> None:
        """Look until all is seen or ``time.perf_counter()`` reaches ``end``."""
        for face in self._faces:
            if face.number is None:
                self._look_at_single_tiles(face, end)
        listed = [
            lay
            for face in self._faces
            if face.number is not None and face.number <= MOST_TILES_LISTED
            for lay in legal_lays(self._board, face.number)
            if lay not in self._scoring
        ]
        endless = [n for face in self._faces if (n := face.number or 0) > MOST_TILES_LISTED]
        if not can_look(self._board, self._rules):
            self._look_slowly(chain_lays(listed, self._board, endless, rng), end)
            return
        total = None if endless else len(listed)
        # Where there are lays without end, what can be listed gets half of the time.
        now = time.perf_counter()
        listed_end = now + (end - now) / 2 if endless else end
        shown = _ProgressTold(progress, total, len(self._short))
        self.complete_to_three &= self._look(listed, SHORT_REPLY, self._short, listed_end, shown)
        listed.sort(key=lambda lay: -self._short.get(lay, 0))
        self.complete &= self._look(listed, LONG_REPLY, self._long, listed_end, shown)
        if endless:
            self.complete = self.complete_to_three = False
            looking = True
            while looking:
                number = rng.choice(endless)
                drawn = {random_lay(self._board, number, rng) for _ in range(_AT_ONCE)}
                fresh = sorted(drawn - self._scoring - self._long.keys(), key=str)
                self._look(fresh, LONG_REPLY, self._long, end, shown)
                looking = time.perf_counter() < end

    def _look(
        self,
        lays: Sequence[Lay],
        reply: int,
        found: dict[PalagoniaAction, int],
        end: float,
        shown: _ProgressTold,
    ) -> bool:
        """Note what some lays leave; False where the time was up before all were looked at. The
        first few are looked at in any case."""
        outlook = Outlook(self._board, self._rules)
        by_number: dict[int, list[Lay]] = {}
        for lay in lays:
            by_number.setdefault(len(lay.tiles), []).append(lay)
        for number, alike in by_number.items():
            allowed = [n for n in NUMBERS if n <= min(reply, self._bag - number)]
            for start in range(0, len(alike), _AT_ONCE):
                if start and time.perf_counter() > end:
                    return False
                some = alike[start : start + _AT_ONCE]
                for lay, row in zip(some, outlook.after(some, reply), strict=True):
                    found[lay] = max((row[n] for n in allowed), default=0)
                shown.more(len(some))
        return True

    def _look_at_single_tiles(self, face: DieFace, end: float) -> None:
        for action in legal_actions(self._board, face):
            if time.perf_counter() > end:
                self.complete = self.complete_to_three = False
                return
            self._long[action] = self._leaves(action)

    def _look_slowly(self, lays: Iterator[Lay], end: float) -> None:
        """With the plain rules, for boards and house rules that the kernel does not know."""
        for lay in lays:
            if time.perf_counter() > end:
                self.complete = self.complete_to_three = False
                return
            if lay not in self._long and lay not in self._scoring:
                self._long[lay] = self._leaves(lay)

    def _leaves(self, action: PalagoniaAction) -> int:
        after = apply(self._board, action)
        left = self._bag - tiles_drawn(action)
        return what_it_leaves(after, left, self._rules, self._friends).points


class _ProgressTold:
    """The progress as the caller wants to see it."""

    def __init__(self, progress: Progress | None, total: int | None, done: int) -> None:
        self._progress, self._total, self._done = progress, total, done

    def more(self, count: int) -> None:
        """So many more were looked at; each listed action is looked at twice."""
        self._done += count
        if self._progress is not None:
            total = None if self._total is None else 2 * self._total
            self._progress(self._done, total)


def chain_lays(
    listed: list[Lay], board: Board, endless: Sequence[int], rng: random.Random
) -> Iterator[Lay]:
    """The listed actions in random order, then endless random lays, if any exist."""
    rng.shuffle(listed)
    yield from listed
    while endless:
        yield random_lay(board, rng.choice(endless), rng)
