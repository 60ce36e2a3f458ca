"""Palagonia, rules 2 to 5: dice, playing a number, Remove and Rotate."""

import random
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.engine.lattice import Cell, neighbours
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


# -- a number, Remove and Rotate (rules 3 to 5) ------------------------------------------------

PAIR, ROW = Board.from_text("0,0a 1,0c"), Board.from_text("0,0a 1,0a 2,0a")
#: Two cells within it are empty.
POCKET = Board(tile for tile in hexagon(2) if tile.cell not in ((0, 0), (1, 0)))
NEARLY_ROUND = Board(tile for tile in hexagon(1) if tile.cell not in ((0, 0), (1, 0), (0, 1)))
OPEN_AT_ONE_SIDE = hexagon(2).remove((2, 0))
WORM_OPENED, WORM_CLOSING = opened(WORM, 2, adjacent=False)
STRAY = Tile(*max(WORM_OPENED.frontier()), 0)
#: The outer of five rings, opened at two places apart; two tiles of its middle are missing.
HOLLOW, HOLLOW_CLOSING = opened(FIVE_DEEP.remove((0, 0)).remove((0, -1)), 2, adjacent=False)

#: What is refused of an action on a board, in order, and the cells of the first refusal.
ACTIONS: dict[str, tuple[Board, Lay | Remove | Rotate, str, Cell | None]] = {
    "connected tiles lie anywhere on the rim": (PAIR, lay("2,0a 3,0a"), "", None),
    "only the last of a row touches the palago": (PAIR, lay("4,0a 3,0a 2,0a"), "", None),
    "one tile is apart": (PAIR, lay("2,0a 9,9a"), "apart scattered", (9, 9)),
    "all tiles are apart": (PAIR, lay("8,9a 9,9a"), "apart apart", (8, 9)),
    "tiles are not connected": (PAIR, lay("2,0a -1,0a"), "scattered", None),
    "tiles apart close a creature together": (WORM_OPENED, WORM_CLOSING, "", None),
    "and a bone, though it does not score": (*opened(BONE, 2, adjacent=False), "", None),
    "not all of the tiles apart close it": (
        WORM_OPENED, Lay.of((*WORM_CLOSING.tiles, STRAY)), "scattered", None,
    ),
    # An eye is no creature: two of its tiles always touch, so take one and a stray.
    "tiles apart close an eye": (
        Board.from_text("0,0a 0,-1b 0,-2a"), lay("1,-1c -1,0a"), "scattered", None,
    ),
    "empty cells inside: not closed": (HOLLOW, HOLLOW_CLOSING, "scattered", None),
    "the same creature, filled": (
        Board((*HOLLOW, Tile(0, 0, 0), Tile(0, -1, 2))), HOLLOW_CLOSING, "", None,
    ),
    "a single hole": (NEARLY_ROUND, lay("1,0a 0,1a"), "hole", (0, 0)),
    "a gap of two cells is none, and both fill it": (POCKET, lay("0,0a 1,0c"), "", None),
    "one of both makes a single hole": (POCKET, lay("0,0a -3,0c"), "hole scattered", (1, 0)),
    "edges do not match": (PAIR, Lay.of((Tile(2, 0, 3), Tile(3, 0, 0))), "odd", (2, 0)),
    "a cell is taken": (PAIR, lay("1,0a 2,0a"), "taken", (1, 0)),
    "a cell twice": (PAIR, Lay.of((Tile(2, 0, 0), Tile(2, 0, 2))), "twice", (2, 0)),
    "five neighbours may be removed": (OPEN_AT_ONE_SIDE, Remove((1, 0)), "", None),
    "six neighbours may not": (hexagon(1), Remove((0, 0)), "remove_internal", None),
    "the middle of a row splits it": (ROW, Remove((1, 0)), "remove_splits", None),
    "its end does not": (ROW, Remove((2, 0)), "", None),
    "two arms meet elsewhere": (POCKET, Remove((-1, 0)), "", None),
    "nothing to remove": (hexagon(1), Remove((5, 5)), "remove_empty", None),
    "turned one way": (hexagon(1), Rotate((0, 0), 2), "", None),
    "turned the other way": (hexagon(1), Rotate((0, 0), 4), "", None),
    "not turned": (hexagon(1), Rotate((0, 0), 0), "rotate_unchanged", None),
    "turned by half": (hexagon(1), Rotate((0, 0), 3), "odd", None),
    "not internal": (OPEN_AT_ONE_SIDE, Rotate((1, 0), 2), "rotate_external", None),
    "nothing to rotate": (hexagon(1), Rotate((5, 5), 2), "rotate_empty", None),
}  # fmt: skip
RULES = {Lay: 3, Remove: 4, Rotate: 5}


@pytest.mark.parametrize(("board", "action", "said", "cell"), ACTIONS.values(), ids=ACTIONS)
def test_what_is_refused_of_an_action_is_named_with_its_rule(
    board: Board, action: Lay | Remove | Rotate, said: str, cell: Cell | None
) -> None:
    refused = action_refusals(board, action)
    assert keys(refused) == said.split()
    assert all(f"Palagonia {RULES[type(action)]}" in str(one) for one in refused)
    assert cell is None or refused[0].cells == (cell,)
    assert said != "rotate_external" or "5 neighbours" in str(refused[0])


def test_what_these_boards_are_tried_for_is_so() -> None:
    assert not are_connected(tile.cell for tile in WORM_CLOSING.tiles)
    assert POCKET.holes() == FIVE_DEEP.remove((0, 0)).remove((0, -1)).holes() == ()


def test_an_external_tile_may_be_removed() -> None:
    legal = [action_refusals(OPEN_AT_ONE_SIDE, Remove(t.cell)) == () for t in OPEN_AT_ONE_SIDE]
    assert sum(legal) == 18 - 6


@given(boards(least=2))
def test_remove_is_refused_exactly_where_pieces_or_six_neighbours_forbid_it(board: Board) -> None:
    for tile in board:
        internal = all(cell in board for cell in neighbours(tile.cell))
        legal = not internal and board.remove(tile.cell).is_connected
        assert (action_refusals(board, Remove(tile.cell)) == ()) == legal


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
@settings(max_examples=60)
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
    for seed in range(30):
        action = random_action(POCKET, DieFace.FIVE, random.Random(seed))
        assert action is not None
        assert action_refusals(POCKET, action) == ()


# -- in words ----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["lay 0,0a 1,0c", "remove -1,2", "rotate 3,-4b"])
def test_actions_in_words_round_trip(text: str) -> None:
    assert str(action_from_text(text)) == text


@pytest.mark.parametrize("text", ["", "lay x", "remove 1", "rotate 1,1", "pass", "remove 1,1b"])
def test_bad_words_give_a_sentence(text: str) -> None:
    with pytest.raises(BoardError):
        action_from_text(text)
