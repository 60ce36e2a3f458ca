"""What each kind of event holds. Events of files that people send are held against this."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType, defstruct

from ....engine.evening.clock import MOST_SECONDS, TimeControl
from ....engine.games.registry import kinds
from ....engine.stamp import WrongValue
from ....engine.tiles.board import Board, BoardError
from ....engine.values import value_of
from ...store.plain_json import NotPlain, check_plain
from ...store.stored import StoredEvent
from ..names import MOST_NAME, MOST_PLAYERS
from ..state import ANALYSIS
from .history import REDONE, UNDONE

MOST_WORDS, MOST_MOVES = 2_000, 1_000
#: Characters of what the players agreed on, a board to start from included.
MOST_OPTIONS = 50_000
EARLIEST, LATEST = datetime(1900, 1, 1, tzinfo=UTC), datetime(3000, 1, 1, tzinfo=UTC)


class FormatError(ValueError):
    """An event is none; the message says which field is wrong and what it should be."""


Title = Annotated[str, Meta(max_length=200)]
Words = Annotated[str, Meta(max_length=MOST_WORDS)]
Comment = Annotated[str, Meta(max_length=200_000)]
CellName = Annotated[str, Meta(max_length=12)]
Names = Annotated[
    tuple[Annotated[str, Meta(max_length=MOST_NAME)], ...], Meta(max_length=MOST_PLAYERS)
]
Moves = Annotated[tuple[Words, ...], Meta(max_length=MOST_MOVES)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Player = Annotated[int, Meta(ge=0, le=MOST_PLAYERS - 1)]
Seconds = Annotated[float, Meta(ge=0, le=MOST_SECONDS)]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z", title="a SHA-256 in hexadecimal digits")]
Side = Annotated[int, Meta(ge=1, le=1_000_000)]
Coordinate = Annotated[int, Meta(ge=-10_000, le=10_000)]
Rotation = Annotated[int, Meta(ge=0, le=5)]
Object = dict[str, Any]

_CELL = {"q": Coordinate, "r": Coordinate}
_TILE = {**_CELL, "rotation": Rotation}

#: The fields of each kind of event; those that end in ``?`` may be absent. Further ones may stand
#: there: a later version can have written them.
FIELDS: dict[str, dict[str, Any]] = {
    "game_created": {
        "kind": str,
        "title": Title,
        "options?": Object,
        "board?": Object | None,
        "from?": Object | None,
    },
    "game_renamed": {"title": Title},
    "clock_set": {"control?": TimeControl | None},
    "clock_pressed": {},
    "clock_started": {},
    "clock_stopped": {},
    "clock_corrected": {"player": Player, "seconds": Seconds},
    "game_deleted": {},
    "game_restored": {},
    "options_changed": {
        "show_threats?": bool,
        "players?": Names,
        "colours?": Names | None,
        "seeds_by?": CellName | None,
    },
    "partner_thought": {"turn": Number, "move": Words},
    "commented": {"move": Number, "text": Comment},
    "photo_read": {"reading": Object, "photo?": Digest | None},
    "board_set": {
        "tiles": tuple[Object, ...],
        "photo?": Digest | None,
        "photo_size?": tuple[Side, Side],
    },
    "tile_placed": _TILE,
    "tile_turned": _TILE,
    "tile_removed": _CELL,
    "colours_flipped": {},
    "move_confirmed": {"moves": Moves, "accept?": bool, "camera?": bool},
    "piece_set": {"cell": CellName, "colour?": CellName | None, "kind?": CellName | None},
    "photo_put_aside": {},
    "dice_rolled": {"dice": Words},
    "action_confirmed": {"action": Words},
    "palagem_chosen": {"palagem": Words},
    UNDONE: {},
    REDONE: {},
}


def _type_of(kind: str, fields: Mapping[str, Any]) -> type:
    given = [
        (f"{name[:-1]}_", found | UnsetType, UNSET) if name.endswith("?") else (f"{name}_", found)
        for name, found in fields.items()
    ]
    names = {f"{name.removesuffix('?')}_": name.removesuffix("?") for name in fields}
    return defstruct(kind, given, rename=names, kw_only=True)


_TYPES = {kind: _type_of(kind, fields) for kind, fields in FIELDS.items()}


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
    try:
        value_of(_TYPES.get(kind, dict), data)
    except WrongValue as error:
        raise FormatError(str(error)) from None
    if kind == "game_created":
        _check_beginning(data)
    if kind == "board_set" and data.get("photo") and "photo_size" not in data:
        raise FormatError('"photo_size" is missing')
    try:
        check_plain(data)
    except NotPlain as error:
        raise FormatError(str(error)) from None


def _check_beginning(data: Mapping[str, Any]) -> None:
    """What was agreed on is in few words; where the game starts from is a board that can be laid.

    Raises FormatError.
    """
    if data["kind"] not in (*kinds(), ANALYSIS):
        raise FormatError('"kind" is no kind of game that is known here')
    options = data.get("options", {})
    if len(json.dumps(options)) > MOST_OPTIONS:
        raise FormatError(f'"options" may have {MOST_OPTIONS} characters at most')
    try:
        if options.get("start") is not None:
            Board.from_json(options["start"])
    except BoardError as error:
        raise FormatError(f'"start" of "options": {error}') from None


def _time(version: int, value: object) -> datetime:
    try:
        at = datetime.fromisoformat(str(value)).astimezone(UTC)
        if datetime.fromisoformat(str(value)).tzinfo is not None and EARLIEST <= at <= LATEST:
            return at
    except (ValueError, OverflowError):
        pass
    raise FormatError(f'"at" of event {version} is no time with its zone')
