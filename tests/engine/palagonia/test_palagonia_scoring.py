"""Palagonia, rules 6, 9 and 10: what a creature is worth, and why."""

import json
import random
from collections import Counter
from dataclasses import replace
from itertools import chain, combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nested_shapes import nested_board
from palago.engine.analysis import closed_group_json
from palago.engine.creatures.friendly import shipped_catalogue
from palago.engine.creatures.shapes import shape_name
from palago.engine.lattice import Colour
from palago.engine.palagonia.actions import Lay, Remove, Rotate, apply
from palago.engine.palagonia.closings import closings
from palago.engine.palagonia.points.drawing import scores_svg
from palago.engine.palagonia.points.payment import scores_of_action
from palago.engine.palagonia.points.scoring import explanation, score, score_all
from palago.engine.palagonia.rules import ONE_DIE, PALAGONIA, HouseRules, HouseRulesError
from palago.engine.tiles.board import Board, Tile
from palago.engine.tiles.endings import closes_a_creature
from palago.engine.tiles.groups import straight_corners
from palago.engine.tiles.outlines import outline
from palagonia_boards import (
    BONE,
    EYE,
    FIVE_DEEP,
    RING,
    SEVEN_POINTS,
    SNAIL,
    STARFISH,
    WORM,
    largest,
    opened,
    packed,
)
from strategies import dense_boards


def reason(found: Any) -> str | None:
    phrase = found.reason
    return None if phrase is None else phrase.key.removeprefix("palagonia.score.")


# -- the count -----------------------------------------------------------------------------------


def test_the_worked_example_scores_seven() -> None:
    found = score(SEVEN_POINTS, largest(SEVEN_POINTS))
    assert found.points == found.count == 7
    assert found.outer is not None
    assert (found.loops, len(found.legs), found.internal_legs) == (5, 2, ())
    inside = sorted((loop.colour.value, loop.shape, loop.depth) for loop in found.inner)
    assert inside == [
        ("blue", "bone", 1), ("blue", "eye", 1), ("blue", "snail", 1), ("white", "eye", 2),
    ]  # fmt: skip


@pytest.mark.parametrize(("board", "name", "paid", "why"), [
    (EYE, "eye", 0, "eye"), (BONE, "bone", 0, "bone"), (RING, "ring", 0, "too_small"),
    (SNAIL, "snail", 3, None), (WORM, "worm", 3, None), (STARFISH, "starfish", 4, None),
    (SEVEN_POINTS, "creature", 7, None), (FIVE_DEEP, "ring", 5, None),
])  # fmt: skip
def test_shapes_have_their_names_and_points(
    board: Board, name: str, paid: int, why: str | None
) -> None:
    found = score(board, largest(board))
    assert (found.shape, found.points, reason(found)) == (name, paid, why)


def test_loops_at_any_depth_count_and_of_either_colour() -> None:
    found = score(FIVE_DEEP, largest(FIVE_DEEP))
    assert [loop.depth for loop in found.inner] == [1, 2, 3, 4]
    assert {loop.colour for loop in found.inner} == set(Colour)
    assert [loop.shape for loop in found.inner] == ["ring", "ring", "ring", "eye"]


def test_legs_into_an_inner_loop_do_not_count() -> None:
    for seed in range(60):
        board = nested_board(random.Random(seed), 2)
        if board is None:
            continue
        for found in score_all(board):
            if found.internal_legs:
                assert found.count == found.loops + len(found.legs)
                return
    raise AssertionError("no internal leg among these boards")


def test_an_empty_cell_inside_scores_nothing() -> None:
    hollow = FIVE_DEEP.remove((0, 0)).remove((0, -1))
    found = score(hollow, largest(hollow))
    assert (found.points, reason(found)) == (0, "empty_inside")
    assert set(found.empty_inside) == {(0, 0), (0, -1)}
    assert "0,0" in str(found.reason)
    assert "open shape" in {loop.shape for loop in found.inner}


def test_an_open_group_is_not_scored_and_a_broken_line_says_so() -> None:
    board = Board.from_text("0,0a 1,0c")
    with pytest.raises(ValueError, match="only a closed group"):
        score(board, board.groups()[0])
    turned = BONE.turn((0, 0), 1)
    broken = [found for found in score_all(turned) if found.outer is None]
    assert all(reason(found) == "broken" and found.points == 0 for found in broken)


@given(dense_boards(radius=3))
@settings(max_examples=25)
def test_scores_agree_with_the_analysis_of_the_board(board: Board) -> None:
    for found in score_all(board):
        told = closed_group_json(board, found.group)
        shape = outline(board, found.group)
        assert (found.loops, len(found.legs)) == (shape.loops, len(shape.legs))
        assert (told["loops"], told["legs"]) == (shape.loops, len(shape.legs))
        assert (told["points"], "reason" in told) == (found.points, found.reason is not None)


