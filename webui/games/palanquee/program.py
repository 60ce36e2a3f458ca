"""The colours that the program plays in a game of Palanquée."""

from __future__ import annotations

from typing import Any

from ...texts import say, say_word
from ..state import GameState


def programs_colour(state: GameState) -> str | None:
    """The colour that the program is to play now, None where it is not its turn."""
    if state.play is None or state.play.over:
        return None
    colour = str(state.play.game.position.to_move)
    return colour if colour in state.agreed.program else None


def program_shown(state: GameState, language: str) -> dict[str, Any] | None:
    """What the page shows of the program, None where it does not play."""
    colours = state.agreed.program
    if not colours:
        return None
    names = ", ".join(say_word(language, colour) for colour in colours)
    return {
        "label": say(language, "partner.plays_colours", colours=names),
        "on_turn": programs_colour(state) is not None,
        "move": None,
        "cells": [],
        "at_table": False,
    }
