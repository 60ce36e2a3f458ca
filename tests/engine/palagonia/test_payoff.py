"""What a roll pays: the best actions now, exactly, and what they leave to the next player."""

import json
import random
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nested_shapes import nested_board
from palago.engine.creatures.friendly import shipped_catalogue
from palago.engine.palagonia.actions import Lay, Remove, Rotate, action_refusals, apply
from palago.engine.palagonia.dice import DieFace, Roll
from palago.engine.palagonia.legal import legal_actions, legal_lays
from palago.engine.palagonia.payoff.best_actions import payoff
from palago.engine.palagonia.payoff.left_to_next import scoring_lays, what_it_leaves
from palago.engine.palagonia.payoff.outlook import Outlook
from palago.engine.palagonia.points.payment import points_of_action
from palago.engine.palagonia.rules import ONE_DIE, PALAGONIA, SOLITAIRE, HouseRules
from palago.engine.tiles.board import Board
from palagonia_boards import SEVEN_POINTS, SNAIL, STARFISH, hexagon, opened, packed

seeds = st.integers(0, 100_000)


def check_scoring_lays(board: Board, number: int, rules: HouseRules) -> None:
    paid = {lay: points_of_action(board, lay, rules) for lay in legal_lays(board, number)}
    found = scoring_lays(board, number, rules)
    assert {lay: points for points, lay in found} == {lay: paid[lay] for lay in paid if paid[lay]}
    assert [points for points, _ in found] == sorted(filter(None, paid.values()), reverse=True)


@given(seeds, st.sampled_from([PALAGONIA, ONE_DIE, HouseRules(least_points=1, bones_score=True)]))
@settings(max_examples=5)
def test_the_scoring_lays_are_those_among_all_legal_lays(seed: int, rules: HouseRules) -> None:
    check_scoring_lays(packed(random.Random(seed), 8), 2, rules)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_the_scoring_lays_of_three_tiles_are_those_among_all_legal_lays(seed: int) -> None:
    check_scoring_lays(packed(random.Random(seed), 14), 3, PALAGONIA)


@given(seeds, st.integers(4, 36), st.sampled_from([PALAGONIA, ONE_DIE]))
@settings(max_examples=20)
def test_the_compiled_outlook_is_what_the_plain_rules_say(
    seed: int, tiles: int, rules: HouseRules
) -> None:
    rules = HouseRules(least_points=rules.least_points, counting=rules.counting)
    board = packed(random.Random(seed), tiles)
    for number, (points, lay) in Outlook(board, rules).best(4).items():
        lays = scoring_lays(board, number, rules)
        assert points == (lays[0][0] if lays else 0)
        if lay is not None:
            assert points_of_action(board, lay, rules) == points
            assert action_refusals(board, lay) == ()


@pytest.mark.parametrize("seed", range(6))
def test_five_tiles_too(seed: int) -> None:
    board = packed(random.Random(seed), 24)
    lays = scoring_lays(board, 5)
    assert Outlook(board, PALAGONIA).best()[5][0] == (lays[0][0] if lays else 0)


@given(seeds)
@settings(max_examples=8)
def test_the_outlook_after_a_lay_is_the_outlook_of_the_board_after_it(seed: int) -> None:
    board = packed(random.Random(seed), 16)
    lays = list(islice(legal_lays(board, 3), seed % 50, seed % 50 + 40))
    outlook = Outlook(board, PALAGONIA)
    rows = outlook.after(lays)
    for lay, row in zip(lays, rows, strict=True):
        alone = Outlook(apply(board, lay), PALAGONIA).best()
        assert row[1:] == [alone[number][0] for number in range(1, 6)]
    assert outlook.best() == Outlook(board, PALAGONIA).best()


def test_nested_shapes_and_internal_legs_are_counted_in_the_kernel_too() -> None:
    board, closing = opened(SEVEN_POINTS, 2, adjacent=True)
    assert what_it_leaves(board, 48).by_number[2] >= 7
    assert points_of_action(board, closing) == 7


@pytest.mark.parametrize("seed", range(500, 506))
def test_the_kernel_counts_shapes_in_opened_nested_shapes(seed: int) -> None:
    rng = random.Random(seed)
    board = nested_board(rng, rng.randrange(2, 5))
    assert board is not None
    for cell in rng.sample(sorted(board.cells), 2):
        board = board.remove(cell)
    for number, (points, _) in Outlook(board, PALAGONIA).best(3).items():
        lays = scoring_lays(board, number)
        assert points == (lays[0][0] if lays else 0)


