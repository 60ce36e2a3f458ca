"""Films and photos dropped on the page: sent in pieces, read in the background, asked about."""

from __future__ import annotations

import json
from typing import Any

from flask import Response, jsonify, request, send_file

from ....engine.games.registry import kinds, plug_of
from ...digitised.queue import DONE, FAILED, DigitiseRefused, Digitising, UnknownDigitising
from ...exchange import import_file
from ...jobs.phrase_json import phrase_of
from ...server.bodies import MOST_PIECE_BYTES
from ...server.limits import HEAVY, UPLOADS
from ...services import services
from ...texts import say, say_phrase, texts
from .. import api
from ..fields import (
    BadRequest,
    choice_field,
    json_body,
    sent_bytes,
    text_field,
    whole_number_argument,
)
from ..language import language
from ..problems import problem
from ..requests import guarded
from ..routes.games import shown

MOST_FILE_BYTES = 1_000_000_000_000
MOST_PLAYERS, MOST_NAME, MOST_TITLE = 8, 40, 120
MOST_ACTIONS, MOST_ACTION, MOST_COORDINATE = 8, 200, 10_000
LATEST = "latest.jpg"
#: What the engine's side says in English only, and the texts' keys for it.
_SENTENCES = {
    "no board in the photo": "digitise.no_board",
    "the game had begun before this photo": "digitise.had_begun",
    "no board was seen: are all tiles in the picture, and does the camera rest now and then?": (
        "digitise.nothing_seen"
    ),
}
_BEGINNINGS = {
    "it is hard to tell which of the two colours": "digitise.which_colour",
    "tiles that were not seen well": "digitise.unsure_tiles",
}


@api.get("/digitisings")
@guarded()
def list_digitisings() -> Response:
    """All that were dropped here, the newest first."""
    listed = [_summary(one) for one in services().digitisings.all()]
    return jsonify(digitisings=listed)


@api.post("/digitisings")
@guarded(rate=("heavy", HEAVY))
def begin_digitising() -> tuple[Response, int]:
    """A new one, to be filled with files."""
    body = json_body()
    kind = choice_field(body, "kind", _followed_kinds(), "palago")
    title = text_field(body, "title", most=MOST_TITLE, default="")
    players = body.get("players", [])
    if not isinstance(players, list) or len(players) > MOST_PLAYERS:
        raise BadRequest(f'"players" must be a list of {MOST_PLAYERS} names at most')
    names = tuple(text_field({"name": name}, "name", most=MOST_NAME) for name in players)
    return jsonify(_shown(services().digitisings.begin(kind, title, names))), 201


@api.get("/digitisings/<digitising>")
@guarded()
def show_digitising(digitising: str) -> Response | tuple[Response, int]:
    """How far it is, what is being seen, and what is asked."""
    try:
        return jsonify(_shown(services().digitisings.of(digitising)))
    except UnknownDigitising:
        return problem(404, "unknown_digitising")


@api.post("/digitisings/<digitising>/files")
@guarded(rate=("upload", UPLOADS))
def send_piece(digitising: str) -> Response | tuple[Response, int]:
    """A piece of a file: ``name`` is the file's, ``at`` where the piece begins. The answer says how
    much of the file is there: a sender that was interrupted goes on from there."""
    at = whole_number_argument("at", 0, MOST_FILE_BYTES) or 0
    name = request.args.get("name", "")
    if not 0 < len(name) <= 300:
        raise BadRequest('"name" must be the name of a file')
    data = sent_bytes(request.stream, MOST_PIECE_BYTES)
    if len(data) > MOST_PIECE_BYTES:
        raise BadRequest(f"send pieces of {MOST_PIECE_BYTES // 1_000_000} MB at most")
    try:
        size = services().digitisings.add(digitising, name, at, data)
    except UnknownDigitising:
        return problem(404, "unknown_digitising")
    except DigitiseRefused as refusal:
        return problem(422, "refused", refusal)
    return jsonify(size=size)


@api.post("/digitisings/<digitising>/start")
@guarded(rate=("heavy", HEAVY))
def start_digitising(digitising: str) -> Response | tuple[Response, int]:
    """All is sent: have it read when its turn comes."""
    try:
        return jsonify(_shown(services().digitisings.start(digitising)))
    except UnknownDigitising:
        return problem(404, "unknown_digitising")
    except DigitiseRefused as refusal:
        return problem(422, "refused", refusal)


@api.post("/digitisings/<digitising>/answers")
@guarded()
def answer_question(digitising: str) -> Response | tuple[Response, int]:
    """Settle a question; all later turns follow from the answer."""
    answer = _answer(json_body())
    try:
        return jsonify(_shown(services().digitisings.answer(digitising, answer)))
    except UnknownDigitising:
        return problem(404, "unknown_digitising")
    except DigitiseRefused as refusal:
        return problem(422, "refused", refusal)


