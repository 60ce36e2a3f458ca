"""A game of two colours against the program: which colour and how strong, and the move it wants.

At a real table somebody lays the program's tiles: its move is kept until the table shows it, and
nothing else is agreed on in its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, cast

from ....engine.palago.game import PalagoGame
from ....engine.palago.search.levels import LEVELS, level
from ....engine.tiles.board import Tile
from ...texts import say
from ...workers.worker import SECONDS_TO_COMPILE, JobRefused
from ..pictures.items import suggestion, tiles_in_words
from ..play import confirmed
from ..state import GameState

#: What a search may take beyond the seconds of its level.
SECONDS_BESIDES = 25.0


class ColourOfProgram:
    """See :class:`palago.webui.games.game_pages.Program`."""

    levels = tuple(level.name for level in LEVELS)

    def sides(self, state: GameState) -> frozenset[str]:
        seat = state.agreed.partner
        return frozenset() if seat is None else frozenset((seat.colour,))

    def shown(self, state: GameState, shown: Mapping[str, Any], language: str) -> dict[str, Any]:
        seat, play = state.agreed.partner, state.play
        if seat is None or play is None:
            return {"partner": None}
        wanted, is_on_turn = state.wanted_move, play.on_turn == seat.colour
        name, colour = say(language, f"level.{seat.level}"), say(language, f"colour.{seat.colour}")
        told: dict[str, Any] = {
            "partner": {
                "colour": seat.colour,
                "level": seat.level,
                "name": name,
                # With the colour as the set on the table has it.
                "label": say(language, "page.partner_is", name=name, colour=colour),
                "at_table": seat.at_table,
                "on_turn": is_on_turn,
                "move": wanted,
                "cells": [list(tile.cell) for tile in tiles_in_words((wanted or "").split())],
            }
        }
        if not is_on_turn:
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
        laid = {str(tile) for tile in state.tile_sight.board if tile.cell not in play.board}
        if verdict["level"] in ("info", "fine", "win") and laid != set(wanted.split()):
            changed = not state.tile_sight.lies_still(play.board)
            key = "partner.elsewhere" if changed and verdict.get("can_confirm") else "partner.lay"
            verdict |= {
                "level": "wrong" if key == "partner.elsewhere" else "info",
                "text": say(language, "partner.plays", colour=colour),
                "detail": say(language, key),
                "can_confirm": False,
            }
            verdict["items"] = [item, *verdict["items"]]
        return {**told, "verdict": verdict}

    def choose(self, state: GameState, think: Any) -> tuple[tuple[str, dict[str, Any]], ...]:
        seat, play = state.agreed.partner, state.play
        if seat is None or play is None or state.wanted_move:
            return ()
        with suppress(JobRefused):  # the search itself will say what is wrong
            think("load_solver", {}, SECONDS_TO_COMPILE)
        arguments = {
            "board": play.board.to_json(),
            "to_move": seat.colour,
            "options": cast(PalagoGame, play.game).options.to_json(),
            "level": seat.level,
        }
        limit = level(seat.level).seconds + SECONDS_BESIDES
        move = think("play_at_level", arguments, limit)["move"]
        if seat.at_table:
            return (("partner_thought", {"turn": len(play.entries), "move": move}),)
        board = play.board
        for word in move.split():
            board = board.place(Tile.from_text(word))
        return ("board_set", board.to_json()), confirmed(move)
