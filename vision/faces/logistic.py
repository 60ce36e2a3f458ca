"""Chances and their log odds, and logistic functions fitted to what was right and wrong."""

from __future__ import annotations

import numpy as np

from ...calibration.arrays import Flags, Floats

LEAST = 1e-4
"""Chances are kept this far from 0 and 1 before their log odds are taken."""
LONGEST_STEP = 1.0
"""A longer step of a fit is shortened: where all is right Newton's method jumps to and fro over the
best weights, and with steps of 2 it never comes to them."""


def log_odds(chance: Floats | float, least: float = LEAST, most: float = 1.0 - LEAST) -> Floats:
    """The natural logarithm of chance / (1 - chance), elementwise, chances kept between limits."""
    kept = np.clip(chance, least, most)
    return np.asarray(np.log(kept / (1.0 - kept)))


def logistic(score: Floats) -> Floats:
    """The chances, 0 to 1, with these log odds, elementwise."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(score, -30.0, 30.0))))


def logistic_weights(
    rows: Floats, right: Flags, ridge: Floats | float, usual: Floats | None = None
) -> Floats:
    """The weights (k,) of the logistic function that best tells which of the rows (n, k) are right.

    Newton's method; each weight is drawn to its usual one (0 where none are given) as strongly as
    its entry of the ridge (k,) says, or all alike.
    """
    centre = np.zeros(rows.shape[1]) if usual is None else usual
    weights, penalty = centre.copy(), np.diag(np.broadcast_to(ridge, len(centre)))
    for _ in range(100):
        chance = logistic(rows @ weights)
        gradient = rows.T @ (chance - right) + penalty @ (weights - centre)
        curvature = (rows * (chance * (1 - chance))[:, None]).T @ rows + penalty
        step = np.linalg.solve(curvature + 1e-9 * np.eye(len(weights)), gradient)
        weights = weights - np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        if np.abs(step).max() < 1e-8:
            break
    return weights


def believed(scores: Floats, right: Flags, ridge: Floats | float) -> tuple[float, float]:
    """The constant and the factor that make log odds of scores (n,), by which of them were right
    (n,); a ridge holds both to the scores as they are."""
    rows = np.stack([np.ones_like(scores), scores], axis=1)
    constant, factor = logistic_weights(rows, right, ridge, usual=np.array([0.0, 1.0]))
    return float(constant), float(factor)
