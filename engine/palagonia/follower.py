"""Palagonia followed from sight: stable boards in, the actions that were played out.

The table alone does not say when a turn is over: two tiles may be all, or the first two of five.
So a change waits until nothing more has happened for a while; then it is taken as one action.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any

from ..lattice import Cell
from ..tiles.board import Board
from ..tiles.observation import Observation
from .actions import Action, Lay, Remove, Rotate
from .referee import Table, Verdict, judge

PATIENCE_SECONDS = 2.5
"""So long nothing is over the table between two turns, all pauses together."""
HANDS_BETWEEN_SECONDS = 2.0
"""Moments farther apart at which nothing lay over the table do not follow on each other."""
DOUBTFUL_PAUSE_SECONDS = 0.9
"""A pause so long, but not long enough to end a turn, may have been between two turns."""


@dataclass(frozen=True)
class ActionStep:
    """One action as it was seen. ``action`` is None where the change was no single action.

    ``doubt`` says that it may have been two.
    """

    before: Board
    action: Action | None
    after: Board
    verdict: Verdict
    time: float | None
    source: str | None
    confidence: float
    unsure: tuple[Cell, ...] = ()
    doubt: str = ""

    @property
    def needs_a_look(self) -> bool:
        """Whether a person should check this step."""
        return bool(self.unsure) or bool(self.doubt) or not self.verdict.legal

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is to be said of it, in English: what was done, or every rule that it breaks."""
        said = tuple(map(str, self.verdict.sentences or self.verdict.refusals))
        return (*said, self.doubt) if self.doubt else said

    def to_json(self) -> dict[str, Any]:
        """The step as plain JSON."""
        return {
            "action": None if self.action is None else str(self.action),
            "legal": self.verdict.legal,
            "points": self.verdict.points,
            "time": self.time,
            "source": self.source,
            "confidence": round(self.confidence, 4),
            "unsure": [list(cell) for cell in self.unsure],
            "sentences": list(self.sentences),
        }


@dataclass(frozen=True)
class _Pending:
    """A change that may not be complete.

    ``earlier`` is what was an action before it went on; ``is_rested`` says that it lay so for
    longer than a turn takes, though it is no action. At ``free_at`` nothing was over the table, as
    for ``pause`` seconds in all since the change; ``parts`` are boards that lay free for a while on
    the way to this one.
    """

    seen: Observation
    verdict: Verdict
    time: float | None
    source: str | None
    aligned: bool
    earlier: _Pending | None = None
    is_rested: bool = False
    free_at: float | None = None
    pause: float = 0.0
    parts: tuple[Board, ...] = ()

    def seen_free(self, time: float) -> _Pending:
        """The same change, seen with nothing over the table at another time."""
        before = self.free_at if self.free_at is not None else self.time
        gap = 0.0 if before is None else time - before
        more = gap if gap <= HANDS_BETWEEN_SECONDS else 0.0
        return replace(self, free_at=time, pause=self.pause + more)


