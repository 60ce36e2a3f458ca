"""What each kind of event holds. Events of files that people send are held against this."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from ....engine.evening.clock import MOST_SECONDS, ClockError, TimeControl
from ....engine.games.registry import kinds
from ....engine.tiles.board import Board, BoardError
from ...store import StoredEvent
from ...store.plain_json import NotPlain, check_plain
from ..names import MOST_NAME, MOST_PLAYERS
from ..state import ANALYSIS
from .history import REDONE, UNDONE

MOST_TITLE, MOST_COMMENT, MOST_WORDS, MOST_MOVES = 200, 200_000, 2_000, 1_000
#: Characters of what the players agreed on, a board to start from included.
MOST_OPTIONS = 50_000
MOST_CELL = 12
MOST_COORDINATE, MOST_PIXELS_WIDE = 10_000, 1_000_000
EARLIEST, LATEST = datetime(1900, 1, 1, tzinfo=UTC), datetime(3000, 1, 1, tzinfo=UTC)

Check = Callable[[object], bool]


class FormatError(ValueError):
    """An event is none; the message says which field is wrong and what it should be."""


def _text(most: int) -> Check:
    return lambda value: isinstance(value, str) and len(value) <= most


def _whole(least: int, most: int) -> Check:
    return lambda value: (
        isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
    )


def _flag(value: object) -> bool:
    return isinstance(value, bool)


def _object(value: object) -> bool:
    return isinstance(value, dict)


def _options(value: object) -> bool:
    """What was agreed on, in few words; where the game starts from is a board that can be laid."""
    if not isinstance(value, dict) or len(json.dumps(value)) > MOST_OPTIONS:
        return False
    try:
        if value.get("start") is not None:
            Board.from_json(value["start"])
    except BoardError:
        return False
    return True


def _objects(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(entry, dict) for entry in value)


def _kind(value: object) -> bool:
    return value in (*kinds(), ANALYSIS)


def _words(value: object) -> bool:
    is_word = _text(MOST_WORDS)
    return isinstance(value, list) and len(value) <= MOST_MOVES and all(map(is_word, value))


def _control(value: object) -> bool:
    try:
        TimeControl.from_json(value)
    except ClockError:
        return False
    return True


def _seconds(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 <= value <= MOST_SECONDS


def _names(value: object) -> bool:
    is_name = _text(MOST_NAME)
    return isinstance(value, list) and len(value) <= MOST_PLAYERS and all(map(is_name, value))


def _digest(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[0-9a-f]{64}", value) is not None


def _size(value: object) -> bool:
    is_side = _whole(1, MOST_PIXELS_WIDE)
    return isinstance(value, list) and len(value) == 2 and all(map(is_side, value))


def _or_none(check: Check) -> Check:
    return lambda value: value is None or check(value)


_COORDINATE, _ROTATION = _whole(-MOST_COORDINATE, MOST_COORDINATE), _whole(0, 5)
_TILE = {"q": _COORDINATE, "r": _COORDINATE, "rotation": _ROTATION}

#: The fields of each kind of event; those that end in ``?`` may be absent. Further ones may stand
#: there: a later version can have written them.
FIELDS: dict[str, dict[str, Check]] = {
    "game_created": {
        "kind": _kind,
        "title": _text(MOST_TITLE),
        "options?": _options,
        "board?": _or_none(_object),
        "from?": _or_none(_object),
    },
    "game_renamed": {"title": _text(MOST_TITLE)},
    "clock_set": {"control": _or_none(_control)},
    "clock_pressed": {},
    "clock_started": {},
    "clock_stopped": {},
    "clock_corrected": {"player": _whole(0, MOST_PLAYERS - 1), "seconds": _seconds},
    "game_deleted": {},
    "game_restored": {},
    "options_changed": {
        "show_threats?": _flag,
        "players?": _names,
        "colours?": _or_none(_names),
        "seeds_by?": _or_none(_text(MOST_CELL)),
    },
    "partner_thought": {"turn": _whole(0, 1_000_000), "move": _text(MOST_WORDS)},
    "commented": {"move": _whole(0, 1_000_000), "text": _text(MOST_COMMENT)},
    "photo_read": {"reading": _object, "photo": _or_none(_digest)},
    "board_set": {"tiles": _objects, "photo?": _or_none(_digest), "photo_size?": _size},
    "tile_placed": _TILE,
    "tile_turned": _TILE,
    "tile_removed": {"q": _COORDINATE, "r": _COORDINATE},
    "colours_flipped": {},
    "move_confirmed": {"moves": _words, "accept?": _flag, "camera?": _flag},
    "piece_set": {
        "cell": _text(MOST_CELL),
        "colour?": _or_none(_text(MOST_CELL)),
        "kind?": _or_none(_text(MOST_CELL)),
    },
    "photo_put_aside": {},
    "dice_rolled": {"dice": _text(MOST_WORDS)},
    "action_confirmed": {"action": _text(MOST_WORDS)},
    "palagem_chosen": {"palagem": _text(MOST_WORDS)},
    UNDONE: {},
    REDONE: {},
}


def event_of(version: int, value: object) -> StoredEvent:
    """An event of a file, its time in UTC. Raises FormatError."""
    if not isinstance(value, Mapping):
        raise FormatError(f"event {version} is no object")
    kind, data = value.get("kind"), value.get("data")
    if not isinstance(kind, str) or kind not in FIELDS:
        raise FormatError(f"event {version} is of a kind that is not known here")
    if not isinstance(data, dict):
        raise FormatError(f'"data" of event {version} is no object')
    try:
        check_event(kind, data)
    except FormatError as error:
        raise FormatError(f"event {version} ({kind}): {error}") from None
    return StoredEvent(version, _time(version, value.get("at")), kind, data)


def check_event(kind: str, data: Mapping[str, Any]) -> None:
    """Look at what an event holds. Raises FormatError."""
    for name, check in FIELDS.get(kind, {}).items():
        field = name.removesuffix("?")
        if (field in data or field == name) and not check(data.get(field)):
            raise FormatError(f'"{field}" is missing or wrong')
    if kind == "board_set" and data.get("photo") and "photo_size" not in data:
        raise FormatError('"photo_size" is missing')
    try:
        check_plain(data)
    except NotPlain as error:
        raise FormatError(str(error)) from None


def _time(version: int, value: object) -> datetime:
    try:
        at = datetime.fromisoformat(str(value)).astimezone(UTC)
        if datetime.fromisoformat(str(value)).tzinfo is not None and EARLIEST <= at <= LATEST:
            return at
    except (ValueError, OverflowError):
        pass
    raise FormatError(f'"at" of event {version} is no time with its zone')
