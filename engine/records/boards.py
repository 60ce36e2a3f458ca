"""Boards as people write them: one JSON object, a list, JSON lines, or lines of text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from ..lattice import Colour
from ..tiles.board import Board, BoardError

MOST_CHARACTERS_IN_A_DOCUMENT = 20_000_000


@dataclass(frozen=True)
class BoardDocument:
    """A board with what came along: a name and whose turn it is, where they were given."""

    board: Board
    id: str | int | None = None
    to_move: Colour | None = None


def read_documents(lines: Iterable[str]) -> Iterator[BoardDocument | BoardError]:
    """Boards from the lines of a file, one after the other.

    A line that starts a complete JSON object makes the file JSON lines; any other JSON is read
    whole, as one board or a list of boards; everything else is text, one board a line. A bad
    line among many gives a BoardError as its value, so that the others are not lost; a file that
    cannot be read at all raises BoardError.
    """
    numbered = ((number, line.strip()) for number, line in enumerate(lines, 1))
    filled = ((number, line) for number, line in numbered if line)
    first = next(filled, None)
    if first is None:
        raise BoardError("there is no board here: the input is empty")
    if first[1][0] not in "{[":
        yield from _each_line(chain([first], filled), _from_text_line)
    elif _is_complete(first[1]):
        yield from _each_line(chain([first], filled), _from_json_line)
    else:
        yield from _whole(chain([first], filled))


def parse_boards(text: str) -> list[BoardDocument]:
    """All boards of a text in any of the formats. Raises BoardError at the first bad one."""
    documents = []
    for document in read_documents(text.splitlines()):
        if isinstance(document, BoardError):
            raise document
        documents.append(document)
    return documents


def document_from_json(value: Any) -> BoardDocument:
    """A board from a JSON object with ``tiles``, ``id`` and ``to_move``. Raises BoardError."""
    board = Board.from_json(value)
    name = value.get("id")
    if name is not None and (isinstance(name, bool) or not isinstance(name, str | int)):
        raise BoardError('"id" must be a word or a whole number')
    return BoardDocument(board, name, _colour(value))


def _colour(value: Mapping[str, Any]) -> Colour | None:
    word = value.get("to_move")
    if word is None:
        return None
    try:
        return Colour(word)
    except ValueError:
        raise BoardError('"to_move" must be "white" or "blue"') from None


def _each_line(numbered: Iterable[tuple[int, str]], read: Any) -> Iterator[Any]:
    for number, line in numbered:
        try:
            documents = read(line)
        except BoardError as error:
            yield BoardError(f"line {number}: {error}")
        else:
            yield from documents


def _from_text_line(line: str) -> list[BoardDocument]:
    return [BoardDocument(Board.from_text(line))]


def _from_json_line(line: str) -> list[BoardDocument]:
    return _documents(_parse(line))


def _whole(numbered: Iterable[tuple[int, str]]) -> Iterator[BoardDocument]:
    pieces: list[str] = []
    size = 0
    for _, line in numbered:
        pieces.append(line)
        size += len(line)
        if size > MOST_CHARACTERS_IN_A_DOCUMENT:
            raise BoardError("this JSON is too long; write many boards as JSON lines instead")
    yield from _documents(_parse("\n".join(pieces)))


def _documents(value: Any) -> list[BoardDocument]:
    return [document_from_json(entry) for entry in (value if isinstance(value, list) else [value])]


def _is_complete(line: str) -> bool:
    # A first line that is broken JSON but looks like a whole object is a bad line, not the
    # beginning of a longer document: otherwise one typing error would hide all other boards.
    return line[0] == "{" and line.endswith("}") and line.count("{") == line.count("}")


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError:
        raise BoardError("this JSON is nested too deeply to be a board") from None
    except json.JSONDecodeError as error:
        raise BoardError(
            f"this is not JSON: {error.msg.lower()} at character {error.pos + 1}"
        ) from None
    except ValueError:  # Python refuses numbers of thousands of digits
        raise BoardError("a number in this JSON is far too long") from None
