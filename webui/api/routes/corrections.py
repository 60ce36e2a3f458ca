"""A move of a game's record that was read wrongly, put right in its place."""

from __future__ import annotations

from typing import Annotated, Any, cast

from msgspec import Meta

from ...games.changes import GameChange
from ...games.kept.correcting import Correction, Corrector
from ...games.views import game_view
from ...sent import MoveNumber, Sent, Version, any_of
from ...services import parts
from ...texts import in_a_row, say, say_phrase
from .. import api
from ..answer_types import GameAnswer
from ..language import language
from ..requests import guarded
from .games import shown

MOST_CHANGES = 500


class CorrectionAsked(Sent):
    """What is changed of the table as it was seen at a ``move``, and what was played there.

    ``before_roll``: the dice are told anew. ``take_away``: later moves that fit no more are taken
    out of the record. Nothing is stored before the move is whole and all later ones fit.
    """

    move: MoveNumber
    version: Version
    changes: Annotated[tuple[any_of(GameChange), ...], Meta(max_length=MOST_CHANGES)] = ()  # type: ignore[valid-type]
    before_roll: bool = False
    take_away: bool = False


@api.post("/games/<game>/corrections")
@guarded()
def correct_move(game: str, body: CorrectionAsked) -> GameAnswer:
    """Put a move of the record right: shows the table while it is changed, then what follows."""
    desk = parts.desk
    history = desk.memory.history(game, min(body.version, desk.store.version(game)))
    corrector = Corrector(desk.memory, game, history, body.move)
    changes = [change.event for change in body.changes]
    found = corrector.corrected(changes, before_roll=body.before_roll)
    is_stored = found.event is not None and (body.take_away or not found.lost)
    if found.event is not None and is_stored:
        desk.change(game, *found.event, body.version)
    seen = {} if is_stored else {**game_view(found.state, language()), "live": None}
    told = _correction_json(found, body.move, is_stored)
    return cast("GameAnswer", {**shown(game), **seen, "correction": told})


def _correction_json(found: Correction, move: int, is_stored: bool) -> dict[str, Any]:
    tongue = language()
    said = [say_phrase(tongue, phrase) for phrase in found.said]
    if found.is_whole and found.event is None:
        said = [say(tongue, "page.correction_same", number=move)]
    why = [say_phrase(tongue, one) for one in found.why]
    if not found.lost:  # it was given up where that is no longer possible
        said += why
    else:
        values = {"number": found.lost[0], "why": in_a_row(why)}
        said = [*(said if is_stored else ()), say(tongue, "page.correction_misfit", **values)]
    return {
        "move": move,
        "together": list(found.moves),
        "is_whole": found.is_whole,
        "is_stored": is_stored,
        "rolls": found.rolls,
        "text": in_a_row(said),
        "lost": list(found.lost),
    }
