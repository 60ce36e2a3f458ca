"""Following Palagonia from boards: turns end when nothing more happens."""

import random

from palago.engine.following.follower import Follower
from palago.engine.following.steps import FollowedTurn, Sighting
from palago.engine.games.registry import plug_of
from palago.engine.palagonia.actions import Lay, Remove, Rotate, action_refusals, apply
from palago.engine.palagonia.at_table.boards_alone import WITHOUT_DICE
from palago.engine.palagonia.dice import DieFace
from palago.engine.palagonia.game import PalagoniaGame
from palago.engine.palagonia.legal import random_action
from palago.engine.tiles.board import Board, Tile
from palago.engine.tiles.observation import Observation


def started() -> Follower:
    return Follower(WITHOUT_DICE)


def show(
    follower: Follower, seen: Board | Observation, time: float | None = None, aligned: bool = True
) -> tuple[Follower, FollowedTurn | None]:
    """Show a board; the last step that came of it."""
    follower, news = follower.observe(Sighting(Observation.of(seen), time, None, aligned))
    return follower, news.steps[-1] if news is not None and news.steps else None


def freely(follower: Follower, start: float, end: float) -> tuple[Follower, FollowedTurn | None]:
    """Nothing lies over the table from ``start`` to ``end``; the last step that came of it."""
    step = None
    while start <= end:
        follower, news = follower.settle(start)
        step = news.steps[-1] if news is not None and news.steps else step
        start += 0.5
    return follower, step


def ended(follower: Follower) -> tuple[Follower, FollowedTurn | None]:
    """Nothing more is seen."""
    follower, news = follower.finish()
    return follower, news.steps[-1] if news is not None and news.steps else None


START = Board.from_text("0,0a 1,0c 0,1b 1,1a")
FIRST, SECOND = Tile(2, 0, 0), Tile(2, 1, 2)


def test_tiles_laid_one_by_one_are_one_action() -> None:
    follower, _ = show(started(), START, 0.0)
    one = START.place(FIRST)
    follower, step = show(follower, one, 5.0)
    assert step is None
    follower, news = follower.settle(6.0)
    assert news is None, "one tile is no action; the turn goes on"
    follower, step = show(follower, one.place(SECOND), 7.0)
    follower, step = freely(follower, 7.5, 9.0)
    assert step is None
    follower, step = freely(follower, 9.5, 10.0)
    assert step is not None and step.action == str(Lay.of((FIRST, SECOND)))
    assert step.verdict is None and not step.needs_a_look


def test_a_tile_taken_and_a_tile_turned_are_actions() -> None:
    ring = Board(Tile(q, r, 0) for q in (-1, 0, 1) for r in (-1, 0, 1) if abs(q + r) <= 1)
    follower, _ = show(started(), ring, 0.0)
    follower, _ = show(follower, ring.turn((0, 0), 4), 1.0)
    follower, step = freely(follower, 1.5, 9.0)
    assert step is not None and step.action == str(Rotate((0, 0), 4))
    follower, _ = show(follower, ring.turn((0, 0), 4).remove((1, 0)), 10.0)
    follower, step = freely(follower, 10.5, 19.0)
    assert step is not None and step.action == str(Remove((1, 0)))


def test_what_is_no_action_is_marked_at_the_end_and_never_lost() -> None:
    follower, _ = show(started(), START, 0.0)
    follower, _ = show(follower, START.place(FIRST), 1.0)
    follower, step = freely(follower, 1.5, 100.0)
    assert step is None
    follower, step = ended(follower)
    assert step is not None and step.needs_a_look and step.sentences
    assert follower.game.board == START.place(FIRST)


def test_unsure_tiles_mark_the_action() -> None:
    follower, _ = show(started(), START, 0.0)
    seen = Observation(START.place(FIRST).place(SECOND), {SECOND.cell: 0.7})
    follower, _ = show(follower, seen, 1.0)
    follower, step = ended(follower)
    assert step is not None and step.unsure == (SECOND.cell,)
    assert step.confidence == 0.7


def test_whole_games_are_followed_from_shifted_photos() -> None:
    rng = random.Random(5)
    board = START
    follower, _ = show(started(), board, aligned=False)
    played: list[str] = []
    for number in range(8):
        face = rng.choice([DieFace.of_number(2), DieFace.of_number(3)])
        action = random_action(board, face, rng)
        assert action is not None
        board = apply(board, action)
        played.append(str(action))
        follower, _ = show(
            follower, board.rotated(number % 3).translated(number, -number), aligned=False
        )
        follower, step = ended(follower)
        assert step is not None and step.action == str(action)
    assert [step.action for step in follower.steps] == played


def test_tiles_that_are_no_lay_on_the_way_are_still_one_lay_in_the_end() -> None:
    follower, _ = show(started(), START, 0.0)
    two = START.place(FIRST).place(SECOND)
    far, between = Tile(3, -1, 0), Tile(4, -2, 0)
    assert action_refusals(START, Lay.of((FIRST, SECOND, between)))
    assert not action_refusals(START, Lay.of((FIRST, SECOND, far, between)))
    for time, board in (
        (5.0, two),
        (7.0, two.place(between)),
        (9.0, two.place(between).place(far)),
    ):
        follower, step = show(follower, board, time)
        assert step is None
    follower, step = freely(follower, 9.5, 12.0)
    assert step is not None and step.action == str(Lay.of((FIRST, SECOND, far, between)))
    assert len(follower.steps) == 1


