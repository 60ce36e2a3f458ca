"""A set measured from photos: its colours and line, whatever the light; and honest refusals."""

from collections.abc import Callable

import numpy as np
import pytest
from palago.calibration.refusals import NotEnough
from palago.calibration.sets.colour import lightness
from palago.calibration.sets.fit import (
    PhotoMeasured,
    PhotoOfTiles,
    measure_drawing,
    measure_photo,
    measure_tile_set,
)
from palago.calibration.sets.tile_set import TileSetProfile, match_tile_set
from palago.vision.training.scenes.scene import Request, Scene


@pytest.fixture(scope="module")
def photos(drawn_tiles: Callable[..., Scene]) -> dict[str, list[PhotoOfTiles]]:
    def photo_of(pair: str, seed: int) -> PhotoOfTiles:
        scene = drawn_tiles(pair, seed, Request(640, 480, tiles=8, tilt_deg=12.0 * seed))
        corners = [
            np.roll(tile["corners"], -tile["rotation"], axis=0) for tile in scene.truth["tiles"]
        ]
        return PhotoOfTiles(scene.image, np.array(corners), f"{pair} {seed}")

    return {
        pair: [photo_of(pair, seed) for seed in range(2)] for pair in ("white/blue", "yellow/red")
    }


def test_a_set_is_measured_and_then_recognised(photos: dict[str, list[PhotoOfTiles]]) -> None:
    profiles: list[TileSetProfile] = []
    for edition, pictures in photos.items():
        measured = measure_tile_set([*map(measure_photo, pictures)], edition, width_mm=40.0)
        assert not isinstance(measured, NotEnough)
        profile, refused = measured
        assert not refused
        assert (profile.photos, profile.tiles) == (2, 16)
        assert lightness(profile.white.srgb) > lightness(profile.blue.srgb)
        assert profile.line is not None and 0.015 < profile.line.width < 0.06
        assert lightness(profile.line.srgb) < lightness(profile.white.srgb) - 20
        assert 0 < profile.white.spread < 25 and 0 < profile.blue.spread < 25
        profiles.append(profile)
    white, blue = profiles[0].white.srgb, profiles[0].blue.srgb
    assert max(white) - min(white) < 50 and min(white) > 170
    assert blue[2] > blue[0] + 40
    for profile in profiles:
        assert match_tile_set((profile.white.srgb, profile.blue.srgb), profiles) == profile


def test_one_photo_shows_what_is_drawn_on_a_set(photos: dict[str, list[PhotoOfTiles]]) -> None:
    for pictures in photos.values():
        drawn = measure_drawing(pictures[0])
        assert drawn is not None and drawn.tiles == 8
        assert drawn.line is not None and 0.015 < drawn.line.width < 0.06
        few = PhotoOfTiles(pictures[0].image, pictures[0].corners[:2])
        assert measure_drawing(few) is None


def test_white_can_be_the_darker_colour(photos: dict[str, list[PhotoOfTiles]]) -> None:
    measured = [measure_photo(photo) for photo in photos["white/blue"]]
    usual = measure_tile_set(measured, "club")
    # Photos are measured in a process apart.
    carried = [PhotoMeasured.from_json(photo.to_json()) for photo in measured]
    crossed = measure_tile_set(carried, "club", white_is_lighter=False)
    assert isinstance(usual, tuple) and isinstance(crossed, tuple)
    assert crossed[0].white == usual[0].blue and crossed[0].blue == usual[0].white


def test_a_photo_of_another_set_is_refused_by_name(photos: dict[str, list[PhotoOfTiles]]) -> None:
    mixed = [*photos["white/blue"], photos["yellow/red"][0]]
    measured = measure_tile_set([*map(measure_photo, mixed)], "club")
    assert isinstance(measured, tuple)
    assert [(view.name, "another set" in view.reason) for view in measured[1]] == [
        ("yellow/red 0", True)
    ]


def test_too_little_to_measure_is_said(photos: dict[str, list[PhotoOfTiles]]) -> None:
    photo = photos["white/blue"][0]
    none = PhotoOfTiles(photo.image, np.empty((0, 6, 2)), "empty")
    grey = PhotoOfTiles(np.full_like(photo.image, 128), photo.corners, "grey")
    outside = PhotoOfTiles(photo.image, photo.corners + 5000.0, "outside")
    for pictures, words in (
        ([], "only 0 tiles"), ([none], "only 0 tiles"), ([grey], "nearly the same"),
        ([outside], "only 0 tiles"),
    ):  # fmt: skip
        result = measure_tile_set([*map(measure_photo, pictures)], "club")
        assert isinstance(result, NotEnough) and words in result.reason
