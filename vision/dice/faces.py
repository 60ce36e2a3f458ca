"""Which face of a die is on top, by a small network that sees the top alone, from straight above.

It was trained on the tops of dice in generated scenes (`palago.vision.training.dice.top_network`),
in any colours and turned any way.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..faces.networks import network_answer, softmax
from ..lattice.plane import TableView
from ..photos.shrink import Halves
from .tops import SHARE, SIZE, network_tops, top_center, top_edges, top_patch

Floats = NDArray[np.float64]

FACES = ("remove", "2", "3", "4", "5", "rotate", "sign")
"""What can be on top; a `sign` is none of the others: a symbol that has to be taught."""
AROUND = 2
SHIFTS = ((0, 0), (0, AROUND), (0, -AROUND), (AROUND, 0), (-AROUND, 0))
"""Where the top is looked for, in pixels of its patch from where it should be: the mean of what is
seen counts."""


def face_probabilities(
    halves: Halves, view: TableView | None, middles: Floats, sides: Floats, ups: Floats
) -> Floats:
    """Probabilities (n, len(FACES)) of what is on top of dice.

    `middles` (n, 2) are the pixels of the cubes' middles, `sides` (n,) their edges in pixels, seen
    head on, `ups` (n, 2) the steps in the picture, in edges, that one edge upwards leads.
    """
    patches: list[NDArray[np.uint8]] = []
    for middle, side, up in zip(middles, sides, ups, strict=True):
        edges = top_edges(view, middle, float(side), up)
        center = top_center(middle, float(side), up)
        wide = SIZE + 2 * AROUND
        seen = top_patch(halves, center, edges, wide, SHARE * wide / SIZE)
        patches += [seen[AROUND + down :, AROUND + right :][:SIZE, :SIZE] for down, right in SHIFTS]
    if not patches:
        return np.zeros((0, len(FACES)))
    tops = network_tops(np.stack(patches))
    # However it lies it is the same die: every second look is turned by a right angle.
    tops[1::2] = np.rot90(tops[1::2], axes=(2, 3))
    scores = network_answer("dice_tops", tops).astype(np.float64)
    return softmax(scores.reshape(-1, len(SHIFTS), len(FACES)).mean(axis=1))
