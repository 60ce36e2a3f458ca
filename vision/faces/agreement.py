"""Which places of a face have one of the board's two colours, and whether they lie as they must.

Hands, glare and shadows spoil fits of a whole face. Here each place votes by itself: White in the
light that falls there, Blue, or neither.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from ...calibration.arrays import Floats, Integers
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
    `classify.SettledFaces.levels`."""
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
    sides = _sides()
    transposed = np.ascontiguousarray(sides.T)
    face = float((sides != 0).sum(axis=1).mean())
    rows = np.arange(len(poses))
    best = np.full(len(poses), -np.inf)
    result = [np.zeros(len(poses)) for _ in range(4)]
    rotations = np.zeros(len(poses), np.int64)
    scores = np.zeros((len(poses), 6))
    for light in LIGHT_STEPS:
        near = [
            square - 2.0 * light * total < reach - 3.0 * light**2
            for square, total in zip(squares, sums, strict=True)
        ]
        white = (near[0] & ~near[1]).astype(np.float64)
        blue = (near[1] & ~near[0]).astype(np.float64)
        # What White's and Blue's places say of each rotation, (n, 6): with it, against it.
        white_all, blue_all = white @ np.abs(transposed), blue @ np.abs(transposed)
        white_net, blue_net = white @ transposed, -(blue @ transposed)
        in_white, in_blue = 0.5 * (white_all + white_net), 0.5 * (blue_all + blue_net)
        agrees = (in_white + in_blue) / face
        contradicts = (white_all + blue_all) / face - agrees
        score = agrees - 2.0 * contradicts
        top = np.argmax(score, axis=1)
        ordered = np.sort(score, axis=1)
        better = ordered[:, -1] > best
        found = (
            agrees[rows, top],
            contradicts[rows, top],
            np.minimum(in_white, in_blue)[rows, top] / face,
            ordered[:, -1] - ordered[:, -2],
        )
        best = np.where(better, ordered[:, -1], best)
        rotations = np.where(better, top, rotations)
        scores = np.where(better[:, None], score, scores)
        result = [np.where(better, new, old) for new, old in zip(found, result, strict=True)]
    agreeing, contradicting, weaker, lead = result
    dazzled = np.mean(samples.inside & (samples.colours.min(axis=2) >= BRIGHTEST), axis=1)
    return Agreement(rotations, agreeing, contradicting, weaker, lead, scores, dazzled)


def expected_levels(
    places: Floats, known_places: Floats, known_levels: Floats, trust: Floats
) -> Floats:
    """The light (n, 3) to expect at places (n, 2) on the table from faces (m, 2) whose light (m, 3)
    is known: the mean of those nearby, each counted by its `trust` (m,)."""
    gap = np.linalg.norm(places[:, None] - known_places[None], axis=2)
    weights = trust / (1.0 + (gap / 1.8) ** 4)
    total = np.maximum(weights.sum(axis=1, keepdims=True), 1e-9)
    return np.asarray(weights @ known_levels / total)
