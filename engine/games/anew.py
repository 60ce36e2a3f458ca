"""A game of which a turn was read wrongly: what the turns after it are once it is put right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from ..phrases import Phrase, Refused
from .protocols import AnyPlug, Deed, Game
from .tables import TableCell


def turn_anew(
    plug: AnyPlug, known: Game, actions: Sequence[str], corrected: Game
) -> tuple[str, ...]:
    """What a turn was that led on from ``known``, a game that was ``corrected``: its own words
    where the rules still take them, else the same of a piece by its true cell.

    Raises ValueError, with the reason, where it fits no more: it breaks a rule now, or it leaves
    other cells taken than were seen after it.
    """
    words = tuple(actions)
    try:
        after = _played(corrected, words)
    except ValueError as refused:
        words = tuple(_by_true_cell(plug, known, corrected, action) for action in words)
        try:
            after = _played(corrected, words)
        except ValueError:
            raise refused from None
    misread = _cells(plug, known) ^ _cells(plug, corrected)
    wrong = (_cells(plug, _played(known, actions)) ^ _cells(plug, after)) - misread
    if wrong:
        names = tuple(map(plug.table.cell_name, sorted(wrong)))
        raise Refused(Phrase("anew.other_table", {"cells": names}))
    return words


def _played(game: Game, actions: Sequence[str]) -> Game:
    for action in actions:
        game = game.play(action)
    return game


def _cells(plug: AnyPlug, game: Game) -> frozenset[TableCell]:
    cells: frozenset[TableCell] = plug.following.lying(game.board).cells
    return cells


def _by_true_cell(plug: AnyPlug, known: Game, corrected: Game, action: str) -> str:
    """An action where the one piece that was taken to lie in another cell is named by its own."""
    before, now = _cells(plug, known), _cells(plug, corrected)
    if not len(before - now) == len(now - before) == 1:
        return action
    name, true = (plug.table.cell_name(cell) for cell in (*(before - now), *(now - before)))
    return re.sub(rf"(?<![\w,-]){re.escape(name)}(?!\d)", true, action)


def said_anew(together: range, was: Sequence[Deed], now: Sequence[Deed]) -> tuple[Phrase, ...]:
    """What has changed where the moves that were agreed on ``together`` were put right: all that
    was played before, and now."""
    pairs = list(enumerate(zip(was, now, strict=False), 1))[together[0] - 1 :]
    told = {at: _said(at, *deeds, is_own=at in together) for at, deeds in pairs}
    changed = [phrase for phrase in told.values() if phrase is not None]
    if not any(told.get(at) for at in together):
        changed.insert(0, Phrase("anew.put_right", {"number": together[0]}))
    later = [(at, phrase is None) for at, phrase in told.items() if at not in together]
    for is_same, moves in groupby(later, lambda move: move[1]):  # in as few sentences as can be
        numbers = [at for at, _ in moves]
        if is_same:
            key = "anew.stands" if len(numbers) == 1 else "anew.stand"
            changed.append(Phrase(key, {"first": numbers[0], "last": numbers[-1]}))
    return tuple(changed)


def _said(at: int, was: Deed, now: Deed, *, is_own: bool) -> Phrase | None:
    if was == now:
        return None
    if now.phrase is not None and (was.phrase, was.who) != (now.phrase, now.who):
        return Phrase("anew.is_now", {"number": at, "who": now.who, "move": now.phrase})
    if was.who != now.who:
        return Phrase("anew.of_another", {"number": at, "who": now.who})
    if was.text == now.text and was.points != now.points:
        points = tuple(f"{who} +{won}" for who, won in (now.points or {}).items())
        return Phrase("anew.pays", {"number": at, "points": points or "0"})
    return Phrase("anew.put_right" if is_own else "anew.changed", {"number": at})
