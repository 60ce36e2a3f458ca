"""Records: a game as a file to share, and files as games."""

from __future__ import annotations

import re
import unicodedata
from typing import Any, Literal

from flask import Response, request

from ...evening.evening_files import import_sent
from ...evening.evenings import evening_json
from ...exchange import export_record, export_zip
from ...games.game_pages import page_of
from ...sent import BadRequest
from ...server.limits import HEAVY
from ...services import parts
from .. import api
from ..answer_types import EveningAnswer, GameAnswer
from ..fields import sent_bytes
from ..language import language
from ..requests import ANY_BYTES, guarded
from .games import shown

JSON, SGF = "application/json", "application/x-go-sgf"
FORMATS = {
    "zip": ("zip", "application/zip"),
    "json": ("json", JSON),
    "sgf": ("sgf", SGF),
    "text": ("txt", "text/plain"),
}


RecordForm = Literal["zip", "json", "sgf", "text"]


@api.get("/games/<game>/record")
@guarded(rate=("heavy", HEAVY), gives=tuple(kind for _, kind in FORMATS.values()))
def export_game(game: str, *, format: RecordForm = "zip") -> Response:
    """A game as a file."""
    ending, kind = FORMATS[format]
    name = file_name(parts.events.summary(game).title, ending)
    whole = format == "zip"
    data = export_zip(parts, game) if whole else export_record(parts, game, format)
    return download(data, kind, name)


@api.get("/games/<game>/animation.svg")
@guarded(rate=("heavy", HEAVY), gives=("image/svg+xml",))
def animate(game: str) -> Response:
    """The game as a picture that moves."""
    state = parts.desk.state(game)
    picture = page_of(state.kind).animation(state)
    return download(picture.encode(), "image/svg+xml", file_name(state.title, "svg"), inline=True)


@api.post("/imports")
@guarded(
    rate=("heavy", HEAVY),
    status=201,
    takes=(*ANY_BYTES, "application/zip", "text/plain"),
    answer=GameAnswer | EveningAnswer,
)
def import_game() -> Any:
    """A game or an event from a file that was exported here or elsewhere."""
    most = parts.configuration.most_import_bytes
    data = sent_bytes(request.stream, most)
    if len(data) > most:
        raise BadRequest.of("file_bytes", count=most // 1_000_000)
    game, evening = import_sent(parts, data)
    if evening:
        return evening_json(parts, parts.evenings.get(evening), language())
    return shown(game)


def file_name(title: str, ending: str) -> str:
    """A file name that every system takes."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    words = re.sub(r"[^A-Za-z0-9]+", "-", plain).strip("-").lower()[:60]
    return f"{words or 'palago'}.{ending}"


def download(data: bytes, kind: str, name: str, inline: bool = False) -> Response:
    """A file that a browser keeps, or with ``inline`` shows; no script in it runs."""
    response = Response(data, mimetype=kind)
    where = "inline" if inline else "attachment"
    response.headers["Content-Disposition"] = f'{where}; filename="{name}"'
    response.headers["Content-Security-Policy"] = (
        "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    )
    return response
