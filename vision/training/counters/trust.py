"""How often the networks for counters err on pictures that they never saw; what that is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ....calibration.arrays import Flags, Floats
from ....engine.palanquee.table.pieces import COLOURS
from ...counters.bodies import compare_bodies
from ...counters.company import compare_pieces
from ...counters.glance import glance
from ...counters.hues import by_hue, shown_hues
from ...counters.kinds import colour_odds, read_kinds
from ...counters.outlines.empty_board import bare_board
from ...counters.outlines.standing import odds_of_pieces
from ...counters.shapes import compare_shapes
from ...faces.logistic import believed
from .samples import CounterSample

CAUTION = {"piece": 0.45, "colour": 1.0, "kind": 0.45}
"""So much of a fitted factor is believed: phantoms are too few to say much, and the kinds of one
table are wrong together, so that few tables say little of them."""


@dataclass(frozen=True)
class Asked:
    """For one question the log odds of the answers (n,) and whether they were right (n,)."""

    odds: Floats
    right: Flags


def asked(samples: Sequence[CounterSample]) -> dict[str, Asked]:
    """All answers of the reader's networks about the pieces that were seen in samples, by question;
    and ``empty``, the log odds that a piece stands there of all that matter."""
    rows: dict[str, list[tuple[Floats, Flags]]] = {}

    def note(question: str, odds: Floats, right: Flags) -> None:
        rows.setdefault(question, []).append((odds, right))

    for sample in samples:
        truth, glanced = sample.answers, glance(sample.rectified)
        matters = truth.matters > 0.5
        odds = odds_of_pieces(sample.rectified, glanced, bare_board(sample.rectified, glanced))
        note("empty", odds[matters], truth.piece[matters] > 0.5)
        seen = (odds > 0) & sample.rectified.shown
        least = np.minimum(odds, glanced.piece)[seen & matters]
        note("piece", least, truth.piece[seen & matters] > 0.5)
        pieces = np.flatnonzero(seen)
        if len(pieces) == 0:
            continue
        company = compare_pieces(glanced, pieces)
        shares = by_hue(company.colours, shown_hues(sample.rectified, pieces, glanced))
        named = shares.argmax(axis=1)
        shapes = compare_shapes(sample.rectified, pieces, glanced.offset[pieces], named, None)
        bodies = compare_bodies(sample.rectified, glanced, pieces, named)
        kinds = read_kinds(company, shapes, bodies, tuple(COLOURS[k] for k in named), None)
        known = truth.colour[pieces] >= 0
        # Too few things lie on boards to tell what an odd hue is worth: no `odds_by_hue` here.
        note("colour", colour_odds(shares)[known], (named == truth.colour[pieces])[known])
        note("kind", kinds.odds[known], (kinds.seeds == (truth.seed[pieces] > 0))[known])
    joined = {name: map(np.concatenate, zip(*some, strict=True)) for name, some in rows.items()}
    return {question: Asked(*both) for question, both in joined.items()}


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


def fit_trust(samples: Sequence[CounterSample]) -> dict[str, list[float]]:
    """By logistic regression, held a little towards the odds as they are: for each question what
    makes its log odds a probability, a constant and a factor, from samples not learnt from."""
    answers = asked(samples)
    fitted = {}
    for name, caution in CAUTION.items():
        odds = np.clip(answers[name].odds, -15, 15)
        constant, factor = believed(odds, answers[name].right, 1.0)
        fitted[name] = [round(constant, 4), round(factor * caution, 4)]
    return fitted
