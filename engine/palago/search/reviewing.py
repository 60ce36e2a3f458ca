"""A finished game of Palago looked at move by move. Every position is searched for forced wins by
threats of both sides, up to the effort asked for: a win that is named is proved; that a move lets a
win slip, or loses, is said of what was found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...games.reviewing import Effort, Remark
from ...phrases import Phrase
from ...tiles.board import BoardError
from ..game import PalagoGame
from ..threats import immediate_wins, list_parries
from .forcing import Tiles
from .solver import Solution, SolvedLine, Solver


@dataclass(frozen=True)
class _Prospect:
    """What is known of a position for the side to move: win, loss, unknown, or over."""

    result: str
    moves: int | None = None
    line: SolvedLine = ()
    searched: int = 0

    @classmethod
    def of(cls, game: PalagoGame, effort: Effort) -> _Prospect:
        if game.over or not len(game.board):
            return cls("over" if game.over else "unknown", searched=effort.moves)
        try:
            solver = Solver(
                game.board, game.to_move, seconds=effort.seconds, tiles_in_set=game.options.tiles
            )
            found: Solution = solver.solve(effort.moves)
        except BoardError:  # tiles too far apart for the search
            return cls("unknown")
        searched = effort.moves if found.seconds < effort.seconds else found.excluded
        return cls(found.result, found.moves, found.line, searched)


def review(
    positions: Sequence[PalagoGame], actions: Sequence[str], effort: Effort
) -> Iterator[Remark]:
    """The remarks on a game of two tiles a turn, one by one as they are found."""
    usual = not positions or positions[0].options.is_usual
    before = _Prospect.of(positions[0], effort) if usual else _Prospect("unknown")
    for number, action in enumerate(actions, start=1):
        game, after_move = positions[number - 1], positions[number]
        after = _Prospect.of(after_move, effort) if usual else _Prospect("unknown")
        yield _remark(number, action, game, after_move, before, after, effort)
        before = after


def _remark(
    number: int,
    action: str,
    game: PalagoGame,
    after_move: PalagoGame,
    before: _Prospect,
    after: _Prospect,
    effort: Effort,
) -> Remark:
    mover, other = game.to_move, game.to_move.other
    marks: list[str] = []
    said: list[Phrase] = []
    better: tuple[str, ...] = ()
    outcome = after_move.outcome
    won = outcome is not None and outcome.winner is mover
    lost_now = outcome is not None and outcome.winner is other
    names = {"colour": mover.value, "other": other.value}

    def say(mark: str, key: str, **values: str | int) -> None:
        marks.append(mark)
        said.append(Phrase(f"review.{key}", {**names, **values}))

    if won:
        say("wins", "wins")
    elif before.result == "win" and after.result != "loss":
        better = _words(before.line)
        say("missed_win", "missed_win", count=before.moves or 1, searched=effort.moves)
    elif before.result == "win" and (before.moves or 1) <= (after.moves or 0):
        better = _words(before.line)
        takes = (after.moves or 0) + 1  # this move is one of them
        say("slower_win", "slower_win", count=before.moves or 1, takes=takes)
    if lost_now:
        say("lost_already" if before.result == "loss" else "loses", "closed_for_other")
    elif after.result == "win" and before.result == "loss":
        say("lost_already", "lost_already", count=after.moves or 1)
    elif after.result == "win":
        threatened = _threatens(game) if after.moves == 1 else False
        key = "threat_not_seen" if threatened else "loses"
        say(key, key, count=after.moves or 1)
        better = better or _held(game, after)
    if not won and not lost_now and before.result != "win":
        parries = _parries(game)
        if parries is not None and len(parries) == 1:
            laid = {tile for tile in after_move.board if tile.cell not in game.board}
            played = set(parries[0]) == laid
            say("only_move", "only_move_found" if played else "only_move_missed")
            better = better if played else better or (" ".join(map(str, parries[0])),)
    value = _value(after_move, after)
    searched = min(before.searched, after.searched)
    return Remark(
        number,
        mover.value,
        action,
        tuple(marks),
        tuple(said),
        better,
        value,
        searched >= effort.moves or after.result in ("win", "loss", "over"),
        {"before": _json(before), "after": _json(after)},
    )


def _value(game: PalagoGame, after: _Prospect) -> float:
    """White's side of the graph: 1 where a win of White is proved, −1 of Blue, else 0."""
    outcome = game.outcome
    if outcome is not None:
        return 0.0 if outcome.winner is None else 1.0 if outcome.winner.value == "white" else -1.0
    if after.result not in ("win", "loss"):
        return 0.0
    mover_wins = after.result == "win"
    return 1.0 if mover_wins == (game.to_move.value == "white") else -1.0


def _json(outlook: _Prospect) -> dict[str, object]:
    return {"result": outlook.result, "moves": outlook.moves, "searched": outlook.searched}


def _threatens(game: PalagoGame) -> bool:
    """Whether the side that is not to move could win at once."""
    return bool(len(game.board)) and bool(immediate_wins(game.board, game.to_move.other))


def _parries(game: PalagoGame) -> tuple[Tiles, ...] | None:
    """The moves that hold against an immediate threat; None where there is no such threat."""
    if (
        not game.options.is_usual
        or not _threatens(game)
        or immediate_wins(game.board, game.to_move)
    ):
        return None
    return list_parries(game.board, game.to_move.other)


def _held(game: PalagoGame, after: _Prospect) -> tuple[str, ...]:
    """A move after which the other side has no win at once, where the one played left one."""
    if after.moves != 1:
        return ()
    parries = list_parries(game.board, game.to_move.other)
    return (" ".join(map(str, parries[0])),) if parries else ()


def _words(line: SolvedLine) -> tuple[str, ...]:
    """The moves of a line up to the reply that may be any."""
    words = []
    for move in line:
        if move is None:
            break
        words.append(" ".join(map(str, move)))
    return tuple(words)
