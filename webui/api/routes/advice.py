"""Advice, worked out on request: forced wins, a move, what a roll pays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response, jsonify

from ...games.faces import face_of
from ...games.play import ChangeRefused
from ...games.views import called_of
from ...server.limits import HEAVY
from ...services import services
from ...texts import calling_colours
from .. import api
from ..fields import choice_field, json_body, number_field
from ..language import language
from ..requests import guarded


@api.post("/games/<game>/advice")
@guarded(rate=("heavy", HEAVY))
def advise(game: str) -> Response:
    """What to play. Refused where a game's threats are hidden: a club may forbid advice."""
    body = json_body()
    state = services().desk.state(game)
    if not state.shows_threats:
        raise ChangeRefused.of("advice_hidden")
    seconds = number_field(body, "seconds", 1, 20, default=4)
    colour = choice_field(body, "colour", ("white", "blue"), "white")
    tongue = language()
    with calling_colours(called_of(state, tongue)):
        items = face_of(state.kind).advise(state, colour, seconds, tongue, _think)
    return jsonify(items=[item.to_json() for item in items])


def _think(job: str, arguments: Mapping[str, Any], seconds: float) -> dict[str, Any]:
    found: dict[str, Any] = services().thinkers.run(
        f"palago.webui.jobs.thinking:{job}", dict(arguments), seconds=seconds
    )
    return found
