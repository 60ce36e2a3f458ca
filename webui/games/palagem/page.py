"""What Palagem does otherwise on the page than other games."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ...sent import BadRequest
from ...tables.page import EventData
from ..changes import GameChange
from ..page import PAIR, RHOMBUS, TURN, GamePage
from ..play import confirmed
from ..state import GameState
from .view import palagem_view


class ChoosePalagem(GameChange, tag="choose", kw_only=True):
    """A palagem by its four letters, instead of by tiles on the table."""

    palagem: Annotated[str, Meta(max_length=4)]

    def event(self, state: GameState) -> EventData:
        return confirmed(f"choose {self.palagem}")


class ClaimPalagems(GameChange, tag="claim", kw_only=True):
    """A player says that palagems lie in the field."""

    player: int

    def event(self, state: GameState) -> EventData:
        most = max(1, len(state.playing.game.players))
        if not 1 <= self.player <= most:
            raise BadRequest(f'"player" must be a whole number from 1 to {most}')
        return confirmed(f"claim {self.player}")


PAGE = GamePage(palagem_view, starts_bare=True, rule_pictures={1: RHOMBUS, 2: PAIR, 3: TURN})
