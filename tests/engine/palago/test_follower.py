"""Following a game from boards: moves, unfinished turns, corrections, problems."""

import random
from typing import Any, cast

import pytest
from games_by_chance import random_game
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.engine.following.follower import Follower
from palago.engine.following.steps import FollowedTurn, News, NewsKind, Sighting
from palago.engine.palago.game import IllegalMove, PalagoGame
from palago.engine.palago.move import Move
from palago.engine.palago.plug import PLUG
from palago.engine.tiles.board import Board, Tile
from palago.engine.tiles.observation import Observation


def boards_of(game: PalagoGame) -> list[Board]:
    """The board after every single tile."""
    board, boards = Board(), []
    for move in game.history:
        for tile in move:
            board = board.place(tile)
            boards.append(board)
    return boards


def started() -> Follower:
    return Follower(PLUG)


def show(
    follower: Follower, seen: Board | Observation, aligned: bool = True, time: float | None = None
) -> tuple[Follower, News | None]:
    return follower.observe(Sighting(Observation.of(seen), time, None, aligned))


def told(kind: NewsKind, *shown: Any, **how: Any) -> tuple[Follower, News]:
    """Show a board of which something of that kind is told."""
    follower, finding = show(*shown, **how)
    assert finding is not None and finding.kind is kind
    return follower, finding


def tiles_laid(step: FollowedTurn) -> frozenset[Tile]:
    return frozenset(step.after.board) - frozenset(step.before.board)


def game_of(follower: Follower) -> PalagoGame:
    return cast(PalagoGame, follower.game)


def follow(boards: list[Board], aligned: bool = True) -> tuple[Follower, list[News]]:
    follower, findings = started(), []
    for time, board in enumerate(boards):
        follower, finding = show(follower, board, aligned, float(time))
        if finding is not None:
            findings.append(finding)
    return follower, findings


@settings(max_examples=15)
@given(st.integers(0, 10_000))
def test_a_game_seen_tile_by_tile_is_the_game(seed: int) -> None:
    game = random_game(seed, 8)
    follower, findings = follow(boards_of(game))
    assert follower.game.board == game.board
    assert [tiles_laid(step) for step in follower.steps] == [m.as_set for m in game.history]
    assert game_of(follower).outcome == game.outcome
    assert {finding.kind for finding in findings} <= {NewsKind.MOVE, NewsKind.WAITING}


@settings(max_examples=10)
@given(st.integers(0, 10_000), st.integers(-5, 5), st.integers(0, 2))
def test_photos_may_be_shifted_and_turned(seed: int, shift: int, thirds: int) -> None:
    game = random_game(seed, 6)
    after_moves = [board for board in boards_of(game) if len(board) % 2 == 0]
    moved = [b.rotated(thirds * n).translated(shift * n, n) for n, b in enumerate(after_moves)]
    follower, _ = follow(moved, aligned=False)
    assert game_of(follower).board.canonical() == after_moves[-1].canonical()


def opened() -> tuple[Follower, Board]:
    board = Board.from_text("0,0a 1,0c")
    follower, _ = told(NewsKind.MOVE, started(), board)
    return follower, board


def test_a_tile_that_is_turned_before_play_goes_on_amends_the_move() -> None:
    follower, board = opened()
    board = board.place(Tile(0, 1, 0)).place(Tile(1, 1, 2))
    follower, _ = show(follower, board)
    follower, _ = told(NewsKind.AMENDED, follower, board.turn((1, 1), 4))
    assert len(follower.steps) == 2
    assert follower.game.board == board.turn((1, 1), 4)


def test_a_tile_of_an_earlier_move_that_is_turned_is_a_problem_until_it_is_turned_back() -> None:
    follower, board = opened()
    after = board.place(Tile(0, 1, 0)).place(Tile(1, 1, 2))
    follower, _ = show(follower, after)
    follower, finding = told(NewsKind.PROBLEM, follower, after.turn((0, 0), 2))
    assert "0,0" in str(finding.sentences[0])
    follower, nothing = show(follower, after)
    assert nothing is None and follower.change is None


