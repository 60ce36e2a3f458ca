"""How sure a piece may be: log odds of three questions (does a piece stand here, is this its
colour, is this its kind) become probabilities by numbers fitted on pictures that were not learnt
from (`palago.vision.training.counters.trust` makes `weights/counters_trust.json`; J. Platt,
"Probabilistic outputs for support vector machines", 1999)."""

from __future__ import annotations

import numpy as np

from ...calibration.arrays import Floats
from ...engine.palanquee.table.drawn import HALF
from ..faces.logistic import log_odds, logistic
from ..fitted import fitted_numbers

QUESTIONS = ("piece", "colour", "kind")
WELL_INSIDE = 0.45
"""Nearer than this to a cell's middle, in half cells, a piece is surely in that cell."""
ACROSS = 0.56
"""Farther off it lies across the edge of two."""
WELL_SEEN = 12.0
"""What lies across an edge fills neither cell: with more log odds than this a piece lies in one."""


def trusted(question: str, odds: Floats) -> Floats:
    """Probabilities (n,) that answers given with these log odds are right."""
    constant, factor = fitted_numbers("counters_trust")[question]
    return logistic(constant + factor * odds)


def colour_odds(shares: Floats) -> Floats:
    """Log odds (n,) of the likeliest colour among shares (n, 5)."""
    return log_odds(shares.max(axis=1), 1e-9, 1 - 1e-9)


def placed(offset: Floats) -> Floats:
    """How sure (n,) it is that pieces at offsets (n, 2) from their cells' middles are theirs."""
    off = np.hypot(*offset.T) / HALF
    return np.asarray(np.clip(1 - (off - WELL_INSIDE) * 1.6, 0.3, 1.0))
