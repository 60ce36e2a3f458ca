"""A table on which nothing is agreed on: tiles are laid freely and looked at."""

from __future__ import annotations

from typing import Any

from ...vision.readings.reading import CUT_OFF
from ..tables.sight import Sight
from ..tables.tile_doubts import hides_what_joins
from ..texts import say
from .page import GamePage
from .palago.page import advise_palago
from .palago.threats import threat_items
from .pictures.board_items import closed_items, hole_items, problem_items
from .pictures.hidden_part import HiddenPart
from .pictures.items import Item, photo_items
from .pictures.verdicts import verdict_json
from .state import GameState


def analysis_view(state: GameState, language: str) -> dict[str, Any]:
    """What the tiles come to, whoever laid them."""
    sight = Sight.of(state.sight)
    board = sight.board
    is_parted = hides_what_joins(sight)
    items: list[Item] = [
        *problem_items(board, language, is_whole=not is_parted),
        *closed_items(board, language),
    ]
    if state.shows_threats:
        items += threat_items(board, language)
    items += hole_items(board, language)
    detail = ""
    if not sight.tiles:
        level, text = "info", say(language, "verdict.empty")
    elif sight.unsure:
        level, text = "unsure", say(language, "verdict.unsure", count=sight.unsure)
    elif any(item.level == "wrong" for item in items):
        level, text = "wrong", say(language, "verdict.problems")
    elif is_parted:
        whys = {tile.hidden for tile in sight.tiles.values() if tile.hidden}
        is_cut = whys == {CUT_OFF}
        part = HiddenPart(not is_cut, is_cut, state.is_watched)
        level, text, detail = "unsure", part.said(language), part.help(language)
    else:
        level, text = "fine", say(language, "verdict.board", count=len(board))
    items += photo_items(sight, language)
    choices = []
    if sight.lacks_board and sight.shows_printed_board:
        # On the first page nobody has said yet which game it is.
        begin = say(language, "verdict.begin_palanquee")
        choices = [{"move": "", "begins": "palanquee", "text": begin, "cells": []}]
    return {"verdict": verdict_json(level, text, detail, items, choices=choices)}


PAGE = GamePage(analysis_view, advise_palago)
