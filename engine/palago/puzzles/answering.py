"""What is said of an answer to a puzzle: it is right, goes on, or why it is not the one."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from ...lattice import Colour
from ...phrases import Phrase, Refused
from ...tiles.board import Board, BoardError
from ..game import IllegalMove, PalagoGame
from ..move import Move
from ..search.forcing import OutOfTime, ThreatSearch, Tiles
from .puzzle import KINDS, Puzzle

Status = Literal["solved", "goes_on", "wrong", "not_legal"]
#: Seconds to look for a reply that refutes a longer attack; without one it is only said.
SECONDS_FOR_A_REPLY = 2.0


@dataclass(frozen=True)
class PuzzleAnswer:
    """What became of an answer: the ``board`` after it and the puzzle's own ``reply``, or the move
    that shows why the answer is wrong; ``replied`` says which colour's."""

    status: Status
    phrases: tuple[Phrase, ...]
    board: Board
    reply: Move | None = None
    replied: Colour | None = None


def answered(puzzle: Puzzle, moves: Sequence[Move]) -> PuzzleAnswer:
    """What the solver's moves so far are worth; the replies between them are the puzzle's own.
    Raises ValueError where there are no moves, or more than the puzzle has."""
    if not 0 < len(moves) <= puzzle.own_moves:
        raise Refused(Phrase("puzzle.answer_length", {"most": puzzle.own_moves}))
    game = PalagoGame.from_board(puzzle.board, puzzle.to_move)
    for number, move in enumerate(moves):
        try:
            after = _played(game, move)
        except IllegalMove as error:
            phrases = tuple(violation.sentence for violation in error.violations)
            return PuzzleAnswer("not_legal", phrases, game.board)
        is_last = number == puzzle.own_moves - 1
        if not _is_right(puzzle, 2 * number, move, after, is_last):
            return _refuted(puzzle, after, puzzle.own_moves - number - 1)
        game = after
        if not is_last:
            reply = puzzle.line[2 * number + 1]
            game = game.play(reply)
    said = Phrase("puzzle.solved" if KINDS[puzzle.kind] else "puzzle.parried", {})
    if len(moves) == puzzle.own_moves:
        return PuzzleAnswer("solved", (said,), game.board)
    colours = {"other": puzzle.to_move.other.value}
    return PuzzleAnswer(
        "goes_on", (Phrase("puzzle.goes_on", colours),), game.board, reply, puzzle.to_move.other
    )


def _played(game: PalagoGame, move: Move) -> PalagoGame:
    """The game after a move; a tile laid after the one that ends the game is not counted."""
    if len(move) == 2:
        for first in move:
            try:
                after = game.play(Move.of(first))
            except IllegalMove:
                continue
            if after.over and after.result == game.to_move.value:
                return after
    return game.play(move)


def _is_right(puzzle: Puzzle, index: int, move: Move, after: PalagoGame, is_last: bool) -> bool:
    if is_last and KINDS[puzzle.kind]:
        return after.result == puzzle.to_move.value
    return move.as_set == puzzle.line[index].as_set


def _refuted(puzzle: Puzzle, after: PalagoGame, moves: int) -> PuzzleAnswer:
    """Why an answer is wrong: what the other side does, or that the win is not forced."""
    own, other = puzzle.to_move, puzzle.to_move.other
    names = {"colour": own.value, "other": other.value}

    def wrong(key: str, reply: Tiles | None = None) -> PuzzleAnswer:
        shown, mover = (None, None) if reply is None else (Move(reply), other)
        return PuzzleAnswer("wrong", (Phrase(f"puzzle.{key}", names),), after.board, shown, mover)

    if after.over:
        return wrong("loses")
    try:
        search = ThreatSearch(after.board, deadline=time.monotonic() + SECONDS_FOR_A_REPLY)
    except BoardError:
        return wrong("not_forced")
    wins = search.immediate_wins(other)
    if wins:
        return wrong("still_wins" if puzzle.kind == "only_parry" else "other_wins", wins[0])
    if puzzle.kind == "win_in_1" or moves == 0:
        return wrong("does_not_close")
    if not search.wins_within(own, 1):
        return wrong("no_threat")
    with suppress(OutOfTime):
        parry = search.holding_reply(own, moves)
        if parry is not None:
            return wrong("parried_by", parry)
    return wrong("not_forced")
