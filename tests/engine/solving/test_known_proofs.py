"""What is proved already is known of a position however it lies on the table."""

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.engine.lattice import Colour, mirror_cell, mirror_rotation
from palago.engine.palago.game import PalagoGame
from palago.engine.palago.move import Move
from palago.engine.palago.search.openings import exchange_colours, opening
from palago.engine.palago.search.proof import verify
from palago.engine.palago.search.proved_positions import known_proof
from palago.engine.palago.search.solver import Solver, solve
from palago.engine.tiles.board import Board, Tile


def mirrored(board: Iterable[Tile]) -> Board:
    return Board(Tile(*mirror_cell(t.cell), mirror_rotation(t.rotation)) for t in board)


@pytest.mark.parametrize("name", "abcde")
@settings(max_examples=5)
@given(st.booleans(), st.booleans(), st.integers(0, 2), st.integers(-9, 9), st.integers(-9, 9))
def test_the_line_can_be_played_and_ends_in_the_win(
    name: str, mirror: bool, exchange: bool, thirds: int, q: int, r: int
) -> None:
    board = opening(name).board
    board = mirrored(board) if mirror else board
    board = exchange_colours(board) if exchange else board
    board = board.rotated(thirds).translated(q, r)
    winner = Colour.WHITE if exchange else Colour.BLUE
    solution = solve(board, winner)
    assert solution.result == "win" and solution.known == f"opening {name}"
    assert solution.to_json()["known"] == solution.known
    game = PalagoGame.from_board(board, winner)
    for move, then in pairwise((*solution.line, None)):
        if move is None:  # any reply that the closing move named does not need another answer to
            assert then is not None
            cells = {tile.cell for tile in then}
            move = next(
                reply.tiles
                for reply in game.legal_actions()
                if cells.isdisjoint(tile.cell for tile in reply) and not game.play(reply).over
            )
        game = game.play(Move(move))
    outcome = game.outcome
    assert outcome is not None and outcome.winner is winner
    assert len(solution.line) == 2 * (solution.moves or 0) - 1


def test_the_proof_is_laid_as_the_position_lies_and_holds_there() -> None:
    board = exchange_colours(mirrored(opening("a").board)).rotated(1).translated(5, -2)
    solver = Solver(board, Colour.WHITE)
    solution = solver.solve()
    assert (solution.result, solution.moves, solution.nodes) == ("win", 3, 0)
    proof = solver.proof(solution, "mine")
    assert proof is not None and proof.name == "mine" and proof.board == board
    assert verify(proof).moves == 3


def test_other_positions_and_other_sets_are_searched() -> None:
    a = opening("a").board
    assert known_proof(a, Colour.BLUE) is not None
    assert known_proof(a, Colour.BLUE, tiles_in_set=12) is None
    assert known_proof(opening("f").board, Colour.BLUE) is None
    assert known_proof(Board("0,0a 5,0a"), Colour.BLUE) is None
    assert known_proof(Board("0,0a 1,0a 2,0a"), Colour.BLUE) is None
    first, reply, *_ = solve(a, Colour.BLUE).line
    assert first is not None and reply is not None
    nearer = PalagoGame.from_board(a, Colour.BLUE).play(Move(first)).play(Move(reply)).board
    searched = Solver(nearer, Colour.BLUE, use_proofs=False).solve(2)
    assert (searched.result, searched.moves, searched.known) == ("win", 2, "")


@pytest.mark.slow
def test_an_opening_is_won_by_search_alone() -> None:
    searched = Solver(opening("a").board, Colour.BLUE, use_proofs=False).solve(3)
    assert (searched.result, searched.moves, searched.known) == ("win", 3, "")
    assert searched.nodes > 0
