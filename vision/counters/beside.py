"""Pieces beside the board: the reserve, and what was captured.

A patch with the size and a colour of the board's pieces may be a piece, if the networks that read
the cells see a piece of that colour, too. A cloth that has such patches all over tells nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from ...calibration.arrays import Floats, Floats32, Picture
from ...engine.palanquee.table.drawn import HEIGHT, WIDTH
from ...engine.palanquee.table.pieces import COLOURS
from ..faces.logistic import logistic
from ..photos.photo import Photo
from .glance import Glance, glance_at
from .hues import GREY, LAB_WEIGHTS
from .locating.locate import LocatedBoard
from .locating.pixels import look_up
from .readings.reading import CounterReading, LooseCounter
from .rectify import Rectified

SMALL = 0.5
"""Patches are looked for in a picture of this size."""
FREE = 0.6
"""Sides beyond the hexagons at which the table begins: pieces on the margin lean over it."""
ALIKE = 2.5
"""Maximum distance of a patch's colour from the middle of its pieces', in their spreads."""
LEAST_ALIKE, MOST_ALIKE = 14.0, 26.0
"""That distance is never less than the first, and never more than the second."""
FEW_ALIKE = 18.0
"""The distance where there are only one or two pieces of that colour."""
SIZES = (0.25, 1.9)
"""Least and most area of a patch, as shares of a disc as wide as the board's pieces."""
FULL = 0.45
"""The least share of its rectangle that a patch fills."""
LONGEST = 2.2
"""How many times as long as wide it may be."""
LEAST = 12
"""The least number of its pixels."""
TABLES = 25
"""Maximum number of patches of one colour: if there are more, the table has that colour."""
PATCH = 72
"""Pixels of the square that the networks are shown, a multiple of their stride."""
WIDER = 1.3
"""How many times wider than the board's the networks may take a piece to be."""
THERE_BESIDE, STEEP = 3.5, 0.8
"""The networks' log odds at which a piece is as likely there as not; and how fast they decide."""
SUREST = 0.92
"""How sure it gets at most: nobody counts on what lies there."""


@dataclass(frozen=True)
class _Patch:
    """One patch: the colour's name, its middle in the photo and its area in its pixels."""

    colour: str
    middle: tuple[float, float]
    area: float


def pieces_beside(
    photo: Photo,
    board: LocatedBoard,
    rectified: Rectified,
    seen: Glance,
    read: Sequence[CounterReading],
) -> tuple[LooseCounter, ...]:
    """What lies beside a board with these pieces, whose colours are looked for; in no order."""
    patches = _patches(photo, board, read)
    if not patches:
        return ()
    middles = np.array([patch.middle for patch in patches])
    places = board.view.to_table(middles)
    stood = (seen.piece > 0) & rectified.shown
    radius = float(np.median(seen.radius[stood])) if stood.any() else 0.6
    size = np.array([patch.area for patch in patches])
    size /= _side(board, places) ** 2 * np.pi * radius**2
    fits = (size > SIZES[0]) & (size < SIZES[1])
    patches = [patch for patch, fit in zip(patches, fits, strict=True) if fit]
    if not patches:
        return ()
    places, middles = places[fits], middles[fits]
    looked = _looked_at(photo, board, rectified, places, seen.usual)
    named = looked.colours.argmax(axis=1)
    sure = SUREST * logistic(STEEP * (looked.piece - THERE_BESIDE))
    found = []
    for k, patch in enumerate(patches):
        as_wide = looked.radius[k] < WIDER * radius
        if COLOURS[named[k]] == patch.colour and as_wide and sure[k] > 0.5:
            x, y = photo.to_full(middles[k])
            found.append(LooseCounter(patch.colour, float(sure[k]), (float(x), float(y))))
    return tuple(found)