def test_what_is_left_is_bounded_by_the_bag() -> None:
    board, _ = opened(STARFISH, 3, adjacent=True)
    assert what_it_leaves(board, 48).points >= 4
    assert set(what_it_leaves(board, 2).by_number) == {2}
    assert what_it_leaves(board, 1).points == 0


# -- the payoff of a roll ------------------------------------------------------------------------


@given(seeds)
@settings(max_examples=3)
def test_the_best_points_are_the_most_of_all_legal_actions(seed: int) -> None:
    board = packed(random.Random(seed), 7)
    found = payoff(board, Roll.of((DieFace.TWO, DieFace.REMOVE)), 30, options=5, seconds=20)
    most = max(points_of_action(board, lay) for lay in legal_lays(board, 2))
    assert found.best_points == most
    assert found.complete
    for option in found.options:
        assert points_of_action(board, option.action) == option.points
        left = 30 - (2 if isinstance(option.action, Lay) else -1)
        assert option.leaves == what_it_leaves(apply(board, option.action), left)


def test_quiet_actions_are_ranked_by_what_they_leave() -> None:
    board = packed(random.Random(3), 10)
    found = payoff(board, Roll.of((DieFace.TWO, DieFace.ROTATE)), 38, options=4, seconds=60)
    assert found.complete
    every = [
        what_it_leaves(apply(board, action), 36).points
        for action in legal_actions(board, DieFace.TWO)
        if not points_of_action(board, action)
    ]
    quiet = [option.leaves.points for option in found.options if option.points == 0]
    assert quiet == sorted(every, reverse=True)[: len(quiet)]


def test_removals_and_rotations_are_compared_too() -> None:
    board, _ = opened(SEVEN_POINTS, 1, adjacent=True)
    found = payoff(board, Roll.of((DieFace.REMOVE, DieFace.ROTATE)), 20, seconds=20)
    assert found.best_points == 0
    assert found.complete
    assert {type(option.action) for option in found.options} <= {Remove, Rotate}
    leaves = [option.leaves.points for option in found.options]
    assert leaves == sorted(leaves, reverse=True)
    assert leaves[0] >= 7


def test_a_die_that_cannot_be_obeyed_pays_nothing() -> None:
    board, closing = opened(STARFISH, 3, adjacent=True)
    assert payoff(board, Roll.of((DieFace.THREE, DieFace.FIVE)), 3).best_points == 4
    short = payoff(board, Roll.of((DieFace.THREE, DieFace.FIVE)), 2)
    assert short.best_points == 0
    assert all(isinstance(option.action, Remove) for option in short.options)
    assert len(closing.tiles) == 3


def test_the_search_stops_when_its_time_is_up_and_says_so() -> None:
    seen = []
    found = payoff(
        packed(random.Random(5), 20),
        Roll.of((DieFace.FOUR, DieFace.FIVE)),
        28,
        options=60,
        seconds=0.3,
        progress=lambda done, total: seen.append((done, total)),
    )
    assert not found.complete
    assert seen
    assert all(total is None for _, total in seen)
    assert len(found.options) == 60
    none = payoff(hexagon(1), Roll.of((DieFace.TWO, DieFace.TWO)), 28, seconds=0)
    assert not none.complete


def test_friendly_creatures_and_odd_tiles_are_left_to_the_plain_rules() -> None:
    board, _ = opened(SNAIL, 2, adjacent=True)
    friends = shipped_catalogue()
    doubled = payoff(board, Roll.of((DieFace.TWO,)), 40, SOLITAIRE, friends, options=1)
    assert doubled.best_points == 6
    turned = Board((*board, *Board.from_text("9,9/1").tiles))
    assert payoff(turned, Roll.of((DieFace.TWO,)), 40, options=3, seconds=0.2).best_points == 3


def test_a_payoff_is_plain_values() -> None:
    board, _ = opened(STARFISH, 2, adjacent=False)
    found = payoff(board, Roll.of((DieFace.TWO, DieFace.THREE)), 40, options=3)
    value = json.loads(json.dumps(found.to_json()))
    assert value["best_points"] == value["options"][0]["points"] == 4
    assert set(value["options"][0]["leaves"]) == {"points", "by_number", "lay"}