@dataclass(frozen=True)
class ActionFollower:
    """The game so far: ``start`` is the first board seen. Immutable."""

    table: Table = field(default_factory=Table)
    patience: float = PATIENCE_SECONDS
    start: Board | None = None
    steps: tuple[ActionStep, ...] = ()
    pending: _Pending | None = None

    @property
    def board(self) -> Board:
        """The board after the last action that was followed."""
        return self.steps[-1].after if self.steps else self.start or Board()

    def observe(
        self,
        seen: Board | Observation,
        *,
        time: float | None = None,
        source: str | None = None,
        aligned: bool = False,
    ) -> tuple[ActionFollower, ActionStep | None]:
        """Take the next stable board. A step comes where an earlier change is complete by it."""
        sight = Observation.of(seen)
        if self.start is None and not self.steps:
            return replace(self, start=sight.board), None
        follower, finished = self, None
        verdict = judge(self.board, sight, self.table, aligned=aligned)
        if verdict.board == self.board:
            return replace(self, pending=None), None
        earlier = None
        if self.pending is not None and not verdict.legal:
            before = self.pending
            earlier = before if before.verdict.legal else before.earlier
            if earlier is not None and time is None:
                # The change that waited was an action, and this one goes beyond it.
                follower, finished = self._committed(earlier)
                verdict, earlier = judge(follower.board, sight, self.table, aligned=aligned), None
            elif earlier is not None and earlier is not before:
                apart = self._taken_apart(earlier, before)
                if apart is not None:
                    # Both were whole actions, and this change goes beyond them.
                    follower, step = apart[0].observe(
                        seen, time=time, source=source, aligned=aligned
                    )
                    return follower, step or apart[1]
            elif earlier is None and before.is_rested and _lies_still(self.board, before, verdict):
                # Play goes on from a board that no action leads to: it is taken as played.
                follower, finished = self._committed(before)
                verdict = judge(follower.board, sight, self.table, aligned=aligned)
        parts = () if follower.pending is None else _parts_on_the_way(follower.pending)
        waiting = _Pending(sight, verdict, time, source, aligned, earlier, parts=parts)
        return replace(follower, pending=waiting), finished

    def settle(self, time: float = math.inf) -> tuple[ActionFollower, ActionStep | None]:
        """Take what waits as an action if by ``time``, at which nothing lies over the table, it
        has lain free for long enough.

        Where it is none, but was one before it went on, that was the action, and the rest is
        another. So a lay whose tiles, one by one, would not all be lays is still one.
        """
        waiting = self.pending
        if waiting is None:
            return self, None
        if time < math.inf:
            waiting = waiting.seen_free(time)
            if waiting.time is not None and waiting.pause < self.patience:
                return replace(self, pending=waiting), None
        if not waiting.verdict.legal and waiting.earlier is not None:
            follower, step = self._committed(waiting.earlier)
            verdict = judge(follower.board, waiting.seen, self.table, aligned=waiting.aligned)
            rest = replace(waiting, verdict=verdict, earlier=None)
            follower, last = replace(follower, pending=rest).settle(time)
            return follower, last or step
        if not waiting.verdict.legal and time < math.inf:
            return replace(self, pending=replace(waiting, is_rested=True)), None
        return self._committed(waiting)

    def under(self, table: Table) -> ActionFollower:
        """The same game with other knowledge of the table: what waits is judged again by it."""
        if table == self.table:
            return self
        pending = self.pending
        if pending is not None:
            verdict = judge(self.board, pending.seen, table, aligned=pending.aligned)
            pending = replace(pending, verdict=verdict)
        return replace(self, table=table, pending=pending)

    def _doubt(self, waiting: _Pending) -> str:
        """Whether a lay may have been two: what lay there after a pause, and what came after."""
        for part in waiting.parts:
            first = judge(self.board, part, self.table, aligned=True)
            second = judge(part, waiting.verdict.board, self.table, aligned=True)
            if waiting.verdict.legal and first.legal and second.legal:
                return f"There was a pause: perhaps two turns, {first.action} and {second.action}."
        return ""

    def _taken_apart(
        self, earlier: _Pending, later: _Pending
    ) -> tuple[ActionFollower, ActionStep] | None:
        """The first of two changes taken as an action, and the second waiting as another; None
        where the second is none."""
        follower, step = self._committed(earlier)
        verdict = judge(follower.board, later.seen, self.table, aligned=later.aligned)
        if not verdict.legal:
            return None
        return replace(follower, pending=replace(later, verdict=verdict, earlier=None)), step

    def _committed(self, waiting: _Pending) -> tuple[ActionFollower, ActionStep]:
        cells = _cells(waiting.verdict, self.board)
        seen = waiting.seen.moved(waiting.verdict.alignment)
        step = ActionStep(
            self.board,
            waiting.verdict.action,
            waiting.verdict.board,
            waiting.verdict,
            waiting.time,
            waiting.source,
            math.prod(seen.confidence.get(cell, 1.0) for cell in cells),
            tuple(cell for cell in cells if seen.is_unsure(cell)),
            self._doubt(waiting),
        )
        return replace(self, steps=(*self.steps, step), pending=None), step


def _parts_on_the_way(before: _Pending) -> tuple[Board, ...]:
    """The boards after which a turn may have been over, though it seemed to go on."""
    if before.verdict.legal and before.pause >= DOUBTFUL_PAUSE_SECONDS:
        return (*before.parts, before.verdict.board)
    return before.parts


def _lies_still(board: Board, before: _Pending, verdict: Verdict) -> bool:
    """Whether what had changed on a board lies in a later one as it did."""
    earlier, later = before.verdict.board, verdict.board
    changed = {tile.cell for tile in set(board) ^ set(earlier)}
    return earlier != later and all(earlier.get(cell) == later.get(cell) for cell in changed)


def _cells(verdict: Verdict, before: Board) -> tuple[Cell, ...]:
    """The cells that an action changed, or all that differ where it was no single action."""
    match verdict.action:
        case Lay(tiles):
            return tuple(tile.cell for tile in tiles)
        case Remove(cell) | Rotate(cell):
            return (cell,)
    return tuple(sorted({tile.cell for tile in set(before) ^ set(verdict.board)}))
