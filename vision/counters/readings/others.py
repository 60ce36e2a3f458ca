"""What else may stand where a piece is read: nothing, the other kind, another colour."""

from __future__ import annotations

import numpy as np

from ....calibration.arrays import Floats
from ....engine.palanquee.table.pieces import COLOURS
from ....engine.tiles.observation import LEAST_CHANCE
from .reading import OtherPiece

_OTHER_KIND = {"seed": "sprout", "sprout": "seed"}


def other_pieces(
    kinds: list[str], sure: Floats, answers: tuple[Floats, Floats, Floats], shares: Floats
) -> list[tuple[OtherPiece, ...]]:
    """For each of n pieces what else it may be, likeliest first; all of it is 1 - `sure` (n,).

    `answers` are the probabilities (n,) that a piece stands there, that its colour is right, and
    that its kind is; `shares` (n, 5) those of the colours. Of the three answers one is taken to be
    wrong at a time.
    """
    there, named, told = answers
    own = shares.argmax(axis=1)
    rest = shares * (np.arange(len(COLOURS)) != own[:, None])
    rest = rest / np.maximum(rest.sum(axis=1, keepdims=True), 1e-12)
    nothing, other_kind = 1 - there, there * named * (1 - told)
    colours = (there * (1 - named))[:, None] * rest
    found = []
    for k, kind in enumerate(kinds):
        likely = [OtherPiece(float(nothing[k]))]
        likely += [OtherPiece(float(other_kind[k]), COLOURS[own[k]], _OTHER_KIND[kind])]
        likely += [OtherPiece(float(c), COLOURS[j], kind) for j, c in enumerate(colours[k])]
        found.append(_shared(likely, 1 - float(sure[k])))
    return found


def _shared(likely: list[OtherPiece], doubt: float) -> tuple[OtherPiece, ...]:
    """The same, so that all chances are `doubt` together; what is very unlikely is left out."""
    total = sum(other.chance for other in likely)
    if total <= 0:
        return ()
    scaled = [OtherPiece(o.chance * doubt / total, o.colour, o.kind) for o in likely]
    kept = [other for other in scaled if other.chance >= LEAST_CHANCE]
    return tuple(sorted(kept, key=lambda other: -other.chance))
