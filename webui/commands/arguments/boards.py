"""Boards from files, standard input or photos, for the subcommands."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from ....engine.records.boards import BoardDocument, read_documents
from ....engine.records.json_lines import JsonError, json_values
from ....engine.tiles.board import Board, BoardError
from ...errors import BadInput

if TYPE_CHECKING:
    from ....vision.readings.reading import Reading

PHOTO_SUFFIXES = frozenset(
    (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".bmp", ".tif", ".tiff")
)


@contextmanager
def opened(source: str) -> Iterator[TextIO]:
    """A text file, or standard input for ``-``. Raises BadInput where it cannot be opened."""
    if source == "-":
        yield sys.stdin
        return
    try:
        file = open(source, encoding="utf-8")  # noqa: SIM115 - closed below
    except OSError as error:
        raise BadInput(f"cannot read {source}: {error.strerror or error}") from None
    with file:
        yield file


def documents(source: str) -> Iterator[BoardDocument | BoardError]:
    """The boards of a file one by one; a bad line of many is a BoardError. Raises BadInput."""
    try:
        with opened(source) as file:
            yield from read_documents(file)
    except BoardError as error:
        raise BadInput(f"{_named(source)}: {error}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{_named(source)} is not a text file with a board") from None


def json_documents(source: str) -> Iterator[Any]:
    """The JSON values of a file one by one; a bad line of many is a JsonError. Raises BadInput."""
    try:
        with opened(source) as file:
            yield from json_values(file)
    except JsonError as error:
        raise BadInput(f"{_named(source)}: {error}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{_named(source)} is not a text file with JSON") from None


def one_board(source: str) -> Board:
    """The one board of a board file, a reading, a photo or the play server's picture.

    Raises BadInput.
    """
    if Path(source).suffix.lower() in PHOTO_SUFFIXES:
        return read_photo(source).to_board()
    picture = _play_servers_picture(source)
    if picture is not None:
        return picture
    found = list(documents(source))
    if len(found) != 1:
        raise BadInput(f"{_named(source)} holds {len(found)} boards; one is needed here")
    document = found[0]
    if isinstance(document, BoardError):
        raise BadInput(f"{_named(source)}: {document}")
    return document.board


def board_argument(words: str) -> Board:
    """A board given in words (``"0,0a 1,0c"``), or the name of a file. Raises BadInput."""
    if "," in words and not os.path.exists(words):  # Path.exists raises on long words
        try:
            return Board.from_text(words)
        except BoardError as error:
            raise BadInput(str(error)) from None
    return one_board(words)


def _play_servers_picture(source: str) -> Board | None:
    """The board that a file draws in characters, None where it holds something else."""
    from ....engine.drawing.play_server import MOST_CHARACTERS, parse_ascii_board

    try:
        with open(source, encoding="utf-8") as file:
            text = file.read(MOST_CHARACTERS + 1)
    except (OSError, ValueError):
        return None  # standard input, or a file of which the board's reader says what is wrong
    if "`--o" not in text:
        return None
    try:
        return parse_ascii_board(text)
    except BoardError as error:
        raise BadInput(f"{source}: {error}") from None


def read_photo(source: str) -> Reading:
    """The reading of a photo, with the profiles that match it. Raises BadInput."""
    from ....vision.photos.photo import PhotoError
    from ...profile_choice import read_with_kept_profiles

    try:
        return read_with_kept_profiles(source)
    except (PhotoError, OSError) as error:
        raise BadInput(f"{source}: {error}") from None


def _named(source: str) -> str:
    return "standard input" if source == "-" else source
