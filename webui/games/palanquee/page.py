"""What Palanquée does otherwise on the page than other games on a printed board."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ....engine.games.protocols import Start
from ....engine.palanquee.play.match import PalanqueeMatch
from ....engine.palanquee.plug import PLUG
from ....engine.palanquee.table.diagram import position_svg
from ...tables.board_sight import BoardSight
from ..printed import page as printed
from ..printed.page import seen_picture
from .going_on import is_under_way, unsure_cells
from .program import ColoursOfProgram, PalanqueeState, advise_palanquee
from .view import cell_of_plant, palanquee_view


def palanquee_at_start() -> str:
    """The printed board with nothing on it."""
    return PLUG.table.draw(PLUG.start(Start({"players": ["1", "2"]})).board)


def palanquee_picture(state: PalanqueeState, shown: dict[str, Any]) -> str:
    """The board with the last action marked, what it took drawn faintly, and what is owed."""
    play, sight = state.playing, BoardSight.of(state.sight)
    match = play.game
    if is_under_way(state, match):  # all of it is new: only doubts are marked
        badges = dict.fromkeys(unsure_cells(match, sight), "?")
        return position_svg(sight.standing(match.position), badges=badges, unseen=sight.seen.hidden)
    if not sight.lies_still(match.position):
        return seen_picture(match.position, sight, state.verdict)
    badges = {} if play.over else _owed_badges(match)
    return position_svg(
        match.position.pieces,
        marked=match.fresh,
        gone=match.gone,
        badges=badges,
        unseen=() if match.over else sight.seen.hidden,
    )


def _owed_badges(match: PalanqueeMatch) -> dict[int, str]:
    """How many actions are still due to each plant, at its first seed."""
    return {
        cell_of_plant(match, group): str(count)
        for group, count in match.game.owed_by_group.items()
        if group
    }


PAGE = replace(
    printed.PAGE,
    view=palanquee_view,
    advise=advise_palanquee,
    picture=palanquee_picture,
    program=ColoursOfProgram(),
    option_names=("program", "seeds_by"),
    sheets=("palanquee",),
    rule_pictures={1: palanquee_at_start},
)
