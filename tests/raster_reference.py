"""Loops and legs by looking at a picture of the board: nothing is shared with the engine.

The board is painted pixel by pixel from the tile's geometry alone (conventions, "The tile"), then
regions of one colour are flood-filled. A shape inside another is a region that filling the outer
one covers; every closed line is the outer border of exactly one region.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from palago.engine.tiles.board import Board
from scipy import ndimage

PIXELS_A_SIDE = 21.37  # odd enough that no line of the board runs along a row of pixels
EMPTY, WHITE, BLUE = 0, 1, 2


@dataclass(frozen=True)
class Picture:
    """A painted board: what each pixel shows, its region of either colour, and where it is."""

    paint: npt.NDArray[np.int8]
    regions: npt.NDArray[np.int32]
    left: float
    top: float

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        return (round((y - self.top) * PIXELS_A_SIDE), round((x - self.left) * PIXELS_A_SIDE))

    def filled(self, region: int) -> npt.NDArray[np.bool_]:
        """The region with everything that its outer border encloses."""
        found: npt.NDArray[np.bool_] = ndimage.binary_fill_holes(self.regions == region)
        return found

    def count(self, region: int) -> tuple[int, int]:
        """Closed lines inside the region's outer border, and empty cells there."""
        inside = self.filled(region)
        others = set(np.unique(self.regions[inside])) - {0, region}
        area = 1.5 * math.sqrt(3) * PIXELS_A_SIDE**2
        empty = round(float(np.count_nonzero(inside & (self.paint == EMPTY))) / area)
        return sum(self._has_closed_border(other) for other in others), empty

    def _has_closed_border(self, region: int) -> bool:
        filled = self.filled(region)
        rim = ndimage.binary_dilation(filled, iterations=2) & ~filled
        return not np.any(self.paint[rim] == EMPTY)


def centre(q: int, r: int) -> tuple[float, float]:
    return math.sqrt(3) * (q + r / 2), 1.5 * r


def corner(q: int, r: int, index: int) -> tuple[float, float]:
    x, y = centre(q, r)
    return x + math.sin(index * math.pi / 3), y - math.cos(index * math.pi / 3)


def paint(board: Board) -> Picture:
    """Paint a board of even rotations; later each region bears a number above 0."""
    centres = [centre(*tile.cell) for tile in board]
    left, top = min(x for x, _ in centres) - 2, min(y for _, y in centres) - 2
    width = max(x for x, _ in centres) + 2 - left
    height = max(y for _, y in centres) + 2 - top
    xs = left + np.arange(int(width * PIXELS_A_SIDE)) / PIXELS_A_SIDE
    ys = top + np.arange(int(height * PIXELS_A_SIDE)) / PIXELS_A_SIDE
    picture = np.zeros((len(ys), len(xs)), np.int8)
    for tile in board:
        x, y = centre(*tile.cell)
        columns = np.flatnonzero(np.abs(xs - x) < 1)
        rows = np.flatnonzero(np.abs(ys - y) < 1.01)
        part = np.ix_(rows, columns)
        dx, dy = np.meshgrid(xs[columns] - x, ys[rows] - y)
        in_cell = np.ones(dx.shape, bool)
        for side in range(6):
            angle = math.pi / 6 + side * math.pi / 3
            distance = dx * math.sin(angle) - dy * math.cos(angle)
            # Half-open, so that a pixel on a shared edge belongs to one tile.
            half = math.sqrt(3) / 2
            in_cell &= (distance < half) if side < 3 else (distance <= half)
        turn = tile.rotation * math.pi / 3
        up_x, up_y = math.sin(turn), -math.cos(turn)
        along = dx * up_x + dy * up_y
        to_white_tip = np.hypot(dx - up_x, dy - up_y)
        to_blue_tip = np.hypot(dx + up_x, dy + up_y)
        is_white = (to_white_tip < 0.5) | ((along < 0) & (to_blue_tip >= 0.5))
        shown = np.where(is_white, WHITE, BLUE).astype(np.int8)
        picture[part] = np.where(in_cell, shown, picture[part])
    whites, count = ndimage.label(picture == WHITE)
    blues, _ = ndimage.label(picture == BLUE)
    return Picture(picture, np.where(blues > 0, blues + count, whites).astype(np.int32), left, top)
