"""The atlas, the algebraic sums and the play server's picture."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.engine.creatures.algebra import SumError, board_of_sum, creature_of_sum, sum_of_group
from palago.engine.creatures.atlas import AtlasError, count_closed_groups, list_closed_groups
from palago.engine.drawing.play_server import draw_ascii_board, flat_top_tile, parse_ascii_board
from palago.engine.lattice import Colour, Corner, corner_cells, rotate_cell
from palago.engine.tiles.board import Board, BoardError, Tile
from palago.engine.tiles.groups import Group
from strategies import boards, dense_boards

EXAMPLE = "0a+1c+2a+2c+2c+2c+3b+2c3a+4a----3b"

#: The finished game on the play server's help page, as it is drawn there.
PICTURE = r"""
              .--oo
             /    oo
        .--ooooo    `--oo
       / ooo   ooo   ooo \
  .--ooooo    .  ooooo    `--oo
 o   oo     oo    oo    oo   oo\
ooo  oo .  ooooo    .  oooo  oo `--oo
 o   oo     oo ooo o   ooo   oo     oo
  )  ooooo    .  oooo  oo .  ooooo    )
 o   oo  ooo   ooo o   ooo   oo  ooo /
ooo  oo .  ooooo    .  oooo  oo .--oo
 o   oo  ooo      oo    oo   oo/
  `--ooooo    .--ooooo    .--oo
       \    oo     \ ooo /
        `--oo       `--oo
"""
PICTURE_TILES = "0,0b 0,1b 0,2c -1,1c -1,2b -1,3c -2,2a -2,3a 1,0c 1,1a 1,2b 2,0a 2,1a 3,0b"


def closed_boards(most: int) -> set[Board]:
    """All closed Blue groups by tiles, up to shift and turn, found with the plain board.

    Starts from one corner and lays each rotation at the group's freedoms, one after the other.
    """
    start = Corner(Colour.BLUE, 0, 0)
    found: set[Board] = set()
    waiting = [Board([Tile(*corner_cells(start)[0], rotation)]) for rotation in (0, 2, 4)]
    while waiting:
        board = waiting.pop()
        group = next(g for g in board.groups() if start in g.corners)
        needed = {cell for _, cell in group.freedoms}
        if len(group.tiles) + len(needed) > most:
            continue
        if group.closed:
            found.add(Board(board[cell] for cell in group.tiles).canonical())
            continue
        cell = min(needed)
        waiting += [board.place(Tile(*cell, rotation)) for rotation in (0, 2, 4)]
    return found


def blue_creature(board: Board) -> Group:
    return next(
        group
        for group in board.closed_groups()
        if group.colour is Colour.BLUE and len(group.tiles) == len(board)
    )


@pytest.mark.parametrize("most", [8, pytest.param(9, marks=pytest.mark.slow)])
def test_counts_are_those_of_a_search_with_the_plain_board(most: int) -> None:
    found = closed_boards(most)
    assert count_closed_groups(most).counts == Counter(map(len, found))
    sums = {sum_of_group(board, blue_creature(board)) for board in found}
    assert sums == {s for size in range(3, most + 1) for s in list_closed_groups(size)}


def test_the_listed_creatures_are_as_many_as_counted() -> None:
    """Listing tells creatures apart by their sums, counting by Burnside's lemma."""
    counts = count_closed_groups(15).counts
    assert {3: 1, 5: 1, 6: 1}.items() <= counts.items() and 4 not in counts
    for size, number in counts.items():
        assert len(list_closed_groups(size)) == number


def test_every_listed_sum_makes_a_creature_that_bears_it() -> None:
    for text in list_closed_groups(9) + list_closed_groups(12)[::5]:
        board, group = creature_of_sum(text)
        assert sum_of_group(board, group) == text


