"""Symbols that are on no ordinary die, known by having seen each of them once.

A face that was shown is kept as a small square picture, seen from straight above. A die's top is
brought into the same view, which the board's camera allows, and turned until it agrees best with
one of the pictures: by normalised correlation, so that the light does not matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ..lattice.plane import TableView
from ..photos.shrink import Halves
from ..readings.dice import FACES
from .upright import Uprights

Floats = NDArray[np.float64]

SIZE = 24
SHARE = 0.84
"""How much of a face's width the pictures show: the edges are the same on all faces."""
TURNS = 32
SHIFTS = (-0.09, 0.0, 0.09)
SQUASHES = (1.0, 0.86, 0.7, 0.52)
"""How flat a top may be seen where no board tells it."""
LEAST_LIKENESS = 0.55
"""What agrees less with every picture that was shown shows none of these symbols."""
SOFTNESS = 0.055
"""Two pictures that agree equally well but for this are told apart three times in four."""


@dataclass(frozen=True)
class TaughtFaces:
    """The pictures (SIZE, SIZE) of grey that were shown, by face."""

    pictures: Mapping[str, NDArray[np.uint8]]

    def __post_init__(self) -> None:
        for face, picture in self.pictures.items():
            if face not in FACES:
                raise ValueError(f"{face!r} is no face of a die; they are {', '.join(FACES)}")
            if picture.shape != (SIZE, SIZE):
                raise ValueError(f"the picture of {face} is not {SIZE} by {SIZE} pixels")


def top_of(
    halves: Halves, view: TableView | None, middle: Floats, center: Floats, side: float
) -> NDArray[np.uint8]:
    """A die's top as seen from above, upright as it lies, (SIZE, SIZE) of grey.

    `middle` and `center` are pixels of the cube's and of the top face's middle, `side` its edge in
    pixels, seen head on. Without a board the camera is taken to look straight down.
    """
    return _grey_top(halves, center, _edges(view, middle, side)[0])


def likeness(
    halves: Halves,
    view: TableView | None,
    middle: Floats,
    center: Floats,
    side: float,
    taught: TaughtFaces,
) -> tuple[str | None, float]:
    """Which of the faces that were shown is on top, and how sure that is, None where none is."""
    known = np.stack([_normalised(picture) for picture in taught.pictures.values()])
    flat = known.reshape(len(known), -1)
    best = np.full(len(known), -1.0)
    for edges in _edges(view, middle, side):
        for dx in SHIFTS:
            for dy in SHIFTS:
                at = center + dx * edges[:, 0] + dy * edges[:, 1]
                tops = [
                    _normalised(_grey_top(halves, at, edges @ _turn(k / TURNS * 2 * np.pi)))
                    for k in range(TURNS)
                ]
                agreement = np.stack(tops).reshape(TURNS, -1) @ flat.T / flat.shape[1]
                best = np.maximum(best, agreement.max(axis=0))
    if best.max() < LEAST_LIKENESS:
        return None, 0.0
    chances = np.exp((best - best.max()) / SOFTNESS)
    chances /= chances.sum()
    sure = min(1.0, (float(best.max()) - LEAST_LIKENESS) / 0.2 + 0.5)
    return list(taught.pictures)[int(np.argmax(best))], float(chances.max()) * sure


def _edges(view: TableView | None, middle: Floats, side: float) -> list[Floats]:
    """The steps in pixels along two edges of a top at right angles, as columns (2, 2); several
    where it is not known how flat the camera sees it."""
    if view is None:
        return [np.diag([side, side * squash]) for squash in SQUASHES]
    uprights = Uprights(view)
    _, lengths = uprights.at(middle[None])
    edge = side / float(lengths[0])
    place = view.to_table(middle[None])
    step = 0.25
    around = place + np.array([[0.0, 0.0], [step, 0.0], [0.0, step]])
    lifted = uprights.lifted(around, 0.5 * edge)
    return [np.asarray((lifted[1:] - lifted[0]).T * (edge / step))]


def _grey_top(halves: Halves, center: Floats, edges: Floats) -> NDArray[np.uint8]:
    """The square about `center` whose edges are the columns of `edges`, by SIZE pixels."""
    reach = float(np.abs(edges).sum()) + 2
    width, height = halves.size
    left, top = (max(0, int(value - reach)) for value in center)
    right, bottom = min(width, int(center[0] + reach) + 2), min(height, int(center[1] + reach) + 2)
    if right - left < 2 or bottom - top < 2:
        return np.zeros((SIZE, SIZE), np.uint8)
    smaller = float(np.linalg.norm(edges, axis=0).mean()) * SHARE / SIZE
    times = max(0, int(np.floor(np.log2(max(smaller, 1.0)))))
    part = halves.shrunk(0.5**times, (left, top, right, bottom))
    step = edges * SHARE / SIZE * float(part.scale.mean())
    matrix = np.column_stack([step, part.from_whole(center) - step @ np.full(2, (SIZE - 1) / 2)])
    cut = cv2.warpAffine(
        part.picture, matrix, (SIZE, SIZE), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    return np.asarray(cv2.cvtColor(np.asarray(cut, np.uint8), cv2.COLOR_BGR2GRAY), np.uint8)


def _normalised(picture: NDArray[np.uint8]) -> Floats:
    values = picture.astype(np.float64)
    return np.asarray((values - values.mean()) / (values.std() + 2.0))


def _turn(angle: float) -> Floats:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
