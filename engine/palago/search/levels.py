"""How strong the program plays: from a beginner, who overlooks things, to all that it can find.

The order of the levels is measured by matches between them: ``benchmarks/thinking/levels.py``.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from ..game import PalagoGame
from ..move import Move
from .forcing import ThreatSearch
from .opponent import FULL, Strength, choose_move

#: Number of moves that a person looks at, about, who looks for one near the others.
_MOVES_LOOKED_AT = 12


@dataclass(frozen=True)
class Level:
    """One strength of play.

    ``sees_wins`` and ``sees_threats`` are the chances that a win at once, and one of the other
    side's, is not overlooked. ``strength`` is how far is looked beyond that; None where not at
    all: then a move is chosen by chance among those that lie near.
    """

    name: str
    sees_wins: float = 1.0
    sees_threats: float = 1.0
    strength: Strength | None = None
    seconds: float = 1.0


LEVELS: tuple[Level, ...] = (
    Level("beginner", sees_wins=0.5, sees_threats=0.2),
    Level("learner", sees_wins=0.9, sees_threats=0.6),
    Level("careful"),
    Level("skilled", strength=Strength(longest_win=1, longest_loss=1, most_ranked=12)),
    Level("strong", strength=Strength(longest_win=4, longest_loss=2, most_ranked=80)),
    Level("full", strength=FULL, seconds=5.0),
)


def level(name: str) -> Level:
    """The level of a name. Raises KeyError."""
    return {known.name: known for known in LEVELS}[name]


def choose_at(
    game: PalagoGame, at: Level, rng: random.Random | None = None, seconds: float | None = None
) -> Move:
    """A legal move as somebody of this level would play it, within ``seconds``. Raises BoardError
    where the game is over or is played by a variant's rules."""
    rng = rng or random.Random()
    if at.strength is not None:
        limit = at.seconds if seconds is None else seconds
        return choose_move(game, seconds=limit, strength=at.strength)
    if game.over or not len(game.board) or game.turn_rules.tiles == 1:
        return choose_move(game, seconds=1.0, strength=Strength(1, 1, 1))
    search = ThreatSearch(game.board, tiles_in_set=game.options.tiles)
    wins = search.immediate_wins(game.to_move)
    if wins and rng.random() < at.sees_wins:
        return Move(rng.choice(wins))
    looks_out = rng.random() < at.sees_threats
    moves = search.parries(game.to_move.other) if looks_out else search.quiet_moves()
    if not moves:
        return next(game.legal_actions())
    some = rng.sample(moves, min(len(moves), _MOVES_LOOKED_AT))
    touching = game.board.touching
    return Move(max(some, key=lambda move: sum(touching(tile.cell) for tile in move)))
