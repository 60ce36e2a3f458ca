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
COMPANY_COUNTS = 0.5
"""The kind is told by the piece cut out and, with this weight, by its cell's surroundings."""


@dataclass(frozen=True)
class Kinds:
    """Whether each of n pieces is a seed, the log odds of each answer, and what told them."""

    seeds: NDArray[np.bool_]
    odds: Floats
    by: By


def read_kinds(
    company: Company, shapes: Shapes, colours: tuple[str, ...], way: Way | None
) -> Kinds:
    """The kinds of pieces of these colours; `way` is what seeds are told by, if that is known.

    Both networks' odds count: they look at the pieces in different manners.

    How many seeds a colour can have is the game's to say, not the eye's.
    """
    if not colours:
        return Kinds(np.zeros(0, bool), np.zeros(0), way or "nothing")
    odds = np.array(settled_seeds(colours, (shapes.seed + COMPANY_COUNTS * company.seed).tolist()))
    share, by = _told_by(shapes, company, way)
    return Kinds(odds > 0, share * np.abs(odds), by)


def _told_by(shapes: Shapes, company: Company, way: Way | None) -> tuple[float, By]:
    """By what seeds are told on this table, and how sure that is. It is one fact of the whole
    photo: where it is open all kinds are less sure."""
    if way is not None:
        return 1.0, way
    ways = (shapes.ways + company.ways) / 2
    share = float(ways.max())
    return share, WAYS[int(ways.argmax())] if share >= CLEAR else "nothing"
