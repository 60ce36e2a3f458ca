"""Boards: changing, asking, writing and reading."""

import json
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.engine.lattice import Colour, cell_corner, corner_cells, neighbours
from palago.engine.tiles.board import MOST_TILES, Board, BoardError, Tile
from strategies import any_tiles, boards, dense_boards


@given(boards(), st.integers(-20, 20), st.integers(-20, 20), st.integers(0, 2))
def test_canonical_form_forgets_shift_and_turns(board: Board, dq: int, dr: int, turns: int) -> None:
    assert board.rotated(turns).translated(dq, dr).canonical() == board.canonical()


@given(boards(most=8))
def test_canonical_form_is_the_same_board(board: Board) -> None:
    canonical = board.canonical()
    alike = [board.rotated(thirds) for thirds in range(3)]
    first = canonical.tiles[0]
    assert any(
        turned.translated(first.q - turned.tiles[0].q, first.r - turned.tiles[0].r) == canonical
        for turned in alike
    )


@given(boards())
def test_text_and_json_round_trips(board: Board) -> None:
    assert Board.from_text(board.to_text()) == board
    assert Board.from_json(json.loads(json.dumps(board.to_json()))) == board


@given(any_tiles())
def test_impossible_boards_round_trip_too(tiles: list[Tile]) -> None:
    board = Board(tiles)
    assert Board.from_text(board.to_text()) == board
    assert Board.from_json(board.to_json()) == board


@given(boards(), st.data())
def test_place_then_remove_is_the_identity(board: Board, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(board.frontier()))
    rotation = data.draw(st.integers(0, 5))
    placed = board.place(Tile(*cell, rotation))
    assert placed != board
    assert placed.remove(cell) == board


def test_changing_what_is_not_there_is_refused() -> None:
    board = Board.from_text("0,0a 1,0c")
    with pytest.raises(BoardError, match="a tile lies already at 1,0"):
        board.place(Tile(1, 0, 0))
    with pytest.raises(BoardError, match="no tile lies at 5,5"):
        board.remove((5, 5))
    with pytest.raises(BoardError, match="not 6"):
        board.turn((0, 0), 6)
    assert board.turn((0, 0), 3)[0, 0].rotation == 3


@given(boards())
def test_edge_colours_of_even_rotations_never_mismatch(board: Board) -> None:
    """Each edge shows, at each of its ends, the colour of that corner on both of its tiles."""
    for tile in board:
        for index in range(6):
            shown = Colour.WHITE if (index - tile.rotation) % 2 == 0 else Colour.BLUE
            assert shown is cell_corner(tile.cell, index).colour


@given(dense_boards())
def test_groups_share_out_all_corners_and_straights(board: Board) -> None:
    groups = board.groups()
    corners = [corner for group in groups for corner in group.corners]
    assert len(corners) == len(set(corners))
    assert set(corners) == {cell_corner(tile.cell, index) for tile in board for index in range(6)}
    for colour in Colour:
        assert sum(g.straights for g in groups if g.colour is colour) == len(board)


@given(dense_boards())
def test_tips_and_freedoms_of_a_group_fill_its_corners(board: Board) -> None:
    """Three cells meet at a corner: each holds a tip, a straight's end or nothing."""
    for group in board.groups():
        empty = {(c, cell) for c in group.corners for cell in corner_cells(c) if cell not in board}
        assert group.freedoms == empty
        assert group.closed == (not empty)
        assert group.is_eye == (group.closed and group.straights == 0)


def test_status_names_every_problem_at_once() -> None:
    everything = [
        Tile(0, 0, 0), Tile(0, 0, 2), Tile(9, 9, 1), *(Tile(q, 0, 0) for q in range(1, 50)),
    ]  # fmt: skip
    assert Board(everything).status() == (
        "odd rotation", "disconnected", "too many tiles", "duplicate cell",
    )  # fmt: skip
    assert Board.from_text("0,0a 1,0c").status() == ()
    assert Board().status() == ()


@given(dense_boards())
def test_a_single_hole_has_six_neighbours_on_the_board(board: Board) -> None:
    expected = {
        cell
        for cell in board.frontier()
        if sum(neighbour in board for neighbour in neighbours(cell)) == 6
    }
    assert set(board.holes()) == expected


@given(any_tiles())
def test_pieces_of_a_board_do_not_touch(tiles: list[Tile]) -> None:
    board = Board(tiles)
    pieces = board.components()
    assert frozenset().union(*pieces) == board.cells
    assert all(len(larger) >= len(smaller) for larger, smaller in pairwise(pieces))
    for piece in pieces:
        around = {n for cell in piece for n in neighbours(cell)} - piece
        assert not around & board.cells
    assert board.is_connected == (len(pieces) <= 1)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({}, '"tiles" must be a list'),
        ([1], 'an object with "tiles"'),
        ({"tiles": [3]}, 'tiles, objects with "q", "r" and "rotation"'),
        ({"tiles": [{"q": 0, "r": 0}]}, '"rotation" of "tiles" must be a whole number'),
        ({"tiles": [{"q": 0.5, "r": 0, "rotation": 0}]}, '"q" of "tiles" must be .* not 0.5'),
        ({"tiles": [{"q": float("nan"), "r": 0, "rotation": 0}]}, "not nan"),
        ({"tiles": [{"q": "0", "r": 0, "rotation": 0}]}, "not '0'"),
        ({"tiles": [{"q": True, "r": 0, "rotation": 0}]}, "not True"),
        ({"tiles": [{"q": 10**18, "r": 0, "rotation": 0}]}, "a huge number"),
        ({"tiles": [{"q": 0, "r": 0, "rotation": 7}]}, "from 0 to 5, not 7"),
        ({"tiles": [{"q": 0, "r": 0, "rotation": 0}] * (MOST_TILES + 1)}, "at most 192"),
    ],
)
def test_what_is_no_board_is_refused_in_words(value: object, message: str) -> None:
    with pytest.raises(BoardError, match=message):
        Board.from_json(value)


@settings(max_examples=200)
@given(st.text(max_size=60))
def test_any_text_is_a_board_or_a_message(text: str) -> None:
    try:
        Board.from_text(text)
    except BoardError as error:
        assert str(error)
