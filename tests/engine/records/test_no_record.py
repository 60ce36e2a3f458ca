"""Anything at all is a record, or a reason why it is none."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.engine.records.files import FORMATS, TEXT_FORMATS, read_record, write_record
from palago.engine.records.record import Record, RecordedTurn, RecordError
from palago.engine.records.replay import replay
from record_strategies import anything, records, words


@pytest.mark.parametrize(("data", "message"), [
    (b"", "empty"), (b"\xff\xfe\x00", "neither text nor"), (b"PK\x03\x04 broken", "zip"),
    (b"{", "not JSON"), (b'{"format": "chess"}', "format"),
    (b'{"name": "palago", "scripts": {}}', "no game record"),
    (b'{"version": 99}', "bring the program up to date"), (b'{"version": true}', "version"),
    (b'{"game": "go"}', "game"), (b'{"moves": 3}', "list"),
    (b'{"moves": [3]}', "each an object or its words"),
    (b'{"moves": [{}]}', '"move" of "moves" must be words'),
    (b'{"moves": [{"move": "", "photo": "x"}]}', "SHA-256"),
    (b'{"moves": [{"move": "", "confidence": NaN}]}', "NaN"),
    (b'{"moves": [{"move": "", "confidence": 7}]}', "0 to 1"), (b'{"options": []}', "options"),
    (b'{"start": "0,0z"}', "start"), (b'{"moves": ' + b"[" * 100_000, "nested too deeply|not JSON"),
    (b'{"version": ' + b"9" * 9_999 + b"}", "far too long"), (b"(;GM[palago]", "last bracket"),
    (b"(;GM[go])", "game"), (b"(;SZ[many])", "SZ"), (b"(;W[1,0a]]", "cannot be read"),
    (b"(;" + b"(;W[0,0a]" * 60 + b"(;W[1,1a])" + b"(;W[1,0a]))" * 60, "deep|bracket"),
    (b"Game: chess\n", "game is one of"), (b"  / 0,0a\n", "variation needs a turn"),
    (b"0,0a {not json}\n", "line 1"), (b"Options: [1]\n", "JSON object"),
    (b"Version: " + b"9" * 9_999, "bring the program up to date"),
])  # fmt: skip
def test_what_is_wrong_is_said(data: bytes, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read_record(data)


def tried(data: bytes) -> None:
    try:
        record = read_record(data)
    except RecordError as error:
        assert str(error)
        return
    replay(record)
    for form in TEXT_FORMATS:
        read_record(write_record(record, form))


@settings(max_examples=80)
@given(st.binary(max_size=300) | words.map(str.encode))
def test_any_bytes_are_a_record_or_a_reason(data: bytes) -> None:
    tried(data)


@given(records, st.sampled_from(FORMATS), st.data())
def test_damaged_records_are_records_or_a_reason(
    record: Record, form: str, data: st.DataObject
) -> None:
    written = bytearray(write_record(record, form))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(written) - 1))
        written[place : place + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    tried(bytes(written))


@settings(max_examples=30)
@given(anything)
def test_any_json_is_a_record_or_a_reason(value: Any) -> None:
    tried(json.dumps(value).encode())
    tried(json.dumps({"moves": [value], "options": value, "start": value}).encode())


@pytest.mark.parametrize("game", ["palago", "palagonia", "palagem"])
@given(st.dictionaries(st.sampled_from(["tiles", "players", "palagems", "rules"]), anything))
def test_any_options_replay_or_give_a_reason(game: str, options: dict[str, Any]) -> None:
    moves = (RecordedTurn("0,0a 1,0c"),)
    replay(Record(game=game, options=options, moves=moves, extra={}))  # as a file has them
