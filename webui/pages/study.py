"""The pages of what comes after the game."""

from __future__ import annotations

from flask import Response, abort

from ...engine.records.study import STUDIED
from ..services import services
from ..store import UnknownGame
from ..studying.studies import UnknownStudy
from . import page, pages


@pages.get("/games/<game>/review")
def review(game: str) -> Response:
    """A finished game, looked at move by move."""
    try:
        summary = services().events.summary(game)
    except UnknownGame:
        abort(404)
    return page("review.html", game=summary, table="", studied=summary.kind in STUDIED)


@pages.get("/digitise")
def digitise() -> Response:
    """Films and photos that become games."""
    return page("digitise.html")


@pages.get("/puzzles")
def puzzles() -> Response:
    """Positions in which one move is right."""
    return page("puzzles.html")


@pages.get("/studies")
def studies() -> Response:
    """The studies, and beginning one."""
    return page("studies.html")


@pages.get("/studies/<study>")
def study(study: str) -> Response:
    """One study: its board, its tree of moves, its chapters."""
    try:
        kept = services().studies.get(study)
    except UnknownStudy:
        abort(404)
    return page("study.html", study=kept)


@pages.get("/openings")
def openings() -> Response:
    """The six openings with their proofs to walk through."""
    return page("openings.html")
