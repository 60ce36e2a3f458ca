"""Hexagons seen anyhow become cells, and a view of the table that leads there and back."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.engine.lattice import DIRECTIONS, Cell, cell_centre, rotate_cell
from palago.vision.board.joined_parts import with_parts_joined
from palago.vision.lattice.groups import (
    Hexagons,
    TileGroup,
    find_tile_groups,
    nearest_cell,
    without_overlaps,
)
from palago.vision.lattice.pattern import CORNERS
from palago.vision.lattice.plane import DivisionLens, TableView, fit_view

SIZE = (1600, 1200)


def looking_at_table(tilt: float, heading: float, radial: float, side: float) -> TableView:
    """A camera over the origin; `side` is a tile's side in the middle of the photo in pixels."""
    lens = DivisionLens(SIZE, radial)
    focal, distance = 1.7, 1.7 * lens.unit / side
    turn = np.array(
        [
            [math.cos(heading), -math.sin(heading), 0.0],
            [math.sin(heading), math.cos(heading), 0.0],
            [0.0, 0.0, 1.0],
        ]
    )
    lean = np.array(
        [
            [1.0, 0.0, 0.0],
            [0.0, math.cos(tilt), 0.0],
            [0.0, -math.sin(tilt), distance],
        ]
    )
    homography = np.diag([focal, focal, 1.0]) @ lean @ turn
    return TableView(homography / homography[2, 2], lens)


def grown_cells(seed: int, count: int) -> list[Cell]:
    rng = np.random.default_rng(seed)
    cells: list[Cell] = [(0, 0)]
    while len(cells) < count:
        q, r = cells[rng.integers(len(cells))]
        dq, dr = DIRECTIONS[rng.integers(6)]
        if (q + dq, r + dr) not in cells:
            cells.append((q + dq, r + dr))
    return cells


def seen(cells: list[Cell], view: TableView, rng: np.random.Generator, shake: float) -> Hexagons:
    """Hexagons as a finder would give them: hand-laid, shaken, each from any corner on."""
    corners = []
    for cell in cells:
        angle = rng.normal(0, 0.03)
        turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        centre = 1.03 * np.array(cell_centre(cell)) + rng.normal(0, 0.03, 2)
        hexagon = view.to_photo(centre + CORNERS @ turn.T)
        side = np.linalg.norm(hexagon - hexagon.mean(axis=0), axis=1).mean()
        hexagon = hexagon + shake * side * rng.normal(0, 1, (6, 2))
        corners.append(np.roll(hexagon, rng.integers(6), axis=0))
    stacked = np.array(corners).reshape(-1, 6, 2)
    return Hexagons(stacked.mean(axis=1), stacked, rng.uniform(0.5, 1.0, len(cells)))


def are_shifted_and_turned(cells: list[Cell], group: TileGroup) -> bool:
    """Whether a group's labels are the laid cells, all shifted and turned alike."""
    for sixths in range(6):
        turned = [rotate_cell(member.cell, sixths) for member in group.members]
        laid = [cells[member.index] for member in group.members]
        if len({(a[0] - b[0], a[1] - b[1]) for a, b in zip(laid, turned, strict=True)}) == 1:
            return True
    return False


@given(
    seed=st.integers(0, 10_000),
    count=st.integers(1, 48),
    tilt=st.floats(0, 1.0),
    radial=st.floats(-0.2, 0.05),
)
def test_labels_are_the_laid_cells_up_to_shift_and_turn(
    seed: int, count: int, tilt: float, radial: float
) -> None:
    rng = np.random.default_rng(seed)
    cells = grown_cells(seed, count)
    view = looking_at_table(tilt, rng.uniform(0, 6.3), radial, 45.0)
    group = find_tile_groups(seen(cells, view, rng, 0.03), SIZE)[0]
    assert len(group.members) == count
    assert are_shifted_and_turned(cells, group)


@pytest.mark.parametrize("heading", [0.0, 0.3, 0.6, 1.2, 2.0])
def test_neighbours_seen_from_close_by_hang_together(heading: float) -> None:
    """The nearer of two tiles is then half as large again as the farther one."""
    view = looking_at_table(0.9, heading, 0.0, 300.0)
    hexagons = seen([(0, 0), (1, 0), (0, 1)], view, np.random.default_rng(1), 0.02)
    assert [len(group.members) for group in find_tile_groups(hexagons, SIZE)] == [3]


def test_what_lies_elsewhere_is_another_group() -> None:
    rng = np.random.default_rng(2)
    view = looking_at_table(0.5, 0.3, -0.1, 40.0)
    board = seen(grown_cells(2, 12), view, rng, 0.02)
    away = seen([(20, -3)], view, rng, 0.02)
    away = Hexagons(away.centres + 9.0, away.corners + 9.0, away.scores)
    both = Hexagons(
        np.concatenate([board.centres, away.centres]),
        np.concatenate([board.corners, away.corners]),
        np.concatenate([board.scores, away.scores]),
    )
    assert [len(group.members) for group in find_tile_groups(both, SIZE)] == [12, 1]


