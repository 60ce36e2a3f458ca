"""The program on request: advice (forced wins, a move, what a roll pays), and its own turn."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from ...games.game_pages import is_programs_turn, page_of
from ...games.play import ChangeRefused
from ...games.views import called_of
from ...sent import Sent, SideWord
from ...server.limits import HEAVY
from ...services import parts
from ...texts import calling_colours
from .. import api
from ..answer_types import GameAnswer, ItemsAnswer
from ..language import language
from ..requests import guarded
from .games import shown


class AdviceWanted(Sent):
    """For whom, and how long the program may think."""

    colour: SideWord = "white"
    seconds: Annotated[int, Meta(ge=1, le=20)] = 4


@api.post("/games/<game>/advice")
@guarded(rate=("heavy", HEAVY), answer=ItemsAnswer)
def advise(game: str, body: AdviceWanted) -> dict[str, Any]:
    """What to play. Refused where a game's threats are hidden: a club may forbid advice."""
    state = parts.desk.state(game)
    if not state.shows_threats:
        raise ChangeRefused.of("advice_hidden")
    tongue, think = language(), parts.thinkers.run
    with calling_colours(called_of(state, tongue)):
        items = page_of(state.kind).advise(state, body.colour, body.seconds, tongue, think)
    return {"items": [item.to_json() for item in items]}


@api.post("/games/<game>/partner")
@guarded(rate=("heavy", HEAVY))
def let_it_play(game: str) -> GameAnswer:
    """Have the program play where it is on turn, as after an undo or a restart; its move comes a
    little later."""
    if not is_programs_turn(parts.desk.state(game)):
        raise ChangeRefused.of("program_not_on_turn")
    parts.partner.look(game)
    return shown(game)
