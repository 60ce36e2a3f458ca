"""Games: list, start, look at, change, delete, bring back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Response, jsonify, request

from ....engine.games.registry import kinds, plug_of
from ....engine.games.tables import TILES, TableShape
from ...games.clocks import now
from ...games.faces import face_of
from ...games.play import ChangeRefused, Entry
from ...games.records import game_of_record, record_of
from ...games.state import ANALYSIS, GameState
from ...games.views import game_view, move_view, small_picture
from ...server.access import may_change
from ...services import services
from ...store import GameSummary
from ...watching.intake import read_again
from .. import api
from ..fields import (
    BadRequest,
    board_of,
    choice_field,
    json_body,
    number_field,
    text_field,
    version_field,
    whole_number_argument,
)
from ..language import language
from ..requests import guarded
from .changes import requested_change

MOST_MOVES = 1_000_000


@api.post("/games")
@guarded()
def start_game() -> tuple[Response, int]:
    """Start a game."""
    body = json_body()
    options = body.get("options", {})
    if not isinstance(options, dict):
        raise BadRequest('"options" must be an object')
    data: dict[str, Any] = {
        "kind": choice_field(body, "kind", (*kinds(), ANALYSIS)),
        "title": text_field(body, "title", most=120, default=""),
        "options": options,
    }
    if body.get("again") is not None:
        options = _same_options(text_field(body, "again", most=32), data["kind"])
    if body.get("from") is not None and not _shape_of(data["kind"]).is_free:
        return jsonify(shown(_line_of_play(body["from"], data))), 201
    data["options"] = face_of(data["kind"]).complete_options(options, services().configuration.data)
    if body.get("from") is not None:
        data |= _branch(body["from"])
    elif body.get("board") is not None:
        data["board"] = _start_board(data["kind"], body["board"])
    game = services().desk.start(data)
    return jsonify(shown(game)), 201


def _shape_of(kind: str) -> TableShape:
    return plug_of(kind).table if kind in kinds() else TILES


def _start_board(kind: str, value: object) -> dict[str, Any]:
    """The table from which a game is to start, in its kind's shape. Raises ChangeRefused."""
    shape = _shape_of(kind)
    if shape.is_free:
        return board_of(value).to_json()
    try:
        table = shape.from_text(value) if isinstance(value, str) else shape.from_json(value)
    except ValueError as error:
        raise ChangeRefused.of("bad_board", why=str(error)) from None
    problems = shape.problems(table, {})
    if problems:
        raise ChangeRefused.of("bad_board", why="; ".join(problems))
    shown: dict[str, Any] = table.to_json()
    return shown


def _same_options(game: str, kind: str) -> dict[str, Any]:
    """What the players of another game had agreed on. Raises UnknownGame, BadRequest."""
    state = services().desk.state(game)
    if state.kind != kind:
        raise BadRequest(f'"again" must be a game of {kind}')
    # Whether threats are shown, and which palagems were chosen, was that game's own affair.
    own = ("show_threats", "palagems", "friends", "to_move", "event")
    return {name: value for name, value in state.options.items() if name not in own}


def _branch(source: object) -> dict[str, Any]:
    """The board of another game as it stood, to go on from. Raises BadRequest, UnknownGame."""
    if not isinstance(source, dict):
        raise BadRequest('"from" must be an object with "game" and "version"')
    game, version = text_field(source, "game", most=32), version_field(source)
    state = services().desk.state(game, version)
    board = state.sight.board if state.play is None or version is None else state.play.board
    if source.get("move") is not None:
        board = known_entry(state, number_field(source, "move", 1, MOST_MOVES)).board
    return {"board": board.to_json(), "from": {"game": game, "version": version}}


def _line_of_play(source: object, data: dict[str, Any]) -> str:
    """A game of its own with the moves of another one up to one of them, to be tried otherwise.

    On a printed board what may be done in the middle of a turn hangs on what was played before.
    Raises BadRequest, UnknownGame, ChangeRefused.
    """
    if not isinstance(source, dict):
        raise BadRequest('"from" must be an object with "game" and "version"')
    desk = services().desk
    state = desk.state(text_field(source, "game", most=32), version_field(source))
    if state.kind != data["kind"]:
        raise BadRequest(f'"from" must be a game of {data["kind"]}')
    record = record_of(state)
    number = number_field(source, "move", 0, len(record.moves), default=len(record.moves))
    first, events = game_of_record(replace(record, moves=record.moves[:number]))
    first["options"] = {**first["options"], **data["options"]}
    game = desk.start(first | {"title": data["title"]})
    for kind, content in events:
        desk.change(game, kind, content, None)
    return game


