"""The referee: two boards one after the other → the move that was played, or what is wrong.

The boards are aligned by their common tiles, then the change is judged (``judge_certain_board``);
where tiles were not seen well, other explanations are weighed.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product

from ..lattice import Cell, Colour
from ..tiles.alignment import Alignment, align, judged_best
from ..tiles.board import Board, Tile
from ..tiles.observation import Observation
from .game import GameOptions, PalagoGame
from .judging import judge_certain_board
from .verdict import Alternative, PalagoVerdict

#: Factor on the weight of an explanation for each broken rule: players seldom break one.
_WEIGHT_OF_A_VIOLATION = 0.02
#: Explanations below this share of the weight are not worth a question.
_LEAST_WEIGHT = 0.02
#: What a tile is less likely than this, or beyond so many possibilities, is not thought through.
_LEAST_CHANCE = 1e-4
_MOST_POSSIBILITIES = 4
#: The chance that a tile not seen lies under what hides a part of its neighbour.
_MAY_BE_HIDDEN = 0.5
#: Maximum number of unsure tiles that are thought through together, the least sure ones first.
_MOST_UNSURE = 4
#: A game tells what lies on a table if at least this share of the tiles were read so.
_LIKE_THE_GAME = 0.7


def judge(
    before: Board | Observation | None,
    after: Board | Observation,
    game: PalagoGame | None = None,
    *,
    mover: Colour | None = None,
    aligned: bool = False,
) -> PalagoVerdict:
    """What was played between two boards, or every rule that was broken.

    ``game`` tells the options, whose turn it is and, where ``before`` is None or shows the same
    cells, the position. Without it the usual game is supposed, and the number of tiles tells
    whose turn it is. ``mover`` is who moved, where that is known. ``aligned`` says that the
    boards share a frame already, as those of a camera that tracks the table do.
    """
    seen = Observation.of(after)
    earlier = None if before is None else Observation.of(before)
    position = _position(earlier, game)
    # A position that the game knows is beyond doubt; one that was only seen is not.
    doubted = earlier if earlier is not None and position is not game else None

    def judged(alignment: Alignment) -> _AlignedVerdict:
        laid = seen.moved(alignment).over(position.board)
        verdict = judge_certain_board(position, laid.board, mover)
        return _AlignedVerdict(position, laid, doubted, alignment, verdict)

    faults: Callable[[_AlignedVerdict], int] = lambda case: len(case.verdict.violations)  # noqa: E731
    best = judged_best(position.board, seen.board, judged, faults, aligned=aligned)
    return _with_doubts(best, mover)


@dataclass(frozen=True)
class _AlignedVerdict:
    """A verdict under one alignment, and what it rests on."""

    position: PalagoGame
    laid: Observation
    doubted: Observation | None
    alignment: Alignment
    verdict: PalagoVerdict


def game_of_board(board: Board, options: GameOptions | None = None) -> PalagoGame:
    """A game at a position of which nothing but the tiles is known. Whose turn it is follows from
    their number."""
    options = options or GameOptions()
    laid = len(board)
    if options.single_placement:
        moves = laid
    elif options.fixed_start is not None:
        moves = laid // 2  # one tile lay there before anybody had moved
    else:
        moves = (laid + 1) // 2
    return PalagoGame.from_board(board, Colour.BLUE if moves % 2 else Colour.WHITE, options)


def _position(earlier: Observation | None, game: PalagoGame | None) -> PalagoGame:
    """The position before the move: the game's own where the table shows the same cells."""
    if earlier is None:
        return game or PalagoGame()
    if game is None:
        return game_of_board(earlier.board)
    alignment = align(game.board, earlier.board)
    same_cells = len(earlier.board) == len(game.board) == alignment.same + alignment.turned
    if same_cells and alignment.same >= _LIKE_THE_GAME * len(game.board):
        return game
    return PalagoGame.from_board(earlier.board, game.to_move, game.options)


