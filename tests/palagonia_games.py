"""Games of Palagonia for tests: new ones, and lays written as text or the first legal one."""

from __future__ import annotations

from palago.engine.palagonia.actions import Lay
from palago.engine.palagonia.game import PalagoniaGame
from palago.engine.palagonia.rules import PALAGONIA, HouseRules
from palago.engine.tiles.board import Board

NAMES = ("Ann", "Bob", "Cho", "Dan")


def new(players: int = 3, rules: HouseRules = PALAGONIA) -> PalagoniaGame:
    return PalagoniaGame.new(NAMES[:players], rules)


def lay(text: str) -> Lay:
    return Lay.of(Board.from_text(text).tiles)


def some_lay(game: PalagoniaGame) -> Lay:
    action = next(game.legal_actions())
    assert isinstance(action, Lay)
    return action
