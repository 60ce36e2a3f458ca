"""Seeds and sprouts: what tells them apart on this table is found from all pieces together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from ...calibration.arrays import Flags, Floats
from ...engine.palanquee.table.seeds import settled_seeds
from ..faces.logistic import log_odds, logistic
from .bodies import Bodies
from .company import Company
from .seed_sign import WAYS, SeedSign
from .shapes import Shapes

By = Literal["mark", "size", "height", "cube", "nothing"]

CLEAR = 0.5
"""The likeliest way to tell seeds is named if it has this share."""
COUNTS = 0.7
"""What a piece cut out and its outline say counts by this share, since the same light and the same
blur may have spoilt both; what its cell's surroundings say counts by the rest."""
MISLEADS = 0.02
"""So likely is each way to tell seeds, whatever a photo says: a set may be unlike all that were
learnt from."""


@dataclass(frozen=True)
class Kinds:
    """Whether each of n pieces is a seed, the log odds of each answer, and what told them."""

    seeds: Flags
    odds: Floats
    by: By


def read_kinds(
    company: Company,
    shapes: Shapes,
    bodies: Bodies,
    colours: tuple[str, ...],
    way: SeedSign | None,
) -> Kinds:
    """The kinds of pieces of these colours; `way` is what seeds are told by, if that is known.

    Under each way to tell seeds both networks' odds and those of the outlines count, and the game
    says how many seeds a colour can have. Each way's chances count as much as it is likely.
    """
    if not colours:
        return Kinds(np.zeros(0, bool), np.zeros(0), way or "nothing")
    if way is None:
        ways = (shapes.ways + company.ways) / 2
        ways[WAYS.index("cube")] *= np.exp(COUNTS * bodies.cubes)
        ways = MISLEADS + (1 - len(WAYS) * MISLEADS) * ways / ways.sum()
    else:
        ways = np.eye(len(WAYS))[WAYS.index(way)]
    seen = COUNTS * (shapes.seed + bodies.seed) + (1 - COUNTS) * company.seed
    settled = [settled_seeds(colours, of_way.tolist()) for of_way in seen.T]
    odds = log_odds(ways @ logistic(np.array(settled)), 1e-9, 1 - 1e-9)
    by: By = WAYS[int(ways.argmax())] if ways.max() >= CLEAR else "nothing"
    return Kinds(odds > 0, np.abs(odds), by)
