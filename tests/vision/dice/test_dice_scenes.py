"""Dice in the quick scenes: what is painted is what the truth says."""

from dataclasses import replace
from itertools import permutations
from typing import Any

import cv2
import numpy as np
from palago.calibration.arrays import Picture
from palago.vision.training.scenes.dice import looks, marks
from palago.vision.training.scenes.dice.solids import Solid
from palago.vision.training.scenes.dice.staged import usual_layout
from palago.vision.training.scenes.scene import Request, Scene, make_scene

REQUEST = Request(
    420, 320, level="mild", content="board", tiles=4, tile_width=95.0, close_up=True, tilt_deg=25,
    dice=8, hands=0.0,
)  # fmt: skip


def top_of(scene: Scene, die: dict[str, Any]) -> Picture:
    """The top face as the truth outlines it, upright and square."""
    size = 48
    square = np.array([(0, 0), (size, 0), (size, size), (0, size)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(die["corners"], np.float32), square)
    return np.asarray(cv2.warpPerspective(scene.image, matrix, (size, size)), np.uint8)


def pips_on(face: Picture) -> int:
    """How many round spots a face has."""
    inner = cv2.cvtColor(face[4:-4, 4:-4], cv2.COLOR_BGR2GRAY)
    _, spots = cv2.threshold(inner, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    if (spots > 0).mean() > 0.5:
        spots = cv2.bitwise_not(spots)
    count, _, stats, _ = cv2.connectedComponentsWithStats(spots)
    return sum(stats[k, cv2.CC_STAT_AREA] > 8 for k in range(1, count))


def test_the_pips_on_top_are_those_of_the_truth() -> None:
    right = total = 0
    for seed in range(9):
        scene = make_scene(seed, REQUEST)
        for die in scene.truth["dice"]:
            plain = die["kind"] == "pips" and die["state"] == "lying" and die["visible"] > 0.95
            if plain and die["side"] > 20:
                total += 1
                right += pips_on(top_of(scene, die)) == marks.FACES.index(die["face"]) + 1
    assert total >= 12
    assert right >= 0.7 * total


def test_every_die_of_the_truth_is_in_the_picture_and_says_how_it_lies() -> None:
    for seed in (3, 4, 5):
        scene = make_scene(seed, REQUEST)
        height, width = scene.image.shape[:2]
        for die in scene.truth["dice"]:
            assert die["state"] in ("lying", "cocked", "hidden", "rolling")
            assert die["face"] is None or die["face"] in marks.FACES
            reach = 1.5 * die["side"]
            assert -reach < die["middle"][0] < width + reach
            assert -reach < die["middle"][1] < height + reach
            if die["state"] == "rolling":
                assert die["face"] is None


def test_scenes_of_before_are_as_they_were() -> None:
    assert "dice" not in make_scene(1, Request(160, 120)).truth


def test_rays_meet_a_solid_on_its_surface() -> None:
    rng = np.random.default_rng(2)
    for solid in (
        Solid("box", (0.5, 0.5, 0.5), 0.1), Solid("box", (0.5, 0.5, 0.5), 0.1, 0.7),
        Solid("cylinder", (0.6, 0.6, 0.2), 0.05), Solid("ellipsoid", (0.5, 0.4, 0.2)),
    ):  # fmt: skip
        ways = -np.array([0.0, 0.0, 5.0]) + rng.uniform(-0.5, 0.5, (400, 3))
        ways /= np.linalg.norm(ways, axis=1, keepdims=True)
        hit, points = solid.meet(np.array([0.0, 0.0, 5.0]), ways)
        assert 20 < len(hit) < 400
        assert np.abs(solid.distance(*points.T)).max() < 0.01
        normals = solid.normals(points)
        assert np.allclose(np.linalg.norm(normals, axis=1), 1.0)
        assert (np.einsum("nk,nk->n", normals, ways[hit]) < 0.2).all()


def test_most_dice_have_opposite_faces_that_make_seven() -> None:
    rng = np.random.default_rng(3)
    layouts = [looks.random_layout(rng) for _ in range(200)]
    sevens = [
        all(marks.FACES.index(a) + marks.FACES.index(b) == 5
            for a, b in zip(layout[::2], layout[1::2], strict=True))
        for layout in layouts
    ]  # fmt: skip
    assert 0.5 < np.mean(sevens) < 0.8


def test_a_staged_die_is_the_same_die_whatever_is_on_top() -> None:
    for is_western in (True, False):
        for face in marks.FACES:
            layout = usual_layout(face, is_western=is_western)
            assert layout[0] == face
            assert sorted(layout) == sorted(marks.FACES)
            one, two, three = (looks.SIDES[layout.index(name)] for name in ("remove", "2", "3"))
            # Three that run anticlockwise about their corner are a right-handed frame.
            assert np.cross(one, two) @ three == (1 if is_western else -1)


def test_dice_that_touch_stand_face_to_face() -> None:
    request = replace(REQUEST, tilt_deg=0.0, lens=(1.0, 0.0), touching=0.9)
    beside = 0
    for seed in (1, 2, 3):
        dice = [die for die in make_scene(seed, request).truth["dice"] if die["state"] == "lying"]
        for die, other in permutations(dice, 2):
            edges = np.diff(die["corners"][:3], axis=0) / die["side"]
            step = np.abs(edges @ np.subtract(other["middle"], die["middle"])) / die["side"]
            beside += 0.95 < step.max() < 1.15 and step.min() < 0.8
    assert beside >= 10
