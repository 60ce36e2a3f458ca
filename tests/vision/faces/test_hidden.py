"""Tiles of which only a part is seen are listed, as unsure; a hand on bare table adds nothing."""

from typing import Any

import cv2
import numpy as np
import pytest
from further_cases import further
from palago.calibration.arrays import Floats, Picture
from palago.vision import read
from palago.vision.faces.classify import network_probabilities
from palago.vision.training.faces.labelled import JUNK
from palago.vision.training.faces.partly_seen_cells import hidden_faces_of_scene
from palago.vision.training.scenes.scene import Request, Scene, make_scene

SKIN = (120, 150, 205)
SEEDS = (32, 33, 40, 41, 44)


def scene_of(seed: int) -> Scene:
    return make_scene(seed, Request(1000, 750, level="mild", content="board", tiles=14))


def lowest_tile(scene: Scene) -> dict[str, Any]:
    return max(scene.truth["tiles"], key=lambda tile: tile["center"][1])


def side_of(tile: dict[str, Any]) -> float:
    corners = np.array(tile["corners"])
    return float(np.linalg.norm(corners - corners.mean(axis=0), axis=1).mean())


def with_hand(image: Picture, tip: Floats, width: float) -> Picture:
    """The picture with something of a hand's colour, as wide as said, from below up to `tip`."""
    picture = image.copy()
    top = (int(tip[0]), int(tip[1] + 0.5 * width))
    below = (top[0], top[1] + 2 * image.shape[0])
    cv2.line(picture, top, below, SKIN, int(width), cv2.LINE_AA)
    return picture


@pytest.mark.parametrize("seed", [SEEDS[0], *further(SEEDS[1:])])
def test_a_tile_half_under_a_hand_is_listed_as_unsure(seed: int) -> None:
    scene = scene_of(seed)
    hidden = lowest_tile(scene)
    side = side_of(hidden)
    reading = read(with_hand(scene.image, np.array(hidden["center"]), 2.5 * side))
    gaps = [np.hypot(*np.subtract(tile.center, hidden["center"])) for tile in reading.tiles]
    found = reading.tiles[int(np.argmin(gaps))]
    assert min(gaps) < 0.3 * side
    tip = np.array(hidden["corners"])[hidden["rotation"]]
    assert np.linalg.norm(tip - found.white_tip) < 0.5 * side
    assert found.hidden is not None
    assert len(reading.tiles) == len(scene.truth["tiles"])


@pytest.mark.parametrize("seed", [30, 45, *further(range(31, 35))])
def test_a_hand_on_bare_table_beside_the_board_adds_no_tile(seed: int) -> None:
    scene = scene_of(seed)
    beside = lowest_tile(scene)
    side = side_of(beside)
    tip = np.add(beside["center"], (0.0, 1.25 * side))
    reading = read(with_hand(scene.image, tip, 0.9 * side))
    places = np.array([tile["center"] for tile in scene.truth["tiles"]])
    for tile in reading.tiles:
        assert np.linalg.norm(places - tile.center, axis=1).min() < 0.3 * side


@pytest.mark.slow
def test_the_network_knows_tiles_from_bare_table_in_scenes_that_it_never_saw() -> None:
    """Seeds beyond those of the training; the hardest cells there are, half of them unfair."""
    parts = [part for seed in range(7_900_000, 7_900_015) if (part := hidden_faces_of_scene(seed))]
    labels = np.concatenate([part.labels for part in parts])
    patches = np.concatenate([part.patches for part in parts])
    chances = network_probabilities(patches, "hidden_tile")
    tiles = labels != JUNK
    claimed = chances[:, JUNK] <= 0.05
    assert tiles.sum() > 10 and (~tiles).sum() > 50
    assert claimed[~tiles].mean() < 0.02
    assert claimed[tiles].mean() > 0.7
    right = chances[:, :JUNK].argmax(axis=1) == labels
    assert right[tiles & claimed].mean() > 0.9
