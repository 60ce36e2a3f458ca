"""Playing a record again: every move held against the rules, and where it first goes wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ..games.onward import goes_on_from
from ..games.protocols import Game, Start
from ..games.registry import plug_of
from ..games.resigning import won_by_resigning
from ..lattice import Colour
from ..phrases import Phrase, Refused, reason_of
from ..tiles.board import Board, Tile
from .record import Record, RecordedTurn


@dataclass(frozen=True)
class ReplayedTurn:
    """A turn of the record and the position after it."""

    number: int
    turn: RecordedTurn
    position: Game


@dataclass(frozen=True)
class Problem:
    """The place where a record goes wrong, the move's words, and why."""

    place: Phrase
    move: str
    why: Phrase | str

    @property
    def where(self) -> str:
        """The place in English."""
        return str(self.place)

    @property
    def reason(self) -> str:
        """The reason in English."""
        return str(self.why)

    @property
    def phrase(self) -> Phrase:
        """All of it, to be said in any language."""
        move = Phrase("record.move", {"where": self.place, "move": self.move})
        return Phrase("record.place", {"where": move if self.move else self.place, "why": self.why})

    def __str__(self) -> str:
        place = f"{self.where}, {self.move}" if self.move else self.where
        return f"{place}: {self.reason}"

    def to_json(self) -> dict[str, str]:
        """The problem as plain JSON, in English."""
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
        return Replay(None, (), (Problem(Phrase("record.start"), "", reason_of(error)),))
    steps: list[ReplayedTurn] = []
    problems: list[Problem] = []
    branches: list[tuple[Game, int, RecordedTurn]] = []
    position = start
    for number, turn in enumerate(record.moves, 1):
        branches.append((position, number, turn))
        try:
            played = played_as_told(position, turn)
        except ValueError as error:
            problems.append(Problem(_turn(number), turn.move, reason_of(error)))
            break
        position = played
        steps.append(ReplayedTurn(number, turn, position))
    given_to = None
    if not problems and record.resigned:
        try:
            given_to = won_by_resigning(plug_of(record.game), position, record.resigned)
        except ValueError as error:
            problems.append(Problem(Phrase("record.resigned"), "", reason_of(error)))
    if not problems:
        problems += _contradictions(record, position.result or given_to)
    for before, number, turn in branches:
        problems += _problems_of_variations(before, number, turn, _turn(number))
    return Replay(start, tuple(steps), tuple(problems), given_to)


def _problems_of_variations(
    before: Game, number: int, turn: RecordedTurn, where: Phrase
) -> Iterator[Problem]:
    for index, line in enumerate(turn.variations, 1):
        position = before
        for step, other in enumerate(line, number):
            place = Phrase(
                "record.variation_turn", {"where": where, "index": index, "number": step}
            )
            yield from _problems_of_variations(position, step, other, place)
            try:
                position = position.play(other.move)
            except ValueError as error:
                yield Problem(place, other.move, reason_of(error))
                break


def _contradictions(record: Record, reached: str | None) -> Iterator[Problem]:
    """A result in the record that is not the one that the rules give."""
    stated = record.result.strip().lower()
    if reached is not None and stated and stated != reached.lower():
        said = {"stated": record.result, "reached": reached}
        yield Problem(Phrase("record.result"), "", Phrase("record.other_result", said))


def played_as_told(game: Game, turn: RecordedTurn) -> Game:
    """The game after a turn that leads where the record says. Raises ValueError."""
    after = game.play(turn.move)
    if board_told(turn) not in (None, after.board):
        raise Refused(Phrase("record.other_board"))
    return after


def counts_turns(record: Record, turn: RecordedTurn) -> bool:
    """Whether a move against the rules may be several turns: unless a person has said that it was
    one, whose turn it is then follows from how many pieces were laid."""
    gaps = record.extra.get("gaps")
    said = gaps.get(str(turn.extra.get("source"))) if isinstance(gaps, dict) else None
    return said is not False


def accepted_as_told(record: Record, game: Game, turn: RecordedTurn) -> Game:
    """The game that went on from a turn that the record marks, whatever the rules say. Raises
    ValueError."""
    board: Any = board_told(turn) or game.board
    for word in turn.move.split() if board == game.board else ():
        board = board.place(Tile.from_text(word))
    counted = counts_turns(record, turn)
    after: Game = goes_on_from(plug_of(record.game), game, board, counted=counted)
    return after


def movers(record: Record) -> Iterator[str]:
    """Which of two colours played each move of the main line: they take turns, but where a photo
    is missing, or a turn broke the rules."""
    side = record.to_move or Colour.WHITE.value
    game: Game | None = None
    with suppress(ValueError):
        game = start_position(record)
    for turn in record.moves:
        side = side if game is None else game.on_turn or side
        yield side
        game = None if game is None else _after(record, game, turn)
        side = Colour.BLUE.value if side == Colour.WHITE.value else Colour.WHITE.value


def _after(record: Record, game: Game, turn: RecordedTurn) -> Game | None:
    with suppress(ValueError):
        return played_as_told(game, turn)
    with suppress(ValueError):
        return accepted_as_told(record, game, turn) if turn.check else None
    return None


def board_told(turn: RecordedTurn) -> Board | None:
    """The board that lay there after a turn, where the record says that its words do not lead to
    it. Raises BoardError."""
    told = turn.extra.get("board")
    return Board.from_text(told) if isinstance(told, str) else None


def _turn(number: int) -> Phrase:
    return Phrase("record.turn", {"number": number})


def start_position(record: Record) -> Game:
    """The game before the first move. Raises ValueError with the reason."""
    plug = plug_of(record.game)
    if record.start is not None:
        problems = plug.table.problems(record.start, record.options)
        if problems:
            raise Refused(Phrase("start_impossible", {"problems": problems}))
    actions = tuple(turn.move for turn in record.moves)
    return plug.start(Start(record.options, record.start, record.to_move, record.players, actions))
