"""Reading what a request carries: every field checked, every refusal a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO, Any

from flask import request

from ...engine.tiles.board import Board, BoardError, Tile
from ..games.play import ChangeRefused
from ..refusal import Refusal
from ..server.bodies import SMALL_BODY
from ..store.plain_json import NotPlain, parse

PIECE_BYTES = 1 << 18


class BadRequest(Refusal):
    """A field is missing or wrong; the message says which and what it should be."""


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


def json_body() -> dict[str, Any]:
    """The request's JSON object. Raises BadRequest."""
    if request.mimetype != "application/json":
        raise BadRequest("send a JSON object (Content-Type: application/json)")
    data = sent_bytes(request.stream, SMALL_BODY)
    if len(data) > SMALL_BODY:
        raise BadRequest(f"send at most {SMALL_BODY // 1000} kB of JSON")
    try:
        body = parse(data)
    except NotPlain as error:
        raise BadRequest(f"this JSON cannot be used: {error}") from None
    except (ValueError, RecursionError):
        raise BadRequest("this is not JSON") from None
    if not isinstance(body, dict):
        raise BadRequest("send a JSON object")
    return body


def text_field(body: dict[str, Any], name: str, *, most: int, default: str | None = None) -> str:
    """A text of the body, cleaned of control characters. Raises BadRequest."""
    value = body.get(name, default)
    if not isinstance(value, str):
        raise BadRequest(f'"{name}" must be a text')
    if len(value) > most:
        raise BadRequest(f'"{name}" may have {most} characters at most')
    return "".join(c for c in value if c.isprintable()).strip()


def choice_field(
    body: dict[str, Any], name: str, choices: tuple[str, ...], default: str | None = None
) -> str:
    """One of a few words. Raises BadRequest."""
    value = body.get(name, default)
    if not isinstance(value, str) or value not in choices:
        raise BadRequest(f'"{name}" must be one of {", ".join(choices)}')
    return value


def number_field(
    body: dict[str, Any], name: str, least: int, most: int, default: int | None = None
) -> int:
    """A whole number within limits. Raises BadRequest."""
    value = body.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadRequest(f'"{name}" must be a whole number from {least} to {most}')
    return value


def flag_field(body: dict[str, Any], name: str, default: bool) -> bool:
    """True or false. Raises BadRequest."""
    value = body.get(name, default)
    if not isinstance(value, bool):
        raise BadRequest(f'"{name}" must be true or false')
    return value


def version_field(body: dict[str, Any]) -> int | None:
    """The version that the sender has seen; None puts the change after whatever stands there."""
    if body.get("version") is None:
        return None
    return number_field(body, "version", 1, 1_000_000_000)


def choice_argument(name: str, choices: Iterable[str], usual: str) -> str:
    """One of a few words of the query string, the usual one if it is absent. Raises BadRequest."""
    value = request.args.get(name, usual)
    known = tuple(choices)
    if value not in known:
        raise BadRequest(f'"{name}" must be one of {", ".join(filter(None, known))}')
    return value


def whole_number_argument(name: str, least: int, most: int) -> int | None:
    """A whole number of the query string, None where it is absent. Raises BadRequest."""
    value = request.args.get(name)
    if value is None:
        return None
    if not value.isascii() or not value.isdigit() or len(value) > 12:
        raise BadRequest(f'"{name}" must be a whole number from {least} to {most}')
    number = int(value)
    if not least <= number <= most:
        raise BadRequest(f'"{name}" must be a whole number from {least} to {most}')
    return number


def board_field(body: dict[str, Any], name: str) -> Board:
    """A board, as JSON or as text. Raises BadRequest or ChangeRefused."""
    return board_of(body.get(name))


def board_of(value: object) -> Board:
    """A board that came over the network, as JSON or text. Raises ChangeRefused."""
    try:
        return Board.from_text(value) if isinstance(value, str) else Board.from_json(value)
    except BoardError as error:
        raise ChangeRefused.of("bad_board", why=str(error)) from None


def tile_of(value: object) -> Tile:
    """A tile that came over the network. Raises ChangeRefused."""
    try:
        return Tile.from_json(value)
    except BoardError as error:
        raise ChangeRefused(str(error)) from None
