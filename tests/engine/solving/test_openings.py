"""The six openings and the proofs that come with the program."""

import pytest
from further_cases import further
from palago.engine.lattice import Colour
from palago.engine.palago.move import Move
from palago.engine.palago.search.forcing import ThreatSearch
from palago.engine.palago.search.openings import exchange_colours, letter_of, opening, openings
from palago.engine.palago.search.proof import verify
from palago.engine.palago.search.solver import solve
from palago.engine.palago.threats import immediate_wins, list_parries
from palago.engine.tiles.board import Board
from strategies import opening_pairs

BLUE_MOVES = {"a": 3, "b": 3, "c": 4, "d": 5, "e": 5}


def test_the_letters_name_the_six_pairs_that_the_rules_give() -> None:
    assert sorted(letter_of(board) or "" for board in opening_pairs()) == list("abcdef")
    assert [known.name for known in openings()] == list("abcdef")
    for known in openings():
        for thirds in range(3):
            assert letter_of(known.board.rotated(thirds).translated(4, -7)) == known.name
    assert letter_of(Board.from_text("0,0a 2,0a")) is None


def test_c_is_the_inverse_of_f() -> None:
    assert opening("f").inverse.name == "c"
    for known in openings():
        assert known.inverse.inverse.name == known.name
        assert exchange_colours(exchange_colours(known.board)) == known.board


def test_only_e_of_the_unclear_ones_allows_a_one_freedom_threat_at_once() -> None:
    def one_freedom_threats(name: str) -> list[int]:
        board = opening(name).board
        attacks = ThreatSearch(board).rated_attacks(Colour.BLUE)
        after = [Board((*board, *move)) for move, _ in attacks]
        return [
            len(list_parries(then, Colour.BLUE))
            for then in after
            if any(win.freedoms == 1 for win in immediate_wins(then, Colour.BLUE))
        ]

    assert one_freedom_threats("e") == [8]
    assert one_freedom_threats("d") == []


@pytest.mark.parametrize("name", ["a", *further("bcde")])
def test_the_proofs_hold_by_the_rules(name: str) -> None:
    proof = opening(name).read_proof()
    assert proof is not None
    assert proof.board == opening(name).board
    assert proof.to_move == proof.winner == Colour.BLUE and proof.moves == BLUE_MOVES[name]
    assert len(proof.positions) <= 400
    assert verify(proof).moves == proof.moves


def test_nothing_is_claimed_of_f() -> None:
    assert opening("f").read_proof() is None
    assert opening("f").to_json()["winner"] is None


def test_replies_to_f_that_are_said_to_fail_do() -> None:
    bounds = opening("f").read_bounds()
    assert bounds is not None and bounds.replies == 270 == len(bounds.explored)
    failing = [one for one in bounds.explored if (one.white_wins_in or 9) <= 2]
    assert len(failing) > 100
    for one in failing[::20]:
        board = Board((*opening("f").board, *Move.from_text(one.reply).tiles))
        solution = solve(board, Colour.WHITE, most_moves=2)
        assert (solution.result, solution.moves) == ("win", one.white_wins_in)
