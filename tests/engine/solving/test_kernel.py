"""The compiled kernel, held to the plain board: placing, closing, taking back."""

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.engine.kernel import jit, layout, placement, sequence
from palago.engine.lattice import Colour
from palago.engine.tiles.board import Board, Tile
from palago.engine.tiles.endings import colours_closed
from strategies import boards

BITS = {Colour.WHITE: placement.CLOSES_WHITE, Colour.BLUE: placement.CLOSES_BLUE}

search = sequence.new_search(table_bits=10)


def put(board: Board) -> list[int]:
    """Place a board's tiles one by one; what each of them closes."""
    window = layout.Window(board.cells)
    return [
        placement.place(search.state, window.number(tile.cell), tile.rotation // 2)
        for tile in board
    ]


def take_back() -> None:
    placement.undo_all(search.state, 0)


@settings(max_examples=60)
@given(boards(most=40))
def test_placing_closes_what_the_plain_board_says(board: Board) -> None:
    try:
        closed = put(board)
    finally:
        take_back()
    rotations = {}
    for tile, bits in zip(board, closed, strict=True):
        rotations[tile.cell] = tile.rotation
        expected = sum(BITS[colour] for colour in colours_closed(rotations, tile))
        assert bits == expected


@settings(max_examples=30)
@given(boards(most=40))
def test_taking_back_leaves_no_trace(board: Board) -> None:
    before = [array.copy() for array in (search.state.node, search.state.tile)]
    put(board)
    take_back()
    heads = [layout.WHITE_HEAD, layout.BLUE_HEAD]
    assert np.array_equal(search.state.tile, before[1])
    for field in (layout.PARENT, layout.SUMMARY):
        assert np.array_equal(search.state.node[:, field], before[0][:, field])
    assert (search.state.node[heads, layout.NEXT] == heads).all()


@settings(max_examples=40)
@given(boards(most=30), st.randoms(use_true_random=False))
def test_what_is_kept_of_groups_is_right_however_tiles_came_and_went(
    board: Board, rng: random.Random
) -> None:
    window, node = layout.Window(board.cells), search.state.node
    lying: list[Tile] = []
    try:
        for _ in range(4 * len(board)):
            left = sorted(board.cells - {tile.cell for tile in lying})
            if left and rng.random() < 0.7:
                tile = Tile(*rng.choice(left), 2 * rng.randrange(3))
                lying.append(tile)
                placement.place(search.state, window.number(tile.cell), tile.rotation // 2)
            elif lying:
                placement.undo(search.state)
                lying.pop()
        for group in Board(lying).groups():
            first = 0 if group.colour is Colour.WHITE else layout.CELLS
            corners = [first + window.number((corner.q, corner.r)) for corner in group.corners]
            roots = {placement.find(node, corner) for corner in corners}
            freedoms = sum(placement.freedom_in(window.number(cell)) for _, cell in group.freedoms)
            wanted = freedoms + group.straights * layout.ONE_STRAIGHT
            apart = [int(node[root, layout.SUMMARY]) - wanted for root in roots]
            assert [difference % 2**64 for difference in apart] == [0]  # sums in 64 bits
    finally:
        take_back()


@settings(max_examples=60)
@given(boards(most=20), st.integers(0, 2), st.integers(-9, 9), st.integers(-9, 9))
def test_the_key_of_a_position_ignores_shifts_and_turns(
    board: Board, thirds: int, dq: int, dr: int
) -> None:
    keys = []
    for same in (board, board.rotated(thirds).translated(dq, dr)):
        put(same)
        keys.append(
            (sequence.position_key(search.state, 0), sequence.position_key(search.state, 1))
        )
        take_back()
    assert keys[0] == keys[1]
    assert keys[0][0] != keys[0][1]


@settings(max_examples=60)
@given(boards(least=2, most=12), boards(least=2, most=12))
def test_different_positions_have_different_keys(first: Board, second: Board) -> None:
    keys = []
    for board in (first, second):
        put(board)
        keys.append(sequence.position_key(search.state, 0))
        take_back()
    assert (keys[0] == keys[1]) == (first.canonical() == second.canonical())


def test_pieces_far_apart_are_moved_together_and_back() -> None:
    cells = [(0, 0), (1, 0), (9_000, -4), (9_000, -3), (-9_999, 9_999)]
    window = layout.Window(cells)
    numbers = [window.number(cell) for cell in cells]
    assert [window.cell(number) for number in numbers] == cells
    assert len(set(numbers)) == len(cells)
    assert max(numbers) < layout.CELLS


def test_a_board_that_cannot_fit_is_refused_in_words() -> None:
    with pytest.raises(layout.WindowError, match="too far apart"):
        layout.Window([(3 * index, 0) for index in range(150)])


def test_tiles_of_odd_rotation_fill_their_cell_and_join_nothing() -> None:
    board = Board((Tile(0, 0, 0), Tile(1, 0, 0)))
    window = layout.Window([(0, 0), (1, 0), (0, 1)])
    put(board)
    placement.place(search.state, window.number((0, 1)), layout.ODD - 1)
    take_back()
    assert not search.state.tile.any()


def test_machine_code_goes_to_the_users_cache_where_the_package_is_read_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(
        jit, "_can_write", lambda path: _made(path) if tmp_path in path.parents else False
    )
    folder = jit.cache_folder()
    assert folder is not None and folder.parent == tmp_path / "palago"
    shipped = Path(jit.__file__).parent / "__pycache__" / folder.name
    assert {path.name for path in folder.iterdir()} == {path.name for path in shipped.iterdir()}


def test_machine_code_goes_to_a_folder_for_us_alone_where_the_home_is_read_only_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not hasattr(os, "getuid"):
        pytest.skip("here each user has a folder for temporary files")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(
        jit, "_can_write", lambda path: _made(path) if tmp_path in path.parents else False
    )
    folder = jit.cache_folder()
    assert folder is not None and folder.parent.parent == tmp_path
    assert str(folder.parent) in jit._what_is_prepared(folder)
    folder.parent.chmod(0o777)  # anybody could put machine code there
    assert jit.cache_folder() is None
    folder.parent.chmod(0o700)
    monkeypatch.setattr(os, "getuid", lambda: 4711)
    (tmp_path / "palago-4711").symlink_to(folder.parent)  # somebody else has laid it there
    assert jit.cache_folder() is None


def test_the_compiled_search_runs_where_nothing_can_be_kept() -> None:
    code = """
import tempfile
def refuse(*args, **options):
    raise OSError(30, "Read-only file system")
tempfile.TemporaryFile = refuse
from palago.engine.kernel.moves import count_bits
print(count_bits(0b1011))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "3\n", done.stderr
    assert done.stderr.count("\n") == 1 and "no folder can be written to" in done.stderr


def test_nothing_is_kept_where_nothing_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "_can_write", lambda path: False)
    assert jit.cache_folder() is None


def _made(path: Path) -> bool:
    path.mkdir(parents=True, exist_ok=True)
    return True
