"""The order of two tiles of which one, or each, ends the game; and two moves seen at once."""

import random

import pytest
from further_cases import further
from palago.engine.lattice import Colour
from palago.engine.palago.game import PalagoGame
from palago.engine.palago.move import Move
from palago.engine.palago.referee import game_of_board, judge
from palago.engine.palago.turn_rules import ViolationKind
from palago.engine.palago.unfinished import missing_tiles
from palago.engine.palago.verdict import PalagoVerdict
from palago.engine.tiles.board import Board


def kinds(verdict: PalagoVerdict) -> list[ViolationKind]:
    return [violation.kind for violation in verdict.violations]


#: -1,2b and 0,1b each end the game alone, and Blue wins either way.
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


def winners(verdict: PalagoVerdict) -> dict[str, Colour | None]:
    """The winner by the tiles in the order played."""
    return {
        str(order): None if order.outcome is None else order.outcome.winner
        for order in verdict.orders
    }


@pytest.mark.parametrize("mover", Colour)
def test_the_order_decides_when_each_tile_closes_a_creature(mover: Colour) -> None:
    board = Board.from_text(TWO_WINNERS)
    tiles = Board.from_text("-2,1c -2,2b").tiles
    game = PalagoGame.from_board(board, mover)
    expected = {str(t): game.play(Move.of(t)).outcome for t in tiles}
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
    verdict = judge(board, after, PalagoGame.from_board(board, mover))
    assert verdict.settled and not verdict.order_matters
    assert winners(verdict) == {"-1,2b": Colour.BLUE, "0,1b": Colour.BLUE}
    assert verdict.outcome is not None and verdict.outcome.winner is Colour.BLUE
    assert "is not played" in str(verdict)


def test_the_order_decides_when_the_other_tile_opens_a_second_closure() -> None:
    board = Board.from_text(ONE_ENDING)
    game = PalagoGame.from_board(board, Colour.WHITE)
    after = Board((*board, *Board.from_text("-2,0b -3,1c")))
    verdict = judge(board, after, game)
    assert verdict.order_matters
    assert winners(verdict) == {"-2,0b": Colour.WHITE, "-3,1c -2,0b": Colour.BLUE}


def test_an_ending_tile_with_another_beside_it_was_placed_second() -> None:
    board = Board.from_text("-1,1a 0,0c 0,1a 1,-1c 1,0c 2,0c")
    after = Board((*board, *Board.from_text("0,-1b -1,0a")))
    for mover in Colour:
        verdict = judge(board, after, PalagoGame.from_board(board, mover))
        assert verdict.settled and verdict.move == Move.from_text("-1,0a 0,-1b")
        assert verdict.outcome is not None and verdict.outcome.winner is Colour.WHITE


def test_two_fast_moves_are_split_where_only_one_split_is_legal() -> None:
    game = game_of_board(Board.from_text("0,0a 1,0c"))
    chain = Board.from_text("0,0a 1,0c 2,0a 3,0a 4,0a 5,0a")
    verdict = judge(game.board, chain, game)
    assert verdict.legal and [str(move) for move in verdict.moves] == ["2,0a 3,0a", "4,0a 5,0a"]
    assert verdict.after is not None and verdict.after.to_move is game.to_move
    assert "Two moves" in str(verdict)


def test_an_unclear_split_is_legal_and_each_answer_holds_both_moves() -> None:
    game = game_of_board(Board.from_text("0,0a 1,0c"))
    table = Board.from_text("0,0a 1,0c 2,0a 3,0a -1,0a -2,0a")
    verdict = judge(game.board, table, game)
    assert kinds(verdict) == [ViolationKind.SPLIT_UNCLEAR]
    assert sum(a.weight for a in verdict.alternatives) == pytest.approx(1)
    first = sorted(str(Move(tuple(sorted(a.moves[0])))) for a in verdict.alternatives)
    assert first == ["-2,0a -1,0a", "2,0a 3,0a"]
    assert verdict.legal and not verdict.settled
    assert len(verdict.answers) == 2
    for answer in verdict.answers:
        assert len(answer.moves) == 2 and answer.after.board == table
        assert answer.after.to_move is game.to_move
    assert len(verdict.to_json()["answers"]) == 2


