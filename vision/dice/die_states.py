"""Whether something is a die, how it lies, and where it is more exactly.

A small network sees it and a little around it, and a larger one looks closer at what may be a die.
The first was trained on generated dice and on what the finder takes for dice
(`palago.vision.training.dice.state_training`), the second on what the first takes for dice
(`palago.vision.training.dice.closer_training`).
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
"""Numbers that the network says after the states, all in edges but the third:

two: how far the die is to the right of its patch's middle, and below it;
one: the logarithm of how much larger than expected it is;
two: the step, to the right and down, that leads up one edge.
"""
MOST_CORRECTED = 0.45
"""How far a place is corrected at most, in edges: farther off lies another die."""
RARER = 0.3
"""Dice on tables are cocked, rolling or hidden so many times as often as those that the network
learnt from."""
SURELY_NONE = 0.8
"""Chance of being none from which a place is not looked at again."""
CLOSER_COUNTS = 0.75
"""The share that the closer look has in what both looks say."""


@dataclass(frozen=True)
class Judged:
    """What the network says of each candidate.

    states (n, len(STATES)): probabilities.
    middles (n, 2), sides (n,): its middle and its edge, in pixels.
    ups (n, 2): the step in the picture, in edges, that leads up one edge.
    """

    states: Floats
    middles: Floats
    sides: Floats
    ups: Floats


def judge_states(
    halves: Halves, middles: Floats, sides: Floats, ups: Floats, leans: Floats
) -> Judged:
    """Look at n places where dice may be, given as `die_patches` takes them; and closer, from
    where they now seem to lie, at those that may be dice."""
    first = look_at("dice_states", halves, middles, sides, ups, leans)
    near = softmax(first.states)[:, STATES.index("none")] < SURELY_NONE
    if near.any():
        by_board = (leans != UNKNOWN_LEAN)[:, None]
        upwards = np.where(by_board, ups, first.ups)[near]
        closer = look_at(
            "dice_closer", halves, first.middles[near], first.sides[near], upwards, leans[near]
        )
        first.states[near] += CLOSER_COUNTS * (closer.states - first.states[near])
        first.middles[near], first.sides[near] = closer.middles, closer.sides
        first.ups[near] = closer.ups
    first.states[:, 1 : STATES.index("none")] += np.log(RARER)
    return replace(first, states=softmax(first.states))


def look_at(
    network: str, halves: Halves, middles: Floats, sides: Floats, ups: Floats, leans: Floats
) -> Judged:
    """What a network says of some places, whose patches take `ups` for up; states as logits."""
    patches = die_patches(halves, middles, sides, ups)
    told = network_answer(network, network_input(patches, leans)).astype(np.float64)
    scores, placed = np.split(told[:, : len(STATES) + PLACED], [len(STATES)], axis=1)
    moved = np.clip(placed[:, :3], -MOST_CORRECTED, MOST_CORRECTED)
    return Judged(
        scores,
        middles + sides[:, None] * in_picture(moved[:, :2], ups),
        sides * np.exp(moved[:, 2]),
        in_picture(placed[:, 3:], ups),
    )


def in_picture(steps: Floats, ups: Floats) -> Floats:
    """Turn steps in patches (n, 2), to the right and down, into steps in the picture. Patches were
    turned so that `ups` (n, 2) are up in them."""
    lengths = np.linalg.norm(ups, axis=1, keepdims=True)
    rights = np.stack([-ups[:, 1], ups[:, 0]], axis=1) / np.maximum(lengths, 1e-9)
    rights = np.where(lengths > 1e-9, rights, np.array([[1.0, 0.0]]))
    downs = np.stack([-rights[:, 1], rights[:, 0]], axis=1)
    return np.asarray(steps[:, :1] * rights + steps[:, 1:] * downs)
