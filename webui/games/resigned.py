"""A game that is given up: who may do so, and how it ended where somebody did."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...engine.games.resigning import resigned_phrase
from ..texts import say, say_phrase, say_word
from .game_pages import programs_sides
from .names import called
from .state import GameState


def resigning_view(state: GameState, shown: Mapping[str, Any], language: str) -> dict[str, Any]:
    """The parts of the page's JSON that tell of giving up; the program never does."""
    play = state.play
    if play is None:
        return {"resigners": []}

    def named(who: str) -> str:
        return say_word(language, called(state.agreed.names, who, language))

    if play.resigned is None:
        programs = programs_sides(state)
        asked = [who for who in play.resigners if who not in programs]
        words = [say(language, "page.resigns", player=named(who)) for who in asked]
        return {
            "resigners": [{"by": who, "text": text} for who, text in zip(asked, words, strict=True)]
        }
    text = say_phrase(language, resigned_phrase(named(play.resigned), named(play.result)))
    ended = {"level": "win", "text": text, "detail": "", "items": [], "choices": []}
    return {
        "resigners": [],
        "over": True,
        "result": {"winner": play.result, "text": text},
        "players": [{**player, "on_turn": False} for player in shown["players"]],
        "verdict": {**shown["verdict"], **ended, "can_confirm": False, "can_accept": False},
    }
