"""Help inside: the rules of each game on a page to print, and a tour on a sample photo."""

from __future__ import annotations

from itertools import count

from flask import Response, abort
from markupsafe import Markup

from ...engine.games.registry import kinds
from ..api.language import language
from ..games.game_pages import page_of
from ..texts import DEFAULT_LANGUAGE, say, texts
from . import page, pages


@pages.get("/rules/<kind>")
def rules(kind: str) -> Response:
    """The rules of one game."""
    if kind not in kinds() or f"rules.{kind}.1" not in texts(DEFAULT_LANGUAGE):
        abort(404)
    pictures = page_of(kind).rule_pictures
    steps = []
    for number in count(1):
        key = f"rules.{kind}.{number}"
        if key not in texts(DEFAULT_LANGUAGE):
            break
        draw = pictures.get(number)
        steps.append((say(language(), key), Markup(draw()) if draw else None))
    known = [name for name in kinds() if page_of(name).rule_pictures]
    return page("game/rules.html", kind=kind, steps=steps, known=known)
