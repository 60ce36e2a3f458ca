"""Which face of a die is on top, by a small network that sees the top alone, from straight above.

It was trained on drawn tops alone (`palago.vision.training.dice.top_network`), in any colours and
turned any way.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..faces.networks import network_answer
from ..lattice.plane import TableView
from ..photos.shrink import Halves
from .rings import as_rings
from .tops import top_center, top_edges, top_patch

Floats = NDArray[np.float64]

FACES = ("remove", "2", "3", "4", "5", "rotate", "sign")
"""What can be on top; a `sign` is none of the others: a symbol that has to be taught."""
SHIFTS = ((0.0, 0.0), (0.07, 0.0), (-0.07, 0.0), (0.0, 0.07), (0.0, -0.07))
"""Where the top is looked for, in edges from where it should be: the mean of what is seen counts.
"""


def face_probabilities(
    halves: Halves, view: TableView | None, middles: Floats, sides: Floats, ups: Floats
) -> Floats:
    """Probabilities (n, len(FACES)) of what is on top of dice.

    `middles` (n, 2) are the pixels of the cubes' middles, `sides` (n,) their edges in pixels, seen
    head on, `ups` (n, 2) the directions in the picture that are up over the table.
    """
    found = np.zeros((len(middles), len(FACES)))
    patches: list[NDArray[np.uint8]] = []
    owners: list[tuple[int, int]] = []
    for index, (middle, side, up) in enumerate(zip(middles, sides, ups, strict=True)):
        for way, edges in enumerate(top_edges(view, middle, float(side))):
            center = top_center(middle, float(side), edges, up)
            for dx, dy in SHIFTS:
                at = center + edges @ np.array([dx, dy])
                patches.append(top_patch(halves, at, edges))
                owners.append((index, way))
    if not patches:
        return found
    scores = network_answer("dice_tops", as_rings(np.stack(patches))).astype(np.float64)
    keys = np.array(owners)
    for index in range(len(middles)):
        ways = [
            _softmax(scores[(keys[:, 0] == index) & (keys[:, 1] == way)].mean(axis=0))
            for way in np.unique(keys[keys[:, 0] == index, 1])
        ]
        # Where it is not known how flat the top is seen, the clearest answer tells it.
        found[index] = max(ways, key=lambda chances: float(chances.max()))
    return found


def _softmax(scores: Floats) -> Floats:
    exponents = np.exp(scores - scores.max())
    return np.asarray(exponents / exponents.sum())