def _patches(photo: Photo, board: LocatedBoard, read: Sequence[CounterReading]) -> list[_Patch]:
    names = sorted({piece.colour for piece in read})
    if not names:
        return []
    height, width = (round(v * SMALL) for v in photo.image.shape[:2])
    small = cv2.resize(photo.image, (width, height), interpolation=cv2.INTER_AREA)
    shades = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), np.uint8)
    table = _table_of_colours([_shades_of(photo, shades, read, name) for name in names])
    light, red, yellow = cv2.split(shades >> 3)
    hues = (red.astype(np.uint16) << 5) + yellow
    labels = table[(light.astype(np.uint16) << 10) + hues]
    cv2.fillPoly(labels, [np.rint(_outline(board) * SMALL).astype(np.int32)], 0)
    labels = np.asarray(cv2.morphologyEx(labels, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)))
    # One colour ends where another begins.
    parted = labels.copy()
    parted[:, 1:][(labels[:, 1:] != labels[:, :-1]) & (labels[:, :-1] > 0)] = 0
    parted[1:][(labels[1:] != labels[:-1]) & (labels[:-1] > 0)] = 0
    _, numbers, measures, middles = cv2.connectedComponentsWithStats(parted, connectivity=4)
    x, y, wide, high, area = measures.T
    whole = (x > 1) & (y > 1) & (x + wide < width - 1) & (y + high < height - 1)
    is_round = np.maximum(wide, high) < LONGEST * np.minimum(wide, high)
    found: dict[int, list[_Patch]] = {}
    for k in np.flatnonzero(whole & is_round & (area > FULL * wide * high) & (area >= LEAST)):
        box = slice(y[k], y[k] + high[k]), slice(x[k], x[k] + wide[k])
        number = int(labels[box][numbers[box] == k][0])
        middle = (middles[k] + 0.5) / SMALL - 0.5
        patch = _Patch(names[number - 1], (middle[0], middle[1]), area[k] / SMALL**2)
        found.setdefault(number, []).append(patch)
    return [patch for some in found.values() if len(some) <= TABLES for patch in some]


def _shades_of(photo: Photo, shades: Picture, read: Sequence[CounterReading], name: str) -> Floats:
    """The colours (n, 3) of the board's pieces of one name. Each is taken a little above the foot,
    where it differs most from grey: paper mixes into the edges of small pieces."""
    found = []
    for piece in read:
        if piece.colour == name:
            x, y = (int(v) for v in photo.from_full(np.array(piece.center)) * SMALL)
            cut = shades[max(0, y - 5) : y + 3, max(0, x - 3) : x + 4].reshape(-1, 3)
            strength = np.hypot(*(cut[:, 1:].T.astype(np.float64) - GREY))
            found.append(np.median(cut[np.argsort(-strength)[: len(cut) // 3 + 1]], axis=0))
    return np.array(found)


def _table_of_colours(known: list[Floats]) -> Picture:
    """Which known colour, by number from 1, or 0, each colour is, in 32 steps of each part."""
    steps = np.arange(4, 256, 8, dtype=np.float32)
    far = []
    for shades in known:
        middle = np.median(shades, axis=0)
        spread = float(np.median(np.linalg.norm((shades - middle) * LAB_WEIGHTS, axis=1)))
        reach = np.clip(ALIKE * spread, LEAST_ALIKE, MOST_ALIKE) if len(shades) > 2 else FEW_ALIKE
        light, red, yellow = np.square((steps - middle[:, None]) * (LAB_WEIGHTS / reach)[:, None])
        far.append(light[:, None, None] + red[:, None] + yellow)
    nearest = np.argmin(far, axis=0) + 1
    return np.where(np.min(far, axis=0) < 1, nearest, 0).astype(np.uint8).ravel()


def _outline(board: LocatedBoard) -> Floats:
    """Where the photo shows the hexagons' rectangle and what leans over its edge (n, 2)."""
    corners = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float64)
    corners += np.sign(corners - 1) * FREE
    share = np.linspace(0, 1, 12)[:, None]
    sides = corners[:, None] * (1 - share) + np.roll(corners, -1, 0)[:, None] * share
    return board.view.to_photo(sides.reshape(-1, 2))


def _side(board: LocatedBoard, places: Floats) -> Floats:
    """How many pixels a side has at places (n, 2), as the mean over all directions."""
    beside = np.array([[0.5, 0], [-0.5, 0], [0, 0.5], [0, -0.5]])
    seen = board.view.to_photo(places[:, None] + beside)
    across, down = seen[:, 0] - seen[:, 1], seen[:, 2] - seen[:, 3]
    return np.asarray(np.sqrt(np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0])))


def _looked_at(
    photo: Photo, board: LocatedBoard, rectified: Rectified, places: Floats, usual: Floats32
) -> Glance:
    """What the cells' networks say of places beside the board, each in a square of its own."""
    pixels = np.arange(PATCH) - (PATCH - 1) / 2
    around = np.stack(np.meshgrid(pixels, pixels), axis=-1)
    around = around @ np.linalg.inv(rectified.matrix[:, :2]).T
    at = board.view.to_photo(places[:, None, None] + around).astype(np.float32)
    at = at.reshape(-1, PATCH, 2)
    squares = np.asarray(look_up(photo.image, at), np.uint8)
    middles = np.full((len(places), 2), (PATCH - 1) / 2)
    middles[:, 1] += PATCH * np.arange(len(places))
    lean = rectified.turn(rectified.camera.lean(places))
    return glance_at(squares, middles, lean, usual)
