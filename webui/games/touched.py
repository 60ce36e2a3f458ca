"""Old pieces that lie otherwise now: put right by their players, or let stand by the referee."""

from __future__ import annotations

from typing import Any

from ...engine.following.put_right import actions_put_right
from ...engine.following.steps import changed_cells
from ...engine.games.protocols import no_acceptance
from ..texts import say
from .game_pages import programs_sides
from .names import called
from .pictures.items import places_json
from .state import GameState


def put_right(state: GameState) -> tuple[str, ...]:
    """What was played last if its player has put it right before play went on, and behind it the
    turn that lies there too; nothing where it cannot be so, or is not seen well."""
    play = state.play
    if play is None or play.earlier is None or play.over or state.sight.unsure:
        return ()
    if play.earlier.on_turn in programs_sides(state):
        return ()  # what the program has played lies as it wants it
    last = play.played[-1].action
    return actions_put_right(play.plug, play.earlier.game, last, play.game, state.sight.seen)


def ways_out(state: GameState, language: str) -> list[dict[str, Any]]:
    """What may be said of old pieces that lie otherwise: answers as the verdict has them."""
    play, sight = state.play, state.sight
    if play is None or play.over or sight.unsure or sight.lies_still(play.board):
        return []
    lies, lay = (play.plug.following.lying(one) for one in (state.verdict.board, play.board))
    is_turned = lies.cells == lay.cells and lies != lay and not state.verdict.legal
    change, text = "", ""
    if again := put_right(state):
        change = "put_right"
        key = "choice.put_right" if len(again) == 1 else "choice.put_right_before"
        text = say(language, key, number=len(play.entries))
    elif is_turned and play.plug.accept is not no_acceptance:
        change = "accept"
        mover = called(state.agreed.names, play.on_turn or "", language)
        text = say(language, "choice.let_stand", player=mover)
    touched = places_json(sight.places(c for c in changed_cells(lies, lay) if c in lay.cells))
    return [{"move": "", "change": change, "cells": touched, "text": text}] if change else []
