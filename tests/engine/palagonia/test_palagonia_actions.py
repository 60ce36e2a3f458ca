"""Palagonia, rules 2 to 5: dice, playing a number, Remove and Rotate."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.engine.lattice import neighbours
from palago.engine.palagonia.actions import (
    Lay,
    Remove,
    Rotate,
    action_from_text,
    action_refusals,
    apply,
    are_connected,
)
from palago.engine.palagonia.dice import DiceError, DieFace, Roll
from palago.engine.palagonia.legal import connected_places, legal_actions, random_action
from palago.engine.palagonia.rules import PalagoniaRefusal
from palago.engine.tiles.board import Board, BoardError, Tile
from palagonia_boards import BONE, FIVE_DEEP, WORM, hexagon, opened
from palagonia_games import lay
from strategies import boards


def keys(refusals: tuple[PalagoniaRefusal, ...]) -> list[str]:
    return [found.sentence.key.removeprefix("palagonia.") for found in refusals]


# -- dice --------------------------------------------------------------------------------------


def test_each_die_has_four_numbers_and_two_symbols() -> None:
    assert [face.value for face in DieFace] == ["2", "3", "4", "5", "remove", "rotate"]
    assert [face.number for face in DieFace] == [2, 3, 4, 5, None, None]


def test_there_are_21_rolls_of_two_dice_and_six_doubles_symbols_too() -> None:
    rolls = list(Roll.all())
    assert len(set(rolls)) == 21
    assert sum(roll.is_double for roll in rolls) == 6
    assert Roll.of((DieFace.REMOVE, DieFace.REMOVE)).is_double


def test_a_seeded_throw_can_be_repeated_and_the_order_of_dice_means_nothing() -> None:
    assert Roll.thrown(random.Random(3)) == Roll.thrown(random.Random(3))
    assert Roll.from_text("remove:3") == Roll.from_text("3 Remove") == Roll.from_text("3,rem")


def test_one_die_is_a_roll_of_the_designers_earlier_version() -> None:
    assert len(Roll.from_text("3:").faces) == 1


@pytest.mark.parametrize("words", ["", "7:2", "2:3:4", "two"])
def test_words_that_are_no_dice_are_named(words: str) -> None:
    with pytest.raises(DiceError, match=r"die|dice"):
        Roll.from_text(words)


# -- a number (rule 3) ---------------------------------------------------------------------------


def test_tiles_that_are_connected_may_be_laid_anywhere_on_the_rim() -> None:
    board = Board.from_text("0,0a 1,0c")
    assert action_refusals(board, lay("2,0a 3,0a")) == ()
    # Only the last one of a row need touch the palago.
    assert action_refusals(board, lay("4,0a 3,0a 2,0a")) == ()


def test_every_tile_joins_the_palago() -> None:
    board = Board.from_text("0,0a 1,0c")
    refused = action_refusals(board, lay("2,0a 9,9a"))
    assert keys(refused) == ["apart", "scattered"]
    assert refused[0].cells == ((9, 9),)
    assert "Palagonia 3" in str(refused[0])
    assert keys(action_refusals(board, lay("8,9a 9,9a"))) == ["apart", "apart"]


def test_tiles_must_be_connected_to_one_another() -> None:
    board = Board.from_text("0,0a 1,0c")
    assert keys(action_refusals(board, lay("2,0a -1,0a"))) == ["scattered"]


def test_tiles_that_are_apart_may_close_a_creature_together() -> None:
    board, closing = opened(WORM, 2, adjacent=False)
    assert not are_connected(tile.cell for tile in closing.tiles)
    assert action_refusals(board, closing) == ()


def test_tiles_that_are_apart_may_close_a_bone_though_it_does_not_score() -> None:
    board, closing = opened(BONE, 2, adjacent=False)
    assert action_refusals(board, closing) == ()


def test_all_of_the_tiles_that_are_apart_must_be_used_to_close_the_creature() -> None:
    board, closing = opened(WORM, 2, adjacent=False)
    far = max(board.frontier())
    more = Lay.of((*closing.tiles, Tile(*far, 0)))
    assert keys(action_refusals(board, more)) == ["scattered"]


def test_tiles_that_are_apart_and_close_an_eye_are_refused() -> None:
    """An eye is no creature: two of its tiles always touch, so take one and a stray."""
    board = Board.from_text("0,0a 0,-1b 0,-2a")
    assert keys(action_refusals(board, lay("1,-1c -1,0a"))) == ["scattered"]


def test_a_creature_with_empty_cells_inside_is_not_closed() -> None:
    """The outer of five rings, opened at two places apart; two tiles of its middle are missing."""
    hollow = FIVE_DEEP.remove((0, 0)).remove((0, -1))
    assert hollow.holes() == ()
    board, closing = opened(hollow, 2, adjacent=False)
    assert keys(action_refusals(board, closing)) == ["scattered"]
    assert action_refusals(Board((*board, Tile(0, 0, 0), Tile(0, -1, 2))), closing) == ()


def test_no_single_hole_may_be_made() -> None:
    around = Board(tile for tile in hexagon(1) if tile.cell not in ((0, 0), (1, 0), (0, 1)))
    refused = action_refusals(around, lay("1,0a 0,1a"))
    assert keys(refused) == ["hole"]
    assert refused[0].cells == ((0, 0),)


def test_a_gap_of_two_cells_is_no_single_hole_and_both_fill_it() -> None:
    ring = Board(tile for tile in hexagon(2) if tile.cell not in ((0, 0), (1, 0)))
    assert ring.holes() == ()
    assert action_refusals(ring, lay("0,0a 1,0c")) == ()
    assert keys(action_refusals(ring, lay("0,0a -3,0c"))) == ["hole", "scattered"]


def test_edges_must_match() -> None:
    board = Board.from_text("0,0a 1,0c")
    refused = action_refusals(board, Lay.of((Tile(2, 0, 3), Tile(3, 0, 0))))
    assert keys(refused) == ["odd"]
    assert refused[0].cells == ((2, 0),)


def test_a_cell_holds_one_tile() -> None:
    board = Board.from_text("0,0a 1,0c")
    assert keys(action_refusals(board, lay("1,0a 2,0a"))) == ["taken"]
    assert keys(action_refusals(board, Lay.of((Tile(2, 0, 0), Tile(2, 0, 2))))) == ["twice"]


# -- Remove (rule 4) -----------------------------------------------------------------------------


def test_an_external_tile_may_be_removed_five_neighbours_too() -> None:
    board = hexagon(2).remove((2, 0))
    assert sum(action_refusals(board, Remove(tile.cell)) == () for tile in board) == 18 - 6
    assert action_refusals(board, Remove((1, 0))) == ()


def test_a_tile_with_six_neighbours_is_never_removed() -> None:
    refused = action_refusals(hexagon(1), Remove((0, 0)))
    assert keys(refused) == ["remove_internal"]
    assert "Palagonia 4" in str(refused[0])


def test_the_palago_stays_in_one_piece() -> None:
    row = Board.from_text("0,0a 1,0a 2,0a")
    assert keys(action_refusals(row, Remove((1, 0)))) == ["remove_splits"]
    assert action_refusals(row, Remove((2, 0))) == ()


def test_two_arms_that_meet_elsewhere_may_lose_the_tile_between_them() -> None:
    ring = Board(tile for tile in hexagon(2) if tile.cell not in ((0, 0), (1, 0)))
    assert action_refusals(ring, Remove((-1, 0))) == ()


def test_where_no_tile_lies_none_is_removed() -> None:
    assert keys(action_refusals(hexagon(1), Remove((5, 5)))) == ["remove_empty"]


@given(boards(least=2))
@settings(deadline=None)
def test_remove_is_refused_exactly_where_pieces_or_six_neighbours_forbid_it(board: Board) -> None:
    for tile in board:
        internal = all(cell in board for cell in neighbours(tile.cell))
        legal = not internal and board.remove(tile.cell).is_connected
        assert (action_refusals(board, Remove(tile.cell)) == ()) == legal


# -- Rotate (rule 5) -----------------------------------------------------------------------------


def test_a_tile_with_six_neighbours_is_turned_to_one_of_its_two_other_rotations() -> None:
    board = hexagon(1)
    assert action_refusals(board, Rotate((0, 0), 2)) == ()
    assert action_refusals(board, Rotate((0, 0), 4)) == ()
    assert keys(action_refusals(board, Rotate((0, 0), 0))) == ["rotate_unchanged"]
    assert keys(action_refusals(board, Rotate((0, 0), 3))) == ["odd"]


def test_a_partly_surrounded_tile_is_not_rotated() -> None:
    refused = action_refusals(hexagon(2).remove((2, 0)), Rotate((1, 0), 2))
    assert keys(refused) == ["rotate_external"]
    assert "5 neighbours" in str(refused[0])
    assert "Palagonia 5" in str(refused[0])


def test_where_no_tile_lies_none_is_rotated() -> None:
    assert keys(action_refusals(hexagon(1), Rotate((5, 5), 2))) == ["rotate_empty"]


# -- what is legal, listed and drawn --------------------------------------------------------------


def brute_force_lays(board: Board, number: int) -> set[Lay]:
    """Every legal set of tiles, by trying all cells near the board."""
    near = set(board.frontier())
    for _ in range(number - 1):
        near |= {beside for cell in near for beside in neighbours(cell)} - board.cells
    return {
        placed
        for cells in combinations(sorted(near), number)
        for letters in product((0, 2, 4), repeat=number)
        for placed in [Lay.of(tuple(Tile(*c, r) for c, r in zip(cells, letters, strict=True)))]
        if action_refusals(board, placed) == ()
    }


@pytest.mark.parametrize(
    "board",
    [
        Board.from_text("0,0a 1,0c"),
        opened(BONE, 2, adjacent=False)[0],
        Board(tile for tile in hexagon(1) if tile.cell != (1, 0)),
    ],
)
def test_legal_lays_are_listed_once_and_none_is_missed(board: Board) -> None:
    listed = list(legal_actions(board, DieFace.TWO))
    assert len(listed) == len(set(listed))
    assert set(listed) == brute_force_lays(board, 2)


def test_places_for_two_and_three_tiles_are_listed_without_gaps() -> None:
    board = Board.from_text("0,0a 0,1b -1,1c")
    near = [(q, r) for q in range(-4, 4) for r in range(-3, 5) if (q, r) not in board]
    for number in (2, 3):
        listed = [frozenset(cells) for cells in connected_places(board, number)]
        wanted = {
            frozenset(cells)
            for cells in combinations(near, number)
            if are_connected(cells) and set(cells) & set(board.frontier())
        }
        assert len(listed) == len(set(listed))
        assert set(listed) == wanted


def test_first_lays_are_listed_up_to_their_place() -> None:
    """Fixed polyhexes of 2, 3, 4 cells: 3, 11, 44 (Redelmeier 1981), each tile in 3 rotations."""
    counts = [len(list(legal_actions(Board(), DieFace.of_number(n)))) for n in (2, 3, 4)]
    assert counts == [3 * 9, 11 * 27, 44 * 81]


def test_remove_and_rotate_list_every_choice() -> None:
    board = hexagon(2)
    assert len(list(legal_actions(board, DieFace.REMOVE))) == 12
    assert len(list(legal_actions(board, DieFace.ROTATE))) == 2 * 7
    assert list(legal_actions(Board.from_text("0,0a"), DieFace.ROTATE)) == []


@given(boards(least=2), st.sampled_from(DieFace), st.integers(0, 2**32))
@settings(deadline=None, max_examples=60)
def test_random_actions_are_legal(board: Board, face: DieFace, seed: int) -> None:
    if board.holes():
        return
    action = random_action(board, face, random.Random(seed))
    if action is None:
        assert next(legal_actions(board, face), None) is None
        return
    assert action.face is face
    assert action_refusals(board, action) == ()
    after = apply(board, action)
    assert after.is_connected
    assert after.holes() == ()


def test_random_lays_find_room_where_a_pocket_is_too_small() -> None:
    pocket = Board(tile for tile in hexagon(2) if tile.cell not in ((0, 0), (1, 0)))
    for seed in range(30):
        action = random_action(pocket, DieFace.FIVE, random.Random(seed))
        assert action is not None
        assert action_refusals(pocket, action) == ()


# -- in words ----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["lay 0,0a 1,0c", "remove -1,2", "rotate 3,-4b"])
def test_actions_in_words_round_trip(text: str) -> None:
    assert str(action_from_text(text)) == text


@pytest.mark.parametrize("text", ["", "lay x", "remove 1", "rotate 1,1", "pass", "remove 1,1b"])
def test_bad_words_give_a_sentence(text: str) -> None:
    with pytest.raises(BoardError):
        action_from_text(text)
