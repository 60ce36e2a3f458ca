"""Pieces cut out of boards, from which networks learn what tells seeds from sprouts."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from ....calibration.arrays import Floats32, Indices, Integers, Picture
from ...counters.glance import glance
from ...counters.rectify import CENTRES
from ...counters.shapes import COLUMNS, FOOT_X, FOOT_Y, PER_CUT, ROWS, seen_about
from .samples import CounterSample

SPARE = 5
"""Pixels kept beyond each side of a cut: so far it can be moved."""
MOVED_TOGETHER, MOVED_APART = 0.03, 0.04
"""How far a board's pieces, and each piece, are seen beside where they were found, in sides."""
GROWN, TURNED = 0.04, 0.05
"""By how much a board's pieces are larger or smaller, and each is turned (radians)."""
FEWER = 0.4
"""The share of boards of which some pieces alone are seen: a game begins with few."""
ENOUGH = 64
"""Of a board's pieces at most so many are seen at a time."""


@dataclass(frozen=True)
class PieceCuts:
    """The n pieces of one board whose kinds are known: what is `seen` about each, with SPARE pixels
    more on each side than a cut has, (n, h, w, 3) BGR; their `lean` (n, 2); the numbers of their
    colours and kinds (n,); and what seeds are told by there, -1 where that is not known."""

    seen: Picture
    lean: Floats32
    colour: Integers
    seed: Integers
    way: int


@dataclass(frozen=True)
class VariedCuts:
    """Some of a board's n pieces in another light: `seen` (n, ROWS, COLUMNS, 3), BGR or any other
    order, from 0 to 255, and the rest of what is told of them, as in `PieceCuts`."""

    seen: Floats32
    lean: Floats32
    colour: Integers
    seed: Integers
    way: int


def cut_pieces(sample: CounterSample) -> PieceCuts | None:
    """The known pieces of a flat board, at the places where the reader finds them; None where it
    has none."""
    truth, flat = sample.answers, sample.rectified
    known = np.flatnonzero(truth.colour >= 0)
    if len(known) == 0:
        return None
    found = glance(flat)
    is_found = found.piece[known, None] > 0
    offset = np.where(is_found, found.offset[known], truth.offset[known])
    return PieceCuts(
        seen_about(flat, known, offset, SPARE),
        flat.turn(flat.camera.lean(CENTRES[known])).astype(np.float32),
        truth.colour[known], truth.seed[known], truth.way,
    )  # fmt: skip


def varied_cuts(rng: np.random.Generator, cuts: PieceCuts) -> VariedCuts:
    """The pieces of a board, or some of them, as another photo may show them."""
    some = _some(rng, len(cuts.seed))
    seen, lean = _moved(rng, cuts.seen[some]), cuts.lean[some].copy()
    gain = np.exp(rng.normal(0, 0.2) + rng.normal(0, 0.05, 3)).astype(np.float32)
    power = np.float32(np.exp(rng.normal(0, 0.12)))
    seen = np.clip((seen / np.float32(255)) ** power * gain * np.float32(255), 0, 255)
    if rng.random() < 0.5:
        seen, lean = seen[:, :, ::-1], lean * np.array([-1, 1], np.float32)
    if rng.random() < 0.5:
        # Shapes hang on no colour: any will do.
        seen = seen[..., rng.permutation(3)]
    if rng.random() < 0.2:
        spread = float(rng.uniform(0.4, 1.5))
        seen = np.stack(
            [cv2.GaussianBlur(np.ascontiguousarray(one), (0, 0), spread) for one in seen]
        )
    if rng.random() < 0.25:
        noise = rng.standard_normal(seen.shape, np.float32) * np.float32(rng.uniform(1, 8))
        seen = np.clip(seen + noise, 0, 255)
    return VariedCuts(seen, lean, cuts.colour[some], cuts.seed[some], cuts.way)


def _some(rng: np.random.Generator, count: int) -> Indices:
    most = int(rng.integers(4, ENOUGH)) if rng.random() < FEWER else ENOUGH
    return rng.permutation(count)[:most]


def _moved(rng: np.random.Generator, seen: Picture) -> Floats32:
    """The pieces (n, ROWS, COLUMNS, 3), each a little beside where it was found and turned; all of
    them a little larger or smaller."""
    size = float(np.exp(rng.normal(0, GROWN)))
    together = rng.normal(0, MOVED_TOGETHER * PER_CUT, 2)
    foot = np.array([FOOT_X, FOOT_Y])
    moved = np.empty((len(seen), ROWS, COLUMNS, 3), np.float32)
    for one, into in zip(seen, moved, strict=True):
        angle = float(rng.normal(0, TURNED))
        c, s = math.cos(angle) * size, math.sin(angle) * size
        turn = np.array([[c, -s], [s, c]])
        shift = together + rng.normal(0, MOVED_APART * PER_CUT, 2)
        matrix = np.column_stack([turn, foot + shift - turn @ (foot + SPARE)])
        into[:] = cv2.warpAffine(one, matrix, (COLUMNS, ROWS), borderMode=cv2.BORDER_REPLICATE)
    return moved
