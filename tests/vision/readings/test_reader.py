"""From pixels to the board, on generated tables whose truth is known."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from further_cases import further
from palago.calibration.sets.tile_set import MeasuredColour, TileSetProfile
from palago.engine.tiles.board import Board, Tile
from palago.vision import read
from palago.vision.board.found_hexagons import find_hexagons
from palago.vision.board.search import find_board
from palago.vision.lattice.groups import Hexagons
from palago.vision.photos.photo import PhotoFile, load_photo
from palago.vision.readings.framing import reading_of
from palago.vision.readings.overlay import draw_overlay
from palago.vision.readings.reading import Reading
from palago.vision.training.scenes.films.videos import StagedTable
from palago.vision.training.scenes.scene import Request, Scene, make_scene

PICTURES = Path(__file__).parents[3] / "sample_images" / "develop"
EASY = {31: 9, 35: 17}
"""Tiles by the seeds of two boards that are easily read."""


@cache
def easy(seed: int) -> Scene:
    request = Request(800, 600, level="mild", content="board", tiles=EASY[seed])
    return make_scene(seed, request)


@cache
def easily_read(seed: int) -> Reading:
    return read(easy(seed).image)


@pytest.mark.parametrize("seed", EASY)
def test_the_board_is_read_with_its_pixels(seed: int) -> None:
    scene, reading = easy(seed), easily_read(seed)
    assert reading.to_board().canonical() == Board.from_json(scene.truth).canonical()
    assert (reading.width, reading.height) == (800, 600)
    truth = {tuple(np.round(t["center"])): t for t in scene.truth["tiles"]}
    for tile in reading.tiles:
        place = min(truth, key=lambda p: np.hypot(p[0] - tile.center[0], p[1] - tile.center[1]))
        corners = np.array(truth[place]["corners"])
        side = np.linalg.norm(corners[0] - corners[3]) / 2
        tip = corners[truth[place]["rotation"]]
        assert np.linalg.norm(tip - tile.white_tip) < 0.25 * side
        assert np.linalg.norm(np.array(tile.white_tip) - tile.blue_tip) > side
    assert sum(tile.rotation % 2 for tile in reading.tiles) <= len(reading.tiles) / 2
    assert {"decode", "detect", "classify", "total"} <= set(reading.elapsed_ms)
    assert draw_overlay(load_photo(scene.image), reading).shape == scene.image.shape


@pytest.mark.parametrize("askew", [5, 12, *further([6, 15, 16])])
def test_a_tile_that_the_finder_saw_askew_is_read_where_it_lies(askew: int) -> None:
    scene = easy(35)
    seen = find_hexagons(scene.image)
    moved = np.zeros_like(seen.centres)
    moved[askew, 0] = 0.25 * np.linalg.norm(seen.corners[askew, 0] - seen.centres[askew])
    hexagons = Hexagons(seen.centres + moved, seen.corners + moved[:, None], seen.scores)
    board = find_board(scene.image, hexagons)
    reading = reading_of(PhotoFile(scene.image).at(), board)
    assert reading.to_board().canonical() == Board.from_json(scene.truth).canonical()
    assert not reading.unsure_tiles


@pytest.mark.parametrize("quarter_turns", [1, *further([2, 3])])
def test_a_turned_photo_shows_the_same_board(quarter_turns: int) -> None:
    scene = easy(31)
    turned = np.ascontiguousarray(np.rot90(scene.image, quarter_turns))
    assert read(turned).to_board().canonical() == Board.from_json(scene.truth).canonical()


def test_a_larger_photo_of_the_table_gives_pixels_of_that_photo() -> None:
    scene = easy(35)
    large = cv2.resize(scene.image, (3600, 2700), interpolation=cv2.INTER_CUBIC)
    data = cv2.imencode(".jpg", large)[1].tobytes()
    reading = read(data)
    assert (reading.width, reading.height) == (3600, 2700)
    assert reading.to_board().canonical() == Board.from_json(scene.truth).canonical()
    small = np.array(sorted(tile.center for tile in easily_read(35).tiles))
    assert np.array(sorted(tile.center for tile in reading.tiles)) == pytest.approx(
        4.5 * small, abs=25
    )


def test_the_set_says_which_colour_is_white() -> None:
    scene, reading = easy(31), easily_read(31)
    assert reading.white is not None and reading.blue is not None
    crossed = TileSetProfile(
        "crossed", white=MeasuredColour(reading.blue), blue=MeasuredColour(reading.white)
    )
    other = read(scene.image, tile_set=crossed)
    assert (other.white, other.blue) == (reading.blue, reading.white)
    tips = {tile.white_tip for tile in other.tiles}
    assert tips == {tile.blue_tip for tile in reading.tiles}


@pytest.mark.parametrize(
    ("draw", "why"),
    [
        (lambda: np.full((1, 1, 3), 90, np.uint8), {"few_pixels"}),
        (lambda: np.zeros((600, 800, 3), np.uint8), {"dark"}),
        (lambda: np.full((3, 2000, 3), 200, np.uint8), set()),
        (lambda: np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8), set()),
        (lambda: make_scene(8, Request(800, 600, content="empty")).image, set()),
    ],
    ids=["one pixel", "black", "strip", "noise", "empty table"],
)
def test_no_board_is_said_not_invented(draw: Callable[[], np.ndarray], why: set[str]) -> None:
    reading = read(draw())
    assert {note.code for note in reading.notes} == {"no_board", *why}
    assert reading.tiles == ()
    assert reading.to_json()["tiles"] == []
    assert "no board" in reading.to_json()["warnings"][0]


def test_tiles_of_another_game_are_no_board() -> None:
    scene = make_scene(41, Request(800, 600, level="mild", content="other_game"))
    assert not any(tile.is_sure for tile in read(scene.image).tiles)


def test_whatever_the_finder_says_there_is_an_answer() -> None:
    rng = np.random.default_rng(11)
    for _ in range(25):
        height, width = rng.integers(1, 300, 2)
        picture = rng.integers(0, 255, (height, width, 3), np.uint8)
        count = int(rng.integers(0, 20))
        centres = rng.uniform(-20, 320, (count, 2))
        angles = rng.uniform(0, 6, (count, 1)) + np.arange(6) * np.pi / 3
        sizes = rng.choice((0.0, 3.0, 40.0), (count, 1, 1))
        flat = np.stack([np.cos(angles), 0.4 * np.sin(angles)], axis=-1)
        seen = Hexagons(centres, centres[:, None] + sizes * flat, rng.uniform(0, 1, count))
        reading = reading_of(PhotoFile(picture).at(), find_board(picture, seen))
        assert all(0 <= tile.confidence <= 1 for tile in reading.tiles)


@pytest.mark.parametrize(
    ("seed", "tiles", "photographs"),
    [
        pytest.param(950144, 22, False, id="a loose tile in line, one cell away"),
        pytest.param(950077, 6, True, id="stripes of the tiles' colours beside the board"),
        pytest.param(950013, 11, True, id="a ring whose far tiles are seen askew"),
    ],
)
def test_what_lies_beside_the_board_is_not_of_it(seed: int, tiles: int, photographs: bool) -> None:
    request = Request(900, 675, level="mild", content="board", tiles=tiles, photographs=photographs)
    scene = make_scene(seed, request)
    assert read(scene.image).to_board().canonical() == Board.from_json(scene.truth).canonical()


def test_a_tile_under_a_haze_is_listed_as_unsure() -> None:
    laid = Board([Tile(0, 0, 0), Tile(1, 0, 2), Tile(0, 1, 4), Tile(1, 1, 0), Tile(2, 0, 2)])
    picture = StagedTable(11, 960, 540).picture(laid)
    hazy = read(picture).tiles[-1]
    middle = np.array(hazy.center)
    outline = middle + 1.1 * (np.array(hazy.corners) - middle)
    haze = cv2.fillPoly(np.zeros(picture.shape[:2], np.float32), [outline.astype(np.int32)], 0.75)
    haze = cv2.GaussianBlur(haze, (0, 0), 6)[..., None]
    reading = read((picture * (1 - haze) + 235 * haze).astype(np.uint8))
    assert reading.to_board().canonical() == laid.canonical()
    unsure = [tile for tile in reading.tiles if not tile.is_sure]
    assert [np.hypot(*(np.array(tile.center) - middle)) < 20 for tile in unsure] == [True]


def test_a_tile_with_the_edge_of_a_shadow_across_it_is_listed() -> None:
    """A cup's shadow on one half of a tile: its drawing is in two lights."""
    photo = cv2.imread(str(PICTURES / "0136.jpg"))
    truth = json.loads((PICTURES / "0136.truth.json").read_text())
    tile = next(t for t in truth["tiles"] if (t["q"], t["r"]) == (-2, 4))
    centre = np.array(tile["center"])
    side = float(np.linalg.norm(np.array(tile["corners"]) - centre, axis=1).mean())
    way = np.array([np.cos(0.4), np.sin(0.4)])
    across = np.array([-way[1], way[0]])
    rim = [centre + side * (u * way + v * across) for u, v in ((0, 1.1), (4, 1.1), (4, -1.1))]
    rim.append(centre - 1.1 * side * across)
    shade = np.ones(photo.shape[:2], np.float32)
    cv2.fillConvexPoly(shade, np.round(rim).astype(np.int32), 0.35)
    soft = np.asarray(cv2.GaussianBlur(shade, (0, 0), 1.5))
    shaded = np.asarray(photo, np.float32) * soft[..., None]
    reading = read(np.asarray(shaded, np.uint8))
    assert len(reading.tiles) == len(truth["tiles"])
    (seen,) = (t for t in reading.tiles if np.linalg.norm(centre - t.center) < 0.5 * side)
    assert not seen.is_sure


def test_a_dark_photo_shows_the_same_board() -> None:
    scene = easy(31)
    dark = (scene.image * 0.2).astype(np.uint8)
    assert read(dark).to_board().canonical() == Board.from_json(scene.truth).canonical()


def test_glare_is_not_called_a_cover() -> None:
    light = (load_photo(PICTURES / "0001.jpg").image / 255.0) ** 2.2
    burnt = np.clip(8.0 * light, 0.0, 1.0) ** (1 / 2.2)  # three stops more
    codes = [warning.code for warning in read((255 * burnt).astype(np.uint8)).warnings]
    assert "too_bright" in codes and "covered" not in codes
    codes = [warning.code for warning in read(PICTURES / "0012.jpg").warnings]
    assert "covered" in codes and "too_bright" not in codes, "under a hand"
