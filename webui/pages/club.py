"""The pages of a club night: evenings, all tables on one screen, one table on the wall."""

from __future__ import annotations

from dataclasses import replace

from flask import Response, make_response, redirect, request, url_for

from ..api.language import language
from ..evening.evenings import called_evening, evening_json
from ..services import parts
from ..store.evenings import KeptEvening
from . import page, pages, share


@pages.get("/evenings/<evening>")
def one_evening(evening: str) -> Response:
    """One evening."""
    return page("club/evening.html", evening=_called(evening), **share())


@pages.get("/events")
@pages.get("/events/<path:rest>")
def as_it_was(rest: str = "") -> Response:
    """Where evenings stood before: what was printed or kept leads there."""
    return make_response(redirect(f"/evenings/{rest}".rstrip("/"), 301))


@pages.app_template_filter()
def points(value: float) -> str:
    """Points as people write them: 2½. The pages' scripts have the like in ``slide.js``."""
    part = {0.25: "¼", 0.5: "½", 0.75: "¾"}.get(value % 1)
    return f"{int(value) or ''}{part}" if part else f"{value:g}"


@pages.get("/evenings/<evening>/print")
def print_evening(evening: str) -> Response:
    """An evening's pairings and standings, to be printed."""
    shown = evening_json(parts, parts.evenings.get(evening), language())
    return page("club/evening_print.html", shown=shown)


@pages.get("/evenings/<evening>/tables/<int:number>")
def table(evening: str, number: int) -> Response:
    """The game at a table of an evening's last round; before the first one, and for a table that
    is not used in it, the evening."""
    rounds = parts.evenings.get(evening).evening.rounds
    games = {pairing.table: pairing.game for pairing in (rounds[-1] if rounds else ())}
    found = games.get(number)
    place = (
        url_for("pages.game", game=found)
        if found
        else url_for("pages.one_evening", evening=evening)
    )
    answer = make_response(redirect(place))
    answer.headers["Cache-Control"] = "no-store"  # the next round is another game
    return answer


@pages.get("/evenings/<evening>/cards")
def table_cards(evening: str) -> Response:
    """A card for each table with the code that leads to its game, round by round, to be printed."""
    kept = _called(evening)
    return page("club/evening_cards.html", evening=kept, tables=kept.evening.tables, **share())


@pages.get("/tables")
def tables() -> Response:
    """All tables that are playing, or those of one evening."""
    _require_evening()
    return page("club/tables.html")


@pages.get("/show")
def show_all() -> Response:
    """One table after the other, for a projector."""
    _require_evening()
    return page("club/show.html", shown="", **share())


@pages.get("/games/<game>/show")
def show(game: str) -> Response:
    """One table, for a projector."""
    parts.events.version(game)  # raises where there is no such game
    return page("club/show.html", shown=game, **share())


def _called(evening: str) -> KeptEvening:
    """An evening under its title in the language of who looks. Raises UnknownEvening."""
    kept = parts.evenings.get(evening)
    return replace(kept, title=called_evening(kept.title, language()))


def _require_evening() -> None:
    """Raises UnknownEvening where the address names an evening that is not there."""
    if event := request.args.get("event"):
        parts.evenings.get(event)
