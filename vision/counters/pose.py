"""Where the camera stood over the board: towards where, and how far, things that stand up lean.
That follows from the homography once the focal length is known; it is guessed where the view does
not tell it (looking straight down it does not matter)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...calibration.arrays import Floats
from ..lattice.plane import TableView

PHONE_FOCAL = 1.4
"""A phone's focal length in half diagonals."""
FOCAL_SPREAD = 0.35
"""How far it may be from that: the standard deviation of its logarithm."""


@dataclass(frozen=True)
class CameraPlace:
    """The camera over the board's plane: `foot` (2,) is the place under it and `height` how far up
    it is, in sides."""

    foot: Floats
    height: float

    def lean(self, places: Floats) -> Floats:
        """By how much (n, 2) the top of something one side high at places (n, 2) is seen farther
        away than its bottom, in sides on the plane."""
        return np.asarray((places - self.foot) / self.height)


def camera_place(view: TableView) -> CameraPlace:
    """The camera's place from a board's view (places in sides, half diagonals in the photo)."""
    first, second, third = view.homography.T
    focals = PHONE_FOCAL * np.exp(np.linspace(-1.0, 1.0, 81))
    best, least = PHONE_FOCAL, np.inf
    for focal in focals:
        a = np.array([first[0] / focal, first[1] / focal, first[2]])
        b = np.array([second[0] / focal, second[1] / focal, second[2]])
        length = float(np.linalg.norm(a) * np.linalg.norm(b))
        skew, uneven = float(a @ b) / length, (float(a @ a) - float(b @ b)) / length
        cost = (skew**2 + uneven**2) / 0.01**2
        cost += (math.log(focal / PHONE_FOCAL) / FOCAL_SPREAD) ** 2
        if cost < least:
            best, least = float(focal), cost
    scale = np.array([1 / best, 1 / best, 1.0])
    a, b, t = first * scale, second * scale, third * scale
    size = math.sqrt(float(np.linalg.norm(a) * np.linalg.norm(b)))
    a, b, t = a / size, b / size, t / size
    if t[2] < 0:
        a, b, t = -a, -b, -t
    normal = np.cross(a, b)
    rotation = np.stack([a, b, normal], axis=1)
    place = -np.linalg.solve(rotation, t)
    return CameraPlace(place[:2], max(1.0, abs(float(place[2]))))
