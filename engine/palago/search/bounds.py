"""How far an opening that is not settled has been explored.

For the opening itself: up to how many moves Blue has no forced win by threats. For each of Blue's
replies: whether it fails, that is, White then wins by threats and in how many moves; and else
which of White's second moves survive Blue's threats, and up to how many of Blue's moves. A second
move that survives is a bound, not a proof that White holds: quiet moves are not tried.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from ...lattice import Colour
from .forcing import OutOfTime, ThreatSearch, Tiles
from .openings import Bounds, Opening, ReplyBound


@dataclass(frozen=True)
class Depths:
    """How many moves deep to look for a forced win."""

    #: For Blue's threats at the start.
    from_start: int
    #: For White's threats after each reply of Blue's.
    white: int
    #: For Blue's threats after each second move of White's.
    blue: int
    #: The same, after the one second move that is shown because it survives longest.
    blue_at_most: int

    @classmethod
    def of(cls, moves: int) -> Depths:
        """Depths that take about as long as one another, White's being ``moves``."""
        return cls(moves + 1, moves, max(1, moves - 1), moves)


def _text(tiles: Tiles) -> str:
    return " ".join(map(str, tiles))


class Explorer:
    """Bounds one opening step by step."""

    def __init__(
        self,
        known: Opening,
        depths: Depths,
        *,
        seconds: float,
        on_progress: Callable[[int, int], None] | None = None,
    ) -> None:
        """``known.read_bounds()`` are started from: replies that fail are not looked at again."""
        earlier = known.read_bounds()
        self._earlier = {} if earlier is None else {one.reply: one for one in earlier.explored}
        self._known = known
        self._depths = depths
        self._search = ThreatSearch(known.board, deadline=time.monotonic() + seconds)
        self._on_progress = on_progress
        self._excluded = 0 if earlier is None else earlier.blue_excluded
        self._all_replies: list[Tiles] = []
        self._explored = self._earlier.copy()

    def run(self) -> Bounds:
        """Explore until all is done or the time is up."""
        with suppress(OutOfTime, KeyboardInterrupt):
            self._explore()
        return Bounds(
            self._known.name,
            self._known.board.to_text(),
            self._excluded,
            len(self._all_replies),
            tuple(self._explored.values()),
        )

    def _explore(self) -> None:
        replies = self._search.quiet_moves()
        self._all_replies = sorted(replies, key=lambda one: (self._survives(one, 1), one))
        for number, reply in enumerate(self._all_replies, 1):
            if self._on_progress is not None:
                self._on_progress(number, len(self._all_replies))
            earlier = self._earlier.get(_text(reply))
            if earlier is None or earlier.white_wins_in is None:
                with self._search.played(reply):
                    self._explored[_text(reply)] = self._bound(reply)
        for moves in range(self._excluded + 1, self._depths.from_start + 1):
            if self._search.wins_within(Colour.BLUE, moves):
                return
            self._excluded = moves

    def _bound(self, reply: Tiles) -> ReplyBound:
        threatens = self._search.wins_within(Colour.BLUE, 1)
        white = self._search.fewest_moves(Colour.WHITE, self._depths.white)
        bound = ReplyBound(_text(reply), threatens, white, self._depths.white)
        if white is not None:
            return bound
        second_moves = self._search.parries(Colour.BLUE)
        survivors = [m for m in second_moves if self._survives(m, self._depths.blue)]
        bound = replace(
            bound,
            second_moves=len(second_moves),
            survivors=len(survivors),
            survived=self._depths.blue,
        )
        return self._with_best(bound, survivors)

    def _with_best(self, bound: ReplyBound, survivors: list[Tiles]) -> ReplyBound:
        """Look for a second move that survives as long as is asked for. Those that leave Blue the
        fewest attacks are tried first."""
        for move in sorted(survivors, key=self._attacks_left):
            for moves in range(bound.best_survived + 1, self._depths.blue_at_most + 1):
                if not self._survives(move, moves):
                    break
                bound = replace(bound, best=_text(move), best_survived=moves)
            if bound.best_survived == self._depths.blue_at_most:
                break
        return bound

    def _survives(self, move: Tiles, moves: int) -> bool:
        return not self._search.wins_after(move, Colour.BLUE, moves)

    def _attacks_left(self, move: Tiles) -> int:
        with self._search.played(move):
            return self._search.count_attacks(Colour.BLUE)
