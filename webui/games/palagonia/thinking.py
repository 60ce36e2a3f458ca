"""What the program thinks of in Palagonia, in a process apart."""

from __future__ import annotations

from typing import Any

from ....engine.palagonia.dice import Roll
from ....engine.palagonia.rules import HouseRules
from ....engine.tiles.board import Board


def suggest_actions(
    board: dict[str, Any], roll: str, bag: int, rules: dict[str, Any], seconds: float
) -> dict[str, Any]:
    """The actions of a roll that pay best, and what each leaves to the next player."""
    from ....engine.palagonia.payoff.best_actions import payoff

    table, agreed = Board.from_json(board), HouseRules.from_json(rules)
    return payoff(table, Roll.from_text(roll), bag, agreed, options=6, seconds=seconds).to_json()
