"""The pages of what comes after the game."""

from __future__ import annotations

from flask import Response

from ...engine.records.study import is_studied
from ..services import services
from . import page, pages


@pages.get("/games/<game>/review")
def review(game: str) -> Response:
    """A finished game, looked at move by move."""
    summary = services().events.summary(game)
    return page("study/review.html", game=summary, table="", studied=is_studied(summary.kind))


@pages.get("/studies/<study>")
def study(study: str) -> Response:
    """One study: its board, its tree of moves, its chapters."""
    return page("study/study.html", study=services().studies.get(study))