@api.get("/games/<game>")
@guarded()
def show_game(game: str) -> Response:
    """One game as it stands, as it stood at a version, or as a move of its record left it."""
    number = whole_number_argument("move", 1, MOST_MOVES)
    if number is not None:
        return jsonify(shown_move(game, number))
    return jsonify(shown(game, whole_number_argument("at", 1, 1_000_000_000)))


@api.post("/games/<game>/changes")
@guarded()
def change_game(game: str) -> Response:
    """Change a game; the version seen comes along, so that nobody's change is lost."""
    body = json_body()
    seen = version_field(body)
    desk = services().desk
    version = desk.store.version(game) if seen is None else seen
    kind, data = requested_change(body, desk.state(game, min(version, desk.store.version(game))))
    desk.change(game, kind, data, seen)
    if kind == "options_changed" and "seeds_by" in data:
        read_again(services(), game)
    return jsonify(shown(game))


@api.get("/games/<game>/events")
@guarded()
def audit(game: str) -> Response:
    """Everything that ever happened in a game, in order: nothing is erased."""
    events = services().events.events(game, whole_number_argument("after", 0, 1_000_000_000) or 0)
    return jsonify(events=[event.to_json() for event in events])


@api.get("/games/<game>/diagram.svg")
@guarded()
def draw_game(game: str) -> Response:
    """What lies on the table as a small picture; ``at`` a version, or what a ``move`` left."""
    at = whole_number_argument("at", 1, 1_000_000_000)
    version = _known_version(game, at)
    number = whole_number_argument("move", 1, MOST_MOVES)
    mark = f"{game}-{version}-{number or 0}"
    if request.if_none_match.contains(mark):
        response = Response(status=304)
    else:
        state = services().desk.state(game, version)
        if number is not None:
            known_entry(state, number)
        response = Response(small_picture(state, number), mimetype="image/svg+xml")
    response.set_etag(mark)
    response.headers["Cache-Control"] = "private, no-cache"  # a version may be deleted
    return response


def _known_version(game: str, at: int | None) -> int:
    version = services().events.version(game)
    if at is not None and at > version:
        raise BadRequest(f'"at" must be a version up to {version}')
    return version if at is None else at


@api.delete("/games/<game>")
@guarded()
def purge_game(game: str) -> Response:
    """Delete a game for good, and the photos that no other game shows. It must be in the bin."""
    parts = services()
    if not parts.events.summary(game).deleted:
        raise ChangeRefused.of("not_in_bin")
    parts.reviews.forget(game)  # first: once the game is gone, nobody would find its review
    with parts.photos.changing:
        photos = parts.events.purge(game)
        parts.photos.delete_unshown(photos)
    return jsonify(deleted=game, photos=len(photos))


def shown(game: str, at: int | None = None) -> dict[str, Any]:
    """A game's JSON in the request's language; comments are for referees."""
    parts = services()
    summary = parts.events.summary(game)
    version = summary.version if at is None else _known_version(game, at)
    view = parts.desk.view(game, version, language(), game_view)
    return {
        **summary_json(summary),
        "at": version,
        **(view if may_change() else {**view, "comments": {}}),
        "now": now(),
        "live": parts.live.state(game),
        "watchers": parts.live.watchers(game),
    }


def shown_move(game: str, number: int) -> dict[str, Any]:
    """A game's JSON as one move of its record left it. Raises BadRequest."""
    parts = services()
    entry = known_entry(parts.desk.state(game), number)

    def make(state: GameState, tongue: str) -> dict[str, Any]:
        return move_view(state, number, tongue)

    return {
        **summary_json(parts.events.summary(game)),
        "at": entry.version,
        **parts.desk.view(game, entry.version, language(), make, number),
        "live": None,
        "watchers": parts.live.watchers(game),
    }


def known_entry(state: GameState, number: int) -> Entry:
    """A move of a game's record. Raises BadRequest."""
    entries = () if state.play is None else state.play.entries
    if number > len(entries):
        raise BadRequest(f'"move" must be the number of a move, up to {len(entries)}')
    return entries[number - 1]


def summary_json(summary: GameSummary) -> dict[str, Any]:
    """A game's line in the list."""
    return {
        "id": summary.id,
        "kind": summary.kind,
        "title": summary.title,
        "version": summary.version,
        "created": summary.created.isoformat(timespec="seconds"),
        "changed": summary.changed.isoformat(timespec="seconds"),
        "deleted": summary.deleted,
    }
