"""Records in whatever form they come: JSON, text, SGF, or a zip with photos."""

from __future__ import annotations

import io
import json
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from ..drawing.play_server import parse_ascii_board
from ..games.registry import kinds, plug_of
from ..phrases import Phrase, sentences_of
from ..stamp import shortened
from ..tiles.board import BoardError
from ..whole_file import contents, not_there, why_not_opened
from .record import (
    MOST_BYTES,
    Record,
    RecordError,
    is_no_record,
    object_of,
    parse_json,
    require_record,
)
from .sgf import read_sgf, write_sgf
from .text import read_text, write_text
from .zipped import RecordArchive, write_zip

#: Name of a format → how a record is written in it as text.
TEXT_FORMATS: dict[str, Callable[[Record], str]] = {
    "json": Record.dumps,
    "text": write_text,
    "sgf": write_sgf,
}
ZIP = "zip"
FORMATS = (*TEXT_FORMATS, ZIP)
#: Endings of file names → format.
FORMAT_OF_SUFFIX = {".json": "json", ".txt": "text", ".text": "text", ".sgf": "sgf", ".zip": ZIP}

_ZIP_BEGINNING = b"PK\x03\x04"


def read_record(data: bytes | str | Path | IO[Any]) -> Record:
    """A record in any of the formats: a file, its bytes, its path, or a text, which is a path where
    it is one line that begins no record. Raises RecordError."""
    data = contents(data)
    if isinstance(data, str) and ("\n" in data.strip() or data.lstrip()[:1] in ("", "{", "[", "(")):
        return parse_record(data)
    if isinstance(data, str | Path):
        try:
            data = Path(data).read_bytes()
        except (OSError, ValueError) as error:
            if isinstance(data, str):
                with suppress(RecordError):  # a game of one move
                    return parse_record(data)
            raise RecordError(why_not_opened(shortened(str(data)), error)) from None
    if not isinstance(data, bytes):
        what = type(data).__name__
        raise RecordError(f"a record is read from a file, a path, a text or bytes, not from {what}")
    if is_zip(data):
        return RecordArchive(data).record
    if len(data) > MOST_BYTES:
        raise RecordError(Phrase("record.too_large"))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RecordError(Phrase("record.neither")) from None
    return parse_record(text)


def record_paths(folder: Path) -> Iterator[Path]:
    """The files of a folder and of those in it that are called like records, in order."""
    called = (path for path in sorted(folder.rglob("*")) if path.suffix.lower() in FORMAT_OF_SUFFIX)
    return (path for path in called if path.is_file())


def read_records(folder: str | Path, *, strict: bool = False) -> Iterator[tuple[Path, Record]]:
    """The records in a folder and in those below it, each with its path, in the order of their
    names. Files that are whole and something else, such as notes or readings, are passed over.

    A damaged record is named by a warning and left out; with ``strict`` RecordError is raised, as
    it is where there is no such folder.
    """
    if not Path(folder).is_dir():
        raise RecordError(not_there(folder, "folder"))
    return _records_in(Path(folder), strict)


def _records_in(folder: Path, strict: bool) -> Iterator[tuple[Path, Record]]:
    for path in record_paths(folder):
        try:
            yield path, read_record(path)
        except RecordError as error:
            if is_no_record(error):
                continue
            if strict:
                raise RecordError(f"{path}: {error}") from None
            warnings.warn(f"left out {path}: {error}", stacklevel=2)


def is_zip(data: bytes) -> bool:
    """Whether the bytes of a file are those of a zip."""
    return data.startswith(_ZIP_BEGINNING)


def parse_record(text: str) -> Record:
    """A record from JSON, SGF, text, or the play server's picture of a board. Raises RecordError.

    A picture becomes a record without moves that starts from that position; so does the JSON of
    what stands on a printed board.
    """
    beginning = text.lstrip()
    if not beginning:
        raise RecordError(Phrase("record.empty"))
    if beginning[0] in "{[":
        value = object_of(parse_json(text), Phrase("record.json_list"))
        return _record_of_position(value) or Record.from_json(value)
    if beginning.startswith("(;") or (beginning[0] == "(" and beginning[1:].lstrip()[:1] == ";"):
        return read_sgf(text)
    # A comment may hold anything; what says which game it is of is a record.
    if "`--o" in text and not beginning.lower().startswith("game:"):
        try:
            return Record(start=parse_ascii_board(text))
        except BoardError as error:
            raise RecordError(*sentences_of(error)) from None
    return read_text(text)


def _record_of_position(value: dict[str, Any]) -> Record | None:
    """A record that starts from a position; None where JSON is none. Raises RecordError."""
    game = value.get("game")
    if game not in kinds() or "moves" in value:
        return None
    stamp = f"palago-{game}-position"
    if value.get("format", stamp) != stamp:
        return None
    shape = plug_of(game).table
    if shape.first_turn:  # a board that does not say whose turn it is begins no record
        return None
    try:
        start = shape.from_json(value)
    except ValueError as error:
        raise RecordError(*sentences_of(error)) from None
    problems = shape.problems(start, {})
    if problems:
        raise RecordError(*problems)
    return Record(game=game, start=start)


def write_record(record: Record, format_name: str = "json") -> bytes:
    """A record as the bytes of a file; a zip holds no photos here. Raises RecordError."""
    require_record(record)
    if format_name == ZIP:
        target = io.BytesIO()
        write_zip(target, record)
        return target.getvalue()
    if format_name not in TEXT_FORMATS:
        raise RecordError(
            Phrase("record.format", {"given": shortened(format_name), "known": ", ".join(FORMATS)})
        )
    try:
        return TEXT_FORMATS[format_name](record).encode("utf-8")
    except UnicodeEncodeError:
        # JSON may carry half of a surrogate pair, which no UTF-8 file can; its escapes can.
        return json.dumps(record.to_json()).encode("ascii")
