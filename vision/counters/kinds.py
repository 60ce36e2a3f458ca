"""Seeds and sprouts: what tells them apart on this table is found from all pieces together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from ...calibration.arrays import Flags, Floats
from ...engine.palanquee.table.drawn import HALF
from ...engine.palanquee.table.seeds import settled_seeds
from ..faces.logistic import log_odds, logistic
from ..fitted import fitted_numbers
from .bodies import Bodies
from .company import Company
from .seed_sign import WAYS, SeedSign
from .shapes import Shapes

WELL_INSIDE, ACROSS = 0.45, 0.56
"""Nearer to a cell's middle, in half cells, a piece is surely in it; farther, across its edge."""
WELL_SEEN = 12.0
"""What lies across an edge fills neither cell: with more log odds than this a piece lies in one."""


def trusted(question: str, odds: Floats) -> Floats:
    """Probabilities (n,) that answers with these log odds are right. The numbers behind it were
    fitted on pictures from which no network had learnt (`palago.vision.training.counters.trust`;
    J. Platt, "Probabilistic outputs for support vector machines", 1999)."""
    constant, factor = fitted_numbers("counters_trust")[question]
    return logistic(constant + factor * odds)


def colour_odds(shares: Floats) -> Floats:
    """Log odds (n,) of the likeliest colour among shares (n, 5)."""
    return log_odds(shares.max(axis=1), 1e-9, 1 - 1e-9)


def placed(offset: Floats) -> Floats:
    """How sure (n,) it is that pieces at offsets (n, 2) from their cells' middles are theirs."""
    off = np.hypot(*offset.T) / HALF
    return np.asarray(np.clip(1 - (off - WELL_INSIDE) * 1.6, 0.3, 1.0))


By = Literal["mark", "size", "height", "cube", "nothing"]

CLEAR = 0.5
"""The likeliest way to tell seeds is named if it has this share."""
COUNTS = 0.7
"""The share by which the piece cut out and its outline count, together: the same light and the same
blur may have spoilt both. What its cell's surroundings say counts by the rest."""
BY_ITSELF: tuple[SeedSign, ...] = ("mark", "cube")
"""The signs that a piece shows alone; whether it is larger or taller, others beside it tell."""
MISLEADS = 0.02
"""Least chance of each way to tell seeds: a set may be unlike all that were learnt from."""


@dataclass(frozen=True)
class Kinds:
    """Whether each of n pieces is a seed, the log odds of each answer, and what told them."""

    seeds: Flags
    odds: Floats
    by: By


def read_kinds(
    company: Company, shapes: Shapes, bodies: Bodies, colours: tuple[str, ...], way: SeedSign | None
) -> Kinds:
    """The kinds of pieces of these colours; `way` is what seeds are told by, if that is known.

    For each way to tell seeds the odds of both networks and of the outlines are put together, and
    the game says how many seeds a colour can have. A way counts as much as it is likely. A single
    piece that shows no sign is of no sure kind, unless somebody says that it need not show one.
    """
    if not colours:
        return Kinds(np.zeros(0, bool), np.zeros(0), way or "nothing")
    ways = (shapes.ways + company.ways) / 2
    ways[WAYS.index("cube")] *= np.exp(COUNTS * bodies.cubes)
    ways = MISLEADS + (1 - len(WAYS) * MISLEADS) * ways / ways.sum()
    asked = BY_ITSELF if way is None else (way,)
    shows_sign = max(ways[WAYS.index(sign)] for sign in asked) >= CLEAR
    if way is not None:
        ways = np.eye(len(WAYS))[WAYS.index(way)]
    seen = COUNTS * (shapes.seed + bodies.seed) + (1 - COUNTS) * company.seed
    settled = settled_seeds(colours, seen)
    odds = log_odds(logistic(settled) @ ways, 1e-9, 1 - 1e-9)
    by: By = WAYS[int(ways.argmax())] if ways.max() >= CLEAR else "nothing"
    if len(odds) == 1 and not shows_sign and (way is None or way in BY_ITSELF):
        return Kinds(odds > 0, np.zeros(1), way or "nothing")
    return Kinds(odds > 0, np.abs(odds), by)