def _with_doubts(case: _AlignedVerdict, mover: Colour | None) -> PalagoVerdict:
    """Mark what rests on unsure tiles, and add the other explanations."""
    unsure = {
        cell
        for violation in case.verdict.violations
        for cell in violation.tiles
        if case.laid.is_unsure(cell) or (case.doubted is not None and case.doubted.is_unsure(cell))
    }
    violations = tuple(
        replace(violation, unsure=tuple(cell for cell in violation.tiles if cell in unsure))
        for violation in case.verdict.violations
    )
    alternatives = case.verdict.alternatives or _explanations(case, mover)
    return replace(
        case.verdict,
        violations=violations,
        alternatives=alternatives,
        alignment=case.alignment,
        unsure=tuple(cell for cell in case.verdict.fresh if case.laid.is_unsure(cell)),
    )


def _explanations(case: _AlignedVerdict, mover: Colour | None) -> tuple[Alternative, ...]:
    """Every explanation worth mentioning of a board with unsure tiles, the likeliest first.

    An unsure tile may be another rotation, now or before, or no tile; one that is missing may lie
    under what hides its neighbours. Each broken rule counts against an explanation, for players
    mostly keep to the rules.
    """
    cells = sorted(case.laid.board.cells | case.position.board.cells)
    readings = {cell: _readings(case, cell) for cell in cells}
    changed = [cell for cell in cells if len(readings[cell]) > 1]
    changed.sort(key=lambda cell: max(reading.weight for reading in readings[cell]))
    changed = changed[:_MOST_UNSURE]
    if not changed:
        return ()
    found: list[Alternative] = []
    for chosen in product(*(readings[cell] for cell in changed)):
        position, board = case.position, case.laid.board
        weight = math.prod(reading.weight for reading in chosen)
        for cell, reading in zip(changed, chosen, strict=True):
            board = _with_tile(board, cell, reading.now)
            if reading.before is not None:
                corrected = position.board.turn(cell, reading.before)
                position = PalagoGame.from_board(corrected, position.to_move, position.options)
        verdict = judge_certain_board(position, board, mover)
        broken = sum(not violation.is_question for violation in verdict.violations)
        found.append(
            Alternative(
                weight * _WEIGHT_OF_A_VIOLATION**broken,
                verdict.legal,
                verdict.moves,
                verdict.violations,
                verdict.outcome,
                board,
            )
        )
    total = math.fsum(alternative.weight for alternative in found)
    shared = [replace(a, weight=a.weight / total) for a in found if a.weight > 0]
    kept = [alternative for alternative in shared if alternative.weight >= _LEAST_WEIGHT]
    return tuple(sorted(kept, key=lambda a: (-a.weight, a.board.tiles)))


def _with_tile(board: Board, cell: Cell, rotation: int | None) -> Board:
    """The board with one tile as it may be; None for no tile."""
    if rotation is not None:
        return board.turn(cell, rotation) if cell in board else board.place(Tile(*cell, rotation))
    return board.remove(cell) if cell in board else board


@dataclass(frozen=True)
class _CellReading:
    """What may lie in a cell now (None: no tile), and what lay there before if that was misread."""

    now: int | None
    before: int | None
    weight: float


def _readings(case: _AlignedVerdict, cell: Cell) -> list[_CellReading]:
    """What may lie in a changed cell. One entry where it did not change or leaves no doubt."""
    old = case.position.board.get(cell)
    seen = case.laid.board.get(cell)
    if seen is None:
        if old is None or not case.laid.may_hide_a_tile(cell):
            return [_CellReading(None, None, 1.0)]
        return [
            _CellReading(None, None, 1.0 - _MAY_BE_HIDDEN),
            _CellReading(old.rotation, None, _MAY_BE_HIDDEN),
        ]
    if old == seen or cell in case.laid.hidden:
        return [_CellReading(seen.rotation, None, 1.0)]
    readings = [
        _CellReading(rotation, None, weight)
        for rotation, weight in case.laid.possibilities(cell).items()
        if weight >= _LEAST_CHANCE
    ]
    readings = sorted(readings, key=lambda reading: -reading.weight)[:_MOST_POSSIBILITIES]
    if old is not None and case.doubted is not None and case.doubted.is_unsure(cell):
        doubt = 1.0 - case.doubted.confidence.get(cell, 1.0)
        readings.append(_CellReading(seen.rotation, seen.rotation, doubt))
    return readings
