"""Play games of Palago at random, then search a position for a forced win.

python random_games.py [GAMES]
"""

from __future__ import annotations

import itertools
import random
import sys

from palago.engine.palago.game import PalagoGame

import palago


def random_game(rng: random.Random) -> PalagoGame:
    """A game in which each move is one of the first hundred legal ones."""
    game = palago.Game("palago", options={"tiles": 24})
    while not game.over:
        game = game.play(rng.choice(list(itertools.islice(game.legal_actions(), 100))))
    return game


def main(games: int) -> None:
    rng = random.Random(8)
    for number in range(1, games + 1):
        game = random_game(rng)
        print(f"game {number}: {game.result} after {len(game.board)} tiles")
    board = "0,0a 1,0c 0,1b 1,1a"
    found = palago.solve(board, "white", seconds=1)
    print(f"White to move on {board}: {found.result}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
