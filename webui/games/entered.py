"""What people entered by hand as the result of a game of an event: all pages tell that one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...engine.evening.standings import winners
from ..texts import say
from .names import COLOURS, DRAWN, winner_called, winning_seats
from .state import GameState


def entered_winner(state: GameState) -> str | None:
    """The sides that have won by it, `DRAWN`, or empty where nobody has; None where nothing was
    entered."""
    place, play = state.agreed.event, state.play
    if play is None or place is None or place.score is None:
        return None
    sides = tuple(play.game.players) or COLOURS
    won = " and ".join(side for seat, side in enumerate(sides) if seat in winners(place.score))
    return won or (DRAWN if any(place.score) else "")


def is_over(state: GameState) -> bool:
    """Whether a game has ended: at the table, or by what was entered."""
    return state.play is not None and (state.play.over or entered_winner(state) is not None)


def entered_view(state: GameState, shown: Mapping[str, Any], language: str) -> dict[str, Any]:
    """The parts of the page's JSON that tell of it."""
    winner = entered_winner(state)
    if winner is None:
        return {}
    if winner in ("", DRAWN):
        text = say(language, "page.line_drawn" if winner else "page.line_over")
    else:
        called = winner_called(state.players, winner, language)
        is_shared = len(winning_seats(state.players, winner)) > 1
        key = "page.result_shared" if is_shared else "game.wins"
        text = say(language, key, player=called, players=called)
    ended = {"level": "win", "text": text, "detail": say(language, "game.entered"), "items": []}
    return {
        "over": True,
        "entered": True,
        "entered_alone": _entered_alone(state, shown),
        "can_undo": False,
        "can_redo": False,
        "result": {"winner": winner if winner in COLOURS else None, "text": text},
        "players": [{**player, "on_turn": False} for player in shown["players"]],
        "clock": shown["clock"] and {**shown["clock"], "over": True},
        "resigners": [],
        "offers": [],
        "dice": None,
        "can_review": shown["can_review"] and shown["over"],
        "verdict": {
            **shown["verdict"],
            **ended,
            "choices": [],
            "can_confirm": False,
            "can_accept": False,
        },
    }


def _entered_alone(state: GameState, shown: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """The result seat by seat, to stand in the place of a board on which nothing was laid."""
    place = state.agreed.event
    if shown["timeline"] or shown["tiles"] or place is None or place.score is None:
        return None
    won = winners(place.score)
    return [
        {"name": player["name"] or player.get("colour_name"), "points": points, "won": seat in won}
        for seat, (player, points) in enumerate(zip(shown["players"], place.score, strict=False))
    ]
