"""Playing a record again: every move held against the rules, and where it first goes wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..games.protocols import Game, Start
from ..games.registry import plug_of
from ..games.resigning import won_by_resigning
from ..phrases import Phrase, Refused
from .record import Record, RecordedTurn


@dataclass(frozen=True)
class ReplayedTurn:
    """A turn of the record and the position after it."""

    number: int
    turn: RecordedTurn
    position: Game


@dataclass(frozen=True)
class Problem:
    """Where a record goes wrong: ``where`` in words, the move's words, and the reason."""

    where: str
    move: str
    reason: str

    def __str__(self) -> str:
        return f"{self.where}, {self.move}: {self.reason}" if self.move else (
            f"{self.where}: {self.reason}"
        )  # fmt: skip

    def to_json(self) -> dict[str, str]:
        """The problem as plain JSON."""
        return {"where": self.where, "move": self.move, "reason": self.reason}


@dataclass(frozen=True)
class Replay:
    """A record played again: the steps of its main line as far as they go, and all problems.

    The first problem is the first of the main line, if it has any; those of variations follow.
    ``given_to`` is who has won because the other side gave up.
    """

    start: Game | None
    steps: tuple[ReplayedTurn, ...]
    problems: tuple[Problem, ...]
    given_to: str | None = None

    @property
    def position(self) -> Game | None:
        """The last position that could be reached, None where the game could not even start."""
        return self.steps[-1].position if self.steps else self.start

    @property
    def result(self) -> str | None:
        """How the game ended, by the rules or because it was given up; None where it did not."""
        ended = None if self.position is None else self.position.result
        return ended or self.given_to


def replay(record: Record) -> Replay:
    """Play a record again with full checking of every move, in variations too."""
    try:
        start = start_position(record)
    except ValueError as error:
        return Replay(None, (), (Problem("start", "", str(error)),))
    steps: list[ReplayedTurn] = []
    problems: list[Problem] = []
    branches: list[tuple[Game, int, RecordedTurn]] = []
    position = start
    for number, turn in enumerate(record.moves, 1):
        branches.append((position, number, turn))
        try:
            position = position.play(turn.move)
        except ValueError as error:
            problems.append(Problem(f"turn {number}", turn.move, str(error)))
            break
        steps.append(ReplayedTurn(number, turn, position))
    given_to = None
    if not problems and record.resigned:
        try:
            given_to = won_by_resigning(plug_of(record.game), position, record.resigned)
        except ValueError as error:
            problems.append(Problem("resigned", "", str(error)))
    if not problems:
        problems += _contradictions(record, position.result or given_to)
    for before, number, turn in branches:
        problems += _problems_of_variations(before, number, turn, f"turn {number}")
    return Replay(start, tuple(steps), tuple(problems), given_to)


def _problems_of_variations(
    before: Game, number: int, turn: RecordedTurn, where: str
) -> Iterator[Problem]:
    for index, line in enumerate(turn.variations, 1):
        position = before
        for step, other in enumerate(line, number):
            place = f"{where}, variation {index}, turn {step}"
            yield from _problems_of_variations(position, step, other, place)
            try:
                position = position.play(other.move)
            except ValueError as error:
                yield Problem(place, other.move, str(error))
                break


def _contradictions(record: Record, reached: str | None) -> Iterator[Problem]:
    """A result in the record that is not the one that the rules give."""
    stated = record.result.strip().lower()
    if reached is not None and stated and stated != reached.lower():
        yield Problem("result", "", f"the record says {record.result!r}, by the rules: {reached}")


def start_position(record: Record) -> Game:
    """The game before the first move. Raises ValueError with the reason."""
    plug = plug_of(record.game)
    if record.start is not None:
        problems = plug.table.problems(record.start, record.options)
        if problems:
            raise Refused(Phrase("start_impossible", {"problems": problems}))
    actions = tuple(turn.move for turn in record.moves)
    return plug.start(Start(record.options, record.start, record.to_move, record.players, actions))
