"""Records as plain text: one turn a line, readable across a table and writable by hand.

::

    Game: palago
    White: Ann
    Blue: Ben
    Options: {"tiles": 48}

    0,0a 1,0c
    0,1b 1,1a {"time": "2024-05-01T20:14:00Z"} ; a quiet reply
      / -1,1c -1,2a ; this was better
      -2,2a -2,3b

Lines of the form "Name: value" before the first turn are the header. A turn is its words, then
what else is known of it as a JSON object, then a comment after a semicolon. Numbers such as "12."
before a turn may be there and are not needed. Lines that are indented deeper hold variations:
other lines of play that start instead of the turn before them, each beginning with a slash.
Lines that start with # are comments. Words that would be read as something else stand in quotes
in the header, and in a turn's JSON object.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from ..games.registry import kinds, plug_of
from ..games.seats import MOST_PLAYERS
from ..phrases import Phrase
from ..stamp import VERSION
from .record import (
    DECODER,
    DEEPEST_VARIATION,
    MOST_BYTES,
    MOST_MOVES,
    MOST_WORDS,
    RECORD_FIELDS,
    RECORD_WORDS,
    Record,
    RecordedTurn,
    RecordError,
    object_of,
    parse_json,
    refused_for,
    turn_from,
    turn_json,
)

_INDENT = "  "
_NUMBER = re.compile(r"\d{1,6}[.)]\s+")
_HEADER = re.compile(r"([A-Za-z][A-Za-z ]{0,20}):(?:\s+(.*))?")
_WORDS = {name.replace("_", " "): name for name in RECORD_WORDS}
#: What stands for a move whose words are in the turn's JSON object.
_ELSEWHERE = "-"


# -- writing -----------------------------------------------------------------------------------


def write_text(record: Record) -> str:
    """The record as text. Nothing is lost: :func:`read_text` gives the same record."""
    lines = [f"Game: {record.game}", f"Version: {VERSION}"]
    lines += [f"{key}: {_value(name)}" for key, name in _players(record)]
    for key, name in _WORDS.items():
        if getattr(record, name):
            lines.append(f"{key.capitalize()}: {_value(getattr(record, name))}")
    if record.options:
        lines.append(f"Options: {json.dumps(record.options)}")
    if record.start is not None:
        lines.append(f"Start: {record.start.to_text()}".rstrip())
    if record.extra:
        lines.append(f"Other: {json.dumps(record.extra)}")
    return "\n".join([*lines, "", *_turn_lines(record.moves, 0)]) + "\n"


def _players(record: Record) -> Iterator[tuple[str, str]]:
    two = plug_of(record.game).players is None and len(record.players) == 2
    keys = ("White", "Blue") if two else ("Player",) * len(record.players)
    yield from zip(keys, record.players, strict=True)


def _turn_lines(line: tuple[RecordedTurn, ...], depth: int) -> Iterator[str]:
    for turn in line:
        yield _INDENT * depth + _turn_line(turn)
        for variation in turn.variations:
            inner = list(_turn_lines(variation, depth + 1))
            first = inner[0].strip() if inner else ""
            yield f"{_INDENT * (depth + 1)}/ {first}".rstrip()
            yield from inner[1:]


def _turn_line(turn: RecordedTurn) -> str:
    known = turn_json(replace(turn, variations=()))
    move, comment = known.pop("move"), known.pop("comment", "")
    if not _is_plain_move(move):
        known["move"], move = move, _ELSEWHERE
    if comment and not _is_plain(comment):
        known["comment"], comment = comment, ""
    words = [move]
    if known:
        words.append(json.dumps(known))
    if comment:
        words.append(f"; {comment}")
    return " ".join(words)


def _is_plain(words: str) -> bool:
    """Whether words can stand at the end of a line and be read as they are."""
    return words.isprintable() and words == words.strip() and not words.startswith('"')


def _is_plain_move(words: str) -> bool:
    """Whether a move's words are read as they are at the beginning of a line."""
    return (
        bool(words)
        and _is_plain(words)
        and words != _ELSEWHERE
        and words[0] not in "#/"
        and not any(sign in words for sign in "{;")
        and not _NUMBER.match(words)
        and not _HEADER.fullmatch(words)
    )


def _value(words: str) -> str:
    return words if words and _is_plain(words) else json.dumps(words)


# -- reading -----------------------------------------------------------------------------------


@dataclass
class _OpenTurn:
    """A turn whose variations are still being read."""

    turn: RecordedTurn
    variations: list[list[_OpenTurn]] = field(default_factory=list)

    def closed(self) -> RecordedTurn:
        lines = (tuple(turn.closed() for turn in line) for line in self.variations)
        return self.turn.branching(*self.turn.variations, *lines)


@dataclass
class _IndentedLine:
    """A line of play being read: how far it is indented, and its turns so far."""

    indent: int
    turns: list[_OpenTurn]


