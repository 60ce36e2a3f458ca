"""Puzzles: exactly one move solves each, and every other answer is told why it does not."""

import pytest
from palago.engine.lattice import Colour
from palago.engine.palago.game import PalagoGame
from palago.engine.palago.move import Move
from palago.engine.palago.puzzles.answering import answered
from palago.engine.palago.puzzles.finding import find_puzzle
from palago.engine.palago.puzzles.puzzle import (
    KINDS,
    Puzzle,
    PuzzleError,
    dump_puzzles,
    puzzles_that_came,
    read_puzzles,
)
from palago.engine.tiles.board import Board, Tile
from plain_solver import moves_that_hold, moves_that_win_in_two, wins_at_once

ALL = puzzles_that_came()
#: One of each kind, the smallest boards: the plain search tries every move.
SMALL = {
    kind: min((p for p in ALL if p.kind == kind), key=lambda p: len(p.board)) for kind in KINDS
}


def plain_solutions(puzzle: Puzzle) -> list[frozenset[Tile]]:
    """All first moves that do what is asked for, by a search that shares nothing with ours.

    Beside a tile that wins alone another one may lie: that is the same solution.
    """
    rotations, own = dict(puzzle.board.rotations), puzzle.to_move
    ways = {
        "win_in_1": wins_at_once,
        "win_in_2": moves_that_win_in_two,
        "only_parry": moves_that_hold,
    }
    found = [frozenset(move) for move in ways[puzzle.kind](rotations, own)]
    return [move for move in found if not any(other < move for other in found)]


def test_enough_puzzles_of_every_kind_and_level_came_with_the_program() -> None:
    assert len(ALL) >= 200
    assert len({puzzle.name for puzzle in ALL}) == len(ALL)
    assert {puzzle.kind for puzzle in ALL} == set(KINDS)
    assert {puzzle.level for puzzle in ALL} == {1, 2, 3, 4, 5}
    assert read_puzzles(dump_puzzles(ALL)) == ALL


@pytest.mark.parametrize("kind", ["win_in_1", "only_parry", "win_in_2"])
def test_a_plain_search_finds_the_same_one_solution(kind: str) -> None:
    assert plain_solutions(SMALL[kind]) == [SMALL[kind].line[0].as_set]


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", ALL, ids=lambda p: f"{p.kind}-{p.name}")
def test_every_puzzle_has_exactly_one_solution(puzzle: Puzzle) -> None:
    """By the solver, and up to two moves by the plain search as well."""
    found = find_puzzle(puzzle.board, puzzle.to_move)
    assert found is not None and (found.kind, found.line[0]) == (puzzle.kind, puzzle.line[0])
    if puzzle.kind != "win_in_3":
        assert plain_solutions(puzzle) == [puzzle.line[0].as_set]


@pytest.mark.parametrize("kind", list(KINDS))
def test_the_line_solves_it_move_by_move(kind: str) -> None:
    puzzle = SMALL[kind]
    own = puzzle.line[::2]
    for count in range(1, len(own) + 1):
        told = answered(puzzle, own[:count])
        assert told.status == ("solved" if count == len(own) else "goes_on")
        assert told.reply == (None if count == len(own) else puzzle.line[2 * count - 1])
    with pytest.raises(ValueError, match="1 to"):
        answered(puzzle, (*own, own[0]))


def test_a_wrong_answer_is_told_what_the_other_side_does() -> None:
    puzzle = SMALL["only_parry"]
    legal = PalagoGame.from_board(puzzle.board, puzzle.to_move).legal_actions()
    wrong = next(m for m in legal if len(m) == 2 and m.as_set != puzzle.line[0].as_set)
    told = answered(puzzle, [wrong])
    assert told.status == "wrong" and told.reply is not None
    after = PalagoGame.from_board(told.board, puzzle.to_move.other).play(told.reply)
    assert after.result == puzzle.to_move.other.value
    other = puzzle.to_move.other.value.capitalize()
    assert str(told.phrases[0]) == f"Not yet: {other} still wins, like this."


def test_what_is_no_move_is_not_counted_as_an_answer() -> None:
    taken = SMALL["win_in_2"].board.tiles[0]
    told = answered(SMALL["win_in_2"], [Move((taken, Tile(taken.q + 1, taken.r, 0)))])
    assert told.status == "not_legal" and told.board == SMALL["win_in_2"].board


def test_a_position_with_two_solutions_is_no_puzzle() -> None:
    fork = Board.from_text("0,0a 0,1b -2,2c -1,1a -2,1b -1,0a -1,2c 0,2b")
    assert find_puzzle(fork, Colour.BLUE) is None


def test_a_file_that_holds_no_puzzles_is_refused() -> None:
    for text in (
        "[]", "{", "[" * 100_000, '{"format": "palago-puzzles", "version": 2, "puzzles": []}',
    ):  # fmt: skip
        with pytest.raises(PuzzleError):
            read_puzzles(text)
    broken = {**ALL[0].to_json(), "line": []}
    with pytest.raises(PuzzleError):
        Puzzle.from_json(broken)
