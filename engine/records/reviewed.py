"""A record reviewed: each move held against what was possible, and the record with notes on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from ..games.protocols import Game
from ..games.registry import plug_of
from ..games.reviewing import Effort, Remark, Reviewer
from ..phrases import Phrase
from ..stamp import stamped
from ..values import plain
from .record import Record, RecordedTurn
from .replay import Gap, Replay, replay

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
    if played.stopped is not None:
        raise NoReview(f"the record goes wrong: {played.stopped}")
    remarks = []
    for remark, _ in remarks_on(played, reviewer, effort):
        remarks.append(remark)
        progress(len(remarks), len(record.moves))
    return Review(record.game, tuple(remarks), effort, played.result or "")


def remarks_on(
    played: Replay, reviewer: Reviewer[Any], effort: Effort, given: Sequence[str] = ()
) -> Iterator[tuple[Remark, Game]]:
    """The remarks after those that are ``given`` by their moves, each with the position before it.
    Of what is no turn by the rules nothing is said but that."""
    done, at = len(given), 0
    for action in given:
        at = next(step.number for step in played.steps[at:] if step.turn.move == action)
    for gap, found in groupby(played.steps[at:], key=lambda step: step.gap):
        steps = tuple(found)
        before = played.positions[steps[0].number - 1 : steps[-1].number + 1]
        actions = [step.turn.move for step in steps]
        waiting = zip(actions, before, strict=False)
        said = reviewer(before, actions, effort) if gap is None else _of_gap(before, actions, gap)
        for remark in said:
            done += 1
            position = next(one for action, one in waiting if action == remark.action)
            yield replace(remark, number=done), position


def _of_gap(before: Sequence[Any], actions: Sequence[str], gap: Gap) -> Iterator[Remark]:
    """That what was played there is no turn; whose it was, only where none is missing."""
    for position, action in zip(before, actions, strict=False):
        who = "" if gap.is_missing else position.on_turn or ""
        yield Remark(0, who, action, ("no_turn",), (gap.phrase,))


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