def test_two_moves_at_once_of_which_the_second_ends_the_game() -> None:
    """The order of the second move's tiles decides who wins: that is asked too."""
    board = Board.from_text(TWO_WINNERS)
    ending = Board.from_text("-2,1c -2,2b").tiles
    far = next(
        move
        for move in PalagoGame.from_board(board, Colour.WHITE).legal_actions()
        if not {tile.cell for tile in move} & {(-3, 2), (-3, 3), (-2, 1), (-2, 2), (-1, -2)}
        and len(move) == 2
        and max(tile.q for tile in move) > 2
    )
    game = PalagoGame.from_board(board, Colour.WHITE)
    table = Board((*board, *far, *ending))
    verdict = judge(None, table, game)
    assert verdict.questions and verdict.answers
    winners = {a.outcome.winner for a in verdict.answers if a.outcome is not None}
    assert winners == set(Colour)
    for answer in verdict.answers:
        assert not judge(None, table, answer.after).violations


def test_the_tile_laid_beside_the_winning_one_breaks_no_rule() -> None:
    """Whichever was first: after the answer nothing is wrong with the table as it lies."""
    board = Board.from_text("0,0a 0,-1b -1,0b 1,-1b -2,0c 1,0a 2,0c -1,-1b -1,1b 2,1a 2,-2c 3,-3a")
    game = PalagoGame.from_board(board, Colour.WHITE)
    table = Board((*board, *Board.from_text("1,-2b 0,-2a")))
    verdict = judge(None, table, game)
    assert {str(answer) for answer in verdict.answers} == {"0,-2a", "1,-2b"}
    for answer in verdict.answers:
        again = judge(None, table, answer.after)
        assert again.settled and again.moves == () and len(answer.surplus) == 1
        assert "is not played" in str(again)
        # A tile more than that was laid after the end.
        later = judge(None, Board((*table, *Board.from_text("4,-4a"))), answer.after)
        assert kinds(later) == [ViolationKind.AFTER_THE_END]


@pytest.mark.parametrize("seed", [*range(6), *further(range(6, 12))])
def test_no_answer_is_ever_contradicted_by_the_table_that_it_is_about(seed: int) -> None:
    rng = random.Random(seed)
    game = PalagoGame()
    while not game.over and game.turn < 14:
        before, late = game, game
        for _ in range(rng.choice((1, 2))):
            if not late.over:
                moves = list(late.legal_actions())
                endings = [m for m in moves if late.play(m).over] if rng.random() < 0.3 else []
                late = late.play(rng.choice(endings or moves))
        verdict = judge(None, late.board, before)
        assert verdict.settled or verdict.questions, str(verdict)
        assert bool(verdict.answers) == bool(verdict.questions)
        for answer in verdict.answers:
            assert answer.after.history[len(before.history) :] == answer.moves
            again = judge(None, late.board, answer.after)
            assert answer.after.board == late.board or again.settled, str(again)
        game = late


def test_one_tile_of_two_is_a_turn_that_has_begun() -> None:
    game = game_of_board(Board.from_text("0,0b 1,0b"))
    assert missing_tiles(judge(None, game.board.place(*Board.from_text("0,1a").tiles), game)) == 1
    # The far one of the two may be laid first; a tile that nothing can join may not.
    assert missing_tiles(judge(None, game.board.place(*Board.from_text("0,2a").tiles), game)) == 1
    assert missing_tiles(judge(None, game.board.place(*Board.from_text("0,4a").tiles), game)) == 0
    assert missing_tiles(judge(None, game.board, game)) == 0


def test_what_happened_to_many_tiles_is_one_sentence() -> None:
    board = Board.from_text(TWO_WINNERS)
    game = PalagoGame.from_board(board, Colour.WHITE)
    verdict = judge(None, Board(board.tiles[6:]), game)
    assert len(verdict.violations) == 6
    assert [str(s) for s in verdict.sentences] == ["6 tiles are missing: is this the right table?"]
    one = judge(None, Board(board.tiles[1:]), game)
    assert "was taken away" in str(one)
