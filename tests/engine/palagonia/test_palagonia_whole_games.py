"""Whole games of Palagonia: saved, played again, and played at random."""

import random

import pytest
from palago.engine.palagonia.actions import Lay
from palago.engine.palagonia.dice import DieFace, Roll
from palago.engine.palagonia.game import GameError, PalagoniaGame
from palago.engine.palagonia.rules import IllegalPalagoniaAction
from palago.engine.palagonia.turn import TurnPhase
from palago.engine.records.replay import replay
from palagonia_games import lay, new, thrown


@pytest.mark.parametrize("event", ["start 9 9 9", "dance", "roll"])
def test_broken_games_give_a_sentence(event: str) -> None:
    with pytest.raises(GameError):
        PalagoniaGame.new(("A", "B", "C")).play(event)


def test_a_saved_game_with_an_illegal_step_names_the_rule() -> None:
    with pytest.raises(IllegalPalagoniaAction, match="Palagonia 1"):
        PalagoniaGame.new(("A", "B", "C")).play("start 2 remove remove").play("lay 0,0a 4,4a")


def test_every_message_has_its_sentence() -> None:
    game = new()
    assert "Ann, Bob and Cho" in str(game.messages()[0])
    game = game.roll_for_start([DieFace.TWO, DieFace.REMOVE, DieFace.REMOVE])
    assert str(game.messages()[0]) == "Ann begins and lays 2 tiles."
    game = game.play(lay("0,0a 1,0a"))
    assert str(game.messages()[0]) == "It is Bob's turn."
    game = game.throw(Roll.from_text("rotate:rotate"))
    assert "must be removed" in str(game.messages()[0])


# -- whole games at random -----------------------------------------------------------------------


def check_whole_game(seed: int) -> None:
    """Play a random game to its end and look at every invariant after every action."""
    rng = random.Random(seed)
    players = rng.randrange(3, 9)
    game = PalagoniaGame.new([f"P{i}" for i in range(players)])
    tiles = game.bag
    while not game.over:
        if game.phase is not TurnPhase.ACT:
            game = thrown(game, rng)
        else:
            before = game
            action = game.random_action(rng)
            game = game.play(action)
            turn = game.history[-1]
            assert game.bag + len(game.board) == tiles
            assert game.board.is_connected
            assert game.board.holes() == ()
            assert game.board.status(tiles) == ()
            sharers = {before.mover}
            if not before.extra:
                sharers.add((before.mover - 1) % players)
            gains = [turn.points if p in sharers else 0 for p in range(players)]
            assert [a - b for a, b in zip(game.points, before.points, strict=True)] == gains
            assert turn.points == sum(found.points for found in turn.scores)
            for found in turn.scores:
                if found.points:
                    assert isinstance(action, Lay)
                    assert {tile.cell for tile in action.tiles} <= found.group.tiles
                    assert found.points == found.loops + len(found.legs) >= 3
                    assert found.group not in before.board.creatures()
    assert game.bag == 0
    assert len(game.board) == tiles
    outcome = game.outcome
    assert outcome is not None
    assert all(game.points[winner] == max(game.points) for winner in outcome.winners)
    assert replay(game.to_record()).position == game


@pytest.mark.parametrize("seed", range(3))
def test_random_games_end_and_keep_every_rule(seed: int) -> None:
    check_whole_game(seed)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_a_thousand_random_games_end_and_keep_every_rule(block: int) -> None:
    for seed in range(1000 + 50 * block, 1050 + 50 * block):
        check_whole_game(seed)


def test_a_game_does_not_go_on_for_ever() -> None:
    game = new(3)
    with pytest.raises(GameError, match="at most"):
        for _ in range(20_000):
            game = game.play("start 1 1 1")