@given(st.integers(0, 10_000))
@settings(max_examples=15)
def test_each_loop_knows_the_shape_just_inside_it(seed: int) -> None:
    """The shape inside a closed line is the group whose own outer line it is."""
    board = nested_board(random.Random(seed), 1 + seed % 3)
    if board is None:
        return
    outer = {outline(board, group).outer: group for group in board.closed_groups()}
    for found in score_all(board):
        for loop in found.inner:
            assert loop.tiles == outer[loop.curve].tiles
            assert loop.colour is outer[loop.curve].colour
            assert loop.shape == shape_name(board, outer[loop.curve])


@given(dense_boards(), st.lists(st.tuples(st.integers(0, 18), st.integers(0, 5)), max_size=4))
def test_tiles_turned_wrong_never_upset_the_scores(
    board: Board, turns: list[tuple[int, int]]
) -> None:
    for index, rotation in turns:
        board = board.turn(board.tiles[index % len(board)].cell, rotation)
    for found in score_all(board):
        assert found.points == 0 or found.outer is not None
        assert json.dumps(found.to_json())
        assert [str(line) for line in explanation(found)]
    assert scores_svg(board, score_all(board)).startswith("<svg")


def test_each_leg_has_its_tiles_and_its_line() -> None:
    found = score(SEVEN_POINTS, largest(SEVEN_POINTS))
    assert found.outer is not None
    for leg in found.legs:
        assert len(leg.tiles) == 3
        assert set(leg.tiles) <= found.group.tiles
        assert set(leg.midpoints) <= set(found.outer.curve.midpoints)


def test_a_score_explains_itself_in_json_and_in_words() -> None:
    found = score(SEVEN_POINTS, largest(SEVEN_POINTS), friends=shipped_catalogue())
    value = json.loads(json.dumps(found.to_json()))
    assert value["points"] == 7
    assert value["outer_loop"]["path"].startswith("M")
    assert len(value["inner_loops"]) == 4
    assert len(value["legs"]) == 2
    lines = list(map(str, explanation(found)))
    assert lines[0] == "White creature: 7 points, loops 5, legs 2."
    assert any(line.startswith("inner loop (Blue snail)") for line in lines)
    assert sum(line.startswith("leg: ") for line in lines) == 2
    bone = score(BONE, largest(BONE))
    assert str(explanation(bone)[0]).endswith("A bone does not score.")


def test_the_drawing_shows_every_loop_and_leg() -> None:
    svg = scores_svg(SEVEN_POINTS, score_all(SEVEN_POINTS))
    # The creature (5 loops, 2 legs), the bone (1 and 2), the snail (2 and 1).
    assert svg.count('class="loop"') == 8
    assert svg.count('class="leg"') == 5
    assert "<svg" in scores_svg(EYE, score_all(EYE))


# -- what an action earns ------------------------------------------------------------------------


def test_new_tiles_that_are_all_part_of_the_creature_score() -> None:
    for number, adjacent in ((1, True), (2, True), (2, False), (3, True)):
        board, closing = opened(STARFISH, number, adjacent=adjacent)
        (found,) = scores_of_action(board, closing)
        assert found.points == 4


def test_one_tile_that_is_not_part_of_the_creature_and_nothing_scores() -> None:
    board, closing = opened(WORM, 2, adjacent=True)
    beside = next(cell for cell in WORM.frontier() if not Board((*WORM, Tile(*cell, 0))).holes())
    (found,) = scores_of_action(board, Lay.of((*closing.tiles, Tile(*beside, 0))))
    assert (found.points, reason(found)) == (0, "not_all_tiles")
    assert f"{beside[0]},{beside[1]}" in str(found.reason)


def test_of_several_creatures_each_is_judged_by_itself() -> None:
    """Two creatures by one lay: the one that all tiles are part of scores, the other does not."""
    seen: set[tuple[bool, ...]] = set()
    for seed in range(400):
        board = packed(random.Random(seed), 16)
        for tiles, closed in closings(board, 3).items():
            found = scores_of_action(board, Lay.of(tuple(tiles)))
            seen.add(tuple(sorted(reason(one) != "not_all_tiles" for one in found)))
            whole = [one for one in found if {tile.cell for tile in tiles} <= one.group.tiles]
            assert len(whole) == len(closed)
        if {(False, True), (True, True)} <= seen:
            return
    raise AssertionError(f"only {seen} among these boards")


def test_a_creature_in_a_new_creature_counts_for_both() -> None:
    board, closing = opened(SEVEN_POINTS, 1, adjacent=True)
    found = scores_of_action(board, closing)
    assert max(one.points for one in found) == 7


def test_the_first_lay_does_not_score() -> None:
    rules = replace(PALAGONIA, bones_score=True)
    (found,) = scores_of_action(Board(), Lay.of(BONE.tiles), rules)
    assert (found.points, reason(found)) == (0, "first_lay")


def test_rotate_never_scores() -> None:
    for seed in range(200):
        board = packed(random.Random(seed), 22)
        for cell in board.cells:
            if sum((cell[0] + q, cell[1] + r) in board for q in (-1, 0, 1) for r in (-1, 0, 1)) < 7:
                continue
            for rotation in (0, 2, 4):
                if rotation == board[cell].rotation:
                    continue
                for found in scores_of_action(board, Rotate(cell, rotation)):
                    assert (found.points, reason(found)) != (0, None)
                    if found.count > 2 and found.shape != "bone" and not found.empty_inside:
                        assert reason(found) == "not_a_number"
                        return
    raise AssertionError("no rotation closed a creature")


