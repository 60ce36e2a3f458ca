"""What the program thinks of in Palanquée, in a process apart."""

from __future__ import annotations

from typing import Any

from ....engine.palanquee.advice.opponent import choose_turn
from ....engine.palanquee.play.game import PalanqueeTurn
from ....engine.palanquee.position_json import position_from_json


def suggest_turn(position: dict[str, Any], actions: list[str], seconds: float) -> dict[str, Any]:
    """What the program would play in the rest of a turn, by ``actions`` begun at a position."""
    game = PalanqueeTurn.at(position_from_json(position)).play_all(actions)
    return {"actions": [str(action) for action in choose_turn(game, seconds=min(seconds, 4.0))]}
