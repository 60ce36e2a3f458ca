"""The colours that the program plays in a game of Palanquée."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....engine.palanquee.play.match import END
from ...texts import say, say_word
from ..play import confirmed
from ..state import GameState
from .advice import turn_arguments

#: A turn is chosen in about so long, and what it may take beyond that.
SECONDS_FOR_A_TURN, SECONDS_BESIDES = 1.5, 25.0


class ColoursOfProgram:
    """See :class:`palago.webui.games.game_pages.Program`."""

    def sides(self, state: GameState) -> frozenset[str]:
        game = None if state.play is None else state.play.game
        return frozenset(map(game.name_of, state.agreed.program)) if game else frozenset()

    def shown(self, state: GameState, shown: Mapping[str, Any], language: str) -> dict[str, Any]:
        colours = state.agreed.program
        if not colours:
            return {"partner": None}
        names = ", ".join(say_word(language, colour) for colour in colours)
        told = {
            "label": say(language, "partner.plays_colours", colours=names),
            "on_turn": programs_turn(state),
            "move": None,
            "cells": [],
            "at_table": False,
        }
        return {"partner": told}

    def choose(self, state: GameState, think: Any) -> tuple[tuple[str, dict[str, Any]], ...]:
        assert state.play is not None  # a game of Palanquée is always one that is played
        arguments = turn_arguments(state.play.game, SECONDS_FOR_A_TURN)
        found = think("play_palanquee", arguments, SECONDS_FOR_A_TURN + SECONDS_BESIDES)
        return (confirmed(*(found["actions"] or [END])),)


def programs_turn(state: GameState) -> bool:
    """Whether the program is to move."""
    play = state.play
    return play is not None and not play.over and play.game.position.to_move in state.agreed.program
