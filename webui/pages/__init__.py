"""The pages: few, and each a frame that its module fills from the API."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, make_response, render_template, request

from .. import access
from ..api.requests import language
from ..services import services
from ..store import UnknownGame
from ..texts import LANGUAGES, say, texts

pages = Blueprint("pages", __name__)

THEMES = ("auto", "light", "dark")


@pages.get("/")
def games() -> Response:
    """The games."""
    return _page("games.html")


@pages.get("/games/<game>")
def game(game: str) -> Response:
    """One game."""
    try:
        summary = services().events.summary(game)
    except UnknownGame:
        abort(404)
    return _page("game.html", game=summary)


def _page(template: str, **details: Any) -> Response:
    tongue = language()
    theme = request.cookies.get("theme", "auto")

    def word(key: str, **gaps: object) -> str:
        return say(tongue, key, **gaps)

    page = make_response(
        render_template(
            template,
            t=word,
            language=tongue,
            languages=LANGUAGES,
            theme=theme if theme in THEMES else "auto",
            csrf=access.csrf_token(),
            may_change=access.may_change(services().configuration, request),
            page_texts={k: v for k, v in texts(tongue).items() if k.startswith("page.")},
            **details,
        )
    )
    page.headers["Vary"] = "Cookie, Accept-Language"
    return page
