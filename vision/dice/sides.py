"""What is seen on the sides of a die: faces that are not on top.

A top that shines shows nothing, yet two of the sides are seen. A face is on a die but once, so what
is on a side is not on top; and on nearly all dice the face opposite to it, which makes seven with
it, is not on top either.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from ...calibration.arrays import Floats, Picture
from ..photos.shrink import Halves
from ..readings.dice import FACES
from .faces import TOPS, shown_probabilities
from .tops import top_center, top_edges, top_patch

FLATTEST = 0.2
"""A side that faces the camera less than so, in edges, is too narrow to be read."""
CLEAR = 0.9
"""A side is told only with this chance: small and blurred ones mislead."""
TRUST = 0.98
"""How far a clear side is believed. In six films of drawn dice none of 166 was one that could not
be there."""
SEVENS = 0.9
"""How far it is believed that opposite faces make seven."""
OPPOSITE = [FACES.index(TOPS[5 - TOPS.index(face)]) for face in FACES]
"""Of each face in the order of FACES the opposite one."""


def side_probabilities(halves: Halves, middle: Floats, side: float, up: Floats) -> Floats:
    """How likely each of FACES is on one of the sides of a die that are clear, (n, 6) for n
    sides; arguments as for one die of `face_probabilities`."""
    patches = list(_side_patches(halves, middle, side, up))
    if not patches:
        return np.zeros((0, len(FACES)))
    shown = shown_probabilities(patches)[:, [TOPS.index(face) for face in FACES]]
    return np.asarray(shown[shown.max(axis=1) >= CLEAR])


def not_on_sides(sides: Floats) -> Floats:
    """How likely each of FACES is still on top (6,), if the sides show what (n, 6) says: 1 where
    they say nothing of it."""
    seen = TRUST * sides
    open_faces = (1.0 - seen) * (1.0 - SEVENS * seen[:, OPPOSITE])
    return np.asarray(open_faces.prod(axis=0))


def _side_patches(halves: Halves, middle: Floats, side: float, up: Floats) -> Iterator[Picture]:
    """The sides that the camera sees, as `top_patch` shows tops."""
    length = float(np.linalg.norm(up))
    if length < FLATTEST:
        return
    flat = top_edges(side, up)
    turn = _turn_of(top_patch(halves, top_center(middle, side, up), flat))
    cosine, sine = np.cos(turn), np.sin(turn)
    one, two = (flat @ np.array([[cosine, -sine], [sine, cosine]])).T
    for out, along in ((one, two), (two, -one), (-one, -two), (-two, one)):
        # What leads out of the die towards the camera leads down in the picture.
        if -float(out @ up) / (length * side) > FLATTEST:
            yield top_patch(halves, middle + 0.5 * out, np.column_stack([along, -side * up]))


def _turn_of(top: Picture) -> float:
    """How far a top (h, w, 3) is turned, in radians, up to quarters: by its edges, which stand at
    right angles."""
    grey = cv2.GaussianBlur(cv2.cvtColor(top, cv2.COLOR_BGR2GRAY), (0, 0), 1.0).astype(np.float32)
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    slopes = across + 1j * down
    # In the fourth power the four directions of a square are one.
    steep = np.abs(slopes)
    return float(np.angle((slopes**4 / np.maximum(steep, 1e-6) ** 3).sum())) / 4
