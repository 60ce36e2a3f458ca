"""The pages: few, and each a frame that its module fills from the API."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from flask import (
    Blueprint,
    Response,
    after_this_request,
    current_app,
    make_response,
    render_template,
    request,
)
from markupsafe import Markup

from ...engine.records.study import is_studied
from ..api.language import language
from ..games.game_pages import offered_kinds, page_of
from ..games.state import ANALYSIS
from ..games.titles import titles_in
from ..games.views import game_view, small_picture
from ..server import access
from ..server.addresses import address_for_others, qr_svg
from ..services import parts
from ..store.evenings import UnknownEvening
from ..store.stored import GameSummary, UnknownGame
from ..studying.studies import UnknownStudy
from ..studying.study_view import title_in
from ..tables.choice import table_of
from ..texts import LANGUAGES, in_a_row, say, say_word, texts

pages = Blueprint("pages", __name__)

THEMES = ("auto", "light", "dark")
#: Pages that their scripts fill, by their addresses: the server has nothing to add.
_PLAIN = {
    "/": "home/games",
    "/digitise": "home/digitise",
    "/tour": "home/tour",
    "/openings": "study/openings",
    "/puzzles": "study/puzzles",
    "/studies": "study/studies",
    "/evenings": "club/evenings",
}


@pages.get("/games/<game>")
def game(game: str) -> Response:
    """One game."""
    summary = _titled(game)
    return page(
        table_of(summary.kind).games.template,
        game=summary,
        is_game=summary.kind != ANALYSIS,
        studied=is_studied(summary.kind),
        **share(),
    )


@pages.get("/games/<game>/review")
def review(game: str) -> Response:
    """A finished game, looked at move by move."""
    summary = _titled(game)
    return page(
        "study/review.html",
        game=summary,
        introduced=page_of(summary.kind).review_help,
        studied=is_studied(summary.kind),
    )


@pages.get("/studies/<study>")
def study(study: str) -> Response:
    """One study: its board, its tree of moves, its chapters."""
    kept = parts.studies.get(study)
    named = title_in(language(), kept.study.title, *kept.study.chapters)
    return page("study/study.html", study=kept.id, named=named)


@pages.get("/games/<game>/print")
def print_game(game: str) -> Response:
    """One game's record, to be printed."""
    summary, state = _titled(game), parts.desk.state(game)
    tongue = language()
    between = say_word(tongue, "list separator")
    shown = parts.desk.view(game, summary.version, tongue, game_view)
    entries = [
        {
            **entry,
            "text": entry["said"],
            "picture": Markup(small_picture(state, entry["number"])),
            "points": between.join(f"{n} +{p}" for n, p in (entry["points"] or {}).items()),
        }
        for entry in shown["timeline"]
    ]
    agreed = len(entries) or None
    return page(
        "game/print.html",
        game=summary,
        title=summary.title or _word(tongue, f"page.kind_{state.kind}"),
        kind=state.kind,
        created=state.created,
        players=between.join(_player(p, tongue) for p in shown["players"]),
        result=shown["result"]["text"] if shown["result"] else "",
        comments=dict(state.comments),
        entries=entries,
        final=Markup(small_picture(state, agreed)),
    )


def _titled(game: str) -> GameSummary:
    """A game's summary, with its title in the language of who looks. Raises UnknownGame."""
    events = parts.events
    summary = events.summary(game)
    return replace(summary, title=titles_in(language(), events, summary)[game])


def _player(player: dict[str, Any], tongue: str) -> str:
    """A player with colour and points, as far as there are any."""
    name, colour = player["name"], player.get("colour_name")
    if name and colour:
        name = say(tongue, "colour.named", name=name, colour=colour)
    points = "" if player["points"] is None else str(player["points"])
    return " ".join(filter(None, [name or colour, points]))


@pages.get("/settings")
def settings() -> Response:
    """Settings of the dashboard and of this browser."""
    return page("home/settings.html", **share())


@pages.get("/join")
def join() -> Response:
    """Where a referee's QR code leads; its key stays behind the ``#``, out of every log."""
    return door(200)


@pages.get("/favicon.ico")
def mark() -> Response:
    """The mark, for browsers that ask for it by its old name."""
    return current_app.send_static_file("pictures/mark.svg")


@pages.get("/worker.js")
def worker() -> Response:
    """What keeps the pages for when the server is away; it must stand above all of them."""
    answer = current_app.send_static_file("common/worker.js")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@pages.get("/qr.svg")
def qr_code() -> Response:
    """An address for a phone to photograph: the first page, a game, or a table of an evening."""
    game, event = request.args.get("game", ""), request.args.get("event", "")
    place = f"games/{game}" if game else ""
    if game:
        parts.events.version(game)
    elif event:
        table = request.args.get("table", type=int)
        place = f"evenings/{parts.evenings.get(event).id}"
        place += f"/tables/{table}" if table else ""
    return Response(qr_svg(_address() + place), mimetype="image/svg+xml")


def door(status: int) -> Response:
    """The page that asks for the PIN, or says how to become a referee."""
    return page("home/door.html", status)


def error_page(sentence: str, status: int, back: str = "games") -> Response:
    """A page that says what is wrong, with the way back: to a page of :data:`pages`."""
    return page("frames/error.html", status, sentence=sentence, back=back)


def share() -> dict[str, Any]:
    """Where others find this dashboard, and whether they can."""
    address = _address()
    only_here = access.is_name_of_this_machine(urlsplit(address).hostname or "")
    return {"address": address, "only_here": only_here}


def _address() -> str:
    return address_for_others(parts.configuration, request)


def _word(tongue: str, key: str, /, **gaps: object) -> str:
    """A text; a game without words of its own is called by its name in the registry."""
    said = say(tongue, key, **gaps)
    return key.removeprefix("page.kind_") if said == key else said


def page(template: str, status: int = 200, **details: Any) -> Response:
    """A template with all that every page needs."""
    tongue, offered = language(), offered_kinds()
    theme = request.cookies.get("theme", "auto")
    names = {f"page.kind_{kind.name}": kind.name for kind in offered if not kind.has_words}

    shown = make_response(
        render_template(
            template,
            t=partial(_word, tongue),
            in_a_row=in_a_row,
            language=tongue,
            languages=LANGUAGES,
            theme=theme if theme in THEMES else "auto",
            csrf=access.page_token(request, after_this_request),
            may_change=access.may_change(),
            asks_for=parts.configuration.asks_for,
            offered=offered,
            page_texts=names | {k: v for k, v in texts(tongue).items() if k.startswith("page.")},
            **details,
        ),
        status,
    )
    shown.headers["Vary"] = "Cookie, Accept-Language"
    return shown


def _missing(error: Exception) -> Response:
    """The page for an address of something that is not there (any more)."""
    if isinstance(error, UnknownEvening):
        return error_page(say(language(), "refusal.unknown_event"), 404, "evenings")
    return error_page(say(language(), "refusal.not_found"), 404)


for _rule, _name in _PLAIN.items():
    pages.add_url_rule(_rule, _name.partition("/")[2], partial(page, f"{_name}.html"))
for _unknown in (UnknownGame, UnknownEvening, UnknownStudy):
    pages.register_error_handler(_unknown, _missing)

from . import club, guide  # noqa: E402, F401 - they add their pages