def test_remove_never_scores() -> None:
    board = SEVEN_POINTS
    for tile in board:
        assert scores_of_action(board, Remove(tile.cell)) == ()


def test_a_creature_broken_open_and_closed_again_scores_again() -> None:
    broken = WORM.remove((3, -2)).remove((0, 1))
    closing = Lay.of((WORM[3, -2], WORM[0, 1]))
    assert sum(found.points for found in scores_of_action(broken, closing)) == 3
    again = apply(broken, closing).remove((3, -2)).remove((0, 1))
    assert sum(found.points for found in scores_of_action(again, closing)) == 3


# -- closings against trying everything ----------------------------------------------------------


@given(st.integers(0, 10_000))
@settings(max_examples=3)
def test_closings_are_all_sets_of_tiles_that_close_one_creature(seed: int) -> None:
    board = packed(random.Random(seed), 8)
    found = closings(board, 2)
    near = sorted(board.frontier())
    wanted = {}
    for cells in combinations(near, 2):
        for letters in product((0, 2, 4), repeat=2):
            tiles = frozenset(Tile(*c, r) for c, r in zip(cells, letters, strict=True))
            after = Board((*board, *tiles))
            number = sum(set(cells) <= group.tiles for group in after.creatures())
            if number:
                wanted[tiles] = number
            touched = any(group.tiles & set(cells) for group in after.creatures())
            assert closes_a_creature(board, tiles) == touched
    assert {tiles: len(closed) for tiles, closed in found.items()} == wanted


@given(st.integers(0, 10_000), st.integers(1, 5))
@settings(max_examples=25)
def test_closings_know_their_graph(seed: int, number: int) -> None:
    board = packed(random.Random(seed), 14)
    for tiles, closed in list(closings(board, number).items())[:30]:
        after = Board((*board, *tiles))
        cells = {tile.cell for tile in tiles}
        whole = [group for group in after.creatures() if cells <= group.tiles]
        pairs = [straight_corners(t.cell, t.rotation, c) for t in after for c in Colour]
        meeting = Counter(chain.from_iterable(pairs))
        graphs = [
            (group.straights, group.straights - len(group.corners) + 1,
             sum(meeting[corner] == 1 for corner in group.corners))
            for group in whole
        ]  # fmt: skip
        assert sorted((one.straights, one.own_rings, one.ends) for one in closed) == sorted(graphs)
        for one in closed:
            if one.own_rings == 0 and len(closed) == 1:
                assert one.ends == len(outline(after, whole[0]).legs)


def test_a_bone_of_five_new_tiles_is_found() -> None:
    board = Board.from_text("0,0a 1,0c")
    bones = [tiles for tiles, (one, *_) in closings(board, 5).items() if one.straights == 1]
    new = [t for t in bones if any(g.tiles == {x.cell for x in t} for g in Board(t).creatures())]
    assert len(new) > 10


# -- house rules ---------------------------------------------------------------------------------


def test_house_rules_lower_the_minimum_and_pay_for_bones() -> None:
    low = HouseRules(name="Small ones too", least_points=1, bones_score=True)
    assert score(RING, largest(RING), low).points == 2
    assert score(BONE, largest(BONE), low).points == 3
    assert score(EYE, largest(EYE), low).points == 0
    high = HouseRules(name="Great ones only", least_points=5)
    assert reason(score(WORM, largest(WORM), high)) == "too_small"


def test_the_designers_earlier_version_counts_limbs_and_animals() -> None:
    """Its page pays 1, 2 and 4 points for an animal in an island of 0, 1 and 3 limbs."""
    assert score(RING, largest(RING), ONE_DIE).points == 1
    assert score(SNAIL, largest(SNAIL), ONE_DIE).points == 2
    assert score(SEVEN_POINTS, largest(SEVEN_POINTS), ONE_DIE).points == 6
    three_limbs = Board.from_text(
        "-2,-1b -2,0a -1,-1a -1,0c -1,1c -1,2a 0,-1a 0,0b 0,1c 1,-2b 1,-1b 2,-2c"
    )
    assert score(three_limbs, largest(three_limbs), ONE_DIE).points == 4


def test_house_rules_round_trip_and_refuse_nonsense() -> None:
    rules = HouseRules(name="Ours", tiles=60, least_points=4, sharing=False)
    assert HouseRules.from_json(json.loads(json.dumps(rules.to_json()))) == rules
    assert HouseRules.from_json({}) == PALAGONIA
    bad: Any
    for bad in (
        7, {"dice": 3}, {"tiles": "many"}, {"tiles": 10**9}, {"sharing": "no"},
        {"least_points": True}, {"least_points": -1}, {"counting": "stars"}, {"counting": []},
        {"name": 3},
    ):  # fmt: skip
        with pytest.raises(HouseRulesError):
            HouseRules.from_json(bad)