def test_two_actions_in_quick_succession_are_told_apart_where_they_are_no_single_one() -> None:
    follower, _ = show(started(), START, 0.0)
    two = START.place(FIRST).place(SECOND)
    follower, _ = show(follower, two, 5.0)
    follower, _ = show(follower, two.remove((0, 1)), 7.0)
    follower, _ = freely(follower, 7.5, 12.0)
    assert [step.action for step in follower.steps] == [
        str(Lay.of((FIRST, SECOND))),
        str(Remove((0, 1))),
    ]


def test_play_that_goes_on_from_no_action_is_followed_and_marked() -> None:
    follower, _ = show(started(), START, 0.0)
    wrong = START.turn((0, 0), 2).place(FIRST)  # a tile turned and one laid are no action
    lay = Lay.of((Tile(-1, 0, 0), Tile(-2, 0, 0)))
    follower, _ = show(follower, wrong, 5.0)
    follower, step = freely(follower, 5.5, 9.0)
    assert step is None
    follower, step = show(follower, apply(wrong, lay), 20.0)
    assert step is not None and step.needs_a_look and step.after.board == wrong
    follower, step = freely(follower, 20.5, 24.0)
    assert step is not None and step.action == str(lay)
    assert [step.needs_a_look for step in follower.steps] == [True, False]


def test_what_is_put_back_after_a_while_was_nothing() -> None:
    follower, _ = show(started(), START, 0.0)
    follower, _ = show(follower, START.place(FIRST), 5.0)
    follower, _ = freely(follower, 5.5, 9.0)
    follower, _ = show(follower, START, 12.0)
    follower, _ = ended(follower)
    assert follower.steps == () and follower.game.board == START


def test_three_lays_between_which_hands_never_leave_are_three() -> None:
    """Each pair is more than any die shows; what was seen between tells them apart."""
    rng = random.Random(4)
    boards = [START]
    while len(boards) < 4:
        lay = random_action(boards[-1], DieFace.THREE, rng)
        assert isinstance(lay, Lay)
        boards.append(apply(boards[-1], lay))
    follower, _ = show(started(), START, 0.0)
    for number, board in enumerate(boards[1:], start=1):
        follower, _ = show(follower, board, 10.0 * number)
    follower, _ = ended(follower)
    assert [step.after.board for step in follower.steps] == boards[1:]
    assert not any(step.needs_a_look for step in follower.steps)


def test_a_turn_is_not_over_while_a_hand_rests_over_the_board() -> None:
    follower, _ = show(started(), START, 0.0)
    one, two = START.place(FIRST).place(SECOND), Tile(2, -1, 4)
    follower, _ = show(follower, one, 5.0)
    follower, step = freely(follower, 11.0, 12.0)  # until then a hand was there
    assert step is None
    follower, step = show(follower, one.place(two), 14.0)
    follower, step = freely(follower, 14.5, 18.0)
    assert step is not None and step.action == str(Lay.of((two, FIRST, SECOND)))
    assert not step.needs_a_look


def test_pauses_between_which_a_hand_came_and_changed_nothing_add_up() -> None:
    follower, _ = show(started(), START, 0.0)
    follower, _ = show(follower, START.place(FIRST).place(SECOND), 5.0)
    follower, step = freely(follower, 5.5, 7.0)
    assert step is None
    follower, step = freely(follower, 15.0, 15.5)
    assert (
        step is not None and step.action == str(Lay.of((FIRST, SECOND))) and not step.needs_a_look
    )


def test_a_lay_with_a_pause_in_it_is_marked_if_it_may_have_been_two() -> None:
    third, fourth = Tile(2, -1, 4), Tile(3, -1, 0)
    half = START.place(FIRST).place(SECOND)
    whole = half.place(third).place(fourth)
    assert not action_refusals(half, Lay.of((third, fourth)))
    steps = []
    for pause in (0.5, 2.0):
        follower, _ = show(started(), START, 0.0)
        follower, _ = show(follower, half, 5.0)
        follower, _ = freely(follower, 5.0, 5.0 + pause)
        follower, _ = show(follower, whole, 9.0)
        follower, step = ended(follower)
        assert step is not None and step.after.board == whole
        steps.append(step)
    assert [step.needs_a_look for step in steps] == [False, True]
    assert "perhaps two turns" in str(steps[1].sentences[-1])


def test_a_game_whose_roll_nobody_has_told_is_followed_on() -> None:
    game = PalagoniaGame.new(("Anna", "Ben", "Cleo")).play("start 3 2 remove")
    game = game.play("lay 0,0a 1,0c 0,1b")
    follower = Follower(plug_of("palagonia"), start=game)
    two = game.board.place(Tile(1, 1, 0)).place(Tile(2, 0, 0))
    far = two.place(Tile(2, 1, 2)).place(Tile(3, 0, 0)).place(Tile(3, 1, 2)).place(Tile(4, 0, 0))
    for time, board in ((0.0, two), (9.0, far)):
        follower, step = show(follower, board, time)
        assert step is None, "nothing can be played before the dice are known"
