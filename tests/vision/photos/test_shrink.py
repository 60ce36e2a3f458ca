"""Shrinking through halves: the same picture as shrinking at once, and positions that fit."""

from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.vision.photos.shrink import Halves


def ramps(width: int, height: int) -> np.ndarray:
    """A picture whose first two channels tell the place: column and row, up to a factor."""
    columns, rows = np.meshgrid(np.arange(width), np.arange(height))
    picture = np.stack([columns * 255 / width, rows * 255 / height, 0 * rows], axis=-1)
    return np.round(picture).astype(np.uint8)


@settings(max_examples=60)
@given(
    width=st.integers(64, 501),
    height=st.integers(64, 501),
    scale=st.floats(0.1, 1.0),
    edges=st.tuples(*[st.floats(0, 0.35)] * 4),
)
def test_every_pixel_shows_the_place_that_it_is_mapped_to(
    width: Any, height: Any, scale: Any, edges: Any
) -> None:
    left, top = round(width * edges[0]), round(height * edges[1])
    right, bottom = width - round(width * edges[2]), height - round(height * edges[3])
    shrunk = Halves(ramps(width, height)).shrunk(scale, (left, top, right, bottom))
    rows, columns = shrunk.picture.shape[:2]
    places = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).astype(float)
    whole = shrunk.to_whole(places)
    shown = shrunk.picture[..., :2] * np.array([width, height]) / 255.0
    level = np.maximum(1.0, np.array([width, height]) / 255)
    assert (np.abs(shown - whole) < 1.5 * level + 0.2 / scale).all()
    assert np.allclose(shrunk.from_whole(whole), places)


@pytest.mark.parametrize("quick", [False, True])
@pytest.mark.parametrize("scale", [0.9, 0.5, 0.37, 0.2, 0.11])
def test_it_looks_like_shrinking_at_once(scale: float, quick: bool) -> None:
    rng = np.random.default_rng(5)
    picture = cv2.GaussianBlur(rng.integers(0, 256, (480, 640, 3), np.uint8), (0, 0), 6)
    shrunk = Halves(np.asarray(picture, np.uint8)).shrunk(scale, quick=quick).picture
    at_once = cv2.resize(picture, shrunk.shape[1::-1], interpolation=cv2.INTER_AREA)
    assert np.abs(shrunk.astype(int) - at_once.astype(int)).mean() < 1.0


def test_a_narrow_strip_is_shrunk_without_vanishing() -> None:
    shrunk = Halves(np.zeros((3, 900, 3), np.uint8)).shrunk(0.1)
    assert min(shrunk.picture.shape[:2]) >= 1
