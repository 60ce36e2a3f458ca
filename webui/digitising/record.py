"""A digitised game as a record: every move with its time, its photo and what to check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from ...engine.following.shots import unsure_words
from ...engine.following.steps import FollowedTurn
from ...engine.games.protocols import Start
from ...engine.games.registry import plug_of
from ...engine.phrases import by_sentence
from ...engine.records.record import Record, RecordedTurn
from ...engine.records.zipped import photo_hash, write_zip
from ...engine.tiles.board import Board
from ..games.kept.records import ACCEPTED
from ..tables.choice import table_page
from ..tables.shots import CameraShot
from .digitise import Digitised


def digitised_record(
    game: Digitised,
    title: str,
    began: float | None,
    players: Sequence[str] = (),
    *,
    to_go_on: bool = False,
) -> Record:
    """The record of a digitised game, with its points if its dice were seen and its players are
    known.

    Some games could not be counted to their end. A record ``to_go_on`` from then holds what could
    be counted, with its rolls; any other record holds the whole game without rolls.

    ``began`` is the moment of the first photo in seconds since 1970, where it is known: moves
    then carry their time; each carries the seconds since the beginning in any case. What needs a
    look stands with its move and, all together, in the record's ``to_check``. A move's confidence
    is that of its tiles times that of the colours' names. ``players`` are those behind two colours.
    """
    follower, counted, plug = game.follower, game.counted, game.follower.plug
    opening = plug.start(Start(follower.options)).board
    is_joined = follower.start is not None and follower.start.board != opening
    start = follower.start if is_joined else None
    fields = table_page(plug.table).digitised.record_fields(follower.game, start)
    if plug_of(plug.name).players is None:
        fields |= {"players": tuple(players)}
    record = Record(
        plug.name,
        tuple(_turn_of(game, step, began) for step in game.steps),
        options=plug.options(follower.game),
        start=None if start is None else start.board,
        title=title,
        result=follower.game.result or "",
        extra=_what_to_check(game),
        **fields,
    )
    if counted is None or not (counted.is_whole or (to_go_on and counted.moves)):
        return record
    return replace(
        record,
        moves=tuple(record.moves[m] if isinstance(m, int) else m for m in counted.moves),
        players=counted.game.players,
        options=plug_of(plug.name).options(counted.game),
        start=None,
        result=counted.game.result or "",
    )


def _what_to_check(game: Digitised) -> dict[str, Any]:
    """Doubts that are left, photos that show nothing new, the places at which a person says that a
    photo is missing or a turn broke the rules; and the points."""
    found: dict[str, Any] = {"to_check": [entry.to_json() for entry in game.to_check]}
    more = {"gaps": dict(game.gaps), "repeats": list(game.repeats)}
    found |= {name: value for name, value in more.items() if value}
    return found if game.counted is None else {**found, "points": dict(game.counted.points)}


def _turn_of(game: Digitised, step: FollowedTurn, began: float | None) -> RecordedTurn:
    shot, shape = game.shots.get(step.source or ""), game.follower.plug.table
    doubts = (*step.sentences, *unsure_words(shape, step.unsure))
    check, phrases = tuple(map(str, doubts)), by_sentence(doubts)
    if (step.source or "") in game.left_be:  # a person has looked at it
        check, phrases = () if step.verdict is None else ACCEPTED, {}
    names = 1.0 if game.naming is None or game.with_dice else game.naming.chance
    seconds = step.time or 0.0
    time = "" if began is None else datetime.fromtimestamp(began + seconds, UTC).isoformat()
    return RecordedTurn(
        move=step.action,
        time=time.removesuffix("+00:00"),
        photo="" if shot is None else photo_hash(_picture_of(shot)),
        confidence=round(step.confidence * names, 4),
        check=check,
        phrases=phrases,
        extra={"seconds": round(seconds, 2), "source": step.source or "", **_board_of(step)},
    )


def _board_of(step: FollowedTurn) -> dict[str, str]:
    """The board after a turn whose words do not lead to it: an old tile was turned, say."""
    after = step.after.board
    if not isinstance(after, Board):
        return {}
    try:
        as_told = step.before.play(step.action).board
    except ValueError:
        as_told = None
    return {} if as_told == after else {"board": after.to_text()}


def _picture_of(shot: CameraShot) -> bytes:
    """The photo or frame behind a shot."""
    if isinstance(shot.picture, Path):
        return shot.picture.read_bytes()
    return shot.picture or b""


def write_with_pictures(target: IO[bytes], record: Record, game: Digitised) -> None:
    """Write the record and the pictures behind its moves into one zip."""
    pictures = {photo_hash(_picture_of(shot)): shot for shot in game.shots.values()}

    def picture(name: str) -> bytes | None:
        shot = pictures.get(name)
        return None if shot is None else _picture_of(shot)

    write_zip(target, record, picture)
