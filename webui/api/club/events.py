"""Club nights and tournaments: people, rounds, results, standings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response, jsonify, request

from ....engine.evening.clock import ClockError, TimeControl
from ....engine.evening.evening import (
    FEWEST_SEATS,
    MOST_NAME,
    MOST_PEOPLE,
    MOST_ROUNDS,
    MOST_SEATS,
    SYSTEMS,
    Evening,
    EveningError,
)
from ....engine.games.registry import kinds, plug_of
from ...evening.events import (
    Change,
    change_evening,
    evening_json,
    evening_line,
    next_round,
    standings_csv,
)
from ...evening.tables import tables_json
from ...games.play import ChangeRefused, refused
from ...server.limits import HEAVY
from ...services import services
from ...store import UnknownGame
from .. import api
from ..fields import BadRequest, choice_field, json_body, number_field, text_field, version_field
from ..language import language
from ..requests import guarded
from ..routes.records import download, file_name

Body = dict[str, Any]
MOST_ID = 32


@api.get("/tables")
@guarded()
def list_tables() -> Response:
    """All games that go on, with ``event`` those of its last round."""
    event = request.args.get("event") or None
    return jsonify(tables_json(services(), event, language()))


@api.get("/events")
@guarded()
def list_events() -> Response:
    """The events, the one changed last first."""
    return jsonify(events=[evening_line(kept) for kept in services().evenings.listed()])


@api.post("/events")
@guarded()
def start_event() -> tuple[Response, int]:
    """Begin an event."""
    body = json_body()
    details: dict[str, Any] = {"kind": choice_field(body, "kind", kinds())}
    if isinstance(body.get("options"), dict):
        details["options"] = body["options"]
    try:
        if body.get("clock") is not None:
            details["clock"] = TimeControl.from_json(body["clock"]).to_json()
    except ClockError as error:
        raise BadRequest(str(error)) from None
    wanted = None if body.get("rounds") is None else number_field(body, "rounds", 1, MOST_ROUNDS)
    evening = Evening(
        choice_field(body, "system", SYSTEMS, SYSTEMS[0]),
        wanted=wanted,
        details=details,
        seats=_seats(body, str(details["kind"])),
    )
    evening = _with_people(evening, body.get("players", []))
    title = text_field(body, "title", most=80)
    name = services().evenings.create(title, evening)
    return jsonify(_shown(name)), 201


@api.get("/events/<event>")
@guarded()
def show_event(event: str) -> Response:
    """One event with its rounds and standings."""
    return jsonify(_shown(event))


@api.post("/events/<event>/changes")
@guarded(rate=("heavy", HEAVY))
def change_event(event: str) -> Response:
    """Change an event: people, rounds, results; the version seen comes along."""
    parts, body = services(), json_body()
    wished = choice_field(body, "change", (*CHANGES, "next_round"))
    version = version_field(body) or parts.evenings.get(event).version
    if wished == "next_round":
        next_round(parts, event, version, language())
    else:
        change_evening(parts, event, version, CHANGES[wished](body))
    return jsonify(_shown(event))


@api.delete("/events/<event>")
@guarded()
def delete_event(event: str) -> Response:
    """Forget an event; its games stay."""
    services().evenings.delete(event)
    return jsonify(deleted=event)


@api.get("/events/<event>/standings.csv")
@guarded()
def export_standings(event: str) -> Response:
    """Standings and results for a spreadsheet."""
    parts = services()
    kept = parts.evenings.get(event)
    return download(standings_csv(parts, kept).encode(), "text/csv", file_name(kept.title, "csv"))


def _shown(event: str) -> dict[str, Any]:
    parts = services()
    return evening_json(parts, parts.evenings.get(event), language())


def _seats(body: Body, kind: str) -> int:
    """How many are to sit at a table: what the game is for. Raises BadRequest."""
    if body.get("seats") is None:
        return FEWEST_SEATS
    _, most = plug_of(kind).players or (FEWEST_SEATS, FEWEST_SEATS)
    return number_field(body, "seats", FEWEST_SEATS, min(most, MOST_SEATS))


def _with_people(evening: Evening, names: object) -> Evening:
    """An event with its first players. Raises BadRequest, ChangeRefused."""
    if not isinstance(names, list) or len(names) > MOST_PEOPLE:
        raise BadRequest(f'"players" must be a list of up to {MOST_PEOPLE} names')
    try:
        for name in names:
            evening = evening.joined(text_field({"players": name}, "players", most=MOST_NAME))
    except EveningError as error:
        raise refused(error) from None
    return evening


def _join(body: Body) -> Change:
    name = text_field(body, "name", most=MOST_NAME)
    return lambda evening: evening.joined(name)


def _leave(body: Body) -> Change:
    name = text_field(body, "name", most=MOST_NAME)
    return lambda evening: evening.left(name)


def _score(body: Body) -> Change:
    """A result by hand; null for what the game says."""
    number = number_field(body, "round", 1, MOST_ROUNDS)
    table = number_field(body, "table", 1, MOST_PEOPLE)
    given = body.get("score")
    if given is None:
        return lambda evening: evening.with_score(number, table, None)
    if not isinstance(given, list) or not all(
        isinstance(points, int | float) and not isinstance(points, bool) for points in given
    ):
        raise BadRequest('"score" must be a list of numbers')
    score = tuple(float(points) for points in given)
    return lambda evening: evening.with_score(number, table, score)


def _drop_round(body: Body) -> Change:
    """Take the last round back, as long as nobody has played in it."""
    parts = services()

    def change(evening: Evening) -> Evening:
        for pairing in evening.rounds[-1] if evening.rounds else ():
            if pairing.score is not None or _is_begun(pairing.game):
                raise ChangeRefused.of("round_begun")
        for pairing in evening.rounds[-1] if evening.rounds else ():
            if pairing.game:
                parts.desk.change(pairing.game, "game_deleted", {}, None)
        return evening.without_round()

    return change


def _is_begun(game: str) -> bool:
    try:
        state = services().desk.state(game)
    except UnknownGame:
        return False
    return state.play is not None and bool(state.play.entries)


CHANGES: dict[str, Callable[[Body], Change]] = {
    "join": _join,
    "leave": _leave,
    "score": _score,
    "drop_round": _drop_round,
}