@api.post("/digitisings/<digitising>/game")
@guarded(rate=("heavy", HEAVY))
def make_game(digitising: str) -> Response | tuple[Response, int]:
    """Make a game of what was found, like any other, with the photos behind its moves."""
    parts = services()
    try:
        one, place = parts.digitisings.of(digitising), parts.digitisings.place(digitising)
        if one.status != DONE or not one.found.get("moves"):
            raise DigitiseRefused.of("digitise_no_moves")
    except UnknownDigitising:
        return problem(404, "unknown_digitising")
    except DigitiseRefused as refusal:
        return problem(422, "refused", refusal)
    game = import_file(parts, place.game.read_bytes(), most_unpacked=place.game.stat().st_size * 3)
    parts.digitisings.note_game(digitising, game)
    return jsonify(shown(game)), 201


@api.get("/digitisings/<digitising>/picture")
@guarded()
def show_picture(digitising: str) -> Response | tuple[Response, int]:
    """A small copy of the photo or moment ``source``; without one, what is being seen."""
    try:
        place = services().digitisings.place(digitising)
    except UnknownDigitising:
        return problem(404, "unknown_digitising")
    path = place.picture(request.args.get("source") or LATEST)
    if not path.is_file():
        return problem(404, "unknown_photo")
    response = send_file(path.resolve(), mimetype="image/jpeg", max_age=0)
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@api.delete("/digitisings/<digitising>")
@guarded()
def delete_digitising(digitising: str) -> Response | tuple[Response, int]:
    """Delete it with all that was sent; a game that was made of it stays."""
    try:
        services().digitisings.forget(digitising)
    except UnknownDigitising:
        return problem(404, "unknown_digitising")
    return jsonify(deleted=digitising)


def _followed_kinds() -> tuple[str, ...]:
    return tuple(kind for kind in kinds() if plug_of(kind).table.is_free)


def _answer(body: dict[str, Any]) -> dict[str, Any]:
    """An answer, looked at field by field. Raises BadRequest."""
    what = choice_field(body, "what", ("colours", "fine", "skip", "tile", "played"))
    answer: dict[str, Any] = {"what": what, "source": text_field(body, "source", most=300)}
    if what == "colours":
        if not isinstance(body.get("crossed"), bool):
            raise BadRequest('"crossed" must be true or false')
        answer["crossed"] = body["crossed"]
    if what == "tile":
        cell, rotation = body.get("cell"), body.get("rotation")
        is_cell = isinstance(cell, list) and len(cell) == 2 and all(map(_is_coordinate, cell))
        if not is_cell or rotation not in (None, 0, 1, 2, 3, 4, 5) or isinstance(rotation, bool):
            raise BadRequest('"cell" must be [q, r] and "rotation" 0 to 5, or null for no tile')
        answer |= {"cell": cell, "rotation": rotation}
    if what == "played":
        actions = body.get("actions")
        if not isinstance(actions, list) or not 0 < len(actions) <= MOST_ACTIONS:
            raise BadRequest('"actions" must be a list of texts')
        answer["actions"] = [
            text_field({"action": action}, "action", most=MOST_ACTION) for action in actions
        ]
    return answer


def _is_coordinate(value: object) -> bool:
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    return is_whole and abs(int(str(value))) <= MOST_COORDINATE


def _summary(one: Digitising) -> dict[str, Any]:
    return {
        "id": one.name,
        "kind": one.kind,
        "title": one.title,
        "status": one.status,
        "created": one.created,
        "game": one.made or None,
        "questions": len(one.found.get("questions", ())),
        "moves": len(one.found.get("moves", ())),
    }


def _shown(one: Digitising) -> dict[str, Any]:
    """It as the page shows it, in the request's language."""
    tongue = language()
    parts = services().digitisings
    found = one.found
    return _summary(one) | {
        "waits_behind": parts.waits_behind(one.name),
        "progress": parts.place(one.name).progress(),
        "board": found.get("board", ""),
        "result": found.get("result", ""),
        "played": found.get("moves", []),
        "why": _why(one, tongue),
        "asked": [_question(entry, tongue) for entry in found.get("questions", ())],
    }


def _why(one: Digitising, tongue: str) -> str:
    if one.status != FAILED or not one.why:
        return ""
    key, details, said = json.loads(one.why)
    known = f"refusal.{key}" in texts(tongue)
    return say(tongue, f"refusal.{key}", **details) if known else str(said)


def _question(entry: dict[str, Any], tongue: str) -> dict[str, Any]:
    words = [_said(part, tongue) for part in entry["what"]]
    answers = [
        {**answer, "text": say(tongue, f"digitise.{answer['say']}")} for answer in entry["answers"]
    ]
    return {**entry, "what": " ".join(words), "answers": answers}


def _said(part: Any, tongue: str) -> str:
    if isinstance(part, dict):
        return say_phrase(tongue, phrase_of(part))
    key = _SENTENCES.get(part)
    key = key or next((k for start, k in _BEGINNINGS.items() if part.startswith(start)), None)
    return part if key is None else say(tongue, key)
