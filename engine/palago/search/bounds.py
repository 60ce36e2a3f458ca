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
from typing import Any

from ...lattice import Colour
from ...stamp import stamped
from .forcing import OutOfTime, ThreatSearch, Tiles
from .openings import Opening


@dataclass(frozen=True)
class Depths:
    """Up to how many moves to look: Blue from the start, White after a reply, Blue after White's
    second move (for all of them, and for the one that is shown to survive longest)."""

    from_start: int
    white: int
    blue: int
    blue_at_most: int

    @classmethod
    def of(cls, moves: int) -> Depths:
        """Depths that take about as long as one another, White's being ``moves``."""
        return cls(moves + 1, moves, max(1, moves - 1), moves)


@dataclass(frozen=True)
class ReplyBound:
    """What is known of one reply of Blue.

    ``white_wins_in`` is the number of White's moves where the reply fails. Else White has no win
    by threats in ``white_excluded`` moves; of White's ``second_moves`` that do not lose at once,
    ``survivors`` survive Blue's threats of ``survived`` moves, and ``best`` survives those of
    ``best_survived`` moves.
    """

    reply: Tiles
    threatens: bool
    white_wins_in: int | None
    white_excluded: int
    second_moves: int = 0
    survivors: int = 0
    survived: int = 0
    best: Tiles | None = None
    best_survived: int = 0

    def to_json(self) -> dict[str, Any]:
        """The bound as the file has it."""
        entry: dict[str, Any] = {"reply": _text(self.reply), "threatens": self.threatens}
        if self.white_wins_in is not None:
            return entry | {"white_wins_in": self.white_wins_in}
        return entry | {
            "white_excluded": self.white_excluded,
            "second_moves": self.second_moves,
            "survivors": self.survivors,
            "survived": self.survived,
            "best": None if self.best is None else _text(self.best),
            "best_survived": self.best_survived,
        }


def _text(tiles: Tiles) -> str:
    return " ".join(map(str, tiles))


class Explorer:
    """Bounds one opening step by step; what is known can be asked for at any time."""

    def __init__(
        self,
        known: Opening,
        depths: Depths,
        *,
        seconds: float,
        on_progress: Callable[[int, int], None] | None = None,
    ) -> None:
        """``known.bounds()`` are started from: replies that fail are not looked at again."""
        earlier = known.bounds() or {}
        self._earlier = {entry["reply"]: entry for entry in earlier.get("explored", [])}
        self._known = known
        self._depths = depths
        self._search = ThreatSearch(known.board, deadline=time.monotonic() + seconds)
        self._on_progress = on_progress
        self._excluded: int = earlier.get("blue_excluded", 0)
        self._all_replies: list[Tiles] = []
        self._explored = self._earlier.copy()

    def run(self) -> dict[str, Any]:
        """Explore until all is done or the time is up; the bounds as the file has them."""
        with suppress(OutOfTime, KeyboardInterrupt):
            self._explore()
        return self.to_json()

    def to_json(self) -> dict[str, Any]:
        """What is known so far."""
        told = {
            "opening": self._known.name,
            "board": self._known.board.to_text(),
            "blue_excluded": self._excluded,
            "replies": len(self._all_replies),
            "explored": list(self._explored.values()),
        }
        return stamped("bounds", told)

    def _explore(self) -> None:
        replies = self._search.quiet_moves()
        self._all_replies = sorted(replies, key=lambda reply: (not self._threatens(reply), reply))
        for number, reply in enumerate(self._all_replies, 1):
            if self._on_progress is not None:
                self._on_progress(number, len(self._all_replies))
            if "white_wins_in" not in self._earlier.get(_text(reply), {}):
                with self._search.played(reply):
                    self._explored[_text(reply)] = self._bound(reply).to_json()
        for moves in range(self._excluded + 1, self._depths.from_start + 1):
            if self._search.wins_within(Colour.BLUE, moves):
                return
            self._excluded = moves

    def _threatens(self, reply: Tiles) -> bool:
        with self._search.played(reply):
            return self._search.wins_within(Colour.BLUE, 1)

    def _bound(self, reply: Tiles) -> ReplyBound:
        threatens = self._search.wins_within(Colour.BLUE, 1)
        white = self._search.fewest_moves(Colour.WHITE, self._depths.white)
        bound = ReplyBound(reply, threatens, white, self._depths.white)
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
        """Look for a second move that survives as long as is asked for.

        Those that leave Blue the fewest attacks are tried first.
        """
        for move in sorted(survivors, key=self._attacks_left):
            for moves in range(bound.best_survived + 1, self._depths.blue_at_most + 1):
                if not self._survives(move, moves):
                    break
                bound = replace(bound, best=move, best_survived=moves)
            if bound.best_survived == self._depths.blue_at_most:
                break
        return bound

    def _survives(self, move: Tiles, moves: int) -> bool:
        with self._search.played(move):
            return not self._search.wins_within(Colour.BLUE, moves)

    def _attacks_left(self, move: Tiles) -> int:
        with self._search.played(move):
            return self._search.count_attacks(Colour.BLUE)
