"""Two colours found from faces in any light."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.calibration.sets.colour import lighter_by, lightness
from palago.vision.faces.palette import Palette, find_palette, fit_axes, logarithmic
from palago.vision.lattice.pattern import depth_of_white, face_points

POINTS = face_points()

#: Of 3000 sets of so many faces the two colours of two or three lay too near to be sure.
FEW = 4


def faces(
    white: tuple[int, int, int],
    blue: tuple[int, int, int],
    rotations: list[int],
    rng: np.random.Generator,
    slope: float = 0.5,
) -> np.ndarray:
    """BGR colours (n, p, 3) of faces under light of any strength and slope."""
    colours = []
    for rotation in rotations:
        side = depth_of_white(POINTS, rotation)[:, None] > 0
        face = np.where(side, np.array(white, float)[::-1], np.array(blue, float)[::-1])
        light = np.exp(rng.normal(-0.3, 0.3) + POINTS @ rng.normal(0, slope / 2, 2))
        colours.append(np.clip(face * light[:, None] + rng.normal(0, 3, face.shape), 0, 255))
    return np.array(colours, np.float32)


PAIRS = {
    "white/blue": ((236, 232, 220), (31, 58, 140)),
    "yellow/red": ((230, 190, 40), (180, 30, 30)),
    "dark/light blue": ((120, 170, 220), (30, 50, 110)),
    "black/white": ((235, 235, 235), (25, 25, 25)),
    "never seen": ((190, 150, 200), (60, 120, 70)),
}


@pytest.mark.parametrize("name", PAIRS)
@settings(max_examples=15)
@given(seed=st.integers(0, 10_000), rotations=st.lists(st.integers(0, 5), min_size=1, max_size=12))
def test_axes_and_the_lighter_colour_are_found(name: str, seed: int, rotations: list[int]) -> None:
    white, blue = PAIRS[name]
    seen = faces(white, blue, rotations, np.random.default_rng(seed))
    log_colours = logarithmic(seen)
    weights = np.ones(seen.shape[:2])
    fit = fit_axes(log_colours, weights)
    assert fit.best.tolist() == [rotation % 3 for rotation in rotations]
    pair = find_palette(log_colours, weights, fit)
    assert pair is not None and pair.contrast >= 0.02
    strength = fit.steps[np.arange(len(rotations)), fit.best] @ pair.step
    assert (strength > 0).tolist() == [rotation < 3 for rotation in rotations]
    # Few faces in one light may say less of the difference, which then is not said to be sure.
    assert pair.naming_chance > (0.95 if len(rotations) > FEW else 0.85)


def test_a_face_cut_by_the_border_is_fitted_from_what_is_seen() -> None:
    seen = faces(*PAIRS["white/blue"], [4], np.random.default_rng(2))
    weights = (POINTS[None, :, 0] < 0.2).astype(float)
    seen[weights == 0] = 7
    fit = fit_axes(logarithmic(seen), weights)
    assert fit.best.tolist() == [1]


def test_blank_faces_have_no_drawing() -> None:
    seen = faces((200, 60, 60), (200, 60, 60), [0, 2, 4], np.random.default_rng(1))
    fit = fit_axes(logarithmic(seen), np.ones(seen.shape[:2]))
    pair = find_palette(logarithmic(seen), np.ones(seen.shape[:2]), fit)
    assert pair is None or pair.contrast < 0.02


def test_near_equal_lightness_is_not_trusted() -> None:
    grey = np.array([120.0, 120.0, 120.0])
    step, middle = np.array([0.2, -0.1, 0.1]), np.zeros(3)
    assert Palette(grey, grey, step, middle).naming_chance == pytest.approx(0.5)
    assert Palette(grey + 100, grey - 60, step, middle).naming_chance > 0.99


def test_names_are_less_sure_for_two_hues_and_where_tiles_do_not_say_the_same() -> None:
    step, middle = np.array([0.2, -0.1, 0.1]), np.zeros(3)
    green, red, dark_green = [60.0, 140, 60], [160.0, 95, 60], [52.0, 127, 52]
    two_hues, one_hue = (
        Palette(np.array(green), np.array(dark), step, middle) for dark in (red, dark_green)
    )
    assert two_hues.lightness_gap == pytest.approx(one_hue.lightness_gap, abs=1.0)
    assert 0.6 < two_hues.naming_chance < one_hue.naming_chance < 1.0
    doubts = replace(one_hue, spread=10.0), replace(one_hue, otherwise=0.4)
    assert all(doubt.naming_chance < one_hue.naming_chance for doubt in doubts)


def test_tiles_in_mixed_light_differ_in_which_colour_is_the_lighter() -> None:
    rng = np.random.default_rng(5)
    white, blue, rotations = (110, 140, 90), (150, 115, 110), [0, 1, 2, 3, 4, 5]
    seen = faces(white, blue, rotations, rng)
    warm = seen * np.where(np.arange(6) < 2, 1.6, 1.0)[:, None, None] ** np.array([-1, -1, 1])
    found = []
    for picture in (seen, warm):
        log_colours = logarithmic(np.clip(picture, 0, 255).astype(np.float32))
        weights = np.ones(seen.shape[:2])
        fit = fit_axes(log_colours, weights)
        found.append(find_palette(log_colours, weights, fit))
    plain, mixed = found
    assert plain is not None and mixed is not None
    assert plain.otherwise == 0.0 and mixed.otherwise == pytest.approx(1 / 3, abs=0.1)
    assert mixed.naming_chance < plain.naming_chance


RED, LIGHTER_GREY, WHITE = (254, 55, 60), (175, 175, 175), (254, 254, 253)


def test_what_is_too_bright_for_the_photo_may_be_the_lighter_colour() -> None:
    assert lighter_by(LIGHTER_GREY, (200, 55, 60)) > 15  # the same red in less light
    assert lighter_by(LIGHTER_GREY, RED) < 5
    assert lighter_by(WHITE, RED) > 20  # even twice as bright it is no white
    assert lighter_by(WHITE, (73, 248, 249)) == 0.0  # a cyan that may have been anything


@given(st.tuples(*[st.integers(0, 255)] * 3), st.tuples(*[st.integers(0, 255)] * 3))
def test_of_two_colours_one_is_as_much_the_lighter_as_the_other_is_the_darker(
    one: tuple[int, int, int], other: tuple[int, int, int]
) -> None:
    lead, gap = lighter_by(one, other), float(lightness(one) - lightness(other))
    assert lead == pytest.approx(-lighter_by(other, one))
    assert abs(lead) <= abs(gap) + 1e-9 and lead * gap >= 0
