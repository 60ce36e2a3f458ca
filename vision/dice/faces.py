"""Which face of a die is on top, by a small network (`weights/dice_tops.onnx`) that sees the top
alone, from straight above.

It was trained on the tops of dice in generated scenes (`palago.vision.training.dice.top_training`),
in any colours and turned any way.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...calibration.arrays import Floats, Picture
from ..faces.networks import network_answer, softmax
from ..photos.shrink import Halves
from .patches import relative_colours
from .tops import top_center, top_edges, top_patch

TOPS = ("remove", "2", "3", "4", "5", "rotate", "sign")
"""What the network tells, in the order of its answers: the six faces, or a `sign`, which is none of
them: a symbol that has to be taught."""
TOO_MODEST = 0.85
"""Scores are divided by this: on tops that it had not learnt from, the network was right more often
than it believed."""


def face_probabilities(halves: Halves, middles: Floats, sides: Floats, ups: Floats) -> Floats:
    """Probabilities (n, len(TOPS)) of what is on top of dice.

    `middles` (n, 2) are the pixels of the cubes' middles, `sides` (n,) their edges in pixels, seen
    head on, `ups` (n, 2) the steps in the picture, in edges, that one edge upwards leads.
    """
    patches: list[Picture] = []
    for middle, side, up in zip(middles, sides, ups, strict=True):
        edges = top_edges(float(side), up)
        center = top_center(middle, float(side), up)
        patches.append(top_patch(halves, center, edges))
    return shown_probabilities(patches)


def shown_probabilities(patches: Sequence[Picture]) -> Floats:
    """Probabilities (n, len(TOPS)) of what squares show, seen as `top_patch` shows them."""
    if not patches:
        return np.zeros((0, len(TOPS)))
    tops = relative_colours(np.stack(patches))
    # However it lies it is the same die: the mean of four looks is worth more than one.
    looks = np.stack([np.rot90(tops, turn, axes=(2, 3)) for turn in range(4)], axis=1)
    scores = network_answer("dice_tops", looks.reshape(-1, *tops.shape[1:])).astype(np.float64)
    return softmax(scores.reshape(-1, 4, len(TOPS)).mean(axis=1) / TOO_MODEST)
