"""Reviews, a move at a time, in a process apart that keeps what it found in the game so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ...engine.games.registry import plug_of
from ...engine.games.reviewing import Effort, Remark
from ...engine.lattice import Colour
from ...engine.records.record import Record
from ...engine.records.replay import replay
from ...engine.records.reviewed import remarks_on
from ...engine.tiles.board import Board
from ..games.palago.thinking import load_solver
from ..workers.worker import JobRefused


@dataclass
class _ReviewUnderWay:
    """The review that this process is at: its name, the remarks to come, how many there were."""

    name: str
    remarks: Iterator[tuple[Remark, str]]
    given: int


_running: list[_ReviewUnderWay] = []


def next_remark(
    name: str, record: dict[str, Any], given: Sequence[str], moves: int, seconds: float
) -> dict[str, Any] | None:
    """The remark after those that are ``given`` by their moves; None where there are no more.

    ``name`` tells one review from another. A process that was not at this one goes on with it.
    Raises JobRefused where the record goes wrong or its game cannot be reviewed.
    """
    known = _running[0] if _running else None
    if known is None or known.name != name or known.given != len(given):
        known = _ReviewUnderWay(name, _remarks(record, given, Effort(moves, seconds)), len(given))
        _running[:] = [known]
    found = next(known.remarks, None)
    if found is None:
        _running.clear()
        return None
    known.given += 1
    remark, board = found
    return {
        **remark.to_json(),
        "board": board,
        "phrases": [phrase.to_json() for phrase in remark.phrases],
    }


def _remarks(
    value: dict[str, Any], given: Sequence[str], effort: Effort
) -> Iterator[tuple[Remark, str]]:
    """The remarks to come, each with the board before its move as text."""
    record = Record.from_json(value)
    reviewer = plug_of(record.game).review
    if reviewer is None:
        raise JobRefused.of("no_review")
    load_solver()
    played = replay(record)
    if played.stopped is not None:
        raise JobRefused.of("review_goes_wrong", why=played.stopped.phrase)
    for remark, before in remarks_on(played, reviewer, effort, given):
        yield remark, before.board.to_text()


def prove_position(
    board: str, to_move: str, tiles: int, moves: int, seconds: float
) -> dict[str, Any] | None:
    """The whole proof that whoever is to move wins or loses by force; None where none is found.
    Raises BoardError."""
    from ...engine.palago.search.solver import Solver

    load_solver()
    solver = Solver(Board.from_text(board), Colour(to_move), seconds=seconds, tiles_in_set=tiles)
    proof = solver.proof(solver.solve(moves))
    return None if proof is None else proof.to_json()
