"""Whether something is a die, how it lies, and where it is more exactly.

A small network sees it and a little around it.
It was trained on generated dice and on what the finder takes for dice
(`palago.vision.training.dice.state_training`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ...calibration.arrays import Floats
from ..faces.networks import network_answer, softmax
from ..photos.shrink import Halves
from .patches import UNKNOWN_LEAN, die_patches, network_input

STATES = ("lying", "cocked", "hidden", "rolling", "none")
"""How a die can be; `none` is something else."""
PLACED = 5
"""After the states the network says by how much its patch misses the die: to the right and down, in
edges, and the logarithm of how much larger the die is; then where one edge upwards leads, in edges
to the right and down."""
MOST_CORRECTED = 0.45
"""In edges: what the network believes to be farther off is another die's business."""
RARER = 0.3
"""On tables dice lean, roll and hide so much more seldom than among those that the network saw."""
SURELY_NONE = 0.5
"""What is likelier none than this is not looked at again."""


@dataclass(frozen=True)
class Judged:
    """What the network says of each candidate: the probabilities of its states (n, len(STATES)),
    its middle (n, 2) and edge (n,) in pixels, and where one edge upwards leads (n, 2), in edges."""

    states: Floats
    middles: Floats
    sides: Floats
    ups: Floats


def judge_states(halves: Halves, middles: Floats, sides: Floats, ups: Floats, leans: Floats
                 ) -> Judged:  # fmt: skip
    """Look at n places where dice may be, given as `die_patches` takes them; and once more, from
    where they now seem to lie, at those that may be dice."""
    first = _look(halves, middles, sides, ups, leans)
    near = softmax(first.states)[:, STATES.index("none")] < SURELY_NONE
    if near.any():
        by_board = (leans != UNKNOWN_LEAN)[:, None]
        upwards = np.where(by_board, ups, first.ups)[near]
        # In a mirror: the mean of two looks that differ is worth more.
        again = _look(
            halves, first.middles[near], first.sides[near], upwards, leans[near], mirrored=True
        )
        first.states[near] = (first.states[near] + again.states) / 2
        first.middles[near], first.sides[near] = again.middles, again.sides
        first.ups[near] = again.ups
    first.states[:, 1 : STATES.index("none")] += np.log(RARER)
    return replace(first, states=softmax(first.states))


def _look(
    halves: Halves, middles: Floats, sides: Floats, ups: Floats, leans: Floats,
    *, mirrored: bool = False,
) -> Judged:  # fmt: skip
    """What the network says of some places, whose patches take `ups` for up; states as logits."""
    patches = die_patches(halves, middles, sides, ups)
    if mirrored:
        patches = np.ascontiguousarray(patches[:, :, ::-1])
    told = network_answer("dice_states", network_input(patches, leans)).astype(np.float64)
    scores, placed = told[:, : len(STATES)], told[:, len(STATES) :]
    if mirrored:
        placed[:, [0, 3]] *= -1.0
    moved = np.clip(placed[:, :3], -MOST_CORRECTED, MOST_CORRECTED)
    return Judged(
        scores,
        middles + sides[:, None] * in_picture(moved[:, :2], ups),
        sides * np.exp(moved[:, 2]),
        in_picture(placed[:, 3:], ups),
    )


def in_picture(steps: Floats, ups: Floats) -> Floats:
    """Steps (n, 2) to the right and down in patches turned so that `ups` (n, 2) are up, as steps in
    the picture."""
    lengths = np.linalg.norm(ups, axis=1, keepdims=True)
    rights = np.stack([-ups[:, 1], ups[:, 0]], axis=1) / np.maximum(lengths, 1e-9)
    rights = np.where(lengths > 1e-9, rights, np.array([[1.0, 0.0]]))
    downs = np.stack([-rights[:, 1], rights[:, 0]], axis=1)
    return np.asarray(steps[:, :1] * rights + steps[:, 1:] * downs)
