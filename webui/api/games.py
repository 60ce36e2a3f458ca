"""Games: list, start, look at, change, delete, bring back."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify, request

from ..services import services
from ..store import GameSummary
from ..tables.desk import board_of, tile_of
from ..tables.views import game_view
from . import api
from .requests import (
    BadRequest,
    choice_field,
    guarded,
    json_body,
    language,
    number_field,
    text_field,
    version_field,
    whole_number_argument,
)

KINDS = ("analysis",)


@api.get("/games")
@guarded()
def list_games() -> Response:
    """The games, the one changed last first."""
    store = services().events
    in_bin = request.args.get("deleted") == "true"
    return jsonify(games=[summary_json(summary) for summary in store.games(deleted=in_bin)])


@api.post("/games")
@guarded(changes=True)
def start_game() -> tuple[Response, int]:
    """Start a game."""
    body = json_body()
    data: dict[str, Any] = {
        "kind": choice_field(body, "kind", KINDS),
        "title": text_field(body, "title", most=120, default=""),
    }
    if body.get("board") is not None:
        data["board"] = board_of(body["board"]).to_json()
    game = services().events.create(data["kind"], data["title"], data)
    return jsonify(shown(game)), 201


@api.get("/games/<game>")
@guarded()
def show_game(game: str) -> Response:
    """One game as it stands, or as it stood at a version."""
    return jsonify(shown(game, whole_number_argument("at", 1, 1_000_000_000)))


@api.post("/games/<game>/changes")
@guarded(changes=True)
def change_game(game: str) -> Response:
    """Change a game; the version seen comes along, so that nobody's change is lost."""
    body = json_body()
    version = version_field(body)
    kind, data = requested_change(body)
    services().desk.change(game, kind, data, version)
    return jsonify(shown(game))


def requested_change(body: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The event that a change asks for. Raises BadRequest or ChangeRefused."""
    change = choice_field(body, "change", tuple(CHANGES))
    event, read = CHANGES[change]
    return event, read(body)


def _cell(body: dict[str, Any]) -> dict[str, Any]:
    return {name: number_field(body, name, -10_000, 10_000) for name in ("q", "r")}


CHANGES: dict[str, tuple[str, Any]] = {
    "place_tile": ("tile_placed", lambda body: tile_of(body).to_json()),
    "turn_tile": ("tile_turned", lambda body: tile_of(body).to_json()),
    "remove_tile": ("tile_removed", _cell),
    "flip_colours": ("colours_flipped", lambda body: {}),
    "set_board": ("board_set", lambda body: board_of(body.get("board")).to_json()),
    "rename": ("game_renamed", lambda body: {"title": text_field(body, "title", most=120)}),
    "undo": ("undone", lambda body: {}),
    "redo": ("redone", lambda body: {}),
    "delete": ("game_deleted", lambda body: {}),
    "restore": ("game_restored", lambda body: {}),
}


def shown(game: str, at: int | None = None) -> dict[str, Any]:
    """A game's JSON in the request's language."""
    parts = services()
    summary = parts.events.summary(game)
    if at is not None and at > summary.version:
        raise BadRequest(f'"at" must be a version up to {summary.version}')
    state = parts.desk.state(game, at)
    can_undo, can_redo = parts.desk.can_undo_redo(game, at)
    return {
        **summary_json(summary),
        "at": summary.version if at is None else at,
        "can_undo": can_undo,
        "can_redo": can_redo,
        **game_view(state, language()),
        "live": parts.live.state(game),
    }


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
