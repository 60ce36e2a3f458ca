"""The lattice's names agree with its geometry."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palago.engine.lattice import (
    CORNER_OFFSETS,
    DIRECTIONS,
    Colour,
    cell_centre,
    cell_corner,
    corner_cells,
    mirror_cell,
    neighbours,
    rotate_cell,
    steps_between,
)
from strategies import corner_position

cells = st.tuples(st.integers(-50, 50), st.integers(-50, 50))


@given(cells)
def test_neighbours_lie_one_tile_away_clockwise_from_east(cell: tuple[int, int]) -> None:
    x, y = cell_centre(cell)
    for step, neighbour in enumerate(neighbours(cell)):
        nx, ny = cell_centre(neighbour)
        assert nx - x == pytest.approx(math.sqrt(3) * math.cos(math.pi * step / 3), abs=1e-9)
        assert ny - y == pytest.approx(math.sqrt(3) * math.sin(math.pi * step / 3), abs=1e-9)


@given(cells, cells)
def test_every_step_towards_a_cell_is_one_fewer(
    start: tuple[int, int], end: tuple[int, int]
) -> None:
    steps = steps_between(start, end)
    assert (steps == 0) == (start == end)
    around = [steps_between(near, end) for near in neighbours(start)]
    assert min(around) == abs(steps - 1)
    assert max(around) == steps + 1


@given(cells, st.integers(0, 5))
def test_a_corner_is_where_its_three_cells_meet(cell: tuple[int, int], index: int) -> None:
    corner = cell_corner(cell, index)
    assert corner.colour is (Colour.BLUE if index % 2 else Colour.WHITE)
    assert cell in corner_cells(corner)
    position = corner_position(corner)
    x, y = cell_centre(cell)
    assert position == pytest.approx(
        (x + CORNER_OFFSETS[index][0], y + CORNER_OFFSETS[index][1]), abs=1e-9
    )
    for other in corner_cells(corner):
        assert math.dist(position, cell_centre(other)) == pytest.approx(1.0)


@given(cells, st.integers(0, 11))
def test_turning_a_cell_turns_its_centre(cell: tuple[int, int], sixths: int) -> None:
    angle = sixths * math.pi / 3
    x, y = cell_centre(cell)
    turned = (x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle))
    assert cell_centre(rotate_cell(cell, sixths)) == pytest.approx(turned, abs=1e-6)


@given(cells)
def test_mirroring_keeps_height_and_changes_side(cell: tuple[int, int]) -> None:
    x, y = cell_centre(cell)
    assert cell_centre(mirror_cell(cell)) == pytest.approx((-x, y), abs=1e-9)
    assert mirror_cell(mirror_cell(cell)) == cell


def test_directions_are_those_of_the_conventions() -> None:
    assert DIRECTIONS == ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
