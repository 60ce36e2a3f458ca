"""Where in a large picture small tiles can lie: every tile has both colours, so a board of small
ones shows strong contrast all over. Plain tables and walls do not, and are not looked at."""

from __future__ import annotations

import cv2
import numpy as np

from ...calibration.arrays import Flags, Picture
from ..photos.shrink import Halves, Shrunk
from .looks import BLOCK, OVERLAP, Candidates, find_hexagons_in, look_in_blocks

#: How many times smaller the glance that decides is than the picture that is looked at.
COARSER = 4
#: Levels, of 255, by which one channel differs around every place of a board. 6 of 1163 tiles 25 to
#: 30 pixels wide in large photos showed less.
CONTRAST = 32
#: Side of the square around a place in which it differs, in pixels of the glance.
AROUND = 5
#: Side of the smallest square that must differ so all over, in pixels of the glance.
LEAST_SIDE = 7
#: Side of the squares, in pixels, that make up the parts in which the picture is looked at.
SQUARE = 96
#: How far a part reaches beyond its squares, in pixels: parts overlap as blocks do.
MARGIN = OVERLAP // 2
#: What one more part costs besides its pixels, in pixels.
PART_COST = 15_000
#: From this share of the picture on, parts are no cheaper than the whole.
WHOLE = 0.85

Rows = tuple[int, int, int, int]


def look_where_lively(halves: Halves, scale: float, least: float, also: Candidates) -> Candidates:
    """Look at `scale` at the parts of a picture in which small tiles can lie, and around the
    candidates seen before (`also`). What is seen has scores from `least` on; some is seen twice."""
    shrunk = halves.shrunk(scale, quick=True)
    height, width = shrunk.picture.shape[:2]
    squares = _squares(_lively(halves.shrunk(scale / COARSER).picture), (height, width))
    seen = (shrunk.from_whole(also.centres) // SQUARE).astype(int)
    columns, rows = np.clip(seen, 0, np.array(squares.shape[::-1]) - 1).T
    squares[rows, columns] = True
    parts = _parts(squares, (0, squares.shape[0], 0, squares.shape[1]))
    if sum(_cost(part) for part in parts) > WHOLE * height * width:
        return _seen(shrunk.picture, least).placed(shrunk)
    looks = [also.take(np.zeros(len(also.scores), bool))]
    for top, bottom, left, right in parts:
        x, y = max(0, left * SQUARE - MARGIN), max(0, top * SQUARE - MARGIN)
        cut = shrunk.picture[y : bottom * SQUARE + MARGIN, x : right * SQUARE + MARGIN]
        origin = shrunk.origin + np.array([x, y]) / shrunk.scale
        looks.append(_seen(cut, least).placed(Shrunk(cut, origin, shrunk.scale)))
    return Candidates.joined(*looks)


def _seen(picture: Picture, least: float) -> Candidates:
    height, width = picture.shape[:2]
    look = look_in_blocks if height * width > (2 * BLOCK) ** 2 else find_hexagons_in
    return look(picture, least)


def _lively(glance: Picture) -> Flags:
    """The places (h, w) of a small picture around which contrast is strong all over."""
    square = np.ones((AROUND, AROUND), np.uint8)
    reach = cv2.subtract(cv2.dilate(glance, square), cv2.erode(glance, square))
    strong = (reach.max(axis=2) >= CONTRAST).astype(np.uint8)
    kept = cv2.morphologyEx(strong, cv2.MORPH_OPEN, np.ones((LEAST_SIDE, LEAST_SIDE), np.uint8))
    return np.asarray(kept > 0)


def _squares(lively: Flags, size: tuple[int, int]) -> Flags:
    """Which squares of a picture of `size` (height, width) hold something lively."""
    step = SQUARE // COARSER
    rows, columns = (-(-length // SQUARE) for length in size)
    padded = np.zeros((rows * step, columns * step), bool)
    height, width = (min(have, most) for have, most in zip(lively.shape, padded.shape, strict=True))
    padded[:height, :width] = lively[:height, :width]
    return np.asarray(padded.reshape(rows, step, columns, step).any(axis=(1, 3)))


def _parts(squares: Flags, within: Rows) -> list[Rows]:
    """Rectangles (top, bottom, left, right) of squares that hold all the lively ones, cut so that
    looking at them costs little."""
    whole = _outline(squares, within)
    if whole is None:
        return []
    top, bottom, left, right = whole
    cuts = [((top, y, left, right), (y, bottom, left, right)) for y in range(top + 1, bottom)]
    cuts += [((top, bottom, left, x), (top, bottom, x, right)) for x in range(left + 1, right)]
    costs = [_cost(_outline(squares, one)) + _cost(_outline(squares, two)) for one, two in cuts]
    if not costs or min(costs) >= _cost(whole):
        return [whole]
    one, two = cuts[int(np.argmin(costs))]
    return _parts(squares, one) + _parts(squares, two)


def _outline(squares: Flags, within: Rows) -> Rows | None:
    """The smallest rectangle around the lively squares of another."""
    top, bottom, left, right = within
    part = squares[top:bottom, left:right]
    rows, columns = np.flatnonzero(part.any(axis=1)), np.flatnonzero(part.any(axis=0))
    if len(rows) == 0:
        return None
    return (
        top + int(rows[0]),
        top + int(rows[-1]) + 1,
        left + int(columns[0]),
        left + int(columns[-1]) + 1,
    )


def _cost(part: Rows | None) -> int:
    """What looking at a rectangle of squares costs, in pixels."""
    if part is None:
        return 0
    down, across = ((end - start) * SQUARE + 2 * MARGIN for start, end in (part[:2], part[2:]))
    return down * across + PART_COST
