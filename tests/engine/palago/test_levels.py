"""The levels of the program: legal moves at each, and what each of them overlooks."""

import random

import pytest
from palago.engine.lattice import Colour
from palago.engine.palago.game import PalagoGame
from palago.engine.palago.search.levels import LEVELS, Level, choose_at, level
from palago.engine.palago.threats import immediate_wins, list_parries
from palago.engine.tiles.board import Board

#: Blue to move wins at once; White to move has to parry that and cannot.
FORK = Board.from_text("0,0a 0,1b -2,2c -1,1a -2,1b -1,0a -1,2c 0,2b")
#: Blue threatens to win; there are moves that parry.
THREAT = Board.from_text("0,0a 1,0a -1,1c -1,2c")


@pytest.mark.parametrize("at", LEVELS, ids=lambda at: at.name)
def test_every_level_plays_legal_moves_from_the_first_on(at: Level) -> None:
    game, rng = PalagoGame(), random.Random(1)
    for _ in range(2):
        if not game.over:
            game = game.play(choose_at(game, at, rng, seconds=0.1))
    assert len(game.board) >= 4


def wins(at: Level, times: int = 24) -> int:
    game = PalagoGame.from_board(FORK, Colour.BLUE)
    ways = {win.tiles for win in immediate_wins(FORK, Colour.BLUE)}
    rng = random.Random(7)
    return sum(tuple(sorted(choose_at(game, at, rng, 0.5).tiles)) in ways for _ in range(times))


def test_who_is_careful_never_overlooks_a_win_and_a_beginner_does() -> None:
    assert wins(level("careful"), 8) == 8
    assert 4 <= wins(level("beginner")) <= 20


def test_who_is_careful_parries_every_threat_that_can_be_parried() -> None:
    position = PalagoGame.from_board(THREAT, Colour.WHITE)
    parries = set(list_parries(THREAT, Colour.BLUE))
    assert immediate_wins(THREAT, Colour.BLUE) and parries
    rng = random.Random(3)
    for _ in range(8):
        move = tuple(sorted(choose_at(position, level("careful"), rng).tiles))
        assert move in parries
