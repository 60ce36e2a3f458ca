"""A board under way that is seen where nothing was played yet: whose turn is it there?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....engine.palanquee.judging.from_sight import position_of
from ....engine.palanquee.judging.status import status
from ....engine.palanquee.play.match import PalanqueeMatch
from ....engine.palanquee.table.board import cell_name
from ....engine.palanquee.table.pieces import Pieces
from ....engine.phrases import Phrase
from ...tables.board_sight import BoardSight
from ...texts import say, say_phrase, say_word
from ..pictures.items import Item, photo_items
from ..pictures.verdicts import verdict_json
from ..state import GameState

#: The first turn of all lays one piece: where more stand, the game was under way before the photo.
UNDER_WAY = 2


def is_under_way(state: GameState, match: PalanqueeMatch) -> bool:
    """Whether a board is seen on which a game goes on that began before it was photographed."""
    sight = BoardSight.of(state.sight)
    standing = sight.standing(match.position)
    return state.may_begin_here and sight.is_board and len(standing) >= UNDER_WAY


def going_on_verdict(match: PalanqueeMatch, sight: BoardSight, language: str) -> dict[str, Any]:
    """The question whose turn it is, or what keeps a game from going on from that board."""
    standing = sight.standing(match.position)
    wrong = list(_faults(match, standing, language))
    unsure = tuple(map(cell_name, unsure_cells(match, sight)))
    items = [*wrong, *photo_items(sight, language)]
    if wrong:
        text, detail = say(language, "palanquee.cannot_go_on"), wrong[0].text
        help_item = Item("info", say(language, "palanquee.cannot_go_on_help"))
        return verdict_json("wrong", text, detail, [*items, help_item])
    key = "palanquee.go_on_unsure" if unsure else "palanquee.go_on_help"
    detail = say(language, key, count=len(unsure))
    if unsure:
        items.insert(0, Item("unsure", detail, unsure))
    text = say(language, "palanquee.go_on")
    choices = [_choice(match, colour, language) for colour in match.position.players]
    return verdict_json("unsure", text, detail, items, choices=choices)


def _choice(match: PalanqueeMatch, colour: str, language: str) -> dict[str, Any]:
    text = say(language, "palanquee.turn_of", player=seat_called(match, colour, language))
    return {"move": "", "change": "begin_here", "to_move": colour, "text": text, "cells": []}


def seat_called(match: PalanqueeMatch, colour: str, language: str) -> str:
    """Who plays a colour: "Ann (Blue)", or "Blue" where nobody has given a name."""
    name, word = match.name_of(colour), say_word(language, colour)
    return word if name == colour else say(language, "colour.named", name=name, colour=word)


def unsure_cells(match: PalanqueeMatch, sight: BoardSight) -> list[int]:
    """The cells that want a look; how many are covered is told beside them."""
    seen = sight.seen.over(match.position.pieces, match.position.players)
    asked = {piece.cell for piece in seen.pieces} | seen.perhaps
    return [cell for cell in sorted(asked) if seen.is_unsure(cell)]


def _faults(match: PalanqueeMatch, standing: Pieces, language: str) -> Iterator[Item]:
    """What cannot stand on a board at rest."""
    players = match.position.players
    position = position_of(standing, players, players[0])
    for fault in status(position):
        phrase: Phrase = fault.sentence
        yield Item("wrong", say_phrase(language, phrase), tuple(map(cell_name, fault.cells)))
