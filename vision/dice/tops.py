"""A die's top face as seen from straight above, without its colours.

The board's camera says how a flat square at the height of the top is seen. Brought back to a
square, tops differ only by a turn. What is drawn on them is told by how much each place differs
from the die's own colour, so that no colours have to be known.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from ..lattice.plane import TableView
from ..photos.shrink import Halves
from .upright import Uprights

Floats = NDArray[np.float64]

SIZE = 28
SHARE = 1.12
"""A patch shows so much of a face's width: a little of what is beyond its edges."""
MOST_LEAN = 0.94
"""No top is seen flatter than at this."""
LEAST_SPREAD = 10.0
"""Differences of colour less than this, of 255, are noise."""


def top_edges(view: TableView | None, middle: Floats, side: float, up: Floats) -> Floats:
    """The steps in pixels along two edges of a top at right angles, as columns (2, 2).

    `middle` (2,) is the pixel of the cube's middle, `side` its edge in pixels, seen head on, `up`
    (2,) where a step of one edge upwards leads, in edges. Without a board's view a top is taken to
    be seen as flat as `up` is long.
    """
    if view is None:
        length = float(np.hypot(*up))
        if length < 1e-6:
            return side * np.eye(2)
        way = up / length
        squash = 1.0 - np.sqrt(1.0 - min(length, MOST_LEAN) ** 2)
        return np.asarray(side * (np.eye(2) - squash * np.outer(way, way)))
    uprights = Uprights(view)
    _, lengths = uprights.at(middle[None])
    edge = side / float(lengths[0])
    step = 0.25
    around = view.to_table(middle[None]) + np.array([[0.0, 0.0], [step, 0.0], [0.0, step]])
    lifted = uprights.lifted(around, 0.5 * edge)
    return np.asarray((lifted[1:] - lifted[0]).T * (edge / step))


def top_center(middle: Floats, side: float, up: Floats) -> Floats:
    """The pixel of the middle of a top, half an edge above the cube's."""
    return np.asarray(middle + 0.5 * side * up)


def top_patch(
    halves: Halves, center: Floats, edges: Floats, size: int = SIZE, share: float = SHARE
) -> NDArray[np.uint8]:
    """The square about `center` whose edges are the columns of `edges`, (size, size, 3) BGR."""
    reach = float(np.abs(edges).sum()) * share + 2
    width, height = halves.size
    left, top = (max(0, int(value - reach)) for value in center)
    right, bottom = min(width, int(center[0] + reach) + 2), min(height, int(center[1] + reach) + 2)
    if right - left < 2 or bottom - top < 2:
        return np.zeros((size, size, 3), np.uint8)
    smaller = float(np.linalg.norm(edges, axis=0).mean()) * share / size
    times = max(0, int(np.floor(np.log2(max(smaller, 1.0)))))
    part = halves.shrunk(0.5**times, (left, top, right, bottom))
    step = edges * share / size * float(part.scale.mean())
    matrix = np.column_stack([step, part.from_whole(center) - step @ np.full(2, (size - 1) / 2)])
    cut = cv2.warpAffine(
        part.picture,
        matrix,
        (size, size),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(cut, np.uint8)


def network_tops(patches: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Patches (n, SIZE, SIZE, 3) as the network takes them, (n, 2, SIZE, SIZE): without colours,
    and in grey relative to each patch's mean and spread."""
    grey = patches.astype(np.float32) @ np.array([0.114, 0.587, 0.299], np.float32)
    mean = grey.mean(axis=(1, 2), keepdims=True)
    spread = grey.std(axis=(1, 2), keepdims=True)
    grey = (grey - mean) / (spread + 4.0)
    return np.concatenate([without_colours(patches), grey[:, None]], axis=1)


def without_colours(patches: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Patches (n, SIZE, SIZE, 3) as a drawing (n, 1, SIZE, SIZE): 0 where the die has its own
    colour, about 1 where something is drawn.

    Most of the middle of a top has the die's own colour. The direction in which the colours there
    differ most leads from it to the colour of the drawing.
    """
    size = patches.shape[1]
    values = patches.astype(np.float32)
    inner = values[:, _middle_of_top(size)]
    own = np.median(inner, axis=1)[:, None]
    apart = inner - own
    spreads = np.einsum("nki,nkj->nij", apart, apart)
    axis = np.linalg.eigh(spreads)[1][:, :, -1]
    along = np.einsum("nki,ni->nk", apart, axis)
    axis *= np.where((along**3).sum(axis=1) < 0, -1.0, 1.0)[:, None]
    spread = np.maximum(np.percentile(np.abs(along), 95, axis=1), LEAST_SPREAD)
    told = np.einsum("nyxi,ni->nyx", values - own[:, None], axis) / spread[:, None, None]
    return np.asarray(np.clip(told, -1.6, 1.6)[:, None], np.float32)


@cache
def _middle_of_top(size: int) -> NDArray[np.bool_]:
    """The places (size, size) of a patch that are on the top however it is turned."""
    axis = (np.arange(size) + 0.5) / size - 0.5
    away = np.hypot(axis[:, None], axis[None])
    return np.asarray(away * SHARE < 0.47)
