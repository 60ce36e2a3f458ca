"""Boxes are told from what is round, and tall pieces from flat ones, by their outlines."""

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from palago.vision.counters.bodies import Bodies, compare_bodies
from palago.vision.counters.company import Company
from palago.vision.counters.glance import OUTPUTS, USUAL_HEIGHT, USUAL_RADIUS, glance_of_answers
from palago.vision.counters.kinds import read_kinds
from palago.vision.counters.rectify import (
    CENTRES,
    MIDDLE,
    CameraPlace,
    Rectified,
    coarser,
    fine_size,
    flat_frame,
)
from palago.vision.counters.seed_sign import WAYS, any_way
from palago.vision.counters.shapes import Shapes

CUBE, HEIGHT = WAYS.index("cube"), WAYS.index("height")
PAPER, PAINTS = (210, 225, 222), ((150, 60, 25), (40, 50, 190))
#: Every fifth cell of the middle of the board: so pieces stand apart.
CELLS = np.flatnonzero(np.hypot(*(CENTRES - MIDDLE).T) < 9)[::5]


@dataclass(frozen=True)
class Body:
    """A piece: how far it reaches from its middle, how tall it is, and how it is turned."""

    kind: str
    radius: float
    height: float
    turn: float = 0.0

    @property
    def rings(self) -> list[tuple[NDArray[np.float64], float]]:
        """Its horizontal outlines (n, 2) from the foot to the top, and how high each lies."""
        corners = 4 if self.kind == "box" else 40
        angles = self.turn + np.arange(corners) * 2 * np.pi / corners
        round_it = self.radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        if self.kind != "dome":
            return [(round_it, 0.0), (round_it, self.height)]
        up = np.linspace(0, np.pi / 2, 6)
        return [(np.cos(a) * round_it, float(np.sin(a)) * self.height) for a in up]


