"""Reading what a request carries: a value of the type that describes it, or a sentence."""

from __future__ import annotations

from typing import IO, Any, TypeVar, get_args

from flask import request

from ...engine.values import value_of
from ..sent import BadRequest
from ..server.limits import SMALL_BODY
from ..store.plain_json import NotPlain, parse_plain

PIECE_BYTES = 1 << 18

T = TypeVar("T")


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
    return value_of(kind, cleaned, BadRequest.saying)


def asked(kind: type[T]) -> T:
    """The request's query as a value of a type. Raises BadRequest."""
    return value_of(kind, request.args.to_dict(), BadRequest.saying, is_text=True)


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
