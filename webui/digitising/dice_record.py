"""The record of a digitised game of Palagonia whose dice were seen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...engine.palagonia.at_table.dice_follower import DiceFollower
from ...engine.palagonia.at_table.played import PlayedGame
from ...engine.palagonia.plug import options
from ...engine.records.record import Record, RecordedTurn
from .digitise import Digitised
from .record import digitised_record, turn_of, what_to_check


def record_with_dice(
    game: Digitised, title: str, began: float | None, *, to_go_on: bool = False
) -> Record:
    """The record of a digitised game; of one whose dice were seen with the points, where its
    players are known.

    Where a game could not be counted to its end, a record ``to_go_on`` from holds what could be
    counted, with its rolls. Any other record holds the whole game then, without rolls.
    """
    if not game.has_dice:
        return digitised_record(game, title, began)
    checks = what_to_check(game)
    turns = tuple(turn_of(step, game.shots, began) for step in game.steps)
    played = game.played
    if played is not None:
        checks["points"] = dict(zip(played.game.players, played.game.points, strict=True))
    if played is not None and (played.is_whole or (to_go_on and played.events)):
        return _with_dice(game.follower, played, turns, title, checks)
    start = game.follower.start or None  # an empty table goes without saying
    return Record("palagonia", turns, start=start, title=title, extra=checks)


def _with_dice(
    follower: DiceFollower,
    played: PlayedGame,
    turns: tuple[RecordedTurn, ...],
    title: str,
    extra: Mapping[str, Any],
) -> Record:
    """The record of a game whose rolls were seen, as of one that was played on the page."""
    moves = []
    for words, number in played.events:
        if not words.startswith(("start ", "roll ")):
            moves.append(turns[number])
            continue
        throw = follower.roll_of(number)
        of_roll = {} if throw is None else {"source": throw.source or "", "seconds": throw.time}
        sure = None if throw is None else round(throw.seen.confidence, 4)
        check = () if throw is None else tuple(map(str, throw.doubts))
        moves.append(RecordedTurn(words, confidence=sure, check=check, extra=of_roll))
    game = played.game
    return Record(
        "palagonia",
        tuple(moves),
        players=game.players,
        options=options(game),
        title=title,
        result=game.result or "",
        extra=extra,
    )