def test_the_designers_examples() -> None:
    board, eye = creature_of_sum("4b+5c")
    assert eye.is_eye and len(board) == 3
    assert sum_of_group(board, eye) == "4b+5c"
    board, creature = creature_of_sum(EXAMPLE)
    assert len(board) == 12 and creature.is_creature
    assert sum_of_group(board, creature) == EXAMPLE
    assert EXAMPLE in list_closed_groups(12)
    assert list_closed_groups(3) == ("4b+5c",)
    assert list_closed_groups(4) == ()


@settings(max_examples=60)
@given(dense_boards(), st.integers(0, 2))
def test_a_sum_names_a_shape_whatever_its_place_turn_and_colour(board: Board, turns: int) -> None:
    turned = board.rotated(turns).translated(3, -5)
    # A turn by 180 degrees with the colours swapped leaves the rotations as they are.
    swapped = Board(Tile(*rotate_cell(tile.cell, 3), tile.rotation) for tile in board)
    for colour in Colour:
        sums = [
            sorted(sum_of_group(lies, g) for g in lies.closed_groups() if g.colour is of)
            for lies, of in ((board, colour), (turned, colour), (swapped, colour.other))
        ]
        assert sums[0] == sums[1] == sums[2]
        for text in sums[0]:
            laid, group = creature_of_sum(text)
            assert sum_of_group(laid, group) == text


@pytest.mark.parametrize(("text", "message"), [
    ("", "empty"), ("4b", "no closed group"), ("4b4+", "no tile to step into"),
    ("-", "no tile to step out"), ("4b4b5a+0c", "no closed group|lies there already"),
    ("4b0c", "lies there already"), ("4x", "character 2"), ("0a" * 3000, "at most"),
    ("6a", "character 1"),
])  # fmt: skip
def test_a_sum_that_makes_nothing_is_refused_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(SumError, match=message):
        creature_of_sum(text)


@given(st.text(alphabet="012345abc+- ", max_size=60))
def test_any_signs_give_a_board_or_a_reason(text: str) -> None:
    try:
        board = board_of_sum(text)
    except SumError as error:
        assert str(error)
    else:
        assert board.is_connected


def test_sizes_out_of_reach_are_refused() -> None:
    with pytest.raises(AtlasError, match="up to"):
        count_closed_groups(10**9)
    with pytest.raises(AtlasError, match="counted"):
        list_closed_groups(40)
    assert count_closed_groups(0).counts == {}


def test_the_play_servers_picture_is_read() -> None:
    tiles = []
    for word in PICTURE_TILES.split():
        q, r = map(int, word[:-1].split(","))
        tiles.append(flat_top_tile(q, r, word[-1]))
    board = parse_ascii_board(PICTURE)
    assert board.canonical() == Board(tiles).canonical()
    assert draw_ascii_board(board) == PICTURE.strip("\n")
    closed = [(g.colour, len(g.tiles), g.straights) for g in board.closed_groups()]
    assert closed == [(Colour.WHITE, 3, 0), (Colour.BLUE, 5, 1)], "an eye, and a bone"
    assert [creature.colour for creature in board.creatures()] == [Colour.BLUE]
    assert board.status() == ()
    quoted = "Board 12, Light to move\n\n" + "\n".join("> " + s for s in PICTURE.splitlines())
    assert parse_ascii_board(quoted + "\n\nYour move:\n") == board


@given(boards(), st.integers(0, 9), st.integers(0, 5))
def test_a_drawn_board_is_read_again(board: Board, indent: int, lines: int) -> None:
    drawn = draw_ascii_board(board)
    shifted = "\n" * lines + "\n".join(" " * indent + line for line in drawn.splitlines())
    read = parse_ascii_board(shifted)
    first = min(read.tiles)
    assert any(read.translated(tile.q - first.q, tile.r - first.r) == board for tile in board)


@pytest.mark.parametrize("text", ["", "hello", "o", "oooo\noooo\noooo", " .--\n/   \n"])
def test_what_is_no_picture_is_refused(text: str) -> None:
    with pytest.raises(BoardError, match="picture"):
        parse_ascii_board(text)
