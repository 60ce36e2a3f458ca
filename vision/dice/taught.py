"""Symbols that are on no ordinary die, known by having seen each of them once.

A face that was shown is kept as a small square picture, seen from straight above. The board tells
where the camera is, so a die's top can be brought into the same view. It is turned until it agrees
best with one of the pictures, by normalised correlation: the light does not matter.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from ...calibration.arrays import Floats, Floats32, Picture
from ..faces.networks import softmax
from ..photos.shrink import Halves
from ..readings.dice import FACES
from .tops import top_edges, top_patch

SIZE = 24
"""Pixels of a symbol's side when two are compared."""
SHARE = 0.84
"""How much of a face's width the pictures show: the edges are the same on all faces."""
TURNS = 32
"""Number of turns in which a top is held against the pictures."""
SIZES = (0.9, 1.0, 1.11)
"""It is held against them in these sizes."""
AROUND = 5
"""Maximum number of their pixels by which a top may lie beside where it should be."""
DISC = np.hypot(*(np.mgrid[:SIZE, :SIZE] - (SIZE - 1) / 2)) < 0.47 * SIZE
"""What is compared: beyond it a turned top shows its edges, and what lies beside it."""
GRAIN = 2.0
"""Greys that differ by no more than this show nothing."""
LEAST_LIKENESS = 0.65
"""What agrees less with every picture that was shown shows none of these symbols."""
FULL_LIKENESS = 0.82
"""Likeness from which a top surely shows a symbol: right ones mostly reach 0.83, others seldom
0.7."""
BARELY = 0.4
"""How sure the least of these likenesses is."""
SOFTNESS = 0.055
"""If one picture's likeness is greater than another's by this, it is the right one three times in
four."""


@dataclass(frozen=True)
class TaughtFaces:
    """The pictures (SIZE, SIZE) of grey that were shown, by face."""

    pictures: Mapping[str, Picture]

    def __post_init__(self) -> None:
        for face, picture in self.pictures.items():
            if face not in FACES:
                raise ValueError(f"{face!r} is no face of a die; they are {', '.join(FACES)}")
            if picture.shape != (SIZE, SIZE):
                raise ValueError(f"the picture of {face} is not {SIZE} by {SIZE} pixels")


def taught_faces(pictures: Mapping[str, Sequence[bytes]]) -> TaughtFaces:
    """The faces whose pictures are given as rows of greys. Raises ValueError."""
    rows = {face: b"".join(rows) for face, rows in pictures.items()}
    return TaughtFaces(
        {face: np.frombuffer(flat, np.uint8).reshape(-1, SIZE) for face, flat in rows.items()}
    )


def told_by(
    halves: Halves, middle: Floats, center: Floats, side: float, sets: Sequence[TaughtFaces]
) -> tuple[str | None, float]:
    """Of all sets of symbols the face that agrees best, and how sure that is; see `likeness`."""
    told = [likeness(halves, middle, center, side, taught) for taught in sets]
    return max(told, key=lambda found: found[1], default=(None, 0.0))


def top_of(halves: Halves, middle: Floats, center: Floats, side: float) -> Picture:
    """A die's top as seen from above, upright as it lies, (SIZE, SIZE) of grey.

    `middle` and `center` are pixels of the cube's and of the top face's middle, `side` its edge in
    pixels, seen head on.
    """
    return _grey_top(halves, center, _edges(middle, center, side))


def likeness(
    halves: Halves, middle: Floats, center: Floats, side: float, taught: TaughtFaces
) -> tuple[str | None, float]:
    """Which of the faces that were shown is on top, None where none is, and how sure that is,
    0 to 1. Pixels as in `top_of`."""
    top = _grey_top(halves, center, _edges(middle, center, side), SIZE + 2 * AROUND)
    places = np.lib.stride_tricks.sliding_window_view(top, (SIZE, SIZE))[..., DISC]
    seen = _normalised(places.reshape(-1, places.shape[-1]))
    best = np.array([(_turned(picture) @ seen.T).max() for picture in taught.pictures.values()])
    if best.max() < LEAST_LIKENESS:
        return None, 0.0
    chances = softmax(best / SOFTNESS)
    above = (float(best.max()) - LEAST_LIKENESS) / (FULL_LIKENESS - LEAST_LIKENESS)
    sure = min(1.0, BARELY + (1.0 - BARELY) * above)
    return list(taught.pictures)[int(np.argmax(best))], float(chances.max()) * sure


def _edges(middle: Floats, center: Floats, side: float) -> Floats:
    return top_edges(side, 2 * (center - middle) / max(side, 1e-9))


def _grey_top(halves: Halves, center: Floats, edges: Floats, size: int = SIZE) -> Picture:
    patch = top_patch(halves, center, edges, size, SHARE * size / SIZE)
    return np.asarray(cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY), np.uint8)


def _turned(picture: Picture) -> Floats32:
    """The DISC of a picture in all turns and sizes, normalised, one a row."""
    middle = (SIZE - 1) / 2
    ways = [
        cv2.getRotationMatrix2D((middle, middle), 360.0 * turn / TURNS, size)
        for turn in range(TURNS)
        for size in SIZES
    ]
    shape, border = (SIZE, SIZE), cv2.BORDER_REPLICATE
    seen = [cv2.warpAffine(picture, way, shape, borderMode=border)[DISC] for way in ways]
    return _normalised(np.array(seen))


def _normalised(rows: Picture) -> Floats32:
    """Rows (n, m) of greys so that their products are correlations; bare ones agree with none."""
    values = rows.astype(np.float32)
    values -= values.mean(axis=1, keepdims=True)
    lengths = np.linalg.norm(values, axis=1, keepdims=True)
    return np.asarray(values / (lengths + GRAIN * math.sqrt(rows.shape[1])), np.float32)
