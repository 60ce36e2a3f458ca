"""What it is worth for a piece that its cell is no bare one, and is like the photo's pieces."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ....calibration.arrays import Flags, Floats
from ...counters.glance import glance
from ...counters.outlines.bare import bare_board
from ...counters.outlines.standing import differences
from ...faces.logistic import logistic_weights
from .samples import CounterSample

FAR = 10.0
"""Beyond these log odds of the network it does not matter how a cell differs."""
AS_SAID = 1e6
"""The network's own log odds count once."""


def fit_standing(samples: Iterable[CounterSample]) -> dict[str, list[float] | float]:
    """What is to be added to the network's log odds: `alone`, where nothing else is known, and
    `beside`, the weights of what `differences` tells. Logistic regression."""
    rows, right, alone = [], [], []
    for sample in samples:
        truth, seen = sample.answers, glance(sample.rectified)
        asked = sample.rectified.shown & (truth.matters > 0.5)
        said = np.clip(seen.piece, -FAR, FAR)
        alone.append(np.column_stack([said, np.ones(len(said)), truth.piece])[asked])
        bare = bare_board(sample.rectified, seen)
        if bare is not None:
            differ, known = differences(sample.rectified, seen, bare)
            asked &= known & (seen.hidden < 0)
            rows.append(np.column_stack([said, differ])[asked])
            right.append(truth.piece[asked] > 0.5)
    every = np.concatenate(alone)
    return {
        "alone": _added(every[:, :2], every[:, 2] > 0.5)[0],
        "beside": _added(np.concatenate(rows), np.concatenate(right)),
    }


def _added(rows: Floats, right: Flags) -> list[float]:
    """The weights of rows (n, k) but for the first, what the network says: that counts once."""
    usual = np.eye(rows.shape[1])[0]
    weights = logistic_weights(rows, right, 0.01 + AS_SAID * usual, usual)
    return [round(float(weight), 3) for weight in weights[1:]]
