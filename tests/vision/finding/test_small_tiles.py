"""Tiles of 25 pixels in photos of 2 to 50 megapixels, and large photos that show none."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from palago.engine.tiles.board import Board
from palago.vision import read
from palago.vision.finding import tile_code
from palago.vision.finding.detect import hint_at_tiles
from palago.vision.finding.lively import look_where_lively
from palago.vision.finding.looks import Candidates
from palago.vision.photos.photo import load_photo
from palago.vision.photos.shrink import Halves
from palago.vision.training.scenes.scene import Request, Scene, make_scene

WIDTH = 27.0


@cache
def small() -> Scene:
    asked = Request(300, 240, level="mild", content="board", tiles=8, tile_width=WIDTH)
    return make_scene(61, replace(asked, tilt_deg=20.0))


def large_table(width: int, height: int, rng: np.random.Generator) -> np.ndarray:
    """A table with a soft grain, in the colour that lies about the small board."""
    edge = np.concatenate([small().image[:6].reshape(-1, 3), small().image[-6:].reshape(-1, 3)])
    grain = rng.normal(0.0, 9.0, (height // 12, width // 6, 1))
    table = np.clip(np.median(edge, axis=0) + grain, 0, 255).astype(np.uint8)
    return cv2.resize(table, (width, height), interpolation=cv2.INTER_LINEAR)


def photo_with_board(
    width: int, height: int, left: int, top: int, scene: Scene | None = None
) -> bytes:
    """A large JPEG with a small board somewhere in it, no seam around it."""
    scene = scene or small()
    table = large_table(width, height, np.random.default_rng(9))
    rows, columns = scene.image.shape[:2]
    ramp = [
        np.clip(np.minimum(np.arange(n), np.arange(n)[::-1]) / 15.0, 0, 1) for n in (rows, columns)
    ]
    weight = (ramp[0][:, None] * ramp[1])[..., None]
    part = table[top : top + rows, left : left + columns]
    part[:] = np.round(weight * scene.image + (1.0 - weight) * part)
    return encoded(table)


def encoded(picture: np.ndarray) -> bytes:
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes()


@pytest.mark.parametrize(
    "size, corner",
    [
        pytest.param((1600, 1250), (900, 120), marks=pytest.mark.slow),
        pytest.param((2600, 1950), (1500, 900), marks=pytest.mark.slow),
        ((3264, 2448), (1500, 900)),
        # The last two cost more than all the others together.
        pytest.param((4000, 3000), (3300, 2600), marks=pytest.mark.slow),
        pytest.param((8160, 6120), (940, 3900), marks=pytest.mark.slow),
    ],
    ids=["2 MP", "5 MP", "8 MP", "12 MP", "50 MP"],
)
def test_tiles_of_27_pixels_are_read(size: tuple[int, int], corner: tuple[int, int]) -> None:
    reading = read(photo_with_board(*size, *corner))
    assert reading.to_board().canonical() == Board.from_json(small().truth).canonical()
    places = np.array([tile["center"] for tile in small().truth["tiles"]]) + corner
    seen = np.array([tile.center for tile in reading.tiles])
    gaps = np.linalg.norm(places[:, None] - seen[None], axis=2).min(axis=1)
    assert gaps.max() < 0.15 * WIDTH


@pytest.mark.parametrize("seed", [72, pytest.param(74, marks=pytest.mark.slow)])
def test_two_tiles_are_read_in_a_large_photo(seed: int) -> None:
    request = Request(300, 240, level="mild", content="board", tiles=2, tile_width=42.0)
    scene = make_scene(seed, request)
    reading = read(photo_with_board(4000, 3000, 2100, 700, scene))
    assert reading.to_board().canonical() == Board.from_json(scene.truth).canonical()


def test_a_large_table_without_tiles_shows_none() -> None:
    assert read(encoded(large_table(6000, 4000, np.random.default_rng(10)))).tiles == ()


def test_places_in_the_full_photo_are_found_again_in_the_small_one() -> None:
    photo = load_photo(np.zeros((3000, 4000, 3), np.uint8))
    assert photo.image.shape[1] < 4000
    places = np.array([[0.0, 0.0], [3999.0, 2999.0], [1234.5, 77.0]])
    assert np.allclose(photo.to_full(photo.from_full(places)), places)


FLOWER = [(0.0, 0.0), *((12 * np.cos(a), 12 * np.sin(a)) for a in np.pi * np.arange(6) / 3.0)]


def faint(centres: list[tuple[float, float]], turned: float = 0.0) -> Candidates:
    """Hexagons 12 pixels wide at the given places, hardly seen, every other one turned."""
    few = len(centres)
    angles = np.pi * np.arange(6) / 3.0 + turned * (np.arange(few)[:, None] % 2)
    spokes = 12.0 / np.sqrt(3.0) * np.stack([np.sin(angles), -np.cos(angles)], axis=-1)
    middle, maps = tile_code.affine_from_corners(np.array(centres)[:, None] + spokes)
    return Candidates(middle, maps, np.full(few, 0.2), np.ones(few))


def test_only_what_lies_as_neighbours_do_hints_at_small_tiles() -> None:
    assert hint_at_tiles(faint(FLOWER), 26.0)
    assert not hint_at_tiles(faint(FLOWER), 10.0)
    assert not hint_at_tiles(faint(FLOWER, turned=0.5), 26.0)
    assert not hint_at_tiles(faint([(5 * x, 5 * y) for x, y in FLOWER]), 26.0)


def test_two_faint_neighbours_here_and_there_hint_at_nothing() -> None:
    pairs = [(40.0 * i + 12.0 * k, 15.0 * i) for i in range(8) for k in range(2)]
    assert not hint_at_tiles(faint(pairs), 26.0)


def test_a_plain_table_is_not_looked_at_and_what_was_seen_is() -> None:
    table = np.full((1500, 2000, 3), 120, np.uint8)
    nothing = Candidates(np.zeros((0, 2)), np.zeros((0, 2, 2)), np.zeros(0), np.zeros(0))
    rows, columns = small().image.shape[:2]
    board = table.copy()
    board[700 : 700 + rows, 900 : 900 + columns] = small().image
    seen = look_where_lively(Halves(board), 1.0, 0.2, nothing)
    inside = np.all((seen.centres >= (868, 668)) & (seen.centres <= (1232, 972)), axis=1)
    assert len(seen.scores) >= len(small().truth["tiles"])
    assert inside.all()
    assert len(look_where_lively(Halves(table), 1.0, 0.0, nothing).scores) == 0
    hint = Candidates(np.array([[1000.0, 800.0]]), 12 * np.eye(2)[None], np.ones(1), np.ones(1))
    assert len(look_where_lively(Halves(table), 1.0, 0.0, hint).scores) > 0
