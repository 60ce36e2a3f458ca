"""The SVG picture: well formed, and drawn in the tiles' true geometry."""

import re
import xml.etree.ElementTree as ElementTree

from hypothesis import given
from hypothesis import strategies as st
from palago.engine.lattice import Cell
from palago.engine.tiles.board import Board, Tile
from palago.engine.tiles.diagram import Drawing, SetColours, board_svg, curve_path, group_path
from palago.engine.tiles.outlines import closed_curves, outline
from strategies import any_tiles, dense_boards

SVG = "{http://www.w3.org/2000/svg}"


def cells_drawn(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)
    tiles = root.iter(f"{SVG}g")
    return [tile.attrib["data-cell"] for tile in tiles if tile.attrib.get("class") == "tile"]


@given(any_tiles(), st.floats(-360, 360))
def test_any_board_is_well_formed(tiles: list[Tile], heading: float) -> None:
    board = Board(tiles)
    svg = board_svg(board, heading=heading, coordinates=True, title="<&\"'>")
    assert cells_drawn(svg) == [f"{t.q},{t.r}" for t in board]


@given(dense_boards())
def test_everything_that_can_be_shown_at_once(board: Board) -> None:
    confidence: dict[Cell, float] = {cell: 0.5 + 0.02 * (cell[0] + 5) for cell in board.cells}
    svg = Drawing(
        board,
        palette=SetColours(white="#fff", blue="rgb(200, 0, 0)"),
        confidence=confidence,
        marked={cell: str(i) for i, cell in enumerate(board.frontier())},
        empty=board.frontier(),
        filled=board.groups(),
        curves=closed_curves(board),
        arrows=[(board.tiles[0].cell, board.tiles[-1].cell)],
    ).svg()
    root = ElementTree.fromstring(svg)
    assert len(list(root.iter(f"{SVG}text"))) == len(board) + len(board.frontier())
    unsure = [p for p in root.iter(f"{SVG}path") if p.attrib.get("class") == "unsure"]
    assert len(unsure) == len(board)


def test_an_empty_board_has_a_picture() -> None:
    assert cells_drawn(board_svg(Board())) == []


def test_an_eye_is_drawn_as_a_circle_round_its_corner() -> None:
    board = Board.from_text("0,0a 0,-1b 1,-1c")
    (eye,) = board.closed_groups()
    path = curve_path(outline(board, eye).outer)
    assert path.count("A.5.5") == 3
    numbers = [tuple(map(float, pair)) for pair in re.findall(r"(-?\d\.\d+) (-?\d\.\d+)", path)]
    assert all(abs((x**2 + (y + 1) ** 2) - 0.25) < 1e-3 for x, y in numbers)
    assert group_path(eye, board).count("Z") == 3


def test_a_notebook_shows_the_board() -> None:
    assert Board.from_text("0,0a")._repr_svg_().startswith("<svg")
