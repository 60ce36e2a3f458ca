"""A printed board as it is seen, of any game that is played there: cells are corrected by touch."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ....engine.palanquee.table.board import cell_name
from ....engine.palanquee.table.pieces import Pieces
from ...tables.board_sight import BoardSight, PrintedBoard, seeds_told_by
from ...texts import say_word
from ..plain_view import plain_view
from ..state import GameState

#: What is left to be done where the game was given up, and where a photo is to be judged first.
NOTHING_TO_DO: dict[str, Any] = {
    "legal": {},
    "led": {"move": {}, "hatch": {}},
    "owed": 0,
    "owed_by_plant": [],
    "can_end": False,
}


def printed_view(state: GameState, language: str) -> dict[str, Any]:
    """A game without a view of its own: its players by their colours, and what a photo shows."""
    shown, sight = plain_view(state, language), BoardSight.of(state.sight)
    agreed: PrintedBoard = state.playing.board
    for player, colour in zip(shown["players"], agreed.players, strict=False):
        player |= {"colour": colour, "colour_name": say_word(language, colour)}
    if not sight.lies_still(agreed):
        shown["garden"] = seen_garden(sight.standing(agreed), state.verdict.fresh)
    return shown | seeds_json(state)


def seen_garden(standing: Pieces, fresh: Iterable[int]) -> dict[str, Any]:
    """What a photo shows, which is not what was agreed on: cells are corrected, not played."""
    return {
        **NOTHING_TO_DO,
        "pieces": pieces_json(standing),
        "latest": [cell_name(cell) for cell in fresh],
        "is_seen": True,
    }


def pieces_json(pieces: Pieces) -> dict[str, list[str]]:
    """Colour and kind of each piece by the name of its cell."""
    return {
        cell_name(cell): [colour, "seed" if is_seed else "sprout"]
        for cell, colour, is_seed in pieces
    }


def seeds_json(state: GameState) -> dict[str, Any]:
    """By what seeds are told at this table: as somebody has said, and as it is known by now."""
    known = state.sight.told_to_reader(state.options)["seeds_by"]
    return {"seeds_by": {"told": seeds_told_by(state.options), "known": known}}
