"""Answers to puzzles, looked at in a process apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...engine.palago.move import Move
from ...engine.palago.puzzles.puzzle import Puzzle
from ..games.palago.thinking import load_solver
from ..workers.worker import JobRefused


def warm_up() -> None:
    """Load what answers need before somebody waits for one."""
    load_solver()


def judge_answer(puzzle: dict[str, Any], moves: Sequence[str]) -> dict[str, Any]:
    """What an answer is worth. Raises JobRefused where it cannot be one."""
    from ...engine.palago.puzzles.answering import answered

    warm_up()
    try:
        found = answered(Puzzle.from_json(puzzle), [Move.from_text(move) for move in moves])
    except ValueError as error:
        raise JobRefused.because(error) from None
    return {
        "status": found.status,
        "phrases": [phrase.to_json() for phrase in found.phrases],
        "board": found.board.to_text(),
        "reply": "" if found.reply is None else str(found.reply),
        "replied": "" if found.replied is None else found.replied.value,
    }
