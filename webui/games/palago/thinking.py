"""What the program thinks of in Palago, in a process apart."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from ....engine.lattice import Colour
from ....engine.palago.game import GameOptions, PalagoGame
from ....engine.palago.move import Move
from ....engine.palago.puzzles.puzzle import Puzzle
from ....engine.tiles.board import Board
from ...workers.worker import JobRefused


@cache
def load_solver() -> None:
    """Load the compiled solver into this process: those seconds are not taken from a search."""
    from ....engine.palago.search.solver import Solver

    Solver(Board.from_text("0,0a 1,0c"), Colour.WHITE, seconds=0.01).solve()


def suggest_moves(
    board: dict[str, Any], to_move: str, options: dict[str, Any], seconds: float
) -> dict[str, Any]:
    """A forced win if one is found in time, and the move that the program would play.

    ``parries`` counts the moves that parry an immediate threat of the other colour, None where
    there is no threat. Raises JobRefused, BoardError where no move can be played.
    """
    from ....engine.palago.search.opponent import choose_move
    from ....engine.palago.search.solver import Solver
    from ....engine.palago.threats import analyse_threats

    table, mover = Board.from_json(board), Colour(to_move)
    load_solver()
    game = PalagoGame.from_board(table, mover, GameOptions.from_json(options))
    if game.over or not len(table):
        raise JobRefused.of("no_advice")
    solution = Solver(table, mover, seconds=seconds / 2).solve().to_json()
    move = choose_move(game, seconds=seconds / 2)
    parries = analyse_threats(table, lists=False).of(mover.other).parries
    return {"solution": solution, "move": [str(tile) for tile in move], "parries": parries}


def play_at_level(
    board: dict[str, Any], to_move: str, options: dict[str, Any], level: str
) -> dict[str, str]:
    """What the program plays at a level. Raises BoardError where no move can be played."""
    from ....engine.palago.search import levels

    table, agreed = Board.from_json(board), GameOptions.from_json(options)
    is_begun = len(table) > 0
    game = PalagoGame.from_board(table, Colour(to_move), agreed) if is_begun else PalagoGame(agreed)
    return {"move": str(levels.choose_at(game, levels.level(level)))}


def warm_up() -> None:
    """Load what answers need before somebody waits for one."""
    load_solver()


def judge_answer(puzzle: dict[str, Any], moves: Sequence[str]) -> dict[str, Any]:
    """What an answer is worth. Raises ValueError where it cannot be one."""
    from ....engine.palago.puzzles.answering import answered

    warm_up()
    found = answered(Puzzle.from_json(puzzle), [Move.from_text(move) for move in moves])
    return {
        "status": found.status,
        "phrases": [phrase.to_json() for phrase in found.phrases],
        "board": found.board.to_text(),
        "reply": "" if found.reply is None else str(found.reply),
        "replied": "" if found.replied is None else found.replied.value,
    }
