"""The tile finder on generated scenes, and on pictures that are hardly pictures."""

from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.vision.finding import tile_code
from palago.vision.finding.closer_look import CLEAR_SCORE
from palago.vision.finding.detect import find_candidates
from palago.vision.training.scenes.photographs import HELD_BACK, load
from palago.vision.training.scenes.scene import Request, make_scene

FIRST_SEED = 700_000_000


@settings(max_examples=80)
@given(
    st.floats(0, 6.28), st.floats(5, 200), st.floats(0.3, 1.0), st.floats(0, 3.1),
)  # fmt: skip
def test_a_hexagon_survives_its_code(turn: Any, size: Any, squash: Any, direction: Any) -> None:
    c, s = np.cos(direction), np.sin(direction)
    lean = np.array([[c, -s], [s, c]]) @ np.diag([1.0, squash]) @ np.array([[c, s], [-s, c]])
    c, s = np.cos(turn), np.sin(turn)
    affine = size * lean @ np.array([[c, -s], [s, c]])
    back = tile_code.decode(tile_code.encode(affine[None]))[0]
    assert np.allclose(back, affine, atol=1e-6 * size)


def test_corners_and_affine_maps_are_two_ways_to_say_one_thing() -> None:
    rng = np.random.default_rng(0)
    maps = rng.normal(0, 20, (5, 2, 2))
    centres = rng.uniform(0, 100, (5, 2))
    back = tile_code.affine_from_corners(tile_code.corners_from_affine(centres, maps))
    assert np.allclose(back[0], centres)
    assert np.allclose(back[1], maps)


def test_the_weights_are_small() -> None:
    assert len(files("palago.vision").joinpath("weights/tile_finder.onnx").read_bytes()) < 2_000_000


def test_tiles_of_ordinary_scenes_are_found_with_their_corners() -> None:
    wanted = found = phantoms = 0
    errors = []
    for seed in range(FIRST_SEED, FIRST_SEED + 4):
        scene = make_scene(seed, Request(640, 480, level="mild", content="board"))
        candidates = find_candidates(scene.image)
        clear = candidates.scores >= CLEAR_SCORE
        centres, corners = candidates.centres[clear], candidates.corners[clear]
        true = [(c, v) for t, c, v in scene.poses if t.kind == "palago"]
        known = np.array([c.mean(axis=0) for c, _ in true])
        for outline, visible in true:
            if visible < 0.5 or np.linalg.norm(outline[0] - outline[3]) < 22:
                continue
            wanted += 1
            width = np.linalg.norm(outline[1] - outline[5])
            away = np.linalg.norm(centres - outline.mean(axis=0), axis=1)
            if len(away) and away.min() < 0.3 * width:
                found += 1
                got = corners[int(away.argmin())]
                turned = [np.roll(got, k, axis=0) - outline for k in range(6)]
                errors.append(min(np.linalg.norm(t, axis=1).mean() for t in turned) / width)
        for centre in centres:
            phantoms += np.linalg.norm(known - centre, axis=1).min() > 20
    assert wanted > 30
    assert found / wanted > 0.95
    assert phantoms <= 0.02 * wanted
    assert np.median(errors) < 0.06


BOARD = Request(640, 480, level="mild", content="board", tiles=12)


def test_no_tile_is_given_twice() -> None:
    for seed in (FIRST_SEED, FIRST_SEED + 1):
        found = find_candidates(make_scene(seed, BOARD).image)
        spokes = found.corners - found.centres[:, None]
        side = np.linalg.norm(spokes, axis=2).min(axis=1)
        apart = np.linalg.norm(found.centres[:, None] - found.centres[None], axis=2)
        np.fill_diagonal(apart, np.inf)
        assert len(found) > 3
        assert (apart > 0.8 * np.minimum(side[:, None], side)).all()
        assert (np.diff(found.scores) <= 0).all()


def test_hardly_anything_is_found_on_tables_without_tiles() -> None:
    clear = 0
    for seed in range(FIRST_SEED, FIRST_SEED + 4):
        scene = make_scene(seed, Request(400, 300, content="empty"))
        clear += int((find_candidates(scene.image).scores >= CLEAR_SCORE).sum())
    assert clear <= 1


def test_few_tiles_of_other_games_are_taken_for_ours() -> None:
    hexagons = clear = 0
    for seed in range(FIRST_SEED, FIRST_SEED + 4):
        scene = make_scene(seed, Request(400, 300, content="other_game", level="mild"))
        hexagons += sum(visible > 0.5 for _, _, visible in scene.poses)
        clear += int((find_candidates(scene.image).scores >= CLEAR_SCORE).sum())
    assert hexagons > 30
    assert clear <= 0.08 * hexagons


@pytest.mark.parametrize("name", HELD_BACK)
def test_real_photographs_without_tiles_show_none(name: Any) -> None:
    pytest.importorskip("skimage")
    assert int((find_candidates(load(name)).scores >= 0.5).sum()) <= 1


@pytest.mark.parametrize("shape", [(1, 1), (3, 500), (8, 8), (17, 33), (1000, 9)])
def test_tiny_and_narrow_pictures_are_no_trouble(shape: Any) -> None:
    candidates = find_candidates(np.full((*shape, 3), 128, np.uint8))
    assert len(candidates) == 0
    assert candidates.corners.shape == (0, 6, 2)


@pytest.mark.parametrize(
    "picture", [np.zeros((10, 10)), np.zeros((10, 10, 4), np.uint8), np.zeros((10, 10, 3))]
)
def test_what_is_no_picture_is_refused_with_a_sentence(picture: Any) -> None:
    with pytest.raises(ValueError, match="expected an"):
        find_candidates(picture)


def test_threads_find_the_same() -> None:
    scene = make_scene(FIRST_SEED, Request(400, 300, level="mild", content="board", tiles=10))
    alone = find_candidates(scene.image)
    with ThreadPoolExecutor(4) as pool:
        for other in pool.map(find_candidates, [scene.image] * 8):
            assert np.array_equal(alone.corners, other.corners)