def test_play_that_goes_on_after_a_problem_is_recorded_and_marked() -> None:
    follower, board = opened()
    wrong = board.place(Tile(0, 1, 0)).place(Tile(2, 0, 2))  # the two tiles do not touch
    follower, _ = told(NewsKind.PROBLEM, follower, wrong)
    onward = wrong.place(Tile(0, 2, 0)).place(Tile(-1, 2, 0))
    follower, _ = told(NewsKind.ACCEPTED, follower, onward)
    assert [step.needs_a_look for step in follower.steps] == [False, True, False]
    assert follower.game.board == onward


def test_tiles_that_something_lies_over_for_long_are_waited_for() -> None:
    """A sleeve hides some tiles, then others; the next move is made before all are seen again."""
    boards = boards_of(random_game(5, 6))[1::2]
    before, after = boards[-2], boards[-1]
    follower, _ = follow(boards[:-1])
    tiles = sorted(before)
    for hidden in (tiles[:3], tiles[:5], tiles[-1:]):
        left = Board(tile for tile in before if tile not in hidden)
        follower, finding = show(follower, left)
        assert finding is not None and not finding.steps
        assert any(
            "taken away" in str(said) or "missing" in str(said) for said in finding.sentences
        )
    follower, _ = told(NewsKind.MOVE, follower, after)
    assert not any(step.needs_a_look for step in follower.steps)
    assert follower.game.board == after


def test_play_that_goes_on_without_a_tile_is_recorded_and_marked() -> None:
    boards = boards_of(random_game(5, 7))[1::2]
    gone = min(boards[3])
    without = [Board(tile for tile in board if tile != gone) for board in boards[4:]]
    follower, _ = follow([*boards[:4], *without])
    follower, _ = follower.finish()
    assert [step.needs_a_look for step in follower.steps[:4]] == [False] * 4
    assert any(step.needs_a_look for step in follower.steps[4:])
    assert follower.game.board == without[-1]


def test_an_unsure_tile_marks_its_move_and_is_mended_when_it_is_seen_better() -> None:
    follower, board = opened()
    read = board.place(Tile(0, 1, 0)).place(Tile(1, 1, 2))
    follower, finding = show(follower, Observation(read, {(1, 1): 0.6}))
    assert finding is not None and finding.steps[0].unsure == ((1, 1),)
    next_board = read.turn((1, 1), 4).place(Tile(0, 2, 0)).place(Tile(-1, 2, 0))
    before = read.turn((1, 1), 4)
    follower, _ = told(NewsKind.AMENDED, follower, before)
    follower, _ = told(NewsKind.MOVE, follower, next_board)
    assert not any(step.needs_a_look for step in follower.steps)


def test_a_game_may_be_joined_in_the_middle() -> None:
    game = random_game(3, 6)
    follower, _ = told(NewsKind.START, started(), game.board, aligned=False)
    assert game_of(follower).to_move is game.to_move


def test_a_game_is_not_joined_in_the_middle_of_a_turn() -> None:
    boards = boards_of(random_game(3, 6))
    follower, findings = follow(boards[2:])
    assert [finding.kind for finding in findings[:2]] == [NewsKind.WAITING, NewsKind.START]
    assert [tiles_laid(step) for step in follower.steps] == [
        frozenset(boards[n + 1]) - frozenset(boards[n - 1]) for n in (4, 6, 8, 10)
    ]


def test_the_first_tile_that_ends_the_game_ends_the_following() -> None:
    for seed in range(40):
        game = random_game(seed, 30)
        outcome = game.outcome
        if outcome is not None and outcome.winner is not None:
            break
    follower, _ = follow(boards_of(game))
    assert follower.game.over
    with pytest.raises(IllegalMove, match="over"):
        game_of(follower).play(Move(()))


def tiles_of(text: str) -> list[Tile]:
    return [Tile.from_text(word) for word in text.split()]


def with_tiles(board: Board, tiles: list[Tile]) -> Board:
    return Board((*board, *tiles))


