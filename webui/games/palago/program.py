"""A game of two colours against the program: which colour and how strong, and the move it wants.

At a real table somebody lays the program's tiles: its move is kept until the table shows it, and
nothing else is agreed on in its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from ....engine.palago.game import PalagoGame
from ....engine.palago.search.levels import LEVELS, level
from ....engine.palago.verdict import PalagoVerdict
from ....engine.tiles.board import Tile
from ....engine.values import fitting
from ...texts import say
from ...workers.worker import SECONDS_TO_COMPILE, JobRefused
from ..names import COLOURS
from ..page import Program
from ..pictures.items import suggestion, tiles_in_words
from ..play import Play, confirmed
from ..state import GameState, StateOf

#: What a search may take beyond the seconds of its level.
SECONDS_BESIDES = 25.0


PalagoState: TypeAlias = StateOf[PalagoGame, PalagoVerdict]
#: Where the jobs stand.
JOBS = "palago.webui.games.palago.thinking"


@dataclass(frozen=True)
class ProgramSeat:
    """The program's place in a game; ``at_table``: a person lays its tiles on a real table."""

    colour: Literal["white", "blue"]
    level: Literal[tuple(level.name for level in LEVELS)]  # type: ignore[valid-type]
    at_table: bool = False


@dataclass(frozen=True)
class _PartnerAgreed:
    partner: ProgramSeat | None = None


def seat_of(state: GameState) -> ProgramSeat | None:
    """The program's place in a game, None where it has none."""
    return fitting(_PartnerAgreed, state.options).partner


class ColourOfProgram(Program[PalagoGame, PalagoVerdict]):
    """See :class:`palago.webui.games.page.Program`."""

    levels = tuple(level.name for level in LEVELS)

    def sides(self, state: PalagoState) -> frozenset[str]:
        seat = seat_of(state)
        return frozenset() if seat is None else frozenset((seat.colour,))

    def shown(self, state: PalagoState, shown: Mapping[str, Any], language: str) -> dict[str, Any]:
        seat, play = seat_of(state), state.play
        if seat is None or play is None:
            return {"partner": None}
        wanted, is_on_turn = self.wanted(state), play.on_turn == seat.colour
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
        laid = {str(tile) for tile in state.sight.lying(None) if tile.cell not in play.board}
        if verdict["level"] in ("info", "fine", "win") and laid != set(wanted.split()):
            changed = not state.sight.lies_still(play.board)
            key = "partner.elsewhere" if changed and verdict.get("can_confirm") else "partner.lay"
            verdict |= {
                "level": "wrong" if key == "partner.elsewhere" else "info",
                "text": say(language, "partner.plays", colour=colour),
                "detail": say(language, key),
                "can_confirm": False,
            }
            verdict["items"] = [item, *verdict["items"]]
        return {**told, "verdict": verdict}

    def choose(self, state: PalagoState, think: Any) -> tuple[tuple[str, dict[str, Any]], ...]:
        seat, play = seat_of(state), state.play
        if seat is None or play is None or self.wanted(state):
            return ()
        with suppress(JobRefused):  # the search itself will say what is wrong
            think(f"{JOBS}:load_solver", {}, SECONDS_TO_COMPILE)
        arguments = {
            "board": play.board.to_json(),
            "to_move": seat.colour,
            "options": play.game.options.to_json(),
            "level": seat.level,
        }
        limit = level(seat.level).seconds + SECONDS_BESIDES
        move = think(f"{JOBS}:play_at_level", arguments, limit)["move"]
        if seat.at_table:
            return (("partner_thought", {"turn": len(play.entries), "move": move}),)
        board = play.board
        for word in move.split():
            board = board.place(Tile.from_text(word))
        return ("board_set", board.to_json()), confirmed(move)

    def wanted(self, state: PalagoState) -> str | None:
        seat, play, last = seat_of(state), state.play, state.programs_move
        if seat is None or play is None or last is None or play.on_turn != seat.colour:
            return None
        return last[1] if last[0] == len(play.entries) else None

    def named(self, play: Play, state: PalagoState) -> tuple[Play, tuple[str, ...]]:
        names, seat = state.agreed.names, seat_of(state)
        if seat is None:
            return play, names
        white, blue = (*names, "", "")[:2]
        program = f"Palago ({seat.level})"
        is_white = seat.colour == COLOURS[0]
        return play, (white or program, blue) if is_white else (white, blue or program)
