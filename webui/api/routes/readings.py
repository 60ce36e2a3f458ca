"""Reading and analysing without a game: for programs."""

from __future__ import annotations

from typing import Annotated, Any, cast

from msgspec import Meta

from ....engine.analysis import analyse
from ....engine.games.registry import kinds
from ....engine.records.record import USUAL_GAME
from ....engine.stamp import stamped
from ....engine.tiles.board import MOST_TILES
from ...games.changes import board_of
from ...sent import Sent
from ...server.limits import HEAVY, UPLOADS
from ...services import parts
from ...tables.choice import table_of
from ...watching.intake import read_photo_sent
from .. import api
from ..answer_types import GameKind, ReadingAnswer
from ..fields import require_one_of
from ..requests import PICTURE, guarded
from .photos import sent_photo


class BoardToAnalyse(Sent):
    """A board of tiles."""

    tiles: Annotated[Any, Meta(extra_json_schema={"type": "array", "maxItems": MOST_TILES})] = None
    of_lines = frozenset(["tiles"])


@api.post("/readings")
@guarded(rate=("upload", UPLOADS), takes=PICTURE)
def read_sent_photo(*, game: GameKind = USUAL_GAME) -> ReadingAnswer:
    """The board in a photo, as a reading's JSON. The photo is not kept.

    ``game`` names the kind of game, where its table is not one of tiles.
    """
    require_one_of("game", game, kinds())
    with parts.folder.passing() as folder:
        table = table_of(game)
        found = read_photo_sent(parts, sent_photo(), folder, copies=False, table=table)
    return cast("ReadingAnswer", found)


@api.post("/analyses")
@guarded(rate=("heavy", HEAVY))
def analyse_board(body: BoardToAnalyse) -> dict[str, Any]:
    """Groups, closures, moves and threats of a board."""
    return stamped("analysis", analyse(board_of({"tiles": body.tiles})))
