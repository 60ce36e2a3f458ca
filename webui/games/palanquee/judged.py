"""The referee's word on a printed board that a photo shows, and the photo's own doubts."""

from __future__ import annotations

from typing import Any

from ....engine.palanquee.judging.referee import PalanqueeVerdict
from ....engine.palanquee.play.match import END, PalanqueeMatch
from ....engine.palanquee.table.board import cell_name
from ...tables.board_sight import BoardSight
from ...texts import say, say_phrase, say_word
from ..pictures.items import Item, photo_items
from ..pictures.verdicts import verdict_json

_LEVELS = {"wrong": "wrong", "unsure": "unsure"}


def judged_verdict(
    match: PalanqueeMatch, sight: BoardSight, verdict: PalanqueeVerdict, language: str
) -> dict[str, Any]:
    """What is to be said of the board that was seen."""
    items = [
        Item(found.level, say_phrase(language, found.phrase), tuple(map(cell_name, found.cells)))
        for found in verdict.findings
    ]
    level, text = _headline(match, verdict, language)
    detail = next((item.text for item in items if item.level == _LEVELS.get(level, "fine")), "")
    items += photo_items(sight, language)
    return verdict_json(
        level,
        text,
        detail,
        items,
        choices=_choices(verdict, language),
        can_confirm=verdict.settled and bool(verdict.actions),
    )


def _headline(match: PalanqueeMatch, verdict: PalanqueeVerdict, language: str) -> tuple[str, str]:
    who = {
        "player": match.on_turn,
        "colour": say_word(language, match.position.to_move),
        "count": verdict.owed,
    }
    if not verdict.legal:
        return "wrong", say(language, "verdict.illegal")
    if verdict.unsure:
        return "unsure", say(language, "palanquee.check", count=len(verdict.unsure))
    if not verdict.settled:
        key = "verdict.question" if len(verdict.ways) > 1 else "palanquee.so_far"
        return "unsure", say(language, key, **who)
    return "fine", say(language, "palanquee.legal", **who)


def _choices(verdict: PalanqueeVerdict, language: str) -> list[dict[str, Any]]:
    """The answers to the question which turn was played, or whether it is over."""
    if verdict.unsure:
        return []
    found = []
    for answer in verdict.answers:
        (turn,) = answer.actions
        if len(verdict.ways) > 1:
            caption = turn
        else:
            ends = turn.endswith(END)
            caption = say(language, f"palanquee.{'turn_over' if ends else 'turn_goes_on'}")
        found.append({"move": turn, "text": caption, "caption": caption, "cells": []})
    return found
