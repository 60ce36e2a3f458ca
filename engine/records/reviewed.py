"""A record reviewed: each move held against what was possible, and the record with notes on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from ..games.registry import plug_of
from ..games.reviewing import Effort, Remark
from ..phrases import Phrase
from ..stamp import stamped
from ..values import plain
from .record import Record, RecordedTurn
from .replay import replay

#: Marks of a move that changed who was winning, as far as is known.
_TURNING = frozenset(("loses", "threat_not_seen", "missed_win"))


class NoReview(ValueError):
    """A record that cannot be reviewed; the message says why."""


@dataclass(frozen=True)
class Review:
    """The remarks on a game."""

    game: str
    remarks: tuple[Remark, ...]
    effort: Effort
    result: str

    @property
    def turning_point(self) -> int | None:
        """The number of the last move that gave the game away."""
        turning = [remark.number for remark in self.remarks if _TURNING & set(remark.marks)]
        return turning[-1] if turning else None

    def to_json(self) -> dict[str, Any]:
        """The review as plain JSON."""
        told = {
            "game": self.game,
            "result": self.result,
            "effort": plain(self.effort),
            "turning_point": self.turning_point,
            "moves": [remark.to_json() for remark in self.remarks],
        }
        return stamped("review", told)


def review(
    record: Record,
    effort: Effort | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Review:
    """Look at every move of a record's main line. ``progress`` is told how many moves are done, and
    of how many. Raises NoReview where the record goes wrong or its game cannot be reviewed."""
    effort = effort or Effort()
    reviewer = plug_of(record.game).review
    if reviewer is None:
        raise NoReview(f"there is no review for {record.game} yet")
    played = replay(record)
    if played.problems or played.start is None:
        raise NoReview(f"the record goes wrong: {played.problems[0]}")
    positions = (played.start, *(step.position for step in played.steps))
    actions = [step.turn.move for step in played.steps]
    remarks = []
    for remark in reviewer(positions, actions, effort):
        remarks.append(remark)
        progress(len(remarks), len(actions))
    return Review(record.game, tuple(remarks), effort, played.result or "")


def annotated(record: Record, found: Review, say: Callable[[Phrase], str] = str) -> Record:
    """The record with the review's sentences as comments and its better lines as variations."""
    remarks = iter(found.remarks)
    turns: list[RecordedTurn] = []
    waiting = next(remarks, None)
    for turn in record.moves:
        if waiting is None or waiting.action != turn.move:
            turns.append(turn)
            continue
        notes = {say(phrase): phrase.to_json() for phrase in waiting.phrases}
        comment = " ".join(filter(None, (turn.comment, *notes)))
        turn = replace(turn, comment=comment, phrases={**turn.phrases, **notes})
        line = tuple(RecordedTurn(move) for move in waiting.better)
        turns.append(turn.branching(*turn.variations, line))
        waiting = next(remarks, None)
    return replace(record, moves=tuple(turns))
