"""Whether something is a die, how it lies, and where it is more exactly.

A small network sees it and a little around it.
It was trained on generated dice and on what the finder takes for dice
(`palago.vision.training.dice.state_training`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..faces.networks import network_answer, softmax
from ..photos.shrink import Halves
from .patches import die_patches, network_input

Floats = NDArray[np.float64]

STATES = ("lying", "cocked", "hidden", "rolling", "none")
"""How a die can be; `none` is something else."""
PLACED = 5
"""After the states the network says by how much its patch misses the die: to the right and down, in
edges, and the logarithm of how much larger the die is; then where one edge upwards leads, in edges
to the right and down."""
MOST_CORRECTED = 0.45
SURELY_NONE = 0.9
"""What is no die with more certainty than this is not looked at again."""


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
    """Look at places where dice may be, as `die_patches` takes them; and again, from where they
    seem to be exactly, and in a mirror, at those that may be some."""
    first = _look(halves, Judged(np.zeros((len(middles), len(STATES))), middles, sides, ups), leans)
    near = softmax(first.states)[:, STATES.index("none")] < SURELY_NONE
    if near.any():
        again = Judged(
            *(values[near] for values in (first.states, first.middles, first.sides, ups))
        )
        looks = [_look(halves, again, leans[near], mirrored=mirrored) for mirrored in (False, True)]
        first.states[near] = (first.states[near] + sum(look.states for look in looks)) / 3
        first.middles[near] = (looks[0].middles + looks[1].middles) / 2
        first.sides[near] = (looks[0].sides + looks[1].sides) / 2
        first.ups[near] = (looks[0].ups + looks[1].ups) / 2
    return Judged(softmax(first.states), first.middles, first.sides, first.ups)


def _look(halves: Halves, at: Judged, leans: Floats, *, mirrored: bool = False) -> Judged:
    """What the network says of some places, its states as logits; `ups` are the ways that its
    patches take for up."""
    if len(at.middles) == 0:
        return at
    patches = die_patches(halves, at.middles, at.sides, at.ups)
    if mirrored:
        patches = np.ascontiguousarray(patches[:, :, ::-1])
    told = network_answer("dice_states", network_input(patches, leans)).astype(np.float64)
    scores, placed = told[:, : len(STATES)], told[:, len(STATES) :]
    if mirrored:
        placed[:, [0, 3]] *= -1.0
    moved = np.clip(placed[:, :3], -MOST_CORRECTED, MOST_CORRECTED)
    return Judged(
        scores,
        at.middles + at.sides[:, None] * in_picture(moved[:, :2], at.ups),
        at.sides * np.exp(moved[:, 2]),
        in_picture(placed[:, 3:], at.ups),
    )


def in_picture(steps: Floats, ups: Floats) -> Floats:
    """Steps (n, 2) to the right and down in patches turned so that `ups` (n, 2) are up, as steps in
    the picture."""
    rights = _rights(ups)
    downs = np.stack([-rights[:, 1], rights[:, 0]], axis=1)
    return np.asarray(steps[:, :1] * rights + steps[:, 1:] * downs)


def in_patches(steps: Floats, ups: Floats) -> Floats:
    """The other way round."""
    rights = _rights(ups)
    downs = np.stack([-rights[:, 1], rights[:, 0]], axis=1)
    return np.stack([(steps * rights).sum(axis=1), (steps * downs).sum(axis=1)], axis=1)


def _rights(ups: Floats) -> Floats:
    lengths = np.linalg.norm(ups, axis=1, keepdims=True)
    rights = np.stack([-ups[:, 1], ups[:, 0]], axis=1) / np.maximum(lengths, 1e-9)
    return np.where(lengths > 1e-9, rights, np.array([[1.0, 0.0]]))
