"""Tops of dice to train on, cut from generated scenes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...dice.tops import SIZE, network_tops, top_patch
from ...photos.shrink import Halves
from ..scenes.dice.marks import FACES
from .finder_training import mark_flat_dice
from .samples import DiceSample

SIGN = len(FACES)
LEAST_SIDE = 8.5
LEAST_VISIBLE = 0.5
DRAWS = 3
"""Patches cut of each die, each a little different."""
SHAKEN, GROWN = 0.085, 0.11
"""How far, in edges, and in size a patch is beside the top, as the network before it leaves it."""
HELD_OUT = 10
"""Of so many scenes one is kept apart."""


@dataclass(frozen=True)
class Tops:
    """What the network sees (n, 2, SIZE, SIZE), the numbers of the faces (n,), the dice's edges in
    pixels (n,), and whether they are kept apart (n,)."""

    seen: NDArray[np.float16]
    faces: NDArray[np.int64]
    sides: NDArray[np.float64]
    held_out: NDArray[np.bool_]


def scene_tops(samples: Sequence[DiceSample]) -> Tops:
    """The tops of the dice that lie in generated scenes, as wrongly placed as the finder's are."""
    patches, faces, sides, apart = [], [], [], []
    for sample in samples:
        rng = np.random.default_rng((sample.seed, 13))
        mark_flat_dice(sample, sample.image())
        halves = Halves(sample.image())
        for die in sample.dice:
            face = face_number(die)
            if face is None:
                continue
            for _ in range(DRAWS):
                patches.append(_cut(rng, halves, np.array(die["corners"]), die["side"]))
                faces.append(face)
                sides.append(die["side"])
                apart.append(sample.seed % HELD_OUT == 0)
    return _as_tops(patches, faces, sides, apart)


def face_number(die: dict[str, object]) -> int | None:
    """Which face the truth of a scene tells for a die; None where none can be learned from it."""
    side, visible = die["side"], die["visible"]
    assert isinstance(side, float) and isinstance(visible, float)
    if side < LEAST_SIDE or visible < LEAST_VISIBLE or die["contrast"] == 0.0:
        return None
    if die["state"] not in ("lying", "hidden"):
        return None
    if die["kind"] == "signs":
        return SIGN
    return None if die["face"] is None else FACES.index(str(die["face"]))


def _cut(
    rng: np.random.Generator, halves: Halves, corners: NDArray[np.float64], side: float
) -> NDArray[np.uint8]:
    center, edges = top_square(corners)
    spin = rng.uniform(0, 2 * math.pi)
    turn = np.array([[math.cos(spin), -math.sin(spin)], [math.sin(spin), math.cos(spin)]])
    wrong = np.eye(2) * np.exp(rng.normal(0, GROWN)) + rng.normal(0, 0.03, (2, 2))
    center = center + rng.normal(0, SHAKEN, 2) * side
    return top_patch(halves, center, wrong @ edges @ turn)


def top_square(corners: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The middle (2,) of a top with corners (4, 2) and its edges as columns (2, 2), no mirror."""
    edges = np.stack([corners[1] - corners[0], corners[3] - corners[0]], axis=1)
    return corners.mean(axis=0), edges if np.linalg.det(edges) > 0 else edges[:, ::-1]


def _as_tops(
    patches: list[NDArray[np.uint8]], faces: list[int], sides: list[float], apart: list[bool]
) -> Tops:
    seen = np.zeros((len(patches), 2, SIZE, SIZE), np.float16)
    for first in range(0, len(patches), 500):
        part = np.stack(patches[first : first + 500])
        seen[first : first + 500] = network_tops(part)
    return Tops(seen, np.array(faces), np.array(sides), np.array(apart, bool))
