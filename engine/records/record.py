"""A game record: who played what, move by move, with branches, comments and photos by hash.

A record says what happened; whether it was legal is for :mod:`.replay` to find out. Moves are
words in the game's own grammar: tiles in the order placed for Palago and Palagem (``1,0c 2,0a``),
events for Palagonia (``roll 3:5``, ``lay 1,0c 2,0a``, ``remove 1,0``). The JSON form is described
by ``record.schema.json``; fields that this version does not know are kept and written again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Protocol, TypeAlias, TypedDict, cast

from msgspec import Meta

from ..games.findings import LONGEST
from ..games.registry import kinds, plug_of
from ..games.seats import MOST_PLAYERS
from ..games.tables import Table
from ..phrases import Phrase, Refused, reason_of, sentences_of
from ..stamp import counted, require_stamp, shortened, stamped
from ..tiles.board import Board
from ..values import strict_numbers, value_of

#: What a file without a game's name holds.
USUAL_GAME = "palago"

MOST_BYTES = 5_000_000
#: Of one line of play. Each position of Palagonia knows all events before it.
MOST_MOVES = 5_000
MOST_WORDS = 20_000
DEEPEST_VARIATION = 50
#: Variations within variations, and what else a file may nest.
DEEPEST_JSON = 4 * DEEPEST_VARIATION

Words = Annotated[str, Meta(max_length=MOST_WORDS, title="words in quotes")]
PhotoHash = Annotated[
    str, Meta(pattern=r"^([0-9a-f]{64})?\Z", title="a SHA-256 in 64 hexadecimal digits")
]
Confidence = Annotated[float, Meta(ge=0, le=1)]
Players: TypeAlias = Annotated[
    tuple[str, ...],
    Meta(max_length=MOST_PLAYERS, title=f"a list of at most {MOST_PLAYERS} names"),
]
Line: TypeAlias = Annotated[
    "tuple[RecordedTurn, ...]",
    Meta(
        max_length=MOST_MOVES,
        title=f"a list of at most {MOST_MOVES} moves, each an object or its words",
    ),
]


class RecordError(Refused):
    """A record that cannot be read: what is wrong, where, and what to do."""


def refused_for(key: str, error: Exception, **values: str | int) -> RecordError:
    """That a record cannot be read for what an error says, in the sentence of a key."""
    return RecordError(Phrase(key, {**values, "why": reason_of(error)}))


#: Why a file is no record, as keys, where it is something else that is whole.
_OTHER_FILES = frozenset(
    (
        *("stamp.other", "record.no_moves", "record.json_list", "record.zip_without"),
        *("record.no_record", "record.no_first_move"),
    )
)


def is_no_record(error: Exception) -> bool:
    """Whether a file was refused as one of something else: a reading, say, or a list."""
    said = [s for s in sentences_of(error) if isinstance(s, Phrase)]
    whys = [s.values.get("why") for s in said]
    return any(isinstance(s, Phrase) and s.key in _OTHER_FILES for s in (*said, *whys))


@dataclass(frozen=True)
class RecordedTurn:
    """One move of a record.

    ``photo`` is the SHA-256 of the picture behind it, ``time`` when it was played (ISO 8601),
    ``confidence`` how likely it was read right (0 to 1), ``check`` what a person should look at.
    ``phrases`` tell of sentences in ``check`` and ``comment`` that are the program's own which ones
    they are: by the sentence, its ``key`` and ``values``. ``variations`` are other lines of play
    that start instead of this move. ``extra`` holds the fields of the file that this version does
    not know.
    """

    move: Words
    comment: Words = ""
    time: Words = ""
    photo: PhotoHash = ""
    confidence: Confidence | None = None
    check: Annotated[tuple[str, ...], Meta(max_length=MOST_MOVES, title="a list of words")] = ()
    phrases: Mapping[str, Any] = field(default_factory=dict, hash=False)
    variations: Annotated[
        tuple[Line, ...], Meta(title=f"a list of lines of at most {MOST_MOVES} moves each")
    ] = ()
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __repr__(self) -> str:
        return f"<RecordedTurn {str(self.move)[:LONGEST]}>"

    def branching(self, *lines: tuple[RecordedTurn, ...]) -> RecordedTurn:
        """The turn with these variations in the one form that records have. A variation without
        moves is none; one of the first move of a variation is one more of this move."""
        lifted: list[tuple[RecordedTurn, ...]] = []
        for first, *rest in filter(None, lines):
            lifted.append((replace(first, variations=()), *rest))
            lifted += first.variations
        return replace(self, variations=tuple(lifted))


class TilesRead(Protocol):
    """A reading of tiles."""

    def to_board(self) -> Board:
        """The board that was read."""


class _Given(TypedDict):
    """What a record's caller may give: any lists of moves and players, and words."""

    game: Words
    moves: tuple[Any, ...]
    players: Players
    options: dict[str, Any] | None
    to_move: Words
    title: Words
    date: Words
    place: Words
    result: Words
    resigned: Words
    comment: Words


