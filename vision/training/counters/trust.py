"""How often the networks for counters err on scenes that they never saw; what that is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...counters.company import compare
from ...counters.glance import NAMES, glance
from ...counters.hues import by_hue, shown_hues
from ...counters.kinds import read_kinds
from ...counters.shapes import compare_shapes
from ...counters.trust import colour_odds
from ...faces.logistic import logistic_weights
from .samples import CounterSample

Floats = NDArray[np.float64]

CAUTION = {"piece": 0.8, "colour": 0.8, "kind": 0.5}
"""The fitted factors are made smaller by these. They are fitted on scenes like those that were
learnt from, and a real table is unlike them. The kinds of one table are right or wrong together, so
that few tables say little about kinds."""

SCENES_COUNT = 0.01
"""An answer about a scene counts as this share of an answer about a picture: many scenes are worse
than any photo."""


@dataclass(frozen=True)
class Asked:
    """For one question the log odds of the answers (n,) and whether they were right (n,)."""

    odds: Floats
    right: NDArray[np.bool_]


def asked(samples: Sequence[CounterSample]) -> dict[str, Asked]:
    """All answers of the reader's networks about the pieces that were seen in samples, by question;
    and ``empty``, the log odds that a piece stands there of all that matter."""
    rows: dict[str, list[tuple[Floats, NDArray[np.bool_]]]] = {}

    def note(question: str, odds: Floats, right: NDArray[np.bool_]) -> None:
        rows.setdefault(question, []).append((odds, right))

    for sample in samples:
        truth, glanced = sample.answers, glance(sample.rectified)
        matters = truth.matters > 0.5
        note("empty", glanced.piece[matters], truth.piece[matters] > 0.5)
        seen = (glanced.piece > 0) & sample.rectified.shown
        note("piece", glanced.piece[seen & matters], truth.piece[seen & matters] > 0.5)
        pieces = np.flatnonzero(seen)
        if len(pieces) == 0:
            continue
        company = compare(glanced, pieces)
        shares = by_hue(company.colours, shown_hues(sample.rectified, pieces, glanced))
        named = shares.argmax(axis=1)
        shapes = compare_shapes(sample.rectified, pieces, glanced.offset[pieces], named, None)
        kinds = read_kinds(company, shapes, tuple(NAMES[k] for k in named), None)
        known = truth.colour[pieces] >= 0
        note("colour", colour_odds(shares)[known], (named == truth.colour[pieces])[known])
        note("kind", kinds.odds[known], (kinds.seeds == (truth.seed[pieces] > 0))[known])
    return {
        question: Asked(np.concatenate([r[0] for r in some]), np.concatenate([r[1] for r in some]))
        for question, some in rows.items()
    }


def tried(samples: Sequence[CounterSample]) -> dict[str, float]:
    """The shares of errors."""
    found = asked(samples)
    there = found["empty"]
    return {
        "missed": float((there.odds[there.right] <= 0).mean()),
        "phantoms": float((there.odds[~there.right] > 0).mean()),
        "colour": float((~found["colour"].right).mean()),
        "kind": float((~found["kind"].right).mean()),
    }


def fit_trust(
    scenes: Sequence[CounterSample], pictures: Sequence[CounterSample]
) -> dict[str, list[float]]:
    """For each question the constant and the factor that make its log odds a probability, from
    samples that were not learnt from."""
    drawn = asked(scenes)
    shown = asked(pictures) if pictures else {}
    fitted = {}
    for name in ("piece", "colour", "kind"):
        groups = [(drawn[name], SCENES_COUNT)]
        if name in shown:
            groups.append((shown[name], 1.0))
        constant, factor = _fitted(groups)
        fitted[name] = [round(constant, 4), round(factor * CAUTION[name], 4)]
    return fitted


def _fitted(some: Sequence[tuple[Asked, float]]) -> tuple[float, float]:
    """Logistic regression, held a little towards the odds as they are; each group of answers counts
    with its weight."""
    odds = np.concatenate([group.odds for group, _ in some])
    right = np.concatenate([group.right for group, _ in some])
    counts = np.concatenate([np.full(len(group.odds), weight) for group, weight in some])
    rows = np.stack([np.ones_like(odds), np.clip(odds, -15, 15)], axis=1)
    constant, factor = logistic_weights(
        rows, right, np.ones(2), usual=np.array([0.0, 1.0]), counts=counts
    )
    return float(constant), float(factor)
