"""What the board would look like without pieces, told from its empty cells: all are printed alike,
but for a few tints, and light changes slowly from one to the next."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from ....calibration.arrays import Flags, Floats, Indices
from ....engine.palanquee.table.drawn import COLUMNS, drawn_cells
from ...faces.logistic import logistic
from ..glance import Glance
from ..hues import CLEARLY, FEWEST
from ..locating.pixels import look_up
from ..rectify import CENTRES, Rectified
from .rays import BLACK, LEVELS, RING

PARTS = np.concatenate([RING, RING / 2])
"""The places (m, 2) about a cell's middle, in sides, at which it is compared."""
LETTERED = np.array([cell.letter is not None for cell in drawn_cells()])
"""In which drawn cells (n,) a letter is printed."""


@dataclass(frozen=True)
class Bare:
    """How a photo differs from a bare board.

    `rest` (n, m, 3) is the difference of logarithms, for three channels at the m PARTS of n drawn
    cells; `known` (n,) says for which cells it is known; `spread` (3, 3) is its covariance where
    nothing lies."""

    rest: Floats
    known: Flags
    spread: Floats


@cache
def distances() -> Floats:
    """Sides (n, n) between the middles of drawn cells."""
    return np.asarray(np.linalg.norm(CENTRES[:, None] - CENTRES, axis=-1))


@cache
def nearness() -> Floats:
    """How much each cell's light tells of another's (n, n): little beyond a cell or two."""
    near = 1 / np.square(1 + np.square(distances()) / 2)
    np.fill_diagonal(near, 0)
    return near


@cache
def tints() -> Indices:
    """A number (n,) for each drawn cell, the same if printed alike. Boards have stripes or three
    tints of which none touches itself; edge cells may be painted or lettered."""
    numbers = []
    for cell in drawn_cells():
        edge = 2 if cell.letter else 1 if cell.column in (0, len(COLUMNS) - 1) else 0
        third = (cell.half_steps + 3 * cell.column) // 2 % 3
        numbers.append(6 * edge + 3 * (cell.column % 2) + third)
    return np.array(numbers)


def bare_board(rectified: Rectified, seen: Glance) -> Bare | None:
    """Compare a flat board with a bare one; None where hardly a cell is empty."""
    at = rectified.to_fine(CENTRES[:, None] + PARTS).astype(np.float32)
    soft = cv2.blur(rectified.fine, (3, 3))
    levels = cv2.LUT(np.asarray(look_up(soft, at), np.uint8), LEVELS).astype(np.float64)
    open_cells = rectified.shown & (seen.hidden < 0) & (seen.piece < 0)
    plain = open_cells & ~LETTERED & (seen.piece < -CLEARLY)
    middle = np.median(levels, axis=1)
    light, tint, known = _light_and_tints(middle, open_cells, seen.piece)
    plain &= known
    if plain.sum() < FEWEST:
        return None
    rest = levels - (light + tint)[:, None]
    rest -= np.median(rest[plain], axis=0)
    spread = np.cov(rest[plain].reshape(-1, 3).T) + np.eye(3) / BLACK**2
    return Bare(rest, known, spread)


def _light_and_tints(
    middle: Floats, open_cells: Flags, piece: Floats
) -> tuple[Floats, Floats, Flags]:
    """The light (n, 3) and the tint (n, 3) of cells whose middles show logarithms (n, 3), and of
    which cells both are known (n,). A cell's light is taken from the others near it."""
    weight = nearness()[:, open_cells] * logistic(-piece[open_cells] - CLEARLY)
    weight /= np.maximum(weight.sum(axis=1, keepdims=True), 1e-12)
    tint, known = np.zeros_like(middle), np.zeros(len(middle), bool)
    alike = [tints() == number for number in np.unique(tints())]
    alike = [one for one in alike if (one & open_cells).sum() >= FEWEST]
    for one in alike:
        known |= one
    for _ in range(3):
        rest = middle - weight @ (middle - tint)[open_cells]
        for one in alike:
            tint[one] += 0.8 * (np.median(rest[one & open_cells], axis=0) - tint[one])
    return weight @ (middle - tint)[open_cells], tint, known
