"""A full board that is seen where nothing was played yet: the game may go on from there."""

from __future__ import annotations

from typing import Any

from ....engine.lattice import Colour
from ....engine.tiles.board import Board
from ...tables.sight import Sight
from ...texts import say
from ..names import called
from ..pictures.board_items import problem_items
from ..pictures.items import photo_items
from ..pictures.verdicts import verdict_json
from .program import PalagoState


def shows_full_board(state: PalagoState, board: Board) -> bool:
    """Whether more tiles are seen than both sides can have laid since an empty table."""
    is_new = state.may_begin_here and not len(state.playing.board)
    return is_new and len(board) > 2 * state.playing.game.turn_rules.tiles


def _help(state: PalagoState, language: str) -> str:
    if state.sight.photo is not None:
        return say(language, "verdict.go_on_help")
    size = state.playing.game.turn_rules.tiles
    return say(language, "verdict.go_on_laid", count=size)


def full_board_verdict(state: PalagoState, language: str) -> dict[str, Any]:
    """The question whose turn it is there; nothing is asked where that is no board."""
    sight, names = Sight.of(state.sight), state.agreed.names
    wrong = problem_items(sight.board, language)
    sides = () if wrong else tuple(Colour)
    choices: list[dict[str, Any]] = [
        {
            "move": "",
            "change": "begin_here",
            "to_move": colour.value,
            "text": say(language, "verdict.to_move", colour=called(names, colour.value, language)),
            "cells": [],
        }
        for colour in sides
    ]
    return verdict_json(
        "wrong" if wrong else "unsure",
        say(language, "verdict.go_on", count=len(sight.board)),
        wrong[0].text if wrong else _help(state, language),
        [*wrong, *photo_items(sight, language)],
        choices=choices,
    )
