"""The order of two tiles of which one, or each, ends the game; and two moves seen at once."""

from __future__ import annotations

import pytest
from palago.engine.board import Board
from palago.engine.lattice import Colour
from palago.engine.move import Move
from palago.engine.palago import Game
from palago.engine.placement import ViolationKind
from palago.engine.referee import game_of_board, judge
from palago.engine.verdict import Verdict


def kinds(verdict: Verdict) -> list[ViolationKind]:
    return [violation.kind for violation in verdict.violations]


ONE_WINNER = (
    "-3,0b -2,0c -2,1c -2,2c -1,-1c -1,0a -1,1c -1,3b 0,-2a 0,-1c 0,0b 0,2b 1,-2a 1,-1c 1,0a "
    "1,1b 2,-2c 2,-1a 2,0b 2,1c"
)
#: -2,1c and -2,2b each end the game alone, with another winner each.
TWO_WINNERS = (
    "-3,1a -2,0c -2,3a -1,-1b -1,0c -1,1b -1,2b 0,-2a 0,-1b 0,0b 0,1b 0,2a 1,-2a 1,-1c 1,0c "
    "1,1a 2,-2c 2,-1b 2,0c 3,-3c"
)
#: -2,0b closes a White creature; beside -3,1c it closes a Blue one too.
ONE_ENDING = (
    "-2,1a -2,2c -1,-1b -1,0b -1,1b -1,2a 0,-2a 0,-1c 0,0b 0,1c 0,2a 1,-2a 1,-1b 1,0a 1,1c "
    "2,-2b 2,-1a 2,0a"
)


def winners(verdict: Verdict) -> dict[str, Colour | None]:
    """The winner by the tiles in the order played."""
    return {
        str(order.move): None if order.outcome is None else order.outcome.winner
        for order in verdict.orders
    }


@pytest.mark.parametrize("mover", Colour)
def test_the_order_decides_when_each_tile_closes_a_creature(mover: Colour) -> None:
    board = Board.from_text(TWO_WINNERS)
    tiles = Board.from_text("-2,1c -2,2b").tiles
    game = Game.from_board(board, mover)
    expected = {str(t): game.play(Move.of(t)).outcome() for t in tiles}
    verdict = judge(board, Board((*board, *tiles)), game)
    assert verdict.order_matters and verdict.legal and not verdict.settled
    assert kinds(verdict) == [ViolationKind.ORDER_DECIDES]
    assert winners(verdict) == {t: o.winner for t, o in expected.items() if o is not None}
    assert set(winners(verdict).values()) == set(Colour)
    assert verdict.move is None and verdict.after is None
    assert "Which tile was placed first?" in str(verdict)
    assert "White wins" in str(verdict) and "Blue wins" in str(verdict)
    assert len(verdict.to_json()["orders"]) == 2


@pytest.mark.parametrize("mover", Colour)
def test_the_order_does_not_matter_when_the_winner_is_the_same(mover: Colour) -> None:
    board = Board.from_text(ONE_WINNER)
    after = Board((*board, *Board.from_text("-1,2b 0,1b")))
    verdict = judge(board, after, Game.from_board(board, mover))
    assert verdict.settled and not verdict.order_matters
    assert winners(verdict) == {"-1,2b": Colour.BLUE, "0,1b": Colour.BLUE}
    assert verdict.outcome is not None and verdict.outcome.winner is Colour.BLUE
    assert "is not played" in str(verdict)


def test_the_order_decides_when_the_other_tile_opens_a_second_closure() -> None:
    board = Board.from_text(ONE_ENDING)
    game = Game.from_board(board, Colour.WHITE)
    after = Board((*board, *Board.from_text("-2,0b -3,1c")))
    verdict = judge(board, after, game)
    assert verdict.order_matters
    assert winners(verdict) == {"-2,0b": Colour.WHITE, "-3,1c -2,0b": Colour.BLUE}


def test_an_ending_tile_with_another_beside_it_was_placed_second() -> None:
    board = Board.from_text("-1,1a 0,0c 0,1a 1,-1c 1,0c 2,0c")
    after = Board((*board, *Board.from_text("0,-1b -1,0a")))
    for mover in Colour:
        verdict = judge(board, after, Game.from_board(board, mover))
        assert verdict.settled and verdict.move == Move.from_text("-1,0a 0,-1b")
        assert verdict.outcome is not None and verdict.outcome.winner is Colour.WHITE


def test_two_fast_moves_are_split_where_only_one_split_is_legal() -> None:
    game = game_of_board(Board.from_text("0,0a 1,0c"))
    chain = Board.from_text("0,0a 1,0c 2,0a 3,0a 4,0a 5,0a")
    verdict = judge(game.board, chain, game)
    assert verdict.legal and [str(move) for move in verdict.moves] == ["2,0a 3,0a", "4,0a 5,0a"]
    assert verdict.after is not None and verdict.after.to_move is game.to_move
    assert "Two moves" in str(verdict)

    both_ends = Board.from_text("0,0a 1,0c 2,0a 3,0a -1,0a -2,0a")
    unclear = judge(game.board, both_ends, game)
    assert kinds(unclear) == [ViolationKind.SPLIT_UNCLEAR]
    assert len(unclear.alternatives) == 2
    assert sum(a.weight for a in unclear.alternatives) == pytest.approx(1)
    assert {a.moves[0].as_set for a in unclear.alternatives} == {
        Move.from_text("2,0a 3,0a").as_set,
        Move.from_text("-1,0a -2,0a").as_set,
    }
