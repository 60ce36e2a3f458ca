"""What the program plays in Palanquée: turns of its own colours, and advice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from ....engine.palanquee.judging.referee import PalanqueeVerdict
from ....engine.palanquee.play.actions import PalanqueeAction
from ....engine.palanquee.play.match import END, PalanqueeMatch, palanquee_action_phrase
from ....engine.palanquee.table.board import cell_name
from ....engine.values import fitting
from ...texts import say, say_phrase, say_word
from ..page import Program
from ..pictures.items import Item
from ..play import ChangeRefused, Play, confirmed
from ..state import GameState, StateOf

#: Seconds in which a turn is chosen, about, and those that it may take beyond.
SECONDS_FOR_A_TURN, SECONDS_BESIDES = 1.5, 25.0


PalanqueeState: TypeAlias = StateOf[PalanqueeMatch, PalanqueeVerdict]
JOB = "palago.webui.games.palanquee.thinking:suggest_turn"


@dataclass(frozen=True)
class _ProgramAgreed:
    program: tuple[str, ...] = ()


def colours_of_program(state: GameState) -> tuple[str, ...]:
    """The colours that the program plays."""
    return fitting(_ProgramAgreed, state.options).program


class ColoursOfProgram(Program[PalanqueeMatch, PalanqueeVerdict]):
    """See :class:`palago.webui.games.page.Program`."""

    def sides(self, state: PalanqueeState) -> frozenset[str]:
        match = state.playing.game
        return frozenset(map(match.name_of, colours_of_program(state)))

    def shown(
        self, state: PalanqueeState, shown: Mapping[str, Any], language: str
    ) -> dict[str, Any]:
        colours = colours_of_program(state)
        if not colours:
            return {"partner": None}
        between = say_word(language, "list separator")
        names = between.join(say_word(language, colour) for colour in colours)
        told = {
            "label": say(language, "partner.plays_colours", colours=names),
            "on_turn": programs_turn(state),
            "move": None,
            "cells": [],
            "at_table": False,
        }
        return {"partner": told}

    def choose(self, state: PalanqueeState, think: Any) -> tuple[tuple[str, dict[str, Any]], ...]:
        match = state.playing.game
        arguments = turn_arguments(match, SECONDS_FOR_A_TURN)
        found = think(JOB, arguments, SECONDS_FOR_A_TURN + SECONDS_BESIDES)
        return (confirmed(*(found["actions"] or [END])),)

    def named(self, play: Play, state: PalanqueeState) -> tuple[Play, tuple[str, ...]]:
        ours = colours_of_program(state)
        # Where nobody has named the players, their colours stand for them.
        names = (f"Palago ({who})" if who in ours else who for who in play.game.players)
        return play.renamed(tuple(names)) if ours else play, state.agreed.names


def programs_turn(state: PalanqueeState) -> bool:
    """Whether the program is to move."""
    match = state.playing.game
    return not state.playing.over and match.position.to_move in colours_of_program(state)


def advise_palanquee(
    state: PalanqueeState, colour: str, seconds: int, language: str, think: Any
) -> list[Item]:
    """The actions of a turn, in order. Raises ChangeRefused where nothing can be played. If the
    turn has begun, the program sees the board as it stands, with the actions that are left."""
    if state.playing.over:
        raise ChangeRefused.of("no_advice")
    match = state.playing.game
    found = think(JOB, turn_arguments(match, seconds), seconds + 30.0)
    items = []
    for text in found["actions"]:
        action = PalanqueeAction.from_text(text)
        cells = [cell_name(action.cell)]
        cells += [] if action.to is None else [cell_name(action.to)]
        words = say_phrase(language, palanquee_action_phrase(action))
        items.append(Item("fine", words[:1].upper() + words[1:], tuple(cells)))
    return items


def turn_arguments(match: PalanqueeMatch, seconds: float) -> dict[str, Any]:
    """What the program needs to go on with a turn: its start, and what was played in it."""
    start, actions = match.turn_so_far
    return {"position": start.to_json(), "actions": list(actions), "seconds": seconds}
