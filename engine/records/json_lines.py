"""JSON as people write it: one value, a list of them, or JSON lines."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, TypeVar

MOST_CHARACTERS_IN_A_DOCUMENT = 20_000_000

NumberedLine = tuple[int, str]
T = TypeVar("T")
E = TypeVar("E", bound=ValueError)


class JsonError(ValueError):
    """A text that is no JSON, or too much of it; the message says where."""


def numbered_lines(lines: Iterable[str]) -> Iterator[NumberedLine]:
    """The lines that are not blank, stripped, with their numbers from 1."""
    for number, line in enumerate(lines, 1):
        if stripped := line.strip():
            yield number, stripped


def json_values(lines: Iterable[str]) -> Iterator[Any]:
    """The values of a file: of each line, or of the whole text where the first line is no whole.

    A list counts as its entries. A bad line among many gives a JsonError as its value, so that
    the others are not lost; a file that cannot be read at all raises JsonError.
    """
    filled = numbered_lines(lines)
    first = next(filled, None)
    if first is None:
        raise JsonError("the input is empty")
    rest = chain([first], filled)
    if is_complete(first[1]):
        yield from of_each_line(rest, lambda line: entries(parse(line)), JsonError)
    else:
        yield from entries(parse_whole(rest))


def of_each_line(
    lines: Iterable[NumberedLine], read: Callable[[str], Iterable[T]], error: type[E]
) -> Iterator[T | E]:
    """All that is read from lines; one that cannot be read gives an ``error`` that names it."""
    for number, line in lines:
        try:
            found = read(line)
        except ValueError as why:
            yield error(f"line {number}: {why}")
        else:
            yield from found


def is_complete(line: str) -> bool:
    """Whether a line looks like a whole JSON object, broken or not.

    A first line that does is a bad line if it is broken, not the beginning of a longer document:
    otherwise one typing error would hide all that follows.
    """
    return line[0] == "{" and line.endswith("}") and line.count("{") == line.count("}")


def parse_whole(lines: Iterable[NumberedLine]) -> Any:
    """One value spread over lines. Raises JsonError."""
    pieces: list[str] = []
    size = 0
    for _, line in lines:
        pieces.append(line)
        size += len(line)
        if size > MOST_CHARACTERS_IN_A_DOCUMENT:
            raise JsonError("this JSON is too long; write many boards as JSON lines instead")
    return parse("\n".join(pieces))


def parse(text: str) -> Any:
    """One value. Raises JsonError."""
    try:
        return json.loads(text)
    except RecursionError:
        raise JsonError("this JSON is nested too deeply to be a board") from None
    except json.JSONDecodeError as error:
        raise JsonError(
            f"this is not JSON: {error.msg.lower()} at character {error.pos + 1}"
        ) from None
    except ValueError:  # Python refuses numbers of thousands of digits
        raise JsonError("a number in this JSON is far too long") from None


def entries(value: object) -> list[Any]:
    """The entries of a list; any other value is one."""
    return value if isinstance(value, list) else [value]
