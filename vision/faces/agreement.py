"""Which places of a face have one of the board's two colours, and whether they lie as they must.

Hands, glare and shadows spoil fits of a whole face. Here each place votes by itself: White in the
light that falls there, Blue, or neither.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from ...calibration.arrays import Flags, Floats, Integers
from ...calibration.sets.colour import BRIGHTEST
from ..lattice.pattern import face_depths, face_points
from .palette import Palette, logarithmic
from .poses import Poses, TableSampler

NEAR = 0.55
"""How far from one of the two colours a place may be to have it, in halves of their difference."""
LEAST_TOLERANCE = 0.16
"""The same in logarithmic colour, for pairs that are close together."""
LIGHT_STEPS = np.arange(-1.2, 0.61, 0.15)
"""Light on a face relative to that on its neighbours, natural logarithm: shadows to sheen."""
LINE_HALF_WIDTH = 0.09
"""Nearer than this to the drawn line, in sides, a place has neither colour for sure."""


@dataclass(frozen=True)
class Agreement:
    """How the single places of n faces vote, as shares of the face.

    `scores` (n, 6) are those of the rotations; then come the best rotation and its `lead` over the
    next. Of the places some share `agrees` with the best, some `contradicts` it, and some is
    `dazzled`, too bright to see anything. `weaker` is the share that agrees in the rarer colour."""

    rotations: Integers
    agrees: Floats
    contradicts: Floats
    weaker: Floats
    lead: Floats
    scores: Floats
    dazzled: Floats


@cache
def _sides() -> Floats:
    """+1 where a rotation has White, -1 where it has Blue, 0 near its line, (6, p)."""
    depths = face_depths()
    return np.where(np.abs(depths) < LINE_HALF_WIDTH, 0.0, np.sign(depths))


def colour_agreement(
    sampler: TableSampler, poses: Poses, palette: Palette, levels: Floats
) -> Agreement:
    """Let each place of n faces vote; `levels` (n, 3) is the light expected on each face, as
    `classify.SettledFaces.levels`. Of the LIGHT_STEPS the one counts in which the votes agree
    best."""
    samples = sampler.colours(poses.on_table(face_points()))
    offset = logarithmic(samples.colours) - palette.middle - levels[:, None]
    step = palette.step
    reach = max(NEAR * float(np.sqrt(step @ step)), LEAST_TOLERANCE) ** 2
    # The square distance to each colour under a light l is d2 - 2 l sum(d) + 3 l^2.
    squares, sums = [], []
    for colour in (step, -step):
        apart = offset - colour
        squares.append(np.where(samples.inside, np.einsum("npc,npc->np", apart, apart), np.inf))
        sums.append(apart.sum(axis=2))
    by_light = []
    for light in LIGHT_STEPS:
        white, blue = (
            square - 2.0 * light * total < reach - 3.0 * light**2
            for square, total in zip(squares, sums, strict=True)
        )
        by_light.append(_votes(white & ~blue, blue & ~white))
    agrees, contradicts, weaker = (np.stack(votes) for votes in zip(*by_light, strict=True))
    scores = agrees - 2.0 * contradicts
    rows = np.arange(len(poses))
    best = scores.max(axis=2).argmax(axis=0)
    scores = scores[best, rows]
    rotations, ordered = scores.argmax(axis=1), np.sort(scores, axis=1)
    chosen = best, rows, rotations
    dazzled = np.mean(samples.inside & (samples.colours.min(axis=2) >= BRIGHTEST), axis=1)
    return Agreement(
        rotations, agrees[chosen], contradicts[chosen], weaker[chosen],
        ordered[:, -1] - ordered[:, -2], scores, dazzled,
    )  # fmt: skip


def _votes(white: Flags, blue: Flags) -> tuple[Floats, Floats, Floats]:
    """How places with the one colour or the other (n, p) vote on each rotation, (n, 6) each, as
    shares of a face: what agrees with it, what contradicts it, what agrees in the rarer colour."""
    sides = np.ascontiguousarray(_sides().T)
    face = float((sides != 0).sum(axis=0).mean())
    white_all, blue_all = (one.astype(np.float64) @ np.abs(sides) for one in (white, blue))
    white_net, blue_net = white.astype(np.float64) @ sides, -(blue.astype(np.float64) @ sides)
    in_white, in_blue = 0.5 * (white_all + white_net), 0.5 * (blue_all + blue_net)
    agrees = (in_white + in_blue) / face
    return agrees, (white_all + blue_all) / face - agrees, np.minimum(in_white, in_blue) / face


def expected_levels(
    places: Floats, known_places: Floats, known_levels: Floats, trust: Floats
) -> Floats:
    """The light (n, 3) to expect at places (n, 2) on the table from faces (m, 2) whose light (m, 3)
    is known: the mean of those nearby, each counted by its `trust` (m,)."""
    gap = np.linalg.norm(places[:, None] - known_places[None], axis=2)
    weights = trust / (1.0 + (gap / 1.8) ** 4)
    total = np.maximum(weights.sum(axis=1, keepdims=True), 1e-9)
    return np.asarray(weights @ known_levels / total)
