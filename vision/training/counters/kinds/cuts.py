"""Pieces cut out of boards, from which networks learn what tells seeds from sprouts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .....calibration.arrays import Floats32, Integers, Picture
from ....counters.glance import glance
from ....counters.rectify import CENTRES
from ....counters.shapes import seen_about
from ..samples import CounterSample

SPARE = 5
"""Pixels kept beyond each side of a cut: so far it can be moved."""


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


def cut_pieces(sample: CounterSample) -> PieceCuts | None:
    """The known pieces of a flat board, where the reader finds them; None without any."""
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
