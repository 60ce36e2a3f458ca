"""Advice in Palagonia: what a roll pays best, and what that leaves to the next player."""

from __future__ import annotations

from typing import Any, cast

from ....engine.palagonia.game import PalagoniaGame
from ....engine.palagonia.turn import TurnPhase
from ...texts import say
from ..pictures.items import Item, suggestion
from ..play import ChangeRefused
from ..state import GameState


def advise_palagonia(
    state: GameState, colour: str, seconds: int, language: str, think: Any
) -> list[Item]:
    """The actions that pay best. Raises ChangeRefused before the dice are rolled."""
    game = None if state.play is None else cast(PalagoniaGame, state.play.game)
    if game is None or game.phase is not TurnPhase.ACT or game.roll is None or not len(game.board):
        raise ChangeRefused.of("roll_first")
    arguments = {
        "board": game.board.to_json(),
        "roll": str(game.roll),
        "bag": game.bag,
        "rules": game.rules.to_json(),
        "seconds": seconds,
    }
    job = "palago.webui.games.palagonia.thinking:suggest_actions"
    found = think(job, arguments, seconds + 30.0)
    return [
        suggestion(
            "fine" if option["points"] else "info",
            say(
                language,
                "advice.pays",
                action=option["action"],
                count=option["points"],
                left=option["leaves"]["points"],
            ),
            option["action"].split()[1:],
            state.sight.palette,
            is_playable=option["action"].startswith("lay "),
        )
        for option in found["options"]
    ]
