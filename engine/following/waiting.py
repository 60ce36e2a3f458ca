"""A change on the table that is no turn yet, or may not be a whole one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..games.protocols import Verdict
from ..games.tables import LyingTable
from .steps import Sighting

HANDS_BETWEEN_SECONDS = 2.0
"""A longer gap between two moments at which nothing lay over the table is no pause."""
DOUBTFUL_PAUSE_SECONDS = 0.9
"""Seconds of pause from which a turn may have ended there, though the pause ends none for sure."""


def is_turn(verdict: Verdict) -> bool:
    """Whether a verdict shows a turn that can be played as it is."""
    return verdict.settled and bool(verdict.actions) and verdict.after is not None


@dataclass(frozen=True)
class Halfway:
    """A board on the way to another one, after which a turn may have been over. ``verdict`` was
    given before more had changed; ``gaps`` as in :class:`PassedOver`."""

    sighting: Sighting
    verdict: Verdict
    gaps: tuple[bool, ...] = ()


@dataclass(frozen=True)
class Change:
    """What lies on the table and differs from the game; ``board`` is that, in the game's frame.

    ``earlier`` was a turn before more came; ``instead_of`` was there before an old piece was
    touched. ``is_rested``: it lay so for longer than a turn takes, though it is no turn. At
    ``free_at`` the table was last seen free, since the change for ``pause`` seconds in all.
    ``parts`` are boards that lay free for a while on the way to this one.
    """

    sighting: Sighting
    verdict: Verdict
    board: LyingTable
    earlier: Change | None = None
    instead_of: Change | None = None
    is_rested: bool = False
    free_at: float | None = None
    pause: float = 0.0
    parts: tuple[Halfway, ...] = ()

    def seen_free(self, time: float) -> Change:
        """The same change, seen with nothing over the table at another time."""
        before = self.free_at if self.free_at is not None else self.sighting.time
        gap = 0.0 if before is None else time - before
        more = gap if gap <= HANDS_BETWEEN_SECONDS else 0.0
        return replace(self, free_at=time, pause=self.pause + more)

    def parts_on_the_way(self) -> tuple[Halfway, ...]:
        """The boards at which a turn may have ended although more came: those that lay free for a
        while, this one too if it did."""
        lay_free = is_turn(self.verdict) and self.pause >= DOUBTFUL_PAUSE_SECONDS
        if lay_free or self.is_rested:
            return (*self.parts, Halfway(self.sighting, self.verdict))
        return self.parts

    def lies_still(self, game_board: LyingTable, later: LyingTable) -> bool:
        """Whether what had changed on the game's board lies in a later one as it did."""
        changed = {piece.cell for piece in set(game_board) ^ set(self.board)}
        return self.board != later and all(
            self.board.get(cell) == later.get(cell) for cell in changed
        )

    def touches_old_pieces(self, game_board: LyingTable) -> bool:
        """Whether something was done to pieces that lay there before."""
        return any(self.board.get(piece.cell) != piece for piece in game_board)
