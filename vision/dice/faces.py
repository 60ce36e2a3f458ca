"""Which face of a die is on top, by a small network that sees the die and how the camera leans.

It was trained on generated dice alone (`palago.vision.training.dice`), on many of which the sides
contradict the top, so that it reads the top and not the sides.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..faces.networks import network_answer
from ..photos.shrink import Halves
from .patches import die_patches, network_input

Floats = NDArray[np.float64]

FACES = ("remove", "2", "3", "4", "5", "rotate", "sign")
"""What can be on top; a `sign` is none of the others: a symbol that has to be taught."""
STATES = ("lying", "cocked", "hidden", "rolling", "none")
"""How a die can be; `none` is something else."""
TURNS = (0.0, 7.0, -7.0)
"""Degrees by which each patch is turned: what the network says is the mean over these."""


def face_probabilities(
    halves: Halves, middles: Floats, sides: Floats, ups: Floats, leans: Floats
) -> tuple[Floats, Floats]:
    """Probabilities (n, len(FACES)) and (n, len(STATES)) of dice as `die_patches` takes them."""
    if len(middles) == 0:
        return np.zeros((0, len(FACES))), np.zeros((0, len(STATES)))
    inputs = []
    for turn in TURNS:
        angle = np.radians(turn)
        matrix = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        inputs.append(network_input(die_patches(halves, middles, sides, ups @ matrix), leans))
    answer = network_answer("dice_faces", np.concatenate(inputs)).astype(np.float64)
    scores = answer.reshape(len(TURNS), len(middles), -1)
    faces, states = scores[..., : len(FACES)], scores[..., len(FACES) :]
    return _softmax(faces.mean(axis=0)), _softmax(states.mean(axis=0))


def _softmax(scores: Floats) -> Floats:
    exponents = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(exponents / exponents.sum(axis=1, keepdims=True))