@settings(max_examples=12)
@given(st.integers(0, 10_000), st.randoms(use_true_random=False))
def test_boards_that_nobody_saw_never_make_a_wrong_move_that_looks_right(
    seed: int, chance: random.Random
) -> None:
    game = random_game(seed, 8)
    boards = boards_of(game)
    seen = [b for b in boards[1:-1] if chance.random() < 0.6]
    follower, _ = follow([boards[1], *(b for b in seen if len(b) > 2), boards[-1]])
    follower, _ = follower.finish()
    truths = {board for board in boards if len(board) % 2 == 0} | {boards[-1]}
    for step in follower.steps:
        assert step.after.board in truths or step.needs_a_look
    assert follower.game.board == boards[-1] or follower.begun


@settings(max_examples=12)
@given(st.integers(0, 10_000), st.randoms(use_true_random=False))
def test_a_tile_misread_for_a_moment_leaves_the_game_as_it_was_played(
    seed: int, chance: random.Random
) -> None:
    game = random_game(seed, 7)
    after_moves = [board for board in boards_of(game) if len(board) % 2 == 0]
    seen = []
    for board in after_moves:
        cell = chance.choice(sorted(board.cells))
        if chance.random() < 0.5:
            seen.append(board.turn(cell, (board[cell].rotation + 2) % 6))
        seen.append(board)
    follower, _ = follow(seen)
    follower, _ = follower.finish()
    right = {board.canonical() for board in after_moves}
    for step in follower.steps:
        assert cast(Board, step.after.board).canonical() in right or step.needs_a_look
    if not game.over:
        assert game_of(follower).board.canonical() == after_moves[-1].canonical()


def test_a_whole_turn_and_the_first_tile_of_the_next_wait_for_the_fourth_tile() -> None:
    follower, board = opened()
    three = with_tiles(board, tiles_of("0,1a 0,2a -1,0a"))
    follower, _ = told(NewsKind.WAITING, follower, three)
    assert follower.change is None
    follower, _ = told(NewsKind.MOVE, follower, with_tiles(three, tiles_of("-2,0a")))
    assert [tiles_laid(step) for step in follower.steps[1:]] == [
        frozenset(tiles_of("0,1a 0,2a")),
        frozenset(tiles_of("-1,0a -2,0a")),
    ]


def test_a_turn_of_one_tile_is_marked_and_the_turns_after_it_too() -> None:
    follower, board = opened()
    for words in ("0,1a", "-1,0a -2,0a", "2,0a 3,0a", "0,2a 0,3a"):
        board = with_tiles(board, tiles_of(words))
        follower, _ = show(follower, board)
    assert follower.game.board == board
    assert [step.needs_a_look for step in follower.steps] == [False, True, True]


def test_of_two_moves_at_once_the_one_whose_tile_was_seen_alone_came_first() -> None:
    moves = tiles_of("0,1a 0,2a"), tiles_of("-1,0a -2,0a")
    for first, second in (moves, moves[::-1]):
        follower, board = opened()
        follower, _ = show(follower, with_tiles(board, first[:1]))
        follower, finding = show(follower, with_tiles(board, first + second))
        assert finding is not None and finding.kind is NewsKind.MOVE
        assert [tiles_laid(s) for s in follower.steps[1:]] == [frozenset(first), frozenset(second)]


def test_a_tile_taken_off_for_a_moment_says_nothing_of_which_move_came_first() -> None:
    follower, board = opened()
    both = with_tiles(board, tiles_of("0,1a 0,2a -1,0a -2,0a"))
    for lifted in tiles_of("0,1a 0,2a -1,0a -2,0a"):
        seen, _ = show(follower, both)
        seen, _ = show(seen, both.remove(lifted.cell))
        seen, finding = show(seen, both)
        assert finding is not None and finding.kind is NewsKind.QUESTION
        seen, _ = seen.finish()
        assert [step.needs_a_look for step in seen.steps] == [False, True]


def test_an_old_tile_lifted_for_a_moment_leaves_a_question_as_it_was() -> None:
    follower, board = opened()
    both = with_tiles(board, tiles_of("0,1a 0,2a -1,0a -2,0a"))
    follower, _ = show(follower, both)
    follower, _ = told(NewsKind.PROBLEM, follower, both.remove((1, 0)))
    follower, _ = show(follower, both)
    onward = with_tiles(both, tiles_of("2,0a 3,0a"))
    follower, _ = show(follower, onward)
    assert [step.after.board for step in follower.steps] == [board, both, onward]
    assert [step.needs_a_look for step in follower.steps] == [False, True, False]


