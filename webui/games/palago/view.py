"""The verdict on a game of Palago in words that a player reads across a table."""

from __future__ import annotations

from typing import Any

from ....engine.palago.verdict import Verdict, closure_phrase
from ....engine.tiles.diagram import group_path
from ....engine.tiles.groups import Group
from ...texts import say, say_phrase
from ..pictures.board_items import hole_items, shape_parts
from ..pictures.items import Item, cells_json
from ..pictures.photo_items import photo_items
from ..play import Play
from ..state import State
from .threats import threat_items


def palago_view(state: State, play: Play, language: str) -> dict[str, Any]:
    """Whose turn it is, what the table shows, and what can be done about it."""
    verdict = play.verdict(state.sight)
    game = play.game
    return {
        "turn": game.to_move.value,
        "turn_number": game.turn,
        "tiles_left": game.tiles_left,
        "over": game.over,
        "result": None if game.outcome() is None else _outcome_json(play, language),
        "fresh": cells_json(tile.cell for tile in verdict.added),
        "verdict": _verdict_json(state, play, verdict, language),
    }


def _outcome_json(play: Play, language: str) -> dict[str, Any]:
    outcome = play.game.outcome()
    assert outcome is not None  # asked for only where the game is over
    return {
        "winner": None if outcome.winner is None else outcome.winner.value,
        "text": say_phrase(language, outcome.sentence),
    }


def _verdict_json(state: State, play: Play, verdict: Verdict, language: str) -> dict[str, Any]:
    level, text, detail = _headline(state, play, verdict, language)
    items = _items(state, play, verdict, language)
    lies_still = state.sight.board == play.board
    broken = [v for v in verdict.violations if not v.is_question]
    return {
        "level": level,
        "text": text,
        "detail": detail,
        "items": [item.to_json() for item in items],
        "choices": _choices(verdict, language),
        "can_confirm": verdict.settled and bool(verdict.moves),
        "can_accept": bool(broken) and not lies_still and not state.sight.board.status(),
        "legal": verdict.legal,
        "move": " / ".join(map(str, verdict.moves)) or None,
    }


def _headline(state: State, play: Play, verdict: Verdict, language: str) -> tuple[str, str, str]:
    """Level, what is read across the table, and the sentence under it."""
    game = play.game
    unsure = sum(tile.unsure for tile in state.sight.tiles.values())
    mover = say(language, f"colour.{game.to_move.value}")
    waiting = say(language, "verdict.to_move", colour=mover)
    if not state.sight.tiles or (state.sight.board == play.board and not unsure):
        outcome = game.outcome()
        if outcome is not None:
            return "win", say_phrase(language, outcome.sentence), ""
        key = "verdict.wait_first" if not len(play.board) else "verdict.wait"
        return "info", waiting, say(language, key, count=game.turn_rules.tiles)
    broken = [violation for violation in verdict.violations if not violation.is_question]
    if broken:
        if len(broken) == len([v for v in broken if v.unsure]) or unsure:
            text = say(language, "verdict.unsure", count=max(1, unsure))
            return "unsure", text, say_phrase(language, broken[0].sentence)
        return "wrong", say(language, "verdict.illegal"), say_phrase(language, broken[0].sentence)
    if verdict.questions:
        return "unsure", say(language, "verdict.question"), ""
    if unsure:
        text = say(language, "verdict.unsure", count=unsure)
        return "unsure", text, _played(verdict, language)
    if verdict.outcome is not None:
        text = say_phrase(language, verdict.outcome.sentence)
        return "win", text, say(language, "verdict.confirm_end")
    return "fine", say(language, "verdict.legal", colour=mover), _played(verdict, language)


def _played(verdict: Verdict, language: str) -> str:
    return " ".join(say_phrase(language, phrase) for phrase in verdict.sentences[:1])


def _items(state: State, play: Play, verdict: Verdict, language: str) -> list[Item]:
    board = state.sight.board
    items = []
    lies_still = board == play.board or not state.sight.tiles
    for violation in () if lies_still else verdict.violations:
        level = "unsure" if violation.is_question or violation.unsure else "wrong"
        items.append(Item(level, say_phrase(language, violation.sentence), violation.tiles))
    items += [Item("info", say_phrase(language, note)) for note in verdict.notes]
    items += [_closure(group, state, language) for group in verdict.closures]
    if state.shows_threats and not play.over and (lies_still or not verdict.violations):
        items += threat_items(board, language)
    items += hole_items(board, language)
    items += photo_items(state.sight, language)
    return items


def _closure(group: Group, state: State, language: str) -> Item:
    from ....engine.tiles.outlines import outline

    board = state.sight.board
    text = say_phrase(language, closure_phrase(group))
    path = group_path(group, board)
    try:
        parts = () if group.is_eye else tuple(shape_parts(outline(board, group), language))
    except ValueError:  # a misplaced tile breaks its line
        parts = ()
    return Item(
        "info" if group.is_eye else "win", text, tuple(sorted(group.tiles)), path, None, parts
    )


def _choices(verdict: Verdict, language: str) -> list[dict[str, Any]]:
    """The answers to the referee's question, as buttons."""
    if not verdict.questions:
        return []
    if verdict.order_matters:
        return [
            {
                "move": str(order.move),
                "cells": cells_json(tile.cell for tile in order.move.tiles[:1]),
                "text": say(
                    language,
                    "choice.first",
                    place=f"{order.move.tiles[0].q},{order.move.tiles[0].r}",
                    outcome=say(language, "choice.goes_on")
                    if order.outcome is None
                    else say_phrase(language, order.outcome.sentence),
                ),
            }
            for order in verdict.orders
        ]
    return [
        {
            "move": " / ".join(map(str, alternative.moves)),
            "cells": cells_json(tile.cell for tile in alternative.moves[0].tiles),
            "text": say(language, "choice.split", move=str(alternative.moves[0])),
        }
        for alternative in verdict.alternatives
        if alternative.legal and alternative.moves
    ]