def test_of_two_hexagons_on_one_place_the_better_stays() -> None:
    rng = np.random.default_rng(1)
    view = looking_at_table(0.2, 0.0, 0.0, 40.0)
    one = seen([(0, 0)], view, rng, 0.0)
    twice = Hexagons(
        np.concatenate([one.centres, one.centres + 5.0]),
        np.concatenate([one.corners, one.corners + 5.0]),
        np.array([0.4, 0.8]),
    )
    assert without_overlaps(twice).scores.tolist() == [0.8]


def test_nothing_seen_gives_no_groups() -> None:
    nothing = Hexagons(np.zeros((0, 2)), np.zeros((0, 6, 2)), np.zeros(0))
    assert find_tile_groups(nothing, SIZE) == []


@given(st.integers(-50, 50), st.integers(-50, 50), st.floats(0, 6.28), st.floats(0, 0.85))
def test_places_near_a_cells_centre_belong_to_it(
    q: int, r: int, angle: float, distance: float
) -> None:
    x, y = cell_centre((q, r))
    place = np.array([x + distance * math.cos(angle), y + distance * math.sin(angle)])
    assert nearest_cell(place) == (q, r)


@settings(max_examples=30)
@given(
    tilt=st.floats(0, 1.0),
    heading=st.floats(0, 6.28),
    radial=st.floats(-0.3, 0.08),
    x=st.floats(-8, 8),
    y=st.floats(-5, 5),
)
def test_a_view_leads_to_the_photo_and_back(
    tilt: float, heading: float, radial: float, x: float, y: float
) -> None:
    view = looking_at_table(tilt, heading, radial, 30.0)
    place = np.array([[x, y]])
    assert np.allclose(view.to_table(view.to_photo(place)), place, atol=1e-6)


@settings(max_examples=20)
@given(tilt=st.floats(0, 1.0), radial=st.floats(-0.3, 0.05), seed=st.integers(0, 1000))
def test_the_view_is_found_from_points_with_noise_and_a_few_wrong_ones(
    tilt: float, radial: float, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    view = looking_at_table(tilt, rng.uniform(0, 6), radial, 45.0)
    places = np.array([cell_centre(cell) for cell in grown_cells(seed, 40)])
    pixels = view.to_photo(places) + rng.normal(0, 0.7, (40, 2))
    pixels[:2] += 40.0
    found = fit_view(places, pixels, SIZE)
    assert found is not None
    gap = np.linalg.norm(found.to_photo(places[2:]) - view.to_photo(places[2:]), axis=1)
    assert np.median(gap) < 1.0
    assert gap.max() < 6.0


def test_points_in_one_line_fix_no_view() -> None:
    places = np.array([[float(i), 0.0] for i in range(6)])
    assert fit_view(places, 100 + 30 * places, SIZE) is None


def two_parts_joined(seed: int, tilt: float) -> tuple[list[Cell], TileGroup]:
    """The cells of a board in two parts, and the largest group that is found of it."""
    rng = np.random.default_rng(seed)
    view = looking_at_table(tilt, rng.uniform(0, 6.3), -0.1, 40.0)
    cells = [(q, r) for q in (-4, -3, -2) for r in (0, 1)] + [(q, 0) for q in (0, 1, 2, 3)]
    rng.shuffle(cells)
    hexagons = seen(cells, view, rng, 0.02)
    group = with_parts_joined(hexagons, find_tile_groups(hexagons, SIZE), SIZE)[0]
    return cells, group


def test_parts_of_a_board_are_joined() -> None:
    """Nearly always: now and then a part is laid too crookedly to be told from another board."""
    joined = [len(two_parts_joined(seed, seed / 60)[1].members) for seed in range(60)]
    assert joined.count(10) >= 59


@settings(max_examples=25)
@given(seed=st.integers(0, 10_000), tilt=st.floats(0, 1.0))
def test_what_is_joined_lies_in_the_right_cells(seed: int, tilt: float) -> None:
    cells, group = two_parts_joined(seed, tilt)
    assert len(group.members) >= 6 and are_shifted_and_turned(cells, group)


def test_hexagons_that_all_disagree_leave_the_surest() -> None:
    """Seen in noise between small tiles: three that hang together by twos and by no lattice."""
    corners = np.array(
        [
            [(1014, 723), (1028, 726), (1033, 743), (1023, 755), (1009, 752), (1004, 735)],
            [(1007, 767), (1014, 755), (1027, 755), (1033, 768), (1026, 780), (1013, 780)],
            [(1021, 726), (1018, 713), (1025, 703), (1036, 705), (1039, 717), (1032, 728)],
        ],
        float,
    )
    hexagons = Hexagons(corners.mean(axis=1), corners, np.array([0.41, 0.33, 0.25]))
    groups = find_tile_groups(hexagons, (2000, 1500))
    assert sorted(m.index for group in groups for m in group.members) == [0, 1, 2]
