"""Any game on the page, from nothing but what its verdict and its position say."""

from __future__ import annotations

from typing import Any

from ...engine.games.protocols import Verdict
from ..texts import say, say_phrase
from .names import called
from .pictures.items import Item, photo_items, places_json
from .pictures.verdicts import verdict_json
from .play import Play
from .state import GameState


def plain_view(state: GameState, language: str) -> dict[str, Any]:
    """Whose turn it is, the verdict with its findings, and the answers to what it asks."""
    play = state.playing
    verdict = state.verdict
    game = play.game
    return {
        "turn": game.on_turn,
        "turn_number": len(play.entries) + 1,
        "over": play.over,
        "result": None if game.result is None else {"winner": game.result, "text": game.result},
        "fresh": places_json(state.sight.places(verdict.fresh)),
        "players": [{"name": name, "on_turn": name == game.on_turn} for name in game.players],
        "verdict": _verdict_json(state, play, verdict, language),
    }


def _verdict_json(state: GameState, play: Play, verdict: Verdict, language: str) -> dict[str, Any]:
    sight, lies_still = state.sight, state.sight.lies_still(play.board)
    findings = () if lies_still else verdict.findings
    items = [Item(f.level, say_phrase(language, f.phrase), sight.places(f.cells)) for f in findings]
    items += photo_items(sight, language)
    choices = [
        {"move": " / ".join(answer.actions), "cells": [], "text": ", ".join(answer.actions)}
        for answer in verdict.answers
    ]
    return verdict_json(
        *_headline(state, play, verdict, lies_still, language),
        items[0].text if findings else "",
        items,
        choices=choices,
        can_confirm=verdict.settled and bool(verdict.actions) and not lies_still,
        legal=verdict.legal,
        move=" / ".join(verdict.actions) or None,
    )


def _headline(
    state: GameState, play: Play, verdict: Verdict, lies_still: bool, language: str
) -> tuple[str, str]:
    unsure = state.sight.unsure
    who = called(state.agreed.names, play.game.on_turn or "", language)
    if play.over:
        return "win", str(play.game.result)
    if lies_still:
        return "info", say(language, "game.plays", player=who)
    if unsure:
        return "unsure", say(language, "verdict.unsure", count=unsure)
    if not verdict.legal:
        return "wrong", say(language, "verdict.illegal")
    if not verdict.settled:
        return "unsure", say(language, "verdict.question")
    return "fine", say(language, "game.legal", player=who)
