"""A cube's outline fits cubes better than other things."""

import math

import cv2
import numpy as np
from palago.calibration.arrays import Picture
from palago.vision.dice.outlines import outline_fits
from palago.vision.dice.patches import REACH, SIZE

EDGE = SIZE / (2 * REACH)
MIDDLE = (SIZE - 1) / 2
LEAN = 0.5


def table() -> Picture:
    """A patch of a table with a grain."""
    grain = np.random.default_rng(1).normal(120, 6, (SIZE, SIZE, 3))
    return np.asarray(np.clip(grain, 0, 255), np.uint8)


def cube(turn: float, aside: float = 0.0) -> Picture:
    """A cube of one edge, its sides darker than its top."""
    picture = table()
    angles = turn + np.arange(4) * math.pi / 2
    flat = math.sqrt(1 - LEAN**2)
    base = math.sqrt(0.5) * np.column_stack([np.cos(angles), flat * np.sin(angles)])
    top, foot = (
        np.round(
            (base + np.array([0, up * LEAN / 2])) * EDGE + MIDDLE + np.array([aside, 0])
        ).astype(np.int32)
        for up in (-1, 1)
    )
    cv2.fillConvexPoly(picture, cv2.convexHull(np.concatenate([top, foot])), (60, 40, 160))
    cv2.fillConvexPoly(picture, top, (90, 60, 220))
    return picture


def ball() -> Picture:
    """A ball as wide as the cube."""
    picture = table()
    cv2.circle(picture, (SIZE // 2, SIZE // 2), round(0.55 * EDGE), (90, 60, 220), -1)
    return picture


def test_a_cube_fits_however_it_is_turned_and_better_than_a_ball_or_a_bare_table() -> None:
    cubes = [cube(turn, aside) for turn, aside in ((0.1, 0), (0.8, 1.5), (1.4, -1.5))]
    fits = outline_fits(np.array([*cubes, ball(), table()]), np.full(5, LEAN))
    assert fits[:3].min() > 0.7
    assert fits[:3].min() > 1.2 * fits[3:].max()