def test_two_moves_that_cannot_be_told_apart_are_asked_about_and_play_goes_on() -> None:
    follower, board = opened()
    both = with_tiles(board, tiles_of("0,1a 0,2a -1,0a -2,0a"))
    follower, finding = told(NewsKind.QUESTION, follower, both)
    assert finding.verdict is not None and len(finding.verdict.answers) > 1
    mover = game_of(follower).to_move
    onward = with_tiles(both, tiles_of("2,0a 3,0a"))
    follower, _ = told(NewsKind.ACCEPTED, follower, onward)
    assert [step.needs_a_look for step in follower.steps] == [False, True, False]
    before = cast(PalagoGame, follower.steps[-1].before)
    assert before.to_move is mover, "two moves were made: the same player's turn"


def test_a_tile_put_right_together_with_the_next_move_amends_the_last_one() -> None:
    follower, board = opened()
    first = with_tiles(board, tiles_of("0,1a 1,1c"))
    follower, _ = show(follower, first)
    later = with_tiles(first.turn((1, 1), 2), tiles_of("-1,0a -2,0a"))
    follower, _ = told(NewsKind.AMENDED, follower, later)
    assert follower.game.board == later
    assert [tiles_laid(step) for step in follower.steps[1:]] == [
        frozenset(tiles_of("0,1a 1,1b")),
        frozenset(tiles_of("-1,0a -2,0a")),
    ]
    assert follower.steps[1].unsure == ((1, 1),), "it may as well be a misreading"


def test_a_winning_tile_that_is_seen_before_the_other_ends_a_move_of_both() -> None:
    """A hand lay over the other one, which was laid first."""
    game = PalagoGame().play("0,0a 0,1a").play("-1,1a -1,2c").play("-1,0b 0,-1a")
    won = game.play("1,1b 1,0c")
    follower, _ = follow([*boards_of(game), with_tiles(game.board, tiles_of("1,0c"))])
    assert follower.game.over and game_of(follower).outcome == won.outcome
    follower, _ = told(NewsKind.AMENDED, follower, won.board)
    assert follower.game == won and not follower.finish()[0].change


def test_a_move_taken_back_and_played_elsewhere_is_the_other_move() -> None:
    follower, board = opened()
    follower, _ = show(follower, with_tiles(board, tiles_of("0,1a 1,1c")))
    follower, _ = told(NewsKind.TAKEN_BACK, follower, board)
    instead = with_tiles(board, tiles_of("-1,0a -2,0b"))
    follower, _ = told(NewsKind.AMENDED, follower, instead)
    assert follower.game.board == instead and len(follower.steps) == 2


def test_a_move_taken_back_at_the_end_is_no_move() -> None:
    follower, board = opened()
    follower, _ = show(follower, with_tiles(board, tiles_of("0,1a 1,1c")))
    follower, _ = show(follower, board)
    follower, _ = follower.finish()
    assert follower.game.board == board and len(follower.steps) == 1


def test_what_lies_there_at_the_end_is_in_the_record_and_marked() -> None:
    follower, board = opened()
    wrong = with_tiles(board, tiles_of("0,1a 2,0b"))  # the two tiles do not touch
    follower, _ = show(follower, wrong)
    follower, finding = follower.finish()
    assert finding is not None and finding.kind is NewsKind.ACCEPTED
    assert follower.game.board == wrong and follower.steps[-1].needs_a_look


def test_several_moves_that_nobody_saw_do_not_end_the_following() -> None:
    game = random_game(11, 9)
    after_moves = [board for board in boards_of(game) if len(board) % 2 == 0]
    follower, _ = follow([after_moves[0], after_moves[3], *after_moves[4:]])
    assert follower.game.board == after_moves[-1]
    assert sum(step.needs_a_look for step in follower.steps) == 1
