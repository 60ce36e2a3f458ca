"""Reading what a request carries: a value of the type that describes it, or a sentence."""

from __future__ import annotations

from typing import (
    IO,
    Annotated,
    Any,
    ClassVar,
    Literal,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
)

import msgspec
from flask import request
from msgspec import Meta

from ...engine.evening.clock import TimeControl
from ...engine.games.tables import TILES, TableShape
from ...engine.values import value_of
from ..games.play import ChangeRefused
from ..refusal import Refusal
from ..server.limits import SMALL_BODY
from ..store.plain_json import NotPlain, parse_plain

PIECE_BYTES = 1 << 18
MOST_MOVES = 1_000_000

T = TypeVar("T")
#: A version that was seen, and what a version is called in the query.
Version = Annotated[int, Meta(ge=1, le=1_000_000_000)]
MoveNumber = Annotated[int, Meta(ge=1, le=MOST_MOVES)]
Name = Annotated[str, Meta(max_length=40)]
Title = Annotated[str, Meta(max_length=120)]
Id = Annotated[str, Meta(max_length=32)]
SideWord = Literal["white", "blue"]
ClockSent = Annotated[TimeControl, Meta(title='an object with "kind", "seconds" and "extra"')]
BoardSent = Annotated[str | dict[str, Any], Meta(title="a board, as JSON or as text")]


class BadRequest(Refusal):
    """A field is missing or wrong; the message says which and what it should be."""


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class _FrozenType(msgspec.StructMeta):
    """Makes types whose values are frozen."""

    def __new__(mcs, *args: Any, **settings: Any) -> Any:
        return super().__new__(mcs, *args, **{"frozen": True, **settings})


class Sent(msgspec.Struct, metaclass=_FrozenType):
    """A JSON object that a request carries. What it does not know is left alone.

    Control characters and line breaks are taken out of its texts, but for those in ``of_lines``.
    """

    of_lines: ClassVar[frozenset[str]] = frozenset()


def any_of(kind: Any) -> Any:
    """A type, or the union of those of its subclasses that have a tag of their own."""
    found, waiting = [], list(get_args(kind) or (kind,))
    while waiting:
        one = waiting.pop(0)
        waiting += getattr(one, "__subclasses__", list)()
        if one.__struct_config__.tag not in (None, one.__name__):  # else a base of others
            found.append(one)
    return Union[tuple(found)] if found else kind  # noqa: UP007 - made while it runs


class QueryAsked(msgspec.Struct, metaclass=_FrozenType):
    """The query of an address."""


def sent_bytes(stream: IO[bytes], most: int) -> bytes:
    """All of a stream, or one byte more than ``most`` where it is longer.

    It is read piece by piece: asked for much at once, a request's stream sets all that memory aside
    however little comes.
    """
    pieces, left = [], most + 1
    while left > 0 and (piece := stream.read(min(left, PIECE_BYTES))):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)


def sent(kind: Any) -> Any:
    """The request's JSON object as a value of a type, or of one of several. Raises BadRequest."""
    body = _json_body()
    kept = frozenset().union(*(one.of_lines for one in get_args(kind) or (kind,)))
    cleaned = {name: value if name in kept else _cleaned(value) for name, value in body.items()}
    return value_of(kind, cleaned, BadRequest)


def asked(kind: type[T]) -> T:
    """The request's query as a value of a type. Raises BadRequest."""
    return value_of(kind, request.args.to_dict(), BadRequest, is_text=True)


def require_one_of(name: str, value: str, known: tuple[str, ...]) -> None:
    """Refuse a word that is not known now: kinds of games can be added. Raises BadRequest."""
    if value not in known:
        raise BadRequest(f'"{name}" must be one of {", ".join(filter(None, known))}')


def one_line(text: str) -> str:
    """A text without control characters and line breaks."""
    return "".join(filter(str.isprintable, text)).strip()


def _cleaned(value: object) -> object:
    """A value whose texts are one line each."""
    if isinstance(value, list):
        return [_cleaned(entry) for entry in value]
    if isinstance(value, dict):
        return {name: _cleaned(entry) for name, entry in value.items()}
    return one_line(value) if isinstance(value, str) else value


def _json_body() -> dict[str, Any]:
    """The request's JSON object. Raises BadRequest."""
    if request.mimetype != "application/json":
        raise BadRequest("send a JSON object (Content-Type: application/json)")
    data = sent_bytes(request.stream, SMALL_BODY)
    if len(data) > SMALL_BODY:
        raise BadRequest(f"send at most {SMALL_BODY // 1000} kB of JSON")
    try:
        body = parse_plain(data)
    except NotPlain as error:
        raise BadRequest(f"this JSON cannot be used: {error}") from None
    except (ValueError, RecursionError):
        raise BadRequest("this is not JSON") from None
    if not isinstance(body, dict):
        raise BadRequest("send a JSON object")
    return body


def board_of(value: object, shape: TableShape = TILES) -> Any:
    """A board of tiles or another shape that came over the network, as JSON or text.

    Raises ChangeRefused.
    """
    try:
        return shape.from_text(value) if isinstance(value, str) else shape.from_json(value)
    except ValueError as error:
        raise ChangeRefused.of("bad_board", why=str(error)) from None
