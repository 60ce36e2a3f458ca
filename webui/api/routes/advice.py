"""Advice, worked out on request: forced wins, a move, what a roll pays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

from ...games.game_pages import page_of
from ...games.play import ChangeRefused
from ...games.views import called_of
from ...server.limits import HEAVY
from ...services import services
from ...texts import calling_colours
from .. import api
from ..answers import ItemsAnswer
from ..fields import Sent, SideWord
from ..language import language
from ..requests import guarded


class AdviceWanted(Sent):
    """For whom, and how long the program may think."""

    colour: SideWord = "white"
    seconds: Annotated[int, Meta(ge=1, le=20)] = 4


@api.post("/games/<game>/advice")
@guarded(rate=("heavy", HEAVY), answer=ItemsAnswer)
def advise(game: str, body: AdviceWanted) -> dict[str, Any]:
    """What to play. Refused where a game's threats are hidden: a club may forbid advice."""
    state = services().desk.state(game)
    if not state.shows_threats:
        raise ChangeRefused.of("advice_hidden")
    tongue = language()
    with calling_colours(called_of(state, tongue)):
        items = page_of(state.kind).advise(state, body.colour, body.seconds, tongue, _think)
    return {"items": [item.to_json() for item in items]}


def _think(job: str, arguments: Mapping[str, Any], seconds: float) -> dict[str, Any]:
    found: dict[str, Any] = services().thinkers.run(
        f"palago.webui.game_jobs.thinking:{job}", dict(arguments), seconds=seconds
    )
    return found
