"""What each kind of event holds. Events of files that people send are held against this."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from string import Formatter
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, defstruct

from ....engine.evening.clock import MOST_SECONDS, TimeControl
from ....engine.games.registry import kinds
from ....engine.games.seats import MOST_PLAYERS
from ....engine.phrases import Phrase, Refused, reason_of
from ....engine.tiles.board import Board, BoardError
from ....engine.values import value_of
from ...store.plain_json import NotPlain, check_plain
from ...store.stored import RECORD_CORRECTED, StoredEvent
from ...tables.choice import table_events
from ...tables.page import EventFields
from ..names import MOST_NAME
from ..play import EARLIER_EVENTS, PLAY_EVENTS, happens_on_the_table
from ..state import ANALYSIS, EventPlace
from .history import REDONE, UNDONE

MOST_WORDS, MOST_MOVES = 2_000, 1_000
#: Maximum number of characters of a game's options, the board that it starts from included.
MOST_OPTIONS = 50_000
EARLIEST, LATEST = datetime(1900, 1, 1, tzinfo=UTC), datetime(3000, 1, 1, tzinfo=UTC)


class FormatError(Refused):
    """An event is none; the message says which field is wrong and what it should be."""


GameTitle = Annotated[str, Meta(max_length=200)]
EventWords = Annotated[str, Meta(max_length=MOST_WORDS)]
Comment = Annotated[str, Meta(max_length=200_000)]
CellName = Annotated[str, Meta(max_length=12)]
Names = Annotated[
    tuple[Annotated[str, Meta(max_length=MOST_NAME)], ...], Meta(max_length=MOST_PLAYERS)
]
Moves = Annotated[tuple[EventWords, ...], Meta(max_length=MOST_MOVES)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Player = Annotated[int, Meta(ge=0, le=MOST_PLAYERS - 1)]
Seconds = Annotated[float, Meta(ge=0, le=MOST_SECONDS)]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z", title="a SHA-256 in hexadecimal digits")]
PhotoSide = Annotated[int, Meta(ge=1, le=1_000_000)]
EventNumber = Annotated[str, Meta(pattern=r"^[1-9][0-9]{0,8}\Z", title="an event's number")]
Object = dict[str, Any]

#: The fields of each kind of event; those that end in ``?`` may be absent. Further ones may stand
#: there: a later version can have written them.
FIELDS: EventFields = {
    "game_created": {
        "kind": str,
        "title": GameTitle,
        "options?": Object,
        "board?": Object | None,
        "from?": Object | None,
        "made_title?": Object,
    },
    "game_renamed": {"title": GameTitle},
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
        "event?": EventPlace | None,
    },
    "partner_thought": {"turn": Number, "move": EventWords},
    "commented": {"move": Number, "text": Comment},
    "photo_read": {"reading": Object, "photo?": Digest | None, "shown?": list[tuple[float, float]]},
    "board_set": {
        "tiles": tuple[Object, ...],
        "photo?": Digest | None,
        "photo_size?": tuple[PhotoSide, PhotoSide],
    },
    "move_confirmed": {
        "moves": Moves,
        "accept?": bool,
        "counted?": bool,
        "to_move?": EventWords,
        "instead?": bool,
        "camera?": bool,
        "check?": Moves,
        "phrases?": Object,
        "clears?": bool,
        "read_as?": EventWords,
    },
    "move_checked": {"move": Number},
    "resigned": {"by": EventWords},
    "begun_here": {"to_move": CellName},
    **table_events(),
    **{
        kind: {name: EventWords for _, name, *_ in Formatter().parse(words) if name}
        for kind, words in EARLIER_EVENTS.items()
    },
    UNDONE: {},
    REDONE: {},
    RECORD_CORRECTED: {"move": Number, "instead": dict[EventNumber, list[Object | None]]},
}


#: Those that may stand in a correction.
CORRECTING = (happens_on_the_table() | PLAY_EVENTS) - {"photo_read", "resigned"}


def _type_of(kind: str, fields: Mapping[str, Any]) -> type:
    given = [
        (f"{name[:-1]}_", found | UnsetType, UNSET) if name.endswith("?") else (f"{name}_", found)
        for name, found in fields.items()
    ]
    names = {f"{name.removesuffix('?')}_": name.removesuffix("?") for name in fields}
    return defstruct(kind, given, rename=names, kw_only=True)


_TYPES = {kind: _type_of(kind, fields) for kind, fields in FIELDS.items()}


class EventSaid(Struct):
    """An event as a file has it."""

    kind: Annotated[Literal[tuple(FIELDS)], Meta(title="a kind of event that is known here")]  # type: ignore[valid-type]
    at: Annotated[datetime, Meta(tz=True, title="a time with its zone")]
    data: Object


def event_of(version: int, value: object) -> StoredEvent:
    """An event of a file, its time in UTC. Raises FormatError."""
    place = Phrase("record.event", {"number": version})
    said = value_of(EventSaid, value, lambda why: _at(place, why))
    try:
        check_event(said.kind, said.data)
    except FormatError as error:
        raise _at(place, reason_of(error)) from None
    if not EARLIEST <= said.at <= LATEST:
        raise FormatError(f'"at" of event {version} is a time in which nobody played')
    return StoredEvent(version, said.at.astimezone(UTC), said.kind, said.data)


def _at(place: Phrase, why: Phrase | str) -> FormatError:
    return FormatError(Phrase("record.place", {"where": place, "why": why}))


def check_event(kind: str, data: Mapping[str, Any]) -> None:
    """Look at what an event holds. Raises FormatError."""
    value_of(_TYPES.get(kind, dict), data, FormatError)
    if kind == "game_created":
        _check_beginning(data)
    if kind == RECORD_CORRECTED:
        _check_correction(data["instead"])
    if kind == "board_set" and data.get("photo") and "photo_size" not in data:
        raise FormatError('"photo_size" is missing')
    try:
        check_plain(data)
    except NotPlain as error:
        raise FormatError(str(error)) from None


def _check_correction(instead: Mapping[str, Any]) -> None:
    """Each event that counts in the place of others is one at the table. Raises FormatError."""
    for said in (said for events in instead.values() for said in events if said is not None):
        if str(said.get("kind")) not in CORRECTING:
            raise FormatError('"instead" may hold what happens at the table, and null')
        check_event(said["kind"], said.get("data"))
    if "1" in instead:
        raise FormatError('"instead" cannot create another game')


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
