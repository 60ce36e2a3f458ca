"""Palagem as the rest of the house knows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from ..games.protocols import AskedOption, Following, GamePlug, Start
from ..games.seats import seats_of
from ..phrases import Phrase
from .choosing import CHOOSE, PalagemChoosing
from .game import FEWEST_PLAYERS, MOST_PLAYERS, Agreed, PalagemGame
from .pattern import PalagemError
from .referee import judge

PALAGEMS_ASKED = "the players' palagems in their order, four letters each"


def start(begin: Start) -> PalagemGame | PalagemChoosing:
    """A game whose palagems are given, or one in which they are chosen first. Raises
    PalagemError."""
    if begin.board is not None and len(begin.board):
        raise PalagemError(Phrase("palagem_empty_start"))
    players = begin.players or seats_of(begin.options, PalagemError).players or ()
    if begin.options.get("palagems") is not None:
        return PalagemGame.from_json({**begin.options, "players": players})
    return PalagemChoosing.new(players, begin.options)


def options(game: PalagemGame | PalagemChoosing) -> Mapping[str, Any]:
    """What a record keeps beside the moves. Raises ValueError while palagems are chosen."""
    if isinstance(game, PalagemChoosing):
        raise ValueError("the players have not chosen their palagems yet")
    return game.options_json()


PLUG = GamePlug(
    "palagem",
    start,
    judge,
    options,
    # One that is let stand was one turn; where some are missing, each tile was one.
    accept=lambda game, board: game.gone_on(board, turns=1),
    following=Following(resume=lambda game, board: game.gone_on(board)),
    players=(FEWEST_PLAYERS, MOST_PLAYERS),
    option_names=tuple(option.name for option in fields(Agreed)),
    asked=(AskedOption("palagems", PALAGEMS_ASKED, "abca,cabb", 4),),
    of_one_game=("palagems",),
    is_recorded=lambda action: not action.startswith(CHOOSE),  # the options hold the palagems
    earlier_events={"palagem_chosen": "choose {palagem}"},
)
