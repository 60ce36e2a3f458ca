"""The pages of what comes after the game."""

from __future__ import annotations

from flask import Response, abort

from ..services import services
from ..store import UnknownGame
from . import page, pages


@pages.get("/games/<game>/review")
def review(game: str) -> Response:
    """A finished game, looked at move by move."""
    try:
        summary = services().events.summary(game)
    except UnknownGame:
        abort(404)
    return page("review.html", game=summary, table="")


@pages.get("/digitise")
def digitise() -> Response:
    """Films and photos that become games."""
    return page("digitise.html")


@pages.get("/puzzles")
def puzzles() -> Response:
    """Positions in which one move is right."""
    return page("puzzles.html")
