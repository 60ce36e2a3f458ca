"""The program as a partner: asked to play where it waits, as after an undo or a restart."""

from __future__ import annotations

from ...games.game_pages import is_programs_turn
from ...games.play import ChangeRefused
from ...server.limits import HEAVY
from ...services import services
from .. import api
from ..answers import GameAnswer
from ..requests import guarded
from ..routes.games import shown


@api.post("/games/<game>/partner")
@guarded(rate=("heavy", HEAVY))
def let_it_play(game: str) -> GameAnswer:
    """Have the program play where it is on turn; its move comes a little later."""
    state = services().desk.state(game)
    if not is_programs_turn(state):
        raise ChangeRefused.of("program_not_on_turn")
    services().partner.look(game)
    return shown(game)
