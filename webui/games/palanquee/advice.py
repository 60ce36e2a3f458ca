"""Advice in Palanquée: the turn that the program would play."""

from __future__ import annotations

from typing import Any

from ....engine.palanquee.play.actions import Action
from ....engine.palanquee.play.match import PalanqueeMatch, palanquee_action_phrase
from ....engine.palanquee.table.board import cell_name
from ...texts import say_phrase
from ..pictures.items import Item
from ..play import ChangeRefused
from ..state import GameState


def advise_palanquee(
    state: GameState, colour: str, seconds: int, language: str, think: Any
) -> list[Item]:
    """The actions of a turn, in order. Raises ChangeRefused where nothing can be played.

    Of a turn that is begun the program sees the board as it stands, with the actions that are left.
    """
    if state.play is None or state.play.over:
        raise ChangeRefused.of("no_advice")
    match: PalanqueeMatch = state.play.game
    found = think("play_palanquee", turn_arguments(match, seconds), seconds + 30.0)
    items = []
    for text in found["actions"]:
        action = Action.from_text(text)
        cells = [cell_name(action.cell)]
        cells += [] if action.to is None else [cell_name(action.to)]
        words = say_phrase(language, palanquee_action_phrase(action))
        items.append(Item("fine", words[:1].upper() + words[1:], tuple(cells)))
    return items


def turn_arguments(match: PalanqueeMatch, seconds: float) -> dict[str, Any]:
    """What the program needs to go on with a turn: its start, and what was played in it."""
    start, actions = match.turn_so_far
    return {"position": start.to_json(), "actions": list(actions), "seconds": seconds}