@dataclass(frozen=True)
class Record:
    """A whole game.

    ``moves`` may be given in words, one text a move, and so may ``start``, the first position of a
    game that did not begin with an empty table; ``to_move`` is whose turn it was there. ``players``
    are names, White's first in Palago. ``options`` is what the players agreed on, as the game's own
    options write it. ``result`` is the winner ("white", "blue", a player's name), "draw", or empty;
    ``resigned`` who gave the game up.
    """

    game: str = USUAL_GAME
    moves: Line = ()
    players: Players = ()
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    start: Table | None = None
    to_move: Words = ""
    title: Words = ""
    date: Words = ""
    place: Words = ""
    result: Words = ""
    resigned: Words = ""
    comment: Words = ""
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __init__(
        self,
        game: str = USUAL_GAME,
        moves: list[str] | list[RecordedTurn] | tuple[str | RecordedTurn, ...] = (),
        players: list[str] | tuple[str, ...] = (),
        options: Mapping[str, Any] | None = None,
        start: Table | TilesRead | str | None = None,
        to_move: str = "",
        title: str = "",
        date: str = "",
        place: str = "",
        result: str = "",
        resigned: str = "",
        comment: str = "",
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        """Takes lists and words where it keeps tuples and values, and a reading for the ``start``.
        Raises RecordError, or another ValueError where nobody knows the game, or the game an
        option."""
        if extra is None:  # what comes from a file has some, and opens whatever it agreed on
            plug_of(game).check_options(options or {})
            json.dumps(options, default=_no_json)
        kept: dict[str, Any] = value_of(_Given, locals(), RecordError)
        turns = (t if isinstance(t, RecordedTurn) else turn_from(t) for t in kept["moves"])
        kept |= {"moves": tuple(turns), "options": options or {}, "extra": extra or {}}
        kept["start"] = _start_from(start, game)
        for name, value in kept.items():
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        names = f" by {', '.join(self.players)}" if self.players else ""
        told = f", {self.result}" if self.result else ""
        return f"<Record of {self.game}{names[:LONGEST]}: {counted(len(self.moves), 'move')}{told}>"

    def to_json(self) -> dict[str, Any]:
        """The record as plain JSON; empty fields are left out."""
        shown = stamped("record", {"game": self.game})
        shown |= {name: getattr(self, name) for name in RECORD_WORDS if getattr(self, name)}
        if self.players:
            shown["players"] = list(self.players)
        if self.options:
            shown["options"] = dict(self.options)
        if self.start is not None:
            shown["start"] = self.start.to_json()
        shown["moves"] = line_json(self.moves)
        return shown | {key: value for key, value in self.extra.items() if key not in shown}

    def dumps(self) -> str:
        """The record as a JSON file."""
        return json.dumps(self.to_json(), ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def from_json(cls, value: Any) -> Record:
        """Read :meth:`to_json`'s object. Raises RecordError."""
        require_stamp("record", value, RecordError, is_named=False)
        if not value.keys() & {"format", "version", "game", "moves", "start", "options"}:
            raise RecordError(Phrase("record.no_moves"))
        game = value.get("game", USUAL_GAME)
        if game not in kinds():
            raise RecordError(
                Phrase("record.json_game", {"given": shortened(game), "known": ", ".join(kinds())})
            )
        moves = _line_said(value.get("moves", []), 0)
        said = _known(value, RECORD_FIELDS) | {"start": None, "moves": moves}
        record = value_of(cls, said, RecordError)
        start = _start_from(value.get("start"), game)
        return replace(record, start=start, moves=_in_one_form(record.moves))

    @property
    def photos(self) -> frozenset[str]:
        """The hashes of all photos that the record names, in branches too."""
        return frozenset(turn.photo for turn in walk(self.moves) if turn.photo)


def require_record(given: object) -> None:
    """Raises TypeError where something else was taken for a record."""
    if not isinstance(given, Record):
        how = "a game has to_record(), a file is read by read_record()"
        raise TypeError(f"a Record is needed here, not a {type(given).__name__}: {how}")


def walk(line: tuple[RecordedTurn, ...]) -> Iterator[RecordedTurn]:
    """All turns of a line and of its variations."""
    waiting = [line]
    while waiting:
        for turn in waiting.pop():
            yield turn
            waiting += turn.variations


def loads(text: str) -> Record:
    """A record from the text of a JSON file. Raises RecordError."""
    return Record.from_json(parse_json(text))


def parse_json(text: str) -> Any:
    """JSON from a file that anybody may have written. Raises RecordError."""
    if len(text) > MOST_BYTES:
        raise RecordError(Phrase("record.too_large"))
    try:
        value = DECODER.decode(text)
        check_depth(value)
        return value
    except RecursionError:
        raise RecordError(Phrase("record.nested")) from None
    except json.JSONDecodeError as error:
        raise RecordError(
            Phrase(
                "record.no_json",
                {"what": error.msg.lower(), "line": error.lineno, "character": error.colno},
            )
        ) from None
    except RecordError:
        raise
    except ValueError:  # Python refuses numbers of thousands of digits
        raise RecordError(Phrase("record.long_number")) from None


def object_of(value: object, why: Phrase) -> dict[str, Any]:
    """A JSON object. Raises RecordError, which says ``why``, where it is none."""
    found: dict[str, Any] = value_of(dict[str, Any], value, lambda _: RecordError(why))
    return found


def check_depth(value: object) -> None:
    """Raise RecordError where JSON is nested deeper than it can be written again."""
    level = [value]
    for _ in range(DEEPEST_JSON):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return
    raise RecordError(Phrase("record.nested"))


#: Reads JSON without the numbers that are none.
DECODER = json.JSONDecoder(**strict_numbers(RecordError))


# -- writing -----------------------------------------------------------------------------------

RECORD_WORDS = ("title", "date", "place", "to_move", "result", "resigned", "comment")
_TURN_WORDS = ("move", "comment", "time", "photo")
_TURN_FIELDS = frozenset((*_TURN_WORDS, "confidence", "check", "phrases", "variations"))
RECORD_FIELDS = frozenset(
    ("format", "version", "game", "players", "options", "start", "moves", *RECORD_WORDS)
)


def line_json(line: tuple[RecordedTurn, ...]) -> list[dict[str, Any]]:
    """A line of play as plain JSON."""
    return [turn_json(turn) for turn in line]


def turn_json(turn: RecordedTurn) -> dict[str, Any]:
    """One turn as plain JSON; empty fields are left out."""
    shown: dict[str, Any] = {"move": turn.move}
    shown |= {name: getattr(turn, name) for name in _TURN_WORDS if getattr(turn, name)}
    if turn.confidence is not None:
        shown["confidence"] = turn.confidence
    if turn.check:
        shown["check"] = list(turn.check)
    if turn.phrases:
        shown["phrases"] = dict(turn.phrases)
    if turn.variations:
        shown["variations"] = [line_json(line) for line in turn.variations]
    return shown | {key: value for key, value in turn.extra.items() if key not in shown}


# -- reading -----------------------------------------------------------------------------------


def turn_from(value: object) -> RecordedTurn:
    """One turn from its JSON; the words of a move alone will do. Raises RecordError."""
    turn = value_of(RecordedTurn, _turn_said(value, 0), RecordError)
    return _in_one_form((turn,))[0]


def _line_said(value: object, depth: int) -> Any:
    """A line of a file as its type has it: all that is not known of a move beside the rest."""
    if depth > DEEPEST_VARIATION:
        raise RecordError(Phrase("record.deep", {"most": DEEPEST_VARIATION}))
    return [_turn_said(entry, depth) for entry in value] if isinstance(value, list) else value


def _turn_said(value: object, depth: int) -> Any:
    if not isinstance(value, Mapping):
        return {"move": value} if isinstance(value, str) else value
    said, lines = _known(value, _TURN_FIELDS), value.get("variations", [])
    if isinstance(lines, list):
        said["variations"] = [_line_said(line, depth + 1) for line in lines]
    return said


def _known(value: Mapping[str, Any], known: frozenset[str]) -> dict[str, Any]:
    """The known fields of a record or a turn, and the others together."""
    extra = {name: entry for name, entry in value.items() if name not in known}
    return {name: value[name] for name in known & value.keys()} | {"extra": extra}


def _in_one_form(line: tuple[RecordedTurn, ...]) -> tuple[RecordedTurn, ...]:
    return tuple(
        turn.branching(*map(_in_one_form, turn.variations)) if turn.variations else turn
        for turn in line
    )


def _no_json(value: object) -> None:
    """Refuses what no file could keep of what was agreed on. Raises RecordError."""
    kinds_of = "texts, numbers, lists and objects, as JSON does"
    raise RecordError(f'"options" holds {kinds_of}, not {shortened(value)}')


def _start_from(value: object, game: str) -> Table | None:
    if value is None:
        return None
    shape = plug_of(game).table
    if shape.lays_tiles and hasattr(value, "to_board"):  # a reading
        value = value.to_board()
    try:
        if hasattr(value, "to_text"):
            shape.observed(value)  # which refuses the table of another kind of game
            return cast(Table, value)
        table: Table = shape.from_text(value) if isinstance(value, str) else shape.from_json(value)
    except (TypeError, ValueError) as error:
        raise refused_for("record.place", error, where='"start"') from None
    return table
