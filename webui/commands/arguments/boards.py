"""Boards from files, standard input or photos, for the subcommands."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from ....engine.drawing.play_server import MOST_CHARACTERS, parse_ascii_board
from ....engine.records.boards import BoardDocument, read_documents
from ....engine.records.json_lines import MOST_CHARACTERS_IN_A_DOCUMENT, JsonError, json_values
from ....engine.tiles.board import Board, BoardError
from ....engine.whole_file import not_there, why_not_opened
from ....vision.readings.reading import Reading
from ...errors import BadInput
from ...jobs.reading_told import source_named
from .apart import reader_apart
from .games import game_of_record

PHOTO_SUFFIXES = frozenset(
    (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".bmp", ".tif", ".tiff")
)

#: What every picture of the play server has in it.
_DRAWN = "`--o"
#: How records begin.
_RECORD = re.compile(rb'\s*(?:\(;|Game:|\{\s*"format":\s*"palago-record"|PK\x03\x04)')
#: How JPEG, PNG, BMP and TIFF files begin; HEIC and WebP are known by what follows.
_BEGINNINGS = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"BM", b"II*\0", b"MM\0*")


@contextmanager
def opened(source: str) -> Iterator[TextIO]:
    """A text file, or standard input for ``-``. Raises BadInput where it cannot be opened."""
    if source == "-":
        yield sys.stdin
        return
    try:
        file = open(source, encoding="utf-8")  # noqa: SIM115 - closed below
    except OSError as error:
        raise BadInput(why_not_opened(source, error)) from None
    with file:
        yield file


def _lines_of(file: TextIO, source: str) -> Iterator[str]:
    """The lines of a file. Raises BadInput where one has no end in sight."""
    while line := file.readline(MOST_CHARACTERS_IN_A_DOCUMENT + 1):
        if len(line) > MOST_CHARACTERS_IN_A_DOCUMENT:
            raise BadInput(f"{source_named(source)} has far too long a line")
        yield line


def documents(source: str) -> Iterator[BoardDocument | BoardError]:
    """The boards of a board argument one by one: words, JSON, a photo, a file with one or many
    boards, or any of these on standard input. A bad line of many is a BoardError. Raises BadInput.
    """
    if not source.strip():
        raise BadInput("no board is given: write tiles such as '0,0a 1,0c', or name a file")
    if is_json(source):
        yield from _documents_in(source.splitlines(), "this JSON")
        return
    if "," in source and not os.path.exists(source):  # Path.exists raises on long words
        yield BoardDocument(Board.from_text(source))
        return
    if is_photo(source):
        reading = photo_argument(source)
        if not reading.tiles:
            raise BadInput(f"{source_named(source)}: {'; '.join(reading.sentences)}")
        for warning in reading.sentences:
            print(f"{source_named(source)}: {warning}", file=sys.stderr)
        yield BoardDocument(reading.to_board())
        return
    picture = play_servers_picture(source)
    if picture is not None:
        yield BoardDocument(picture)
        return
    if source != "-" and not os.path.exists(source):
        raise BadInput(f"{not_there(source)}; tiles are written '0,0a 1,0c'")
    with opened(source) as file:
        yield from _documents_in(_lines_of(file, source), source_named(source))


def _documents_in(lines: Iterable[str], name: str) -> Iterator[BoardDocument | BoardError]:
    try:
        yield from read_documents(lines)
    except BoardError as error:
        raise BadInput(f"{name}: {error}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{name} is not a text file with a board") from None


def is_json(source: str) -> bool:
    """Whether an argument is JSON itself, and no file's name."""
    return source.lstrip()[:1] in ("{", "[") and not os.path.exists(source)


def json_documents(source: str) -> Iterator[Any]:
    """The JSON values of a file one by one; a bad line of many is a JsonError. Raises BadInput."""
    try:
        with opened(source) as file:
            yield from json_values(_lines_of(file, source))
    except JsonError as error:
        raise BadInput(f"{source_named(source)}: {error}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{source_named(source)} is not a text file with JSON") from None


def board_argument(source: str) -> Board:
    """The one board of words (``"0,0a 1,0c"``), JSON, a photo, a reading, a board file, or standard
    input; of a record the one that it ends with. Raises BadInput."""
    if _RECORD.match(_beginning(source)):
        kind, game = game_of_record(source)
        if isinstance(game.board, Board):
            return game.board
        raise BadInput(
            f"{source_named(source)} is a record of {kind}, which is not played with tiles"
        )
    return _the_one(list(documents(source)), source_named(source))


def tell_problems(problems: tuple[str, ...]) -> None:
    """Say that what follows is of a board that no game has."""
    if problems:
        print(f"no game has such a board: {', '.join(problems)}", file=sys.stderr)


def board_in(text: str, name: str) -> Board:
    """The one board of a text. Raises BadInput, which names where the text came from."""
    return _the_one(list(_documents_in(text.splitlines(), name)), name)


def _the_one(found: list[BoardDocument | BoardError], name: str) -> Board:
    if len(found) != 1:
        raise BadInput(f"{name} holds {len(found)} boards; one is needed here")
    document = found[0]
    if isinstance(document, BoardError):
        raise BadInput(f"{name}: {document}")
    cells = Counter(tile.cell for tile in document.board.tiles)
    for (q, r), tiles in cells.items():
        if tiles > 1:
            raise BadInput(f"{name}: {tiles} tiles lie in the cell {q},{r}: leave one there")
    return document.board


def is_photo(source: str) -> bool:
    """Whether a file, or what comes on standard input, is a photo by its name or first bytes."""
    if Path(source).suffix.lower() in PHOTO_SUFFIXES:
        return True
    head = _beginning(source)
    return head.startswith(_BEGINNINGS) or head[4:8] == b"ftyp" or head[8:12] == b"WEBP"


def _beginning(source: str) -> bytes:
    """The first bytes of a file, or of what comes on standard input; none where there is none."""
    if source == "-":
        waiting: Any = getattr(sys.stdin, "buffer", None)
        head: bytes = waiting.peek(64)[:64] if hasattr(waiting, "peek") else b""
        return head
    try:
        with open(source, "rb") as file:
            return file.read(64)
    except (OSError, ValueError):
        return b""


def play_servers_picture(source: str) -> Board | None:
    """The board that a file draws in characters, None where it holds something else."""
    if source == "-":
        waiting: Any = getattr(sys.stdin, "buffer", None)  # what is taken from it is gone
        if not hasattr(waiting, "peek") or _DRAWN.encode() not in waiting.peek(MOST_CHARACTERS):
            return None
        text = sys.stdin.read(MOST_CHARACTERS + 1)
    else:
        try:
            with open(source, encoding="utf-8") as file:
                text = file.read(MOST_CHARACTERS + 1)
        except (OSError, ValueError):
            return None  # the board's reader says what is wrong
    if _DRAWN not in text:
        return None
    try:
        return parse_ascii_board(text)
    except BoardError as error:
        raise BadInput(f"{source_named(source)}: {error}") from None


def photo_argument(source: str) -> Reading:
    """The reading of a photo, on standard input for ``-``, with the profiles that match it. Raises
    BadInput."""
    with reader_apart() as read:
        return Reading.from_json(read(source).json)
