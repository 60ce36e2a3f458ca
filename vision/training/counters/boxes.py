"""What it is worth that a box fits a piece's outline better than what is round."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ...counters.bodies import measure_bodies
from ...counters.glance import glance
from ...faces.logistic import logistic_weights
from .samples import CounterSample

FAR = 3.0
"""Outlines that fit one body so much better say no more of it."""


def fit_boxes(samples: Iterable[CounterSample]) -> dict[str, list[float]]:
    """The constant and the factor that make log odds of a box of by how much better it fits, as a
    logarithm, from samples whose bodies are known: logistic regression, less the odds that any
    piece of these samples is a box."""
    better, boxes = [], []
    for sample in samples:
        truth, seen = sample.answers, glance(sample.rectified)
        pieces = np.flatnonzero((seen.piece > 0) & (truth.colour >= 0))
        measured = measure_bodies(sample.rectified, seen, pieces, truth.colour[pieces])
        if measured is not None:
            better.append(np.clip(measured.box[measured.told], -FAR, FAR))
            boxes.append(truth.cube[pieces][measured.told] > 0)
    rows, right = np.concatenate(better), np.concatenate(boxes)
    rows = np.stack([np.ones_like(rows), rows], axis=1)
    constant, factor = logistic_weights(rows, right, np.ones(2))
    usual = np.log(right.mean() / (1 - right.mean()))
    return {"box": [round(float(constant - usual), 3), round(float(factor), 3)]}
