"""What games on a printed board do otherwise on the page than games of tiles."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ....vision.counters.seed_sign import SeedSign
from ...tables.board_sight import BoardSight
from ...tables.page import EventData
from ..changes import MOST_ACTION, GameChange
from ..page import GamePage
from ..play import confirmed
from ..state import GameState
from .pictures import board_picture, printed_animation, printed_step, printed_thumbnail
from .seen import printed_view


class PrintedChange(GameChange):
    """A change that makes no sense where tiles lie."""

    def event(self, state: GameState) -> EventData:
        BoardSight.of(state.sight)
        return super().event(state)


class SetPiece(PrintedChange, tag="set_piece"):
    """What stands on a cell of a printed board, by somebody who knows better than the photo."""

    cell: str | None = None
    colour: str | None = None
    kind: str | None = None
    becomes = "piece_set"


class PutAside(PrintedChange, tag="put_aside"):
    """The photo is not about this game: the board stands as it was agreed on."""

    becomes = "photo_put_aside"


class SeedsBy(PrintedChange, tag="seeds_by"):
    """What tells a seed from a sprout at this table; null for what the photos show."""

    by: SeedSign | None = None
    becomes = "options_changed"
    reads_again = True

    def event(self, state: GameState) -> EventData:
        return super().event(state)[0], {"seeds_by": self.by}


class PlayAction(PrintedChange, tag="act", kw_only=True):
    """Play an action in the game's notation, on a printed board where pieces are set by touch."""

    action: Annotated[str, Meta(max_length=MOST_ACTION)]

    def event(self, state: GameState) -> EventData:
        super().event(state)
        return confirmed(self.action)


PAGE = GamePage(
    printed_view,
    picture=board_picture,
    step=printed_step,
    thumbnail=printed_thumbnail,
    animation=printed_animation,
)
