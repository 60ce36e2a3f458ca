"""A board of which the middle is hidden is one board; another group beside it stays another."""

import math

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.calibration.arrays import Picture
from palago.engine.lattice import Cell, cell_centre, steps_between
from palago.engine.tiles.board import Board, Tile
from palago.vision import read
from palago.vision.board.joined_parts import with_parts_joined
from palago.vision.lattice.groups import TileGroup, find_tile_groups
from palago.vision.lattice.hexagons import Hexagons
from palago.vision.lattice.pattern import CORNERS
from palago.vision.lattice.plane import DivisionLens, TableView
from palago.vision.readings.reading import Reading
from palago.vision.training.scenes.films.videos import StagedTable

SIZE = (1600, 1200)
LEFT: list[Cell] = [(-6, 0), (-5, 0), (-4, 0), (-4, 1), (-3, 0)]
SEED = 2
RIGHT: list[Cell] = [(0, 0), (1, 0), (1, 1), (2, 0)]


def hexagons_at(
    places: list[tuple[float, float]], angles: list[float], tilt: float, rng: np.random.Generator
) -> Hexagons:
    """Hexagons on a tilted table, each given from any corner on."""
    lean = np.array(
        [
            [1.0, 0.0, 0.0],
            [0.0, math.cos(tilt), 0.0],
            [0.0, -math.sin(tilt), 30.0],
        ]
    )
    view = TableView(lean / lean[2, 2], DivisionLens(SIZE))
    corners = []
    for place, angle in zip(places, angles, strict=True):
        turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        outline = view.to_photo(np.array(place) + CORNERS @ turn.T)
        corners.append(np.roll(outline, rng.integers(6), axis=0))
    stacked = np.array(corners)
    return Hexagons(stacked.mean(axis=1), stacked, np.linspace(0.8, 0.6, len(places)))


def groups_of(
    shift: tuple[float, float], heading: float, seed: int, tilt: float
) -> tuple[Hexagons, list[TileGroup]]:
    """The left part where it belongs, the right one moved and turned about its first tile."""
    c, s = math.cos(heading), math.sin(heading)
    places = [cell_centre(cell) for cell in LEFT]
    for cell in RIGHT:
        x, y = cell_centre(cell)
        places.append((c * x - s * y + shift[0], s * x + c * y + shift[1]))
    angles = [0.0] * len(LEFT) + [heading] * len(RIGHT)
    hexagons = hexagons_at(places, angles, tilt, np.random.default_rng(seed))
    return hexagons, with_parts_joined(hexagons, find_tile_groups(hexagons, SIZE), SIZE)


@settings(max_examples=30)
@given(seed=st.integers(0, 999), tilt=st.floats(0.0, 0.9), off=st.floats(-0.1, 0.1))
def test_parts_of_one_lattice_two_hidden_cells_apart_are_one(
    seed: int, tilt: float, off: float
) -> None:
    hexagons, groups = groups_of((off, -off), 0.03, seed, tilt)
    assert [len(group.members) for group in groups] == [len(hexagons)]
    cells = {member.index: member.cell for member in groups[0].members}
    steps = sorted(
        steps_between(cells[first], cells[second])
        for first in cells
        for second in cells
        if first < second
    )
    laid = [*LEFT, *RIGHT]
    assert steps == sorted(steps_between(a, b) for i, a in enumerate(laid) for b in laid[i + 1 :])


@settings(max_examples=30)
@given(
    seed=st.integers(0, 999),
    tilt=st.floats(0.0, 0.9),
    moved=st.one_of(
        st.tuples(st.just((0.0, 0.0)), st.floats(0.3, 0.7)),
        st.tuples(st.tuples(st.floats(0.5, 1.0), st.floats(-0.2, 0.2)), st.just(0.0)),
    ),
)
def test_a_group_off_the_lattice_stays_another(
    seed: int, tilt: float, moved: tuple[tuple[float, float], float]
) -> None:
    _, groups = groups_of(*moved, seed, tilt)
    assert sorted(len(group.members) for group in groups) == [len(RIGHT), len(LEFT)]


@pytest.fixture(scope="module")
def row() -> tuple[Board, Picture, Reading]:
    """A row of eight tiles, its picture and how it is read."""
    laid = Board(Tile(q, 0, 2 * (q % 3)) for q in range(-4, 4))
    picture = StagedTable(SEED, 1280, 720, tiles_across=20.0).picture(laid)
    return laid, picture, read(picture)


def test_a_card_over_the_middle_hides_no_more_than_lies_under_it(
    row: tuple[Board, Picture, Reading],
) -> None:
    laid, picture, whole = row
    assert whole.to_board().canonical() == laid.canonical()
    along = sorted(whole.tiles, key=lambda tile: tile.center)
    card = cv2.convexHull(np.concatenate([t.corners for t in along[3:5]]).astype(np.int32))
    reading = read(np.asarray(cv2.fillConvexPoly(picture.copy(), card, (150, 160, 170)), np.uint8))
    left = Board(Tile(t.q, t.r, t.rotation) for t in (*along[:3], *along[5:]))
    assert reading.to_board().canonical() == left.canonical()
    assert reading.warns_of("parted")


def test_tiles_shifted_by_half_a_tile_are_named_and_only_guessed(
    row: tuple[Board, Picture, Reading],
) -> None:
    _, picture, whole = row
    along = sorted(whole.tiles, key=lambda tile: tile.center)
    cut = round((along[4].center[0] + along[5].center[0]) / 2)
    half = round((along[5].center[0] - along[4].center[0]) / 2)
    shifted = picture.copy()
    shifted[:, cut:] = np.roll(picture[:, cut:], -half, axis=0)
    reading = read(shifted)
    beyond = {tile.cell for tile in reading.tiles if tile.center[0] > cut}
    assert len(beyond) == 3 and len(reading.tiles) == len(whole.tiles)
    assert {tile.cell for tile in reading.tiles if tile.confidence <= 0.5} == beyond
    assert {tile.rotation for tile in whole.tiles} == {tile.rotation for tile in reading.tiles}
    assert [note.values["count"] for note in reading.notes if note.code == "shifted"] == [3]
