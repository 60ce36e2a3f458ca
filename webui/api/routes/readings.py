"""Reading and analysing without a game: for programs."""

from __future__ import annotations

from flask import Response, jsonify

from ....engine.analysis import analyse
from ....engine.games.registry import kinds, plug_of
from ....engine.tiles.board import BoardError
from ...server.limits import HEAVY, UPLOADS
from ...services import services
from ...watching.intake import read_sent
from .. import api
from ..fields import board_of, choice_argument, json_body
from ..problems import problem
from ..requests import guarded
from .photos import sent_photo


@api.post("/readings")
@guarded(rate=("upload", UPLOADS))
def read_photo() -> Response:
    """The board in a photo, as the conventions' Reading JSON. The photo is not kept.

    ``game`` names the kind of game, where its table is not one of tiles.
    """
    parts = services()
    kind = choice_argument("game", kinds(), "palago")
    with parts.folder.passing() as folder:
        shape = plug_of(kind).table
        return jsonify(read_sent(parts, sent_photo(), folder, copies=False, shape=shape))


@api.post("/analyses")
@guarded(rate=("heavy", HEAVY))
def analyse_board() -> Response | tuple[Response, int]:
    """Groups, closures, moves and threats of a board."""
    board = board_of(json_body())
    try:
        return jsonify(analyse(board))
    except BoardError as error:
        return problem(422, "refused", str(error))
