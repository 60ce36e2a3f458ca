"""Seeds and sprouts: what tells them apart on this table is found from all pieces together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ...engine.palanquee.seeds import settled_seeds
from .company import Company
from .shapes import Shapes
from .way import WAYS, Way

Floats = NDArray[np.float64]
By = Literal["mark", "size", "height", "cube", "nothing"]

CLEAR = 0.5
"""The likeliest way to tell seeds is named if it has this share."""
UNCLEAR = 4.0
COMPANY_COUNTS = 0.5
"""The kind is told by the piece cut out and, with this weight, by its cell's surroundings."""


@dataclass(frozen=True)
class Kinds:
    """Whether each of n pieces is a seed, the log odds of each answer, and what told them."""

    seeds: NDArray[np.bool_]
    odds: Floats
    by: By


def both_odds(shapes: Floats, company: Floats) -> Floats:
    """Log odds (n,) of what the cut out pieces and what the cells say."""
    return shapes + COMPANY_COUNTS * company


def read_kinds(
    company: Company, shapes: Shapes, colours: tuple[str, ...], way: Way | None
) -> Kinds:
    """The kinds of pieces of these colours; `way` is what seeds are told by, if that is known.

    Both networks' odds count: they look at the pieces in different manners.

    How many seeds a colour can have is the game's to say, not the eye's.
    """
    if not colours:
        return Kinds(np.zeros(0, bool), np.zeros(0), way or "nothing")
    odds = np.array(settled_seeds(colours, both_odds(shapes.seed, company.seed).tolist()))
    ways = (shapes.ways + company.ways) / 2
    by: By = way or WAYS[int(ways.argmax())]
    if way is None and ways.max() < CLEAR:
        # What tells seeds is one fact of the whole photo: without it no kind is sure.
        by, odds = "nothing", np.clip(odds, -UNCLEAR, UNCLEAR)
    return Kinds(odds > 0, np.abs(odds), by)
