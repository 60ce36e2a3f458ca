"""Playing a record again: every move held against the rules, and where it first goes wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from ..lattice import Colour
from ..palagem import game as palagem
from ..palago.game import Game, GameOptions, OptionsError
from ..palago.move import Move
from ..palago.referee import game_of_board
from ..palagonia import actions
from ..palagonia import game as palagonia
from ..palagonia.rules import IllegalAction
from ..tiles.board import MOST_TILES, Board
from .record import PALAGEM, PALAGONIA, Record, Turn


class Position(Protocol):
    """A game being replayed, of whatever kind."""

    @property
    def board(self) -> Board:
        """The board as it lies."""

    @property
    def result(self) -> str | None:
        """The winner as records write it, "draw", or None while the game goes on."""

    def after(self, words: str) -> Position:
        """The position after a move in the game's words. Raises ValueError with the reason."""


@dataclass(frozen=True)
class Step:
    """A turn of the record and the position after it."""

    number: int
    turn: Turn
    position: Position


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
    """

    start: Position | None
    steps: tuple[Step, ...]
    problems: tuple[Problem, ...]

    @property
    def position(self) -> Position | None:
        """The last position that could be reached, None where the game could not even start."""
        return self.steps[-1].position if self.steps else self.start

    @property
    def result(self) -> str | None:
        """How the game ended by the rules, None where it did not."""
        return None if self.position is None else self.position.result


def replay(record: Record) -> Replay:
    """Play a record again with full checking of every move, in variations too."""
    try:
        start = start_position(record)
    except ValueError as error:
        return Replay(None, (), (Problem("start", "", str(error)),))
    steps: list[Step] = []
    problems: list[Problem] = []
    branches: list[tuple[Position, int, Turn]] = []
    position = start
    for number, turn in enumerate(record.moves, 1):
        branches.append((position, number, turn))
        try:
            position = position.after(turn.move)
        except ValueError as error:
            problems.append(Problem(f"turn {number}", turn.move, str(error)))
            break
        steps.append(Step(number, turn, position))
    if not problems:
        problems += _contradictions(record, position)
    for before, number, turn in branches:
        problems += _problems_of_variations(before, number, turn, f"turn {number}")
    return Replay(start, tuple(steps), tuple(problems))


def _problems_of_variations(
    before: Position, number: int, turn: Turn, where: str
) -> Iterator[Problem]:
    for index, line in enumerate(turn.variations, 1):
        position = before
        for step, other in enumerate(line, number):
            place = f"{where}, variation {index}, turn {step}"
            yield from _problems_of_variations(position, step, other, place)
            try:
                position = position.after(other.move)
            except ValueError as error:
                yield Problem(place, other.move, str(error))
                break


def _contradictions(record: Record, position: Position) -> Iterator[Problem]:
    """A result in the record that is not the one that the rules give."""
    stated, reached = record.result.strip().lower(), position.result
    if reached is not None and stated and stated != reached.lower():
        yield Problem("result", "", f"the record says {record.result!r}, by the rules: {reached}")


def start_position(record: Record) -> Position:
    """The position before the first move. Raises ValueError with the reason."""
    if record.game == PALAGONIA:
        with_dice = any(turn.move.startswith(("start ", "roll ")) for turn in record.moves)
        kind = PalagoniaPosition if with_dice or not record.moves else _PalagoniaTable
        return kind.start(record)
    if record.game == PALAGEM:
        return _PalagemPosition.start(record)
    return PalagoPosition.start(record)


def _possible_start(record: Record, tiles: int) -> Board:
    """The record's start position. Raises OptionsError where no game can go on from it."""
    board = record.start or Board()
    problems = board.status(tiles)
    if problems:
        raise OptionsError(f"the start position is impossible: {', '.join(problems)}")
    return board


@dataclass(frozen=True)
class PalagoPosition:
    """A game of Palago being replayed."""

    game: Game

    @classmethod
    def start(cls, record: Record) -> PalagoPosition:
        """The game before its first move. Raises OptionsError."""
        options = GameOptions.from_json(record.options)
        if record.start is None:
            return cls(Game(options))
        board = _possible_start(record, options.tiles)
        if record.to_move in ("white", "blue"):
            return cls(Game.from_board(board, Colour(record.to_move), options))
        return cls(game_of_board(board, options))

    @property
    def board(self) -> Board:
        """The board as it lies."""
        return self.game.board

    @property
    def result(self) -> str | None:
        """The winner's colour, "draw", or None."""
        outcome = self.game.outcome()
        if outcome is None:
            return None
        return "draw" if outcome.winner is None else outcome.winner.value

    def after(self, words: str) -> PalagoPosition:
        """The game after a move. Raises IllegalMove, BoardError."""
        return PalagoPosition(self.game.play(Move.from_text(words)))


@dataclass(frozen=True)
class PalagoniaPosition:
    """A game of Palagonia with its dice."""

    game: palagonia.Game

    @classmethod
    def start(cls, record: Record) -> PalagoniaPosition:
        if record.start is not None:
            raise OptionsError("a record of Palagonia with dice starts from the empty table")
        players = list(record.players) or record.options.get("players", [])
        described = {**record.options, "players": players, "events": []}
        return cls(palagonia.Game.from_json(described))

    @property
    def board(self) -> Board:
        return self.game.board

    @property
    def result(self) -> str | None:
        outcome = self.game.outcome()
        if outcome is None:
            return None
        winners = outcome.winning_teams or (self.game.players[p] for p in outcome.winners)
        return " and ".join(winners)

    def after(self, words: str) -> PalagoniaPosition:
        return PalagoniaPosition(self.game.after_event(words))


@dataclass(frozen=True)
class _PalagoniaTable:
    """Actions of Palagonia of which the dice are not known, as a camera sees them."""

    board: Board

    @classmethod
    def start(cls, record: Record) -> _PalagoniaTable:
        return cls(_possible_start(record, MOST_TILES))

    @property
    def result(self) -> str | None:
        return None

    def after(self, words: str) -> _PalagoniaTable:
        action = actions.action_from_text(words)
        refusals = actions.action_refusals(self.board, action)
        if refusals:
            raise IllegalAction(*refusals)
        return _PalagoniaTable(actions.apply(self.board, action))


@dataclass(frozen=True)
class _PalagemPosition:
    """A game of Palagem being replayed."""

    game: palagem.Game

    @classmethod
    def start(cls, record: Record) -> _PalagemPosition:
        return cls(palagem.Game.from_json(record.options))

    @property
    def board(self) -> Board:
        return self.game.board

    @property
    def result(self) -> str | None:
        return self.game.result

    def after(self, words: str) -> _PalagemPosition:
        return _PalagemPosition(self.game.after_event(words))
