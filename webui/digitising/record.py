"""A digitised game as a record: every move with its time, its photo and what to check."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from ...engine.following.shots import unsure_words
from ...engine.following.steps import FollowedTurn
from ...engine.games.protocols import Start
from ...engine.games.registry import plug_of
from ...engine.games.tables import TILES, TableShape
from ...engine.records.record import Record, RecordedTurn
from ...engine.records.zipped import photo_hash, write_zip
from ..tables.choice import table_page
from ..tables.shots import CameraShot
from .digitise import Digitised


def digitised_record(
    game: Digitised, title: str, began: float | None, *, to_go_on: bool = False
) -> Record:
    """The record of a digitised game; of one whose dice were seen with the points, where its
    players are known.

    Where a game could not be counted to its end, a record ``to_go_on`` from holds what could be
    counted, with its rolls. Any other record holds the whole game then, without rolls.

    ``began`` is the moment of the first photo in seconds since 1970, where it is known: moves
    then carry their time; each carries the seconds since the beginning in any case. What needs a
    look stands with its move and, all together, in the record's ``to_check``. A move's confidence
    is that of its tiles times that of the colours' names.
    """
    follower, counted = game.follower, game.counted
    kind, shape = follower.plug.name, follower.plug.table
    names = 1.0 if game.naming is None or game.with_dice else game.naming.chance
    turns = tuple(turn_of(step, game.shots, began, names, shape) for step in game.steps)
    checks = what_to_check(game)
    if counted is not None:
        checks["points"] = dict(counted.points)
    if counted is not None and (counted.is_whole or (to_go_on and counted.moves)):
        played = counted.game
        return Record(
            kind,
            tuple(turns[move] if isinstance(move, int) else move for move in counted.moves),
            players=played.players,
            options=plug_of(kind).options(played),
            title=title,
            result=played.result or "",
            extra=checks,
        )
    opening = follower.plug.start(Start(follower.options)).board
    is_joined = follower.start is not None and follower.start.board != opening
    start = follower.start if is_joined else None
    return Record(
        kind,
        turns,
        options=follower.plug.options(follower.game),
        start=None if start is None else start.board,
        title=title,
        result=follower.game.result or "",
        extra=checks,
        **table_page(shape).record_fields(follower.game, start),
    )


def what_to_check(game: Digitised) -> dict[str, Any]:
    """For a record: doubts that are left, photos that show nothing new, and where a person says
    that a photo is missing or a turn broke the rules."""
    found = {"to_check": [entry.to_json() for entry in game.to_check]}
    more = {"gaps": dict(game.gaps), "repeats": list(game.repeats)}
    return found | {name: value for name, value in more.items() if value}


def turn_of(
    step: FollowedTurn,
    shots: Mapping[str, CameraShot],
    began: float | None,
    names: float = 1.0,
    shape: TableShape = TILES,
) -> RecordedTurn:
    """A step as a record has it; ``names`` is how sure the colours' names are."""
    shot = shots.get(step.source or "")
    seconds = step.time or 0.0
    time = "" if began is None else datetime.fromtimestamp(began + seconds, UTC).isoformat()
    return RecordedTurn(
        move=step.action,
        time=time.removesuffix("+00:00"),
        photo="" if shot is None else photo_hash(picture_bytes(shot)),
        confidence=round(step.confidence * names, 4),
        check=tuple(map(str, (*step.sentences, *unsure_words(shape, step.unsure)))),
        extra={"seconds": round(seconds, 2), "source": step.source or ""},
    )


def picture_bytes(shot: CameraShot) -> bytes:
    """The photo or frame behind a shot."""
    if isinstance(shot.picture, Path):
        return shot.picture.read_bytes()
    return shot.picture or b""


def write_with_pictures(target: IO[bytes], record: Record, game: Digitised) -> None:
    """Write the record and the pictures behind its moves into one zip."""
    pictures = {photo_hash(picture_bytes(shot)): shot for shot in game.shots.values()}

    def picture(name: str) -> bytes | None:
        shot = pictures.get(name)
        return None if shot is None else picture_bytes(shot)

    write_zip(target, record, picture)
