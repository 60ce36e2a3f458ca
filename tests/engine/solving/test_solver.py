"""Forced wins, held to a search by the definition, and proofs, held to the rules."""

import json
import random
import time
from functools import cache

import pytest
from palago.engine.lattice import Colour
from palago.engine.palago.game import GameOptions, PalagoGame
from palago.engine.palago.move import Move
from palago.engine.palago.search.forcing import ThreatSearch
from palago.engine.palago.search.opponent import choose_move
from palago.engine.palago.search.proof import Proof, ProofError, ProofPosition, verify
from palago.engine.palago.search.solver import Solver, solve
from palago.engine.palago.threats import immediate_wins, list_parries
from palago.engine.tiles.board import Board, BoardError
from plain_threats import random_position

OPENING_B = Board.from_text("0,0a 0,1b")
FORK = Board.from_text("0,0a 0,1b -2,2c -1,1a -2,1b -1,0a -1,2c 0,2b")
LOST = Board.from_text("0,0a 1,0a -1,1c -1,2c")


def wins_by_definition(board: Board, colour: Colour, moves: int) -> bool:
    """Rules, "Threat words": each move threatens or wins, and every parry is answered."""
    if immediate_wins(board, colour):
        return True
    if moves < 2:
        return False
    return any(
        all(
            wins_by_definition(Board((*board, *attack, *reply)), colour, moves - 1)
            for reply in list_parries(Board((*board, *attack)), colour)
        )
        for attack, _ in ThreatSearch(board).rated_attacks(colour)
    )


@pytest.mark.parametrize("seed", range(10))
def test_forced_wins_are_those_of_the_definition(seed: int) -> None:
    board = random_position(random.Random(seed), 8 + 2 * seed, 0.5)
    for colour in Colour:
        fewest = next((n for n in (1, 2) if wins_by_definition(board, colour, n)), None)
        solution = solve(board, colour, most_moves=2)
        assert (solution.result == "win") == (fewest is not None)
        assert fewest is None or solution.moves == fewest


def test_opening_b_is_won_in_three_by_four_first_moves() -> None:
    solution = solve(OPENING_B, Colour.BLUE, most_moves=4, all_first_moves=True)
    assert (solution.result, solution.moves) == ("win", 3)
    assert len(solution.first_moves or ()) == 4
    assert solution.line[0] in (solution.first_moves or ())


def test_a_line_can_be_played_and_ends_in_the_win() -> None:
    shown = solve(OPENING_B, Colour.BLUE, most_moves=3).to_json()
    assert set(shown) == {"result", "moves", "line", "nodes", "seconds"}
    game = PalagoGame.from_board(OPENING_B, Colour.BLUE)
    for words in shown["line"]:
        if words is None:
            move = next(m for m in game.legal_actions() if m.tiles[0].q > 0)
        else:
            move = Move.from_text(" ".join(words))
        game = game.play(move)
    outcome = game.outcome
    assert outcome is not None and outcome.winner is Colour.BLUE


def test_immediate_wins_are_all_listed() -> None:
    solution = solve(FORK, Colour.BLUE, all_first_moves=True)
    assert (solution.result, solution.moves) == ("win", 1)
    assert solution.first_moves == tuple(w.tiles for w in immediate_wins(FORK, Colour.BLUE))


def test_a_fork_is_a_loss_and_a_lost_position_too() -> None:
    fork = solve(FORK, Colour.WHITE, most_moves=2)
    assert (fork.result, fork.moves) == ("loss", 1)
    assert fork.line[0] is None
    lost = solve(LOST, Colour.WHITE, most_moves=3)
    assert (lost.result, lost.moves) == ("loss", 2)


def test_a_win_whose_first_move_need_not_threaten_is_proved_over_all_replies() -> None:
    board = Board.from_text("0,0a 0,1b -2,2c -1,1a -2,1b -1,0a")
    solver = Solver(board, Colour.BLUE)
    solution = solver.quiet_win(2)
    assert solution is not None and solution.moves == 2
    proof = solver.proof(solution)
    assert proof is not None and proof.positions[0].move == Move(solution.line[0] or ())
    assert verify(proof).moves == 2


def test_what_is_not_shown_within_the_limits_is_unknown() -> None:
    solution = solve(OPENING_B, Colour.BLUE, most_moves=2)
    assert solution.to_json()["result"] == "unknown"
    assert (solution.moves, solution.line, solution.excluded) == (None, (), 2)


