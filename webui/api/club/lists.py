"""The list of games, searched and filtered, and the names that were played under."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from flask import Response, jsonify, request

from ....engine.games.registry import kinds
from ...games.lines import line_json
from ...games.state import ANALYSIS
from ...server.access import require_referee
from ...services import services
from ...store.lines import ListFilter
from .. import api
from ..fields import BadRequest, choice_argument, whole_number_argument
from ..language import language
from ..requests import guarded
from ..routes.games import summary_json

USUALLY_LISTED, MOST_LISTED = 60, 200
MOST_TEXT = 80
MOST_OFFSET = 1_000_000
#: Minutes between the reader's clock and UTC; no place on Earth is further off.
MOST_ZONE = 14 * 60
STATES = {"": None, "running": False, "finished": True}


@api.get("/games")
@guarded()
def list_games() -> Response:
    """The games, the one changed last first; with ``deleted=true`` those in the bin."""
    wish = _wish()
    if wish.deleted:
        require_referee()
    lines = services().lines
    complete = lines.catch_up()
    most = whole_number_argument("most", 1, MOST_LISTED) or USUALLY_LISTED
    found = lines.store.find(wish, most, whole_number_argument("after", 0, MOST_OFFSET) or 0)
    tongue = language()
    return jsonify(
        games=[{**summary_json(game), **line_json(line, tongue)} for game, line in found],
        count=lines.store.count(wish),
        complete=complete,
    )


@api.get("/players")
@guarded()
def list_players() -> Response:
    """The names of all who have played here, those who played last first."""
    lines = services().lines
    lines.catch_up()
    return jsonify(players=lines.store.names())


def _wish() -> ListFilter:
    """Which games the query asks for. Raises BadRequest."""
    since, until = _day()
    return ListFilter(
        text=_text("q"),
        player=_text("player"),
        kind=choice_argument("kind", ("", *kinds(), ANALYSIS), ""),
        since=since,
        until=until,
        over=STATES[choice_argument("state", STATES, "")],
        deleted=request.args.get("deleted") == "true",
    )


def _text(name: str) -> str:
    value = request.args.get(name, "")
    if len(value) > MOST_TEXT:
        raise BadRequest(f'"{name}" may have {MOST_TEXT} characters at most')
    return "".join(c for c in value if c.isprintable()).strip()


def _day() -> tuple[Any, Any]:
    """The day that is asked for, in the reader's own time: ``zone`` is minutes before UTC."""
    value = request.args.get("day", "")
    if not value:
        return None, None
    zone = request.args.get("zone", "0")
    try:
        minutes = int(zone)
        if abs(minutes) > MOST_ZONE or len(value) != len("2026-01-31"):
            raise ValueError
        begins = datetime.fromisoformat(value).replace(tzinfo=UTC) + timedelta(minutes=minutes)
        return begins, begins + timedelta(days=1)
    except (ValueError, OverflowError):
        raise BadRequest('"day" must be a date such as 2026-01-31') from None
