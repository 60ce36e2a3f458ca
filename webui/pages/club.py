"""The pages of a club night: events, all tables on one screen, one table on the wall."""

from __future__ import annotations

from flask import Response, abort, make_response, redirect, url_for

from ..api.language import language
from ..evening.events import evening_json
from ..services import services
from ..store import UnknownGame
from ..store.evenings import KeptEvening, UnknownEvening
from . import page, pages, share


@pages.get("/events")
def events() -> Response:
    """The events."""
    return page("events.html")


@pages.get("/events/<event>")
def event(event: str) -> Response:
    """One event."""
    return page("event.html", event=_known(event), **share())


@pages.get("/events/<event>/print")
def print_event(event: str) -> Response:
    """An event's pairings and standings, to be printed."""
    shown = evening_json(services(), _known(event), language())
    return page("event_print.html", shown=shown)


@pages.get("/events/<event>/tables/<int:number>")
def table(event: str, number: int) -> Response:
    """The game at a table of an event's last round; before the first one, and for a table that
    is not used in it, the event."""
    rounds = _known(event).evening.rounds
    games = {pairing.table: pairing.game for pairing in (rounds[-1] if rounds else ())}
    found = games.get(number)
    place = url_for("pages.game", game=found) if found else url_for("pages.event", event=event)
    answer = make_response(redirect(place))
    answer.headers["Cache-Control"] = "no-store"  # the next round is another game
    return answer


@pages.get("/events/<event>/cards")
def table_cards(event: str) -> Response:
    """A card for each table with the code that leads to its game, round by round, to be printed."""
    kept = _known(event)
    return page("event_cards.html", event=kept, tables=kept.evening.tables, **share())


@pages.get("/tables")
def tables() -> Response:
    """All tables that are playing."""
    return page("tables.html")


@pages.get("/show")
def show_all() -> Response:
    """One table after the other, for a projector."""
    return page("show.html", shown="", **share())


@pages.get("/games/<game>/show")
def show(game: str) -> Response:
    """One table, for a projector."""
    try:
        services().events.version(game)
    except UnknownGame:
        abort(404)
    return page("show.html", shown=game, **share())


def _known(event: str) -> KeptEvening:
    """The event of an address; ends the request where there is none."""
    try:
        return services().evenings.get(event)
    except UnknownEvening:
        abort(404)
