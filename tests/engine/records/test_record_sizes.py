"""Files of a few megabytes that are made to be slow or large to read: records, boards, zips."""

import io
import json
import tracemalloc
import zipfile

import pytest
from palago.engine.drawing.play_server import draw_ascii_board, parse_ascii_board
from palago.engine.records.files import read_record, write_record
from palago.engine.records.record import MOST_BYTES, MOST_MOVES, Record, RecordedTurn, RecordError
from palago.engine.records.replay import replay
from palago.engine.tiles.board import Board, BoardError

MILLION = 1_000_000


def refused(data: bytes, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        read_record(data)


def peak_of(data: bytes) -> int:
    """Bytes of memory that reading a record takes at most, whether it succeeds or not."""
    tracemalloc.start()
    try:
        read_record(data)
    except RecordError:
        pass
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return peak


@pytest.mark.parametrize("value", ["a" * MILLION, "\\a" * (MILLION // 20)])
@pytest.mark.parametrize("end", ["])", ""])
def test_a_long_sgf_value_takes_no_more_memory_than_a_few_copies(value: str, end: str) -> None:
    """It took 190 bytes for each letter."""
    assert peak_of(f"(;GM[palago]C[{value}{end}".encode()) < 12 * MILLION


def test_an_sgf_is_refused_before_its_tree_has_grown_too_large() -> None:
    head = "(;GM[palago]"
    refused((head + "(" * 100_000).encode(), "too many brackets")
    refused((head + "C" + "[a]" * 100_000).encode(), "too many properties or values")
    names = "".join(f"{chr(65 + n % 26)}{chr(65 + n // 26)}[a]" for n in range(600))
    refused((head + names).encode(), "too many properties or values")
    refused((head + ";W[0,0a]" * (MOST_MOVES + 1) + ")").encode(), f"at most {MOST_MOVES} moves")
    refused(f"{head}C[{'a' * 2 * MILLION}])".encode(), "at most 1000000 characters")


def test_a_text_is_read_line_by_line_without_copying_what_stands_before() -> None:
    refused(b"Game: palago\n" + b"# remark\n" * 100_000, "a comment has at most 20000 characters")
    refused(b"Game: palago\n" + b"Player: x\n" * 100_000, "at most 16 players")


def test_records_have_a_size_that_no_game_needs() -> None:
    refused(b" " * (MOST_BYTES + 1), "far too large")
    unpacked = b'{"x":"' + b"a" * MOST_BYTES + b'"}'
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("record.json", unpacked)
    assert len(file.getvalue()) < 10_000
    refused(file.getvalue(), "far too large")


@pytest.mark.parametrize("opening", ['{"x":', '{"options":{"y":[', '{"moves":[{"move":"a","z":'])
def test_what_is_read_can_be_written_again(opening: str) -> None:
    """Deep nesting was read, and then ended the writing in a traceback."""
    deep = opening + "[" * 600
    closing = "]" * 600 + "".join({"{": "}", "[": "]"}.get(sign, "") for sign in reversed(opening))
    refused((deep + closing).encode(), "nested too deeply")
    fine = Record(
        extra={"x": json.loads("[" * 100 + "]" * 100)}, moves=(RecordedTurn("0,0a 1,0c"),)
    )
    for form in ("json", "text", "sgf", "zip"):
        assert read_record(write_record(fine, form)) == fine


def test_a_zip_that_names_very_many_files_is_refused_by_the_length_of_its_list() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for number in range(30_000):
            archive.writestr(f"{number:040}", b"")
    refused(file.getvalue(), "more than 5000 files")
    assert peak_of(file.getvalue()) < len(file.getvalue())


def test_a_sea_of_letters_is_no_picture_of_a_board() -> None:
    """500 kB of letters kept the server busy for 40 s."""
    with pytest.raises(BoardError, match="at most"):
        parse_ascii_board("\n".join(["o" * 2_000] * 250))
    with pytest.raises(BoardError, match="at most 192 tiles"):
        parse_ascii_board("\n".join(["o" * 2_000] * 90))
    board = Board.from_text(" ".join(f"{q},{r}a" for q in range(16) for r in range(12)))
    assert parse_ascii_board(draw_ascii_board(board)).canonical() == board.canonical()


def test_a_line_of_play_is_not_longer_than_any_game() -> None:
    """Every position of Palagonia knows all events before it: 20,000 took 6 s and 1.6 GB."""
    head = "Game: palagonia\nPlayer: A\nPlayer: B\nPlayer: C\n\n"
    refused((head + "start 3 3 3\n" * 20_000).encode(), f"at most {MOST_MOVES} moves")
    played = read_record((head + "start 3 3 3\n" * 300).encode())
    assert len(replay(played).steps) == 300


def test_very_many_variations_are_replayed_from_where_they_begin() -> None:
    turns = (RecordedTurn("0,0a 1,0c", variations=((RecordedTurn("0,0a 1,0b"),),) * 3_000),)
    record = read_record(write_record(Record(moves=turns), "sgf"))
    assert replay(record).problems == ()
