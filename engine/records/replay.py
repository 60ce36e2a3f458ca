"""From a game to its record and back: every move is held against the rules when it is played again,
and it is said where a record first goes wrong."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from ..games.findings import LONGEST
from ..games.onward import goes_on_from
from ..games.protocols import Game, Start
from ..games.registry import plug_of
from ..games.resigning import won_by_resigning
from ..lattice import Colour
from ..phrases import Phrase, Refused, reason_of
from ..stamp import counted
from ..tiles.board import Board
from .record import Record, RecordedTurn, require_record


@dataclass(frozen=True)
class Gap:
    """Why a game goes on from what is no legal turn: turns are missing there, as a person says, or
    it was let stand. ``broken`` is what the rules say of it. ``supposed`` is who is taken to be on
    turn then, where nobody has said who is."""

    is_missing: bool
    broken: Phrase | str
    supposed: str = ""

    @property
    def phrase(self) -> Phrase:
        """All of it, in a sentence."""
        if self.supposed:
            return Phrase("record.turns_missing_whose", {"player": self.supposed})
        return Phrase("record.turns_missing" if self.is_missing else "record.let_stand")


@dataclass(frozen=True)
class ReplayedTurn:
    """A turn of the record and the position after it.

    ``gap`` says, where it was no legal turn, why the game goes on from there.
    """

    number: int
    turn: RecordedTurn
    position: Game
    gap: Gap | None = None


@dataclass(frozen=True)
class Problem:
    """The place where a record goes wrong, the move's words, and why. ``let_stand``: the game goes
    on from there."""

    place: Phrase
    move: str
    why: Phrase | str
    let_stand: bool = False

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

    def __repr__(self) -> str:
        return f"<Problem {textwrap.shorten(str(self), LONGEST)}>"

    def __str__(self) -> str:
        place = f"{self.where}, {self.move}" if self.move else self.where
        return f"{place}: {self.reason}"

    def to_json(self) -> dict[str, str]:
        """The problem as plain JSON, in English."""
        return {"where": self.where, "move": self.move, "reason": self.reason}


@dataclass(frozen=True)
class Replay:
    """A record played again: the steps of its main line as far as they go, and all problems.

    The problems of the main line come first; those of variations follow. That turns are missing, as
    a person says, is none. ``given_to`` is who has won because the other side gave up.
    """

    start: Game | None
    steps: tuple[ReplayedTurn, ...]
    problems: tuple[Problem, ...]
    given_to: str | None = None

    def __repr__(self) -> str:
        told = [*self.problems[:1], *([self.result] if self.result else ())]
        ended = textwrap.shorten(str(told[0]), LONGEST) if told else "not over"
        return f"<Replay of {counted(len(self.steps), 'move')}: {ended}>"

    @property
    def positions(self) -> tuple[Game, ...]:
        """The positions before the first move and after each step; none where none could start."""
        steps = tuple(step.position for step in self.steps)
        return steps if self.start is None else (self.start, *steps)

    @property
    def position(self) -> Game | None:
        """The last position that could be reached, None where the game could not even start."""
        return self.steps[-1].position if self.steps else self.start

    @property
    def result(self) -> str | None:
        """How the game ended, by the rules or because it was given up; None where it did not."""
        ended = None if self.position is None else self.position.result
        return ended or self.given_to

    @property
    def stopped(self) -> Problem | None:
        """The first problem from which no game goes on, if there is one."""
        return next((problem for problem in self.problems if not problem.let_stand), None)

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers of the steps at which turns are missing."""
        return tuple(step.number for step in self.steps if step.gap and step.gap.is_missing)


def replay(record: Record) -> Replay:
    """Play a record again with full checking of every move, in variations too."""
    require_record(record)
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
            position, gap = after_turn(record, position, turn)
        except ValueError as error:
            problems.append(Problem(_turn(number), turn.move, reason_of(error)))
            break
        if gap is not None and not gap.is_missing:
            problems.append(Problem(_turn(number), turn.move, gap.broken, let_stand=True))
        steps.append(ReplayedTurn(number, turn, position, gap))
    given_to = None
    is_whole = len(steps) == len(record.moves)
    if is_whole and record.resigned:
        try:
            given_to = won_by_resigning(plug_of(record.game), position, record.resigned)
        except ValueError as error:
            is_whole = False
            problems.append(Problem(Phrase("record.resigned"), "", reason_of(error)))
    if is_whole:
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


def after_turn(record: Record, game: Game, turn: RecordedTurn) -> tuple[Game, Gap | None]:
    """The game after a turn of a record, whatever it breaks where turns are missing or it was let
    stand. Raises ValueError where nobody knows how the game went on."""
    try:
        after = game.play(turn.move)
        if board_told(turn) not in (None, after.board):
            raise Refused(Phrase("record.other_board"))
    except ValueError as error:
        said = _gap_said(record, turn)
        if said is None and not turn.check:
            raise
        with suppress(ValueError):
            after = _going_on(record, game, turn)
            is_guessed = said and not to_move(turn) and plug_of(record.game).following.seated
            supposed = after.on_turn if is_guessed else None
            return after, Gap(bool(said), reason_of(error), supposed or "")
        raise
    return after, None


def _gap_said(record: Record, turn: RecordedTurn) -> bool | None:
    """Whether turns are missing at one against the rules (True) or it was one turn (False), where a
    person has said so."""
    gaps = record.extra.get("gaps")
    said = gaps.get(str(turn.extra.get("source"))) if isinstance(gaps, dict) else None
    return said if isinstance(said, bool) else None


def counts_turns(record: Record, turn: RecordedTurn) -> bool:
    """Whether a move against the rules may be several turns: unless a person has said that it was
    one, whose turn it is then follows from how many pieces were laid."""
    return _gap_said(record, turn) is not False


def to_move(turn: RecordedTurn) -> str:
    """Who is on turn after turns that are missing, where the record says so."""
    return str(turn.extra.get("to_move", ""))


def _going_on(record: Record, game: Game, turn: RecordedTurn) -> Game:
    plug, counted = plug_of(record.game), counts_turns(record, turn)
    board = board_told(turn) or plug.following.led_to(game, turn.move)
    after: Game = goes_on_from(plug, game, board, counted=counted, to_move=to_move(turn))
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
        try:
            game = None if game is None else after_turn(record, game, turn)[0]
        except ValueError:
            game = None
        side = Colour.BLUE.value if side == Colour.WHITE.value else Colour.WHITE.value


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