def test_the_time_limit_is_kept() -> None:
    started = time.process_time()
    solution = solve(Board.from_text("0,0a 1,-1b"), Colour.BLUE, seconds=0.2)
    assert solution.result == "unknown"
    assert time.process_time() - started < 5


def test_the_tiles_of_the_set_bound_a_win() -> None:
    assert solve(OPENING_B, Colour.BLUE, most_moves=3, tiles_in_set=12).result == "win"
    assert solve(OPENING_B, Colour.BLUE, most_moves=3, tiles_in_set=10).result == "unknown"
    assert solve(FORK, Colour.BLUE, most_moves=1, tiles_in_set=8).result == "unknown"


@pytest.mark.parametrize("text", ["", "0,0a 5,5a", "0,0a 1,0/3", "0,0a 0,0b"])
def test_boards_on_which_no_game_goes_on_are_refused(text: str) -> None:
    with pytest.raises(BoardError):
        solve(Board.from_text(text), Colour.WHITE)


@cache
def proof_of_a_loss() -> Proof:
    solver = Solver(LOST, Colour.WHITE)
    proof = solver.proof(solver.solve(3), "a")
    assert proof is not None
    return proof


def test_a_proof_survives_its_file_and_holds() -> None:
    proof = proof_of_a_loss()
    again = Proof.from_json(json.loads(json.dumps(proof.to_json())))
    assert again == proof
    checked = verify(again)
    assert checked.moves == 2 and checked.positions == len(proof.positions)


def test_a_proof_with_a_reply_left_out_does_not_hold() -> None:
    proof = proof_of_a_loss()
    first = proof.positions[0]
    short = dict(list(first.replies.items())[1:])
    broken = Proof(
        **{
            **vars(proof),
            "positions": (ProofPosition(None, first.wins, short), *proof.positions[1:]),
        }
    )
    with pytest.raises(ProofError, match="nothing answers"):
        verify(broken)


def test_a_proof_with_a_wrong_move_or_number_does_not_hold() -> None:
    proof = proof_of_a_loss()
    with pytest.raises(ProofError, match="takes 2 moves"):
        verify(Proof(**{**vars(proof), "moves": 1}))
    last = ProofPosition(Move.from_text("7,7a 8,7a"), (), {})
    with pytest.raises(ProofError):
        verify(Proof(**{**vars(proof), "positions": (*proof.positions[:-1], last)}))
    with pytest.raises(ProofError):
        verify(Proof(**{**vars(proof), "winner": Colour.WHITE}))


@pytest.mark.parametrize(
    "value", [None, [], {}, {"format": "palago-proof", "version": 1, "positions": [3]}]
)
def test_files_that_are_no_proof_are_refused_in_words(value: object) -> None:
    with pytest.raises(ProofError):
        Proof.from_json(value)


def test_the_opponent_takes_a_win_and_parries_a_threat() -> None:
    game = PalagoGame.from_board(FORK, Colour.BLUE)
    outcome = game.play(choose_move(game, seconds=1)).outcome
    assert outcome is not None and outcome.winner is Colour.BLUE
    parried = PalagoGame.from_board(LOST, Colour.WHITE)
    move = choose_move(parried, seconds=1)
    assert tuple(sorted(move.tiles)) in list_parries(LOST, Colour.BLUE)


def test_the_opponent_sets_up_the_fork_it_sees() -> None:
    board = Board.from_text("0,0a 0,1b -2,2c -1,1a -2,1b -1,0a")
    move = choose_move(PalagoGame.from_board(board, Colour.BLUE), seconds=2)
    after = Board((*board, *move.tiles))
    assert immediate_wins(after, Colour.BLUE) and not list_parries(after, Colour.BLUE)


@pytest.mark.parametrize("options", [GameOptions(), GameOptions(tiles=9)])
def test_the_opponent_plays_legal_games_to_the_end(options: GameOptions) -> None:
    game = PalagoGame(options)
    while not game.over and game.turn < 6:
        game = game.play(choose_move(game, seconds=0.1))
    assert game.turn > 1


def test_the_opponent_plays_the_usual_game_only() -> None:
    with pytest.raises(BoardError, match="variant"):
        choose_move(PalagoGame(GameOptions(single_placement=True)))
