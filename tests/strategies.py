"""Hypothesis strategies for boards, shared by all tests."""

from itertools import product

from hypothesis import strategies as st
from palago.engine.lattice import (
    Cell,
    Colour,
    Corner,
    cell_centre,
    mirror_cell,
    mirror_rotation,
    neighbours,
)
from palago.engine.tiles.board import Board, Tile


@st.composite
def connected_cells(draw: st.DrawFn, least: int = 1, most: int = 16) -> list[Cell]:
    """Cells that hang together, in an order in which they could be laid."""
    count = draw(st.integers(least, most))
    cells: list[Cell] = [(0, 0)]
    while len(cells) < count:
        free = sorted({n for cell in cells for n in neighbours(cell)} - set(cells))
        cells.append(free[draw(st.integers(0, len(free) - 1))])
    return cells


@st.composite
def boards(draw: st.DrawFn, least: int = 1, most: int = 16) -> Board:
    """Connected boards of legal rotations."""
    cells = draw(connected_cells(least, most))
    letters = draw(st.lists(st.sampled_from((0, 2, 4)), min_size=len(cells), max_size=len(cells)))
    return Board(Tile(*cell, rotation) for cell, rotation in zip(cells, letters, strict=True))


@st.composite
def dense_boards(draw: st.DrawFn, radius: int = 2) -> Board:
    """Boards that fill a hexagon of cells but for a few: many closures, holes and nested shapes."""
    cells = [
        (q, r)
        for q in range(-radius, radius + 1)
        for r in range(-radius, radius + 1)
        if abs(q + r) <= radius
    ]
    left_out = draw(st.sets(st.sampled_from(cells), max_size=3))
    kept = [cell for cell in cells if cell not in left_out]
    turns = draw(st.lists(st.sampled_from((0, 2, 4)), min_size=len(kept), max_size=len(kept)))
    return Board(Tile(*cell, rotation) for cell, rotation in zip(kept, turns, strict=True))


@st.composite
def any_tiles(draw: st.DrawFn) -> list[Tile]:
    """Tiles anyhow: apart, odd, on top of one another."""
    coordinate = st.integers(-6, 6)
    return draw(st.lists(st.builds(Tile, coordinate, coordinate, st.integers(0, 5)), max_size=20))


def opening_pairs() -> tuple[Board, ...]:
    """The opening pairs up to shift, turn and reflection, found by trying them all.

    Any two adjacent cells can be turned and shifted to 0,0 and its neighbour in the east.
    """
    found: dict[tuple[Tile, ...], Board] = {}
    for first, second in product((0, 2, 4), repeat=2):
        board = Board((Tile(0, 0, first), Tile(1, 0, second)))
        mirrored = Board(Tile(*mirror_cell(t.cell), mirror_rotation(t.rotation)) for t in board)
        canonical = min(board.canonical(), mirrored.canonical(), key=lambda b: b.tiles)
        found.setdefault(canonical.tiles, canonical)
    return tuple(found[tiles] for tiles in sorted(found))


def corner_position(corner: Corner) -> tuple[float, float]:
    """Position ``(x, y)`` of a corner in units of the side, y downwards."""
    x, y = cell_centre((corner.q, corner.r))
    return (x, y - 1.0) if corner.colour is Colour.WHITE else (x, y + 1.0)
