"""A puzzle as a value and as a file, and those that come with the program."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypedDict

from ...lattice import Colour
from ...stamp import require_stamp, stamped
from ...tiles.board import Board
from ...values import value_of
from ..move import Move

PuzzleKind = Literal["win_in_1", "win_in_2", "win_in_3", "only_parry"]
#: Each kind with the moves in which whoever solves it wins; a parry wins nothing.
KINDS: dict[PuzzleKind, int] = {"win_in_1": 1, "win_in_2": 2, "only_parry": 0, "win_in_3": 3}
#: Choices from which a puzzle is of the harder level of its kind: about half of them are.
_MANY = {"win_in_1": 16, "win_in_2": 68, "only_parry": 28, "win_in_3": 60}
_FIRST_LEVEL = {"win_in_1": 1, "win_in_2": 2, "only_parry": 3, "win_in_3": 4}
LEVELS_OF_PUZZLES = 5


class PuzzleError(ValueError):
    """A file that holds no puzzles."""


@dataclass(frozen=True)
class Puzzle:
    """A position of the usual game for ``to_move``, who has exactly one solution.

    ``line`` alternates the solver's moves and the replies; the closing move of a win in two or
    three may be another than the one written here. ``choices`` is how much there is to choose
    from: attacks, moves in the way of a threat, or places where one tile might win. ``source``
    says which game and position it comes from: ``Club final/7``, or ``1044/7`` for a game that
    the program has played with itself.
    """

    kind: PuzzleKind
    board: Board
    to_move: Colour
    line: tuple[Move, ...]
    choices: int
    source: str = ""

    @property
    def name(self) -> str:
        """A word made from the position alone, so that it stays the same in any collection."""
        told = f"{self.kind} {self.to_move.value} {self.board.to_text()}"
        return hashlib.sha256(told.encode()).hexdigest()[:8]

    @property
    def level(self) -> int:
        """1 for the easiest to 5: by what is asked for, and how much there is to choose from."""
        return _FIRST_LEVEL[self.kind] + (self.choices >= _MANY[self.kind])

    @property
    def own_moves(self) -> int:
        """How many moves solve it."""
        return (len(self.line) + 1) // 2

    def to_json(self) -> dict[str, Any]:
        """The puzzle as a line of a file has it."""
        return {
            "kind": self.kind,
            "board": self.board.to_text(),
            "to_move": self.to_move.value,
            "line": list(map(str, self.line)),
            "choices": self.choices,
            "source": self.source,
        }

    @classmethod
    def from_json(cls, value: object) -> Puzzle:
        """Read :meth:`to_json`'s object. Raises PuzzleError."""
        try:
            said = value_of(PuzzleSaid, value)
            line = tuple(map(Move.from_text, said.line))
            board = Board.from_text(said.board)
        except ValueError as error:
            raise PuzzleError(f"this is no puzzle: {error}") from None
        if len(line) != max(1, 2 * KINDS[said.kind] - 1):
            raise PuzzleError(f"a puzzle of the kind {said.kind} has another line")
        return cls(said.kind, board, said.to_move, line, said.choices, said.source)


@dataclass(frozen=True)
class PuzzleSaid:
    """A puzzle as a line of a file has it."""

    kind: PuzzleKind
    board: str
    to_move: Colour
    line: tuple[str, ...]
    choices: int
    source: str = ""


class PuzzlesSaid(TypedDict):
    """The file's object."""

    puzzles: list[Any]


def dump_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """A file of puzzles, one a line, the easiest first."""
    ordered = sorted(puzzles, key=lambda p: (p.level, p.kind, p.choices, len(p.board), p.name))
    lines = ",\n".join(json.dumps(puzzle.to_json()) for puzzle in ordered)
    head = json.dumps(stamped("puzzles", {}))[:-1]
    return f'{head}, "puzzles": [\n{lines}\n]}}\n'


def read_puzzles(text: str) -> tuple[Puzzle, ...]:
    """The puzzles of a file. Raises PuzzleError."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise PuzzleError(f"this is no JSON: {error}") from None
    require_stamp("puzzles", value, PuzzleError)
    said: dict[str, Any] = value_of(PuzzlesSaid, value, PuzzleError)
    return tuple(map(Puzzle.from_json, said["puzzles"]))


@cache
def puzzles_that_came() -> tuple[Puzzle, ...]:
    """The puzzles that come with the program, the easiest first."""
    path = files(__package__).joinpath("puzzles.json")
    return read_puzzles(path.read_text(encoding="utf-8")) if path.is_file() else ()
