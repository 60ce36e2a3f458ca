"""The scenes from which counters are learnt show pieces and their shadows as they are."""

import math
from dataclasses import replace

import numpy as np
import pytest
from palago.engine.palanquee.table.drawn import drawn_cells
from palago.vision.counters.rectify import CENTRES, MIDDLE, CameraPlace, flat_frame
from palago.vision.training.counters.painting.laying import Put
from palago.vision.training.counters.painting.pieces import KINDS, Placed, Shape, random_set
from palago.vision.training.counters.painting.shading import paint_piece, random_lighting
from palago.vision.training.counters.painting.shadows import PAINTED, left_light
from palago.vision.training.counters.scenes import FlatCamera

RADIUS = 0.6


def from_above() -> FlatCamera:
    place = CameraPlace(MIDDLE, 400.0)
    matrix, size = flat_frame(place)
    zoom = PAINTED / 14
    return FlatCamera(place, matrix * zoom, *(round(float(side) * zoom) for side in size))


def standing(kind: str, height: float) -> Put:
    x, y = CENTRES[150]
    shape = Shape(kind, RADIUS, height)
    piece = Placed(float(x), float(y), 0.3, shape, (40, 60, 200), None, (0, 0, 0), 0.4)
    return Put(piece, drawn_cells()[150], "red", "sprout")


@pytest.mark.parametrize("kind", KINDS)
def test_a_painted_piece_fills_its_outline(kind: str) -> None:
    camera = from_above()
    linear = np.zeros((camera.height, camera.width, 3), np.float32)
    owner = np.full(linear.shape[:2], -1, np.int16)
    lighting = random_lighting(np.random.default_rng(1))
    seen = paint_piece(linear, owner, 7, camera, standing(kind, 0.4).piece, lighting, 1.0)
    # A cube's radius is that of its corners.
    area = (2 if kind == "cube" else math.pi) * (RADIUS * PAINTED) ** 2
    assert seen == pytest.approx(area, rel=0.06)
    assert (owner == 7).sum() == seen


def test_the_taller_a_piece_the_more_light_it_takes_from_the_board() -> None:
    camera, lighting = from_above(), random_lighting(np.random.default_rng(1))
    taken = []
    for height in (0.05, 0.3, 0.9):
        put = [standing("draughts", height)]
        light = left_light(np.random.default_rng(2), camera, put, lighting)
        taken.append(float((1 - light).sum()))
        # What stands far away takes nothing.
        x, y = np.rint(camera.project(CENTRES[:1])[0]).astype(int)
        assert light[y, x] == pytest.approx(1.0, abs=0.01)
    assert taken[0] < 0.8 * taken[1] < 0.64 * taken[2]


def test_a_piece_beside_the_picture_takes_no_light_from_it() -> None:
    camera, lighting = from_above(), random_lighting(np.random.default_rng(1))
    one = standing("draughts", 0.3)
    beside = replace(one, piece=replace(one.piece, x=-60.0, y=-60.0), cell=None)
    assert left_light(np.random.default_rng(2), camera, [beside], lighting).min() == 1.0


def test_cubes_for_seeds_are_often_as_large_as_the_sprouts() -> None:
    """Where size tells them nearly always, nobody learns to look at the shape."""
    drawn = (random_set(np.random.default_rng(number)) for number in range(500))
    some = [one for one in drawn if one.by == "shape"]
    areas = [2 * one.seed.radius**2 / (math.pi * one.sprout.radius**2) for one in some]
    assert sum(0.6 < area < 1.6 for area in areas) > 0.4 * len(areas)
    assert any(area < 0.4 for area in areas)
