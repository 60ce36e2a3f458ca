"""Boards in files: every format, and what is said of a bad one."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palago.engine.lattice import Colour
from palago.engine.records.boards import BoardDocument, read_documents
from palago.engine.tiles.board import Board, BoardError
from strategies import boards

BOARD = Board.from_text("0,0a 1,0c")


@given(st.lists(boards(most=5), min_size=1, max_size=4))
def test_json_lines_text_lines_and_a_list_hold_the_same_boards(some: list[Board]) -> None:
    json_lines = "\n".join(json.dumps(board.to_json()) for board in some)
    text_lines = "\n".join(board.to_text() for board in some)
    one_list = json.dumps([board.to_json() for board in some], indent=1)
    for text in (json_lines, text_lines, one_list):
        assert [document.board for document in _boards_of(text)] == some


def test_one_board_may_be_spread_over_lines() -> None:
    (document,) = _boards_of(json.dumps(BOARD.to_json() | {"id": 7, "to_move": "blue"}, indent=2))
    assert (document.board, document.id, document.to_move) == (BOARD, 7, Colour.BLUE)


def test_a_bad_line_does_not_hide_the_others() -> None:
    good = json.dumps(BOARD.to_json())
    first, bad, last = read_documents([good, '{"tiles": [}', "", good])
    assert not isinstance(first, BoardError) and first.board == BOARD
    assert isinstance(bad, BoardError) and str(bad).startswith("line 2: this is not JSON")
    assert not isinstance(last, BoardError) and last.board == BOARD


@pytest.mark.parametrize(("text", "message"), [
    ("", "the input is empty"), ("  \n\n", "the input is empty"), ("{", "this is not JSON"),
    ("[" * 100_000, "nested too deeply|not JSON"),
    ('{"tiles": [{"q": ' + "9" * 10_000 + ', "r": 0, "rotation": 0}]}', "far too long"),
    ('{"tiles": [], "to_move": "red"}', '"to_move" must be'),
    ('{"tiles": [], "to_move": ["blue"]}', '"to_move" must be'),
    ('{"tiles": [], "id": {}}', '"id" must be'), ("0,0a 1,0z", "'1,0z' is not a tile"),
    ("[1, 2]", 'an object with "tiles"'),
])  # fmt: skip
def test_what_is_wrong_is_said(text: str, message: str) -> None:
    with pytest.raises(BoardError, match=message):
        _boards_of(text)


@given(st.text(max_size=200))
def test_any_text_gives_boards_or_a_message(text: str) -> None:
    try:
        _boards_of(text)
    except BoardError as error:
        assert str(error)


def _boards_of(text: str) -> list[BoardDocument]:
    """All boards of a text; the first bad one is raised."""
    found = []
    for document in read_documents(text.splitlines()):
        if isinstance(document, BoardError):
            raise document
        found.append(document)
    return found
