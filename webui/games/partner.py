"""A game against the program: which colour and how strong, and the move that it wants played.

At a real table somebody lays the program's tiles: its move is kept until the table shows it, and
nothing else is agreed on in its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..texts import say
from .palanquee.program import program_shown, programs_colour
from .pictures.items import suggestion, tiles_in_words
from .play import ChangeRefused
from .state import GameState


def has_a_place(state: GameState) -> bool:
    """Whether the program plays in a game."""
    agreed = state.agreed
    return agreed.partner is not None if state.shape.is_free else bool(agreed.program)


def is_on_turn(state: GameState) -> bool:
    """Whether the program is to move."""
    if not state.shape.is_free:
        return programs_colour(state) is not None
    seat, play = state.agreed.partner, state.play
    return seat is not None and play is not None and play.on_turn == seat.colour


def wanted_move(state: GameState) -> str | None:
    """The move that the program wants played now, None where there is none."""
    if state.partner_move is None or state.play is None or not is_on_turn(state):
        return None
    turn, move = state.partner_move
    return move if turn == len(state.play.entries) else None


def require_wanted(state: GameState, actions: Sequence[str]) -> None:
    """Raises ChangeRefused where the program wants another move than these."""
    wanted = wanted_move(state)
    if wanted is not None and [set(action.split()) for action in actions] != [set(wanted.split())]:
        raise ChangeRefused.of("not_the_programs_move")


def partner_view(state: GameState, shown: Mapping[str, Any], language: str) -> dict[str, Any]:
    """What the page shows of the program: its level, and what it wants played."""
    if not state.shape.is_free:
        return {"partner": program_shown(state, language)}
    seat = state.agreed.partner
    if seat is None or state.play is None:
        return {"partner": None}
    wanted = wanted_move(state)
    name, colour = say(language, f"level.{seat.level}"), say(language, f"colour.{seat.colour}")
    told: dict[str, Any] = {
        "partner": {
            "colour": seat.colour,
            "level": seat.level,
            "name": name,
            # With the colour as the set on the table has it.
            "label": say(language, "page.partner_is", name=name, colour=colour),
            "at_table": seat.at_table,
            "on_turn": is_on_turn(state),
            "move": wanted,
            "cells": [list(tile.cell) for tile in tiles_in_words((wanted or "").split())],
        }
    }
    if not is_on_turn(state):
        return told
    verdict = dict(shown["verdict"])
    if wanted is None:
        verdict |= {"text": say(language, "partner.thinks", colour=colour), "detail": ""}
        return {**told, "verdict": verdict}
    item = suggestion(
        "info",
        say(language, "partner.move", colour=colour, move=wanted),
        wanted.split(),
        state.sight.palette,
        is_playable=False,
    ).to_json() | {"lit": True}
    if verdict["level"] in ("info", "fine", "win") and not _is_laid(state, wanted):
        changed = state.sight.tiles and state.sight.board != state.play.board
        key = "partner.elsewhere" if changed and verdict.get("can_confirm") else "partner.lay"
        verdict |= {
            "level": "wrong" if key == "partner.elsewhere" else "info",
            "text": say(language, "partner.plays", colour=colour),
            "detail": say(language, key),
            "can_confirm": False,
        }
        verdict["items"] = [item, *verdict["items"]]
    return {**told, "verdict": verdict}


def _is_laid(state: GameState, wanted: str) -> bool:
    assert state.play is not None
    laid = {str(tile) for tile in state.sight.board if tile.cell not in state.play.board}
    return laid == set(wanted.split())
