"""Games of Palagonia for tests: new ones, and lays written as text or the first legal one."""

import random

from palago.engine.palagonia.actions import Lay
from palago.engine.palagonia.dice import DieFace, Roll
from palago.engine.palagonia.game import PalagoniaGame
from palago.engine.palagonia.rules import PALAGONIA, HouseRules
from palago.engine.palagonia.turn import TurnPhase
from palago.engine.tiles.board import Board

NAMES = ("Ann", "Bob", "Cho", "Dan")


def new(players: int = 3, rules: HouseRules = PALAGONIA) -> PalagoniaGame:
    return PalagoniaGame.new(NAMES[:players], rules)


def thrown(game: PalagoniaGame, rng: random.Random) -> PalagoniaGame:
    """The game after the dice that are due, for the start or for a turn."""
    if game.phase is TurnPhase.START:
        return game.roll_for_start([rng.choice(list(DieFace)) for _ in game.contenders])
    return game.throw(Roll.thrown(rng, game.rules.dice))


def lay(text: str) -> Lay:
    return Lay.of(Board.from_text(text).tiles)


def some_lay(game: PalagoniaGame) -> Lay:
    action = next(game.legal_actions())
    assert isinstance(action, Lay)
    return action
