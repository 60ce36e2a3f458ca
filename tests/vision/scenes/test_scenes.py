"""The fast scene generator: what it draws is what its truth says."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from palago.engine.lattice import DIRECTIONS
from palago.engine.tiles.board import Board, Tile
from palago.vision.training.scenes.camera import aimed_camera
from palago.vision.training.scenes.scene import Request, make_scene
from palago.vision.training.scenes.tiles.laying import SHAPES, random_cells
from palago.vision.training.scenes.tiles.patterns import palago_side


def test_a_seed_gives_one_picture() -> None:
    first = make_scene(11, Request(200, 150))
    again = make_scene(11, Request(200, 150))
    assert np.array_equal(first.image, again.image)
    assert first.truth == again.truth
    assert first.image.shape == (150, 200, 3)


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.integers(1, 48), st.sampled_from(SHAPES))
def test_boards_are_connected(seed: Any, count: Any, shape: Any) -> None:
    cells = random_cells(np.random.default_rng(seed), count, shape)
    assert len(set(cells)) == len(cells) == count
    assert Board(Tile(q, r, 0) for q, r in cells).is_connected


@given(
    st.floats(0, 60), st.floats(0, 6.28), st.floats(-0.3, 0.05), st.floats(0, 0.3),
    st.floats(-4, 4), st.floats(-4, 4),
)  # fmt: skip
@example(tilt=0.0, heading=0.0, k1=-1e-313, height=0.0, x=0.0, y=0.0)
def test_looking_back_along_a_ray_is_projection_reversed(
    tilt: Any, heading: Any, k1: Any, height: Any, x: Any, y: Any
) -> None:
    camera = aimed_camera(
        30, (150.0, 120.0), width=320, height=240, tilt=math.radians(tilt), heading=heading,
        roll=0.1, focal_share=1.0, k1=k1,
    )  # fmt: skip
    pixel = camera.project(np.array([[x, y]]), height)[0]
    column, row = round(float(pixel[0])), round(float(pixel[1]))
    if not (0 <= column < 320 and 0 <= row < 240):
        return
    place = camera.plane_points(camera.rays(), height)[row, column].astype(float)
    back = camera.project(place[None], height)[0]
    assert np.allclose(back, (column, row), atol=0.05)


@settings(max_examples=50)
@given(st.floats(-0.8, 0.8), st.floats(-0.8, 0.8))
def test_half_a_turn_swaps_the_two_colours_of_the_pattern(u: Any, v: Any) -> None:
    here = palago_side(np.array([u]), np.array([v]))
    there = palago_side(np.array([-u]), np.array([-v]))
    assert here[0] == pytest.approx(-there[0], abs=1e-6)


@pytest.mark.parametrize("seed", range(6))
def test_truth_describes_a_laid_lattice(seed: Any) -> None:
    truth = make_scene(seed, Request(320, 240, level="mild", content="board", tiles=12)).truth
    tiles = {(t["q"], t["r"]): t for t in truth["tiles"]}
    assert 11 <= len(tiles) <= 12
    for (q, r), tile in tiles.items():
        corners, centre = np.array(tile["corners"]), np.array(tile["center"])
        assert np.allclose(corners.mean(axis=0), centre, atol=0.1)
        after = np.roll(corners, -1, axis=0)
        area = 0.5 * np.sum(corners[:, 0] * after[:, 1] - corners[:, 1] * after[:, 0])
        assert area > 0, "corners go clockwise on the screen"
        for k, (dq, dr) in enumerate(DIRECTIONS):
            neighbour = tiles.get((q + dq, r + dr))
            if neighbour:
                predicted = corners[(k + 1) % 6] + corners[(k + 2) % 6] - centre
                width = np.linalg.norm(corners[1] - corners[5])
                assert np.linalg.norm(predicted - neighbour["center"]) < 0.3 * width


def test_tips_in_the_picture_are_where_the_truth_puts_them() -> None:
    right = total = 0
    for seed in range(5):
        scene = make_scene(
            seed, Request(480, 360, level="mild", content="board", tiles=8, tilt_deg=20)
        )
        lightness = scene.image.astype(float).mean(axis=2)
        for tile in scene.truth["tiles"]:
            if tile["visible"] < 0.95:
                continue
            centre, corners = np.array(tile["center"]), np.array(tile["corners"])
            white, blue = tile["rotation"], (tile["rotation"] + 3) % 6
            tips = [centre + 0.72 * (corners[k] - centre) for k in (white, blue)]
            values = [lightness[round(y), round(x)] for x, y in tips]
            right += values[0] > values[1]
            total += 1
    assert total > 20
    assert right / total > 0.8


def test_scenes_without_a_board_say_so() -> None:
    for content in ("empty", "other_game"):
        scene = make_scene(5, Request(160, 120, content=content))
        assert scene.truth["tiles"] == []
        assert scene.truth["conditions"]["content"] == content