def laid(bodies: list[Body], camera: CameraPlace, shade: float) -> Rectified:
    """A flat board with one body in each of the CELLS, as the camera sees it; half of the board
    lies in a shadow."""
    matrix, size = flat_frame(camera)
    width, height = fine_size(size)
    fine = np.full((height, width, 3), PAPER, np.uint8)
    flat = Rectified(coarser(fine, size), fine, matrix, camera, np.ones(len(CENTRES), bool))
    for k, (cell, body) in enumerate(zip(CELLS, bodies, strict=True)):
        hulls = []
        for ring, up in body.rings:
            place = CENTRES[cell] + ring
            seen = camera.foot + (place - camera.foot) * camera.height / (camera.height - up)
            hulls.append(np.round(flat.to_fine(seen) * 16).astype(np.int32))
        paint = np.array(PAINTS[k % 2])
        for low, high in pairwise(hulls):
            hull = cv2.convexHull(np.concatenate([low, high]))
            cv2.fillConvexPoly(fine, hull, (paint * 0.6).tolist(), cv2.LINE_AA, 4)
        cv2.fillConvexPoly(fine, hulls[-1], paint.tolist(), cv2.LINE_AA, 4)
    fine[:, : width // 2] = fine[:, : width // 2] * shade
    fine[:] = cv2.GaussianBlur(fine, (0, 0), 0.8)
    # As the paper is uneven and cameras are.
    cv2.setRNGSeed(1)
    noise = np.empty_like(fine)
    cv2.randn(noise, (6, 6, 6), (2, 2, 2))
    fine[:] = cv2.subtract(fine, noise)
    return flat


def compared(flat: Rectified, count: int, named: int = 2) -> Bodies:
    """What outlines say where the networks saw pieces alike in the CELLS, of so many colours."""
    answers = np.zeros((len(CENTRES), OUTPUTS))
    answers[:, (0, 7)] = -8.0
    answers[CELLS, 0] = 8.0
    answers[CELLS, 4] = 0.5 - USUAL_RADIUS
    answers[CELLS, 5] = 0.3 - USUAL_HEIGHT
    seen = glance_of_answers(answers, np.zeros(3, np.float32))
    return compare_bodies(flat, seen, CELLS, np.arange(count) % named)


#: From straight above, and from aside by up to forty degrees.
cameras = st.builds(
    lambda aside, angle, height: CameraPlace(
        MIDDLE + aside * height * np.array([np.cos(angle), np.sin(angle)]), height
    ),
    st.floats(0, 0.8), st.floats(0, 6.3), st.floats(25, 60),
)  # fmt: skip
seeds = st.sets(st.integers(0, len(CELLS) - 1), min_size=3, max_size=len(CELLS) // 4)


@settings(max_examples=12)
@given(cameras, seeds, st.sampled_from(["disc", "dome"]), st.floats(0.5, 1), st.integers(0, 999))
def test_boxes_among_round_pieces_are_told_however_they_are_turned(
    camera: CameraPlace, chosen: set[int], kind: str, shade: float, number: int
) -> None:
    turns = np.random.default_rng(number).uniform(0, 6.3, len(CELLS))
    bodies = [
        # A box as wide as the round pieces, whose corners reach farther.
        Body("box", 0.55, 0.7, turn) if k in chosen else Body(kind, 0.45, 0.35, turn)
        for k, turn in enumerate(turns)
    ]
    found = compared(laid(bodies, camera, shade), len(bodies))
    is_box = np.isin(np.arange(len(bodies)), list(chosen))
    assert found.seed[is_box, CUBE].mean() > 1.5
    assert (found.seed[is_box, CUBE] > found.seed[~is_box, CUBE].max()).mean() > 0.7
    assert (found.seed[~is_box, CUBE] <= 0).all()
    assert found.cubes > 0


@settings(max_examples=12)
@given(cameras, seeds, st.sampled_from(["disc", "box"]), st.floats(0.5, 1), st.integers(0, 999))
def test_tall_pieces_are_told_where_they_lean(
    camera: CameraPlace, chosen: set[int], kind: str, shade: float, number: int
) -> None:
    turns = np.random.default_rng(number).uniform(0, 6.3, len(CELLS))
    bodies = [Body(kind, 0.5, 0.7 if k in chosen else 0.15, turn) for k, turn in enumerate(turns)]
    found = compared(laid(bodies, camera, shade), len(bodies))
    is_tall = np.isin(np.arange(len(bodies)), list(chosen))
    leans = np.hypot(*camera.lean(CENTRES[CELLS]).T) > 0.3
    # Nothing is said of a piece that another one covers.
    said = found.seed[:, HEIGHT][leans] * np.where(is_tall, 1, -1)[leans]
    assert (said >= 0).all() and (said > 0).sum() >= 0.8 * leans.sum()
    # All are of one kind of body: that is no mark.
    assert found.cubes < 0.5


FROM_ASIDE = CameraPlace(MIDDLE + np.array([0, 25]), 40.0)


def test_nothing_is_told_of_pieces_that_are_not_seen_apart() -> None:
    flat = laid([Body("disc", 0.5, 0.1) for _ in CELLS], FROM_ASIDE, 1.0)
    assert compared(flat, len(CELLS)).seed.any()
    # A cloth of the pieces' own colour, and a board without an empty cell.
    flat.fine[:] = PAINTS[0]
    assert not compared(flat, len(CELLS)).seed.any()
    full = glance_of_answers(np.full((len(CENTRES), OUTPUTS), 8.0), np.zeros(3, np.float32))
    crowded = compare_bodies(flat, full, CELLS, np.zeros(len(CELLS), np.intp))
    assert not crowded.seed.any() and crowded.cubes == 0


def test_pieces_that_may_all_be_seeds_do_not_show_how_sprouts_look() -> None:
    flat = laid([Body("box", 0.5, 0.7, k) for k in range(len(CELLS))], FROM_ASIDE, 1.0)
    many, few = compared(flat, len(CELLS)), compared(flat, len(CELLS), named=len(CELLS))
    # Where boxes are all that is seen they are no mark; but these may be every colour's first.
    assert many.cubes < -2 and few.cubes == 0
    assert many.seed[:, HEIGHT].any() and not few.seed[:, HEIGHT].any()


def test_a_colour_that_is_seen_wider_is_not_taller() -> None:
    bodies = [Body("disc", 0.5 + 0.04 * (k % 2), 0.15) for k in range(len(CELLS))]
    assert (compared(laid(bodies, FROM_ASIDE, 1.0), len(CELLS)).seed[:, HEIGHT] < 0).all()


@pytest.mark.parametrize("told", [True, False])
def test_outlines_settle_what_the_networks_leave_open(told: bool) -> None:
    bodies = [Body("box" if k % 9 == 0 else "disc", 0.55, 0.5, k) for k in range(len(CELLS))]
    found = compared(laid(bodies, FROM_ASIDE, 0.7), len(bodies))
    colours = tuple("blue" if k % 2 == 0 else "red" for k in range(len(bodies)))
    open_odds = np.full((len(bodies), len(WAYS)), -1.0)
    kinds = read_kinds(
        Company(np.zeros((len(bodies), 5)), open_odds, any_way()), Shapes(open_odds, any_way()),
        found if told else Bodies(np.zeros_like(open_odds), 0.0), colours, None,
    )  # fmt: skip
    boxes = [k % 9 == 0 for k in range(len(bodies))]
    assert (kinds.by == "cube") == told
    assert (kinds.seeds.tolist() == boxes) == told
