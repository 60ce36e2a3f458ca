"""A digitised game as a record: every move with its time, its photo and what to check."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from ...engine.palago.findings import Step
from ...engine.palago.follower import Follower
from ...engine.palagonia.dice_follower import DiceFollower
from ...engine.palagonia.follower import ActionStep
from ...engine.palagonia.played import PlayedGame
from ...engine.palagonia.plug import options
from ...engine.records.record import Record, Turn
from ...engine.records.zipped import photo_hash, write_zip
from .digitising import OFFBEAT, Digitised
from .sightings import Sighting


def record_of(game: Digitised, title: str, began: float | None) -> Record:
    """The record of a digitised game.

    ``began`` is the moment of the first photo in seconds since 1970, where it is known: moves
    then carry their time; each carries the seconds since the beginning in any case. What needs a
    look stands with its move and, all together, in the record's ``to_check``. A move's confidence
    is that of its tiles times that of the colours' names.
    """
    checks: dict[str, Any] = {"to_check": [entry.to_json() for entry in game.to_check]}
    names = 1.0 if game.naming is None else game.naming.chance
    turns = tuple(_turn(step, game.sightings, began, names) for step in game.steps)
    if not isinstance(game.follower, Follower):
        played = game.played
        if played is not None:
            points = dict(zip(played.game.players, played.game.points, strict=True))
            checks["points"] = points
        if played is not None and played.is_whole:
            return _with_dice(game.follower, played, turns, title, checks)
        start = game.follower.start or None  # an empty table goes without saying
        return Record("palagonia", turns, start=start, title=title, extra=checks)
    start_game = game.follower.start
    outcome = game.follower.game.outcome()
    result = "" if outcome is None else "draw" if outcome.winner is None else outcome.winner.value
    return Record(
        "palago",
        turns,
        options=game.follower.options.to_json(),
        start=None if start_game is None else start_game.board,
        to_move="" if start_game is None else start_game.to_move.value,
        title=title,
        result=result,
        extra=checks,
    )


def _with_dice(
    follower: DiceFollower,
    played: PlayedGame,
    turns: tuple[Turn, ...],
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
        check = () if throw is None else throw.doubts
        moves.append(Turn(words, confidence=sure, check=check, extra=of_roll))
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


def _turn(
    step: Step | ActionStep, sightings: Mapping[str, Sighting], began: float | None, names: float
) -> Turn:
    sight = sightings.get(step.source or "")
    seconds = step.time or 0.0
    time = "" if began is None else datetime.fromtimestamp(began + seconds, UTC).isoformat()
    words = str(step.move if isinstance(step, Step) else step.action or "")
    return Turn(
        move=words,
        time=time.removesuffix("+00:00"),
        photo="" if sight is None else photo_hash(picture_bytes(sight)),
        confidence=round(step.confidence * names, 4),
        check=_what_to_check(step),
        extra={"seconds": round(seconds, 2), "source": step.source or ""},
    )


def _what_to_check(step: Step | ActionStep) -> tuple[str, ...]:
    unsure = tuple(f"tile at {q},{r} was not seen well" for q, r in step.unsure)
    if isinstance(step, Step) and step.is_offbeat:
        unsure = (*unsure, OFFBEAT)
    if isinstance(step, ActionStep) and step.doubt:
        unsure = (*unsure, step.doubt)
    verdict = step.verdict
    against_rules = verdict is not None and not verdict.legal
    if not against_rules or verdict is None:
        return unsure
    if isinstance(step, ActionStep):
        return step.sentences + unsure
    return tuple(map(str, verdict.sentences)) + unsure


def picture_bytes(sight: Sighting) -> bytes:
    """The photo or frame behind a sighting."""
    if isinstance(sight.picture, Path):
        return sight.picture.read_bytes()
    return sight.picture or b""


def write_with_pictures(target: IO[bytes], record: Record, game: Digitised) -> None:
    """Write the record and the pictures behind its moves into one zip."""
    pictures = {photo_hash(picture_bytes(sight)): sight for sight in game.sightings.values()}

    def picture(name: str) -> bytes | None:
        sight = pictures.get(name)
        return None if sight is None else picture_bytes(sight)

    write_zip(target, record, picture)
