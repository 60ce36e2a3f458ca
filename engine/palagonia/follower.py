"""Palagonia followed from sight: stable boards in, the actions that were played out.

The table alone does not say when a turn is over: two tiles may be all, or the first two of five.
So a change waits until nothing more has happened for a while; then it is taken as one action.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any

from ..board import Board
from ..lattice import Cell
from ..observation import Observation
from .actions import Action, Lay, Remove, Rotate
from .judge import Table, Verdict, judge

PATIENCE_SECONDS = 3.0


@dataclass(frozen=True)
class ActionStep:
    """One action as it was seen. ``action`` is None where the change was no single action."""

    before: Board
    action: Action | None
    after: Board
    verdict: Verdict
    time: float | None
    source: str | None
    confidence: float
    unsure: tuple[Cell, ...] = ()

    @property
    def needs_a_look(self) -> bool:
        """Whether a person should check this step."""
        return bool(self.unsure) or not self.verdict.legal

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is to be said of it, in English: what was done, or every rule that it breaks."""
        return tuple(map(str, self.verdict.sentences or self.verdict.refusals))

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
    longer than a turn takes, though it is no action.
    """

    seen: Observation
    verdict: Verdict
    time: float | None
    source: str | None
    aligned: bool
    earlier: _Pending | None = None
    is_rested: bool = False


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
        waiting = _Pending(sight, verdict, time, source, aligned, earlier)
        return replace(follower, pending=waiting), finished

    def settle(self, time: float = math.inf) -> tuple[ActionFollower, ActionStep | None]:
        """Take what waits as an action if it has waited long enough at ``time``.

        Where it is none, but was one before it went on, that was the action, and the rest is
        another. So a lay whose tiles, one by one, would not all be lays is still one.
        """
        waiting = self.pending
        if waiting is None or (waiting.time is not None and time - waiting.time < self.patience):
            return self, None
        if not waiting.verdict.legal and waiting.earlier is not None:
            follower, step = self._committed(waiting.earlier)
            verdict = judge(follower.board, waiting.seen, self.table, aligned=waiting.aligned)
            rest = replace(waiting, verdict=verdict, earlier=None)
            follower, last = replace(follower, pending=rest).settle(time)
            return follower, last or step
        if not waiting.verdict.legal and time < math.inf:
            return replace(self, pending=replace(waiting, is_rested=True)), None
        return self._committed(waiting)

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
        way = waiting.verdict.alignment
        confidence = {way.cell(c): value for c, value in waiting.seen.confidence.items()}
        step = ActionStep(
            self.board,
            waiting.verdict.action,
            waiting.verdict.board,
            waiting.verdict,
            waiting.time,
            waiting.source,
            math.prod(confidence.get(cell, 1.0) for cell in cells),
            tuple(cell for cell in cells if waiting.seen.is_unsure(way.cell_back(cell))),
        )
        return replace(self, steps=(*self.steps, step), pending=None), step


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
