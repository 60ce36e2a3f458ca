"""Boards as people write them: one JSON object, a list, JSON lines, or lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Annotated

from msgspec import Meta

from ..lattice import Colour
from ..phrases import Phrase
from ..tiles.board import Board, BoardError, BoardSaid
from ..values import value_of
from .json_lines import (
    JsonError,
    entries,
    is_complete,
    numbered_lines,
    of_each_line,
    parse,
    parse_whole,
)

BoardName = Annotated[str | int | None, Meta(title="a word or a whole number")]


@dataclass(frozen=True)
class BoardDocument:
    """A board with what came along: a name and whose turn it is, where they were given."""

    board: Board
    id: BoardName = None
    to_move: Colour | None = None


@dataclass(frozen=True, kw_only=True)
class DocumentSaid(BoardSaid):
    """A board with what came along, as JSON has it."""

    id: BoardName = None
    to_move: Colour | None = None


def read_documents(lines: Iterable[str]) -> Iterator[BoardDocument | BoardError]:
    """Boards from the lines of a file, one after the other.

    A line that starts a complete JSON object makes the file JSON lines; any other JSON is read
    whole, as one board or a list of boards; everything else is text, one board a line. A bad
    line among many gives a BoardError as its value, so that the others are not lost; a file that
    cannot be read at all raises BoardError.
    """
    filled = numbered_lines(lines)
    first = next(filled, None)
    if first is None:
        raise BoardError(Phrase("board.empty"))
    rest = chain([first], filled)
    if first[1][0] not in "{[":
        yield from of_each_line(
            rest, lambda line: [BoardDocument(Board.from_text(line))], BoardError
        )
    elif is_complete(first[1]):
        yield from of_each_line(rest, lambda line: _documents(parse(line)), BoardError)
    else:
        try:
            value = parse_whole(rest)
        except JsonError as error:
            raise BoardError(str(error)) from None
        yield from _documents(value)


def document_from_json(value: object) -> BoardDocument:
    """A board from a JSON object with ``tiles``, ``id`` and ``to_move``. Raises BoardError."""
    if isinstance(value, dict) and "format" in value and "tiles" not in value:
        raise BoardError(f"this is no board but {str(value['format'])[:40]!r}")
    said = value_of(DocumentSaid, value, BoardError)
    return BoardDocument(Board(said.tiles), said.id, said.to_move)


def _documents(value: object) -> list[BoardDocument]:
    return list(map(document_from_json, entries(value)))
