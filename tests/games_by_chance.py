"""Games of Palago that are played at random."""

import random
from collections.abc import Callable

from palago.engine.palago.game import PalagoGame
from palago.engine.palago.move import Move
from palago.engine.palago.options import GameOptions

Choosing = Callable[[random.Random, PalagoGame], Move]


def any_move(rng: random.Random, game: PalagoGame) -> Move:
    """One of all legal moves."""
    return rng.choice(list(game.legal_actions()))


def random_game(
    seed: int, turns: int, options: GameOptions | None = None, choose: Choosing = any_move
) -> PalagoGame:
    """A game of so many turns, or fewer where it ended."""
    rng = random.Random(seed)
    game = PalagoGame(options)
    while not game.over and len(game.history) < turns:
        game = game.play(choose(rng, game))
    return game