def read_text(text: str) -> Record:
    """A record from text. Raises RecordError with the number of the line."""
    if len(text) > MOST_BYTES:
        raise RecordError(Phrase("record.too_large"))
    record = Record()
    turns: list[_OpenTurn] = []
    levels = [_IndentedLine(0, turns)]
    in_header, is_named = True, False
    for number, raw in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        line = raw.strip()
        if not line:
            continue
        try:
            if line.startswith("#"):
                record = _with_remark(record, turns, line[1:].strip())
                continue
            header = _HEADER.fullmatch(line) if in_header else None
            if header is not None:
                is_named |= header[1].strip().lower() in ("game", "version")
                record = _with_header(record, header[1].strip().lower(), header[2] or "")
                continue
            indent = len(raw) - len(raw.lstrip())
            _add_turn(levels, indent, line)
            if in_header and _tells_nothing(record) and not is_named:
                _require_move(turns[0].turn.move)
            in_header = False
        except ValueError as error:
            raise refused_for("record.line", error, number=number) from None
    if in_header and _tells_nothing(record) and not is_named:
        raise RecordError(Phrase("record.no_record"))
    return replace(record, moves=tuple(turn.closed() for turn in turns))


def _tells_nothing(record: Record) -> bool:
    """Whether no line above the turns is one of a record's own; any text may hold others."""
    return record == Record(comment=record.comment, extra=record.extra)


def _require_move(words: str) -> None:
    """Any text is lines of words: one that does not say what it is has to begin with a move."""
    try:
        plug_of(Record().game).table.from_text(words)
    except ValueError:
        raise RecordError(Phrase("record.no_first_move", {"given": words[:40]})) from None


def _with_remark(record: Record, turns: list[_OpenTurn], remark: str) -> Record:
    if not turns:
        return replace(record, comment=_joined(record.comment, remark))
    last = turns[-1]
    last.turn = replace(last.turn, comment=_joined(last.turn.comment, remark))
    return record


def _joined(before: str, words: str) -> str:
    if len(before) + len(words) > MOST_WORDS:
        raise RecordError(Phrase("record.long_comment", {"most": MOST_WORDS}))
    return f"{before}\n{words}" if before and words else before or words


def _with_header(record: Record, key: str, raw: str) -> Record:
    if key in ("options", "other"):
        found = object_of(parse_json(raw), Phrase("record.no_object", {"name": key}))
        if key == "options":
            return replace(record, options=found)
        if not RECORD_FIELDS.isdisjoint(found):
            raise RecordError(Phrase("record.other"))
        return replace(record, extra={**record.extra, **found})
    value: str = parse_json(raw) if raw.startswith('"') else raw
    if key == "version":
        # The JSON reader knows what to say of versions.
        Record.from_json({"version": int(value[:20]) if value.isdecimal() else value[:20]})
        return record
    if key == "game":
        if value not in kinds():
            raise RecordError(
                Phrase("record.game", {"given": value[:40], "known": ", ".join(kinds())})
            )
        return replace(record, game=value)
    if key == "start":
        return replace(record, start=plug_of(record.game).table.from_text(value))
    if key in ("white", "blue", "player"):
        if len(record.players) >= MOST_PLAYERS:
            raise RecordError(Phrase("record.players", {"most": MOST_PLAYERS}))
        return replace(record, players=(*record.players, value))
    if key in _WORDS:
        words: dict[str, Any] = {_WORDS[key]: value}
        return replace(record, **words)
    if key in RECORD_FIELDS:
        raise RecordError(Phrase("record.no_header", {"name": key}))
    if len(record.extra) >= MOST_MOVES:
        raise RecordError(Phrase("record.long_header"))
    return replace(record, extra={**record.extra, key: value})


def _add_turn(levels: list[_IndentedLine], indent: int, line: str) -> None:
    while len(levels) > 1 and indent < levels[-1].indent:
        levels.pop()
    starts_variation = line.startswith("/")
    if starts_variation:
        # A slash at the indentation of a variation starts the next one of the same turn.
        if len(levels) > 1 and indent <= levels[-1].indent:
            levels.pop()
        if not levels[-1].turns:
            raise RecordError(Phrase("record.variation"))
        if len(levels) > DEEPEST_VARIATION:
            raise RecordError(Phrase("record.deep", {"most": DEEPEST_VARIATION}))
        line = line[1:].strip()
        variation: list[_OpenTurn] = []
        levels[-1].turns[-1].variations.append(variation)
        levels.append(_IndentedLine(indent, variation))
        if not line:
            return
    if len(levels[-1].turns) >= MOST_MOVES:
        raise RecordError(Phrase("record.long_line", {"most": MOST_MOVES}))
    levels[-1].turns.append(_OpenTurn(_turn_from(line)))


def _turn_from(line: str) -> RecordedTurn:
    line = _NUMBER.sub("", line, count=1) if _NUMBER.match(line) else line
    words, brace, rest = line.partition("{")
    if ";" in words or not brace:
        words, _, comment = line.partition(";")
        return _checked({"move": words.strip(), "comment": comment.strip()})
    try:
        known, end = DECODER.raw_decode("{" + rest)
    except (ValueError, RecursionError):
        raise RecordError(Phrase("record.braces")) from None
    behind = rest[end - 1 :].strip()
    if behind and not behind.startswith(";"):
        raise RecordError(Phrase("record.after_braces"))
    values = {"move": words.strip(), "comment": behind[1:].strip()}
    if values["move"] == _ELSEWHERE:
        del values["move"]
    if not values["comment"]:
        del values["comment"]
    return _checked({**known, **values})


def _checked(values: dict[str, Any]) -> RecordedTurn:
    if not values.get("comment"):
        values.pop("comment", None)
    return turn_from(values)
