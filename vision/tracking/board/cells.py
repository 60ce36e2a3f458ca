"""What each cell of the board looks like in a frame, and how much it differs from before.

A cell is sampled at fixed places. Brightness is made alike first, in the whole picture and then in
each cell: exposure and soft shadows are no change; a turned tile, a hand or a new tile is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from ....calibration.arrays import Flags, Floats, Floats32, Picture
from ....engine.lattice import Cell, cell_centre
from ...lattice.pattern import CORNERS
from ...readings.reading import Reading

SHADOW_RANGE = (0.55, 1.7)
"""A shadow or a sheen makes a cell darker or brighter by these factors at most, beside the whole
picture; beyond that the cell has changed."""
LEAST_SEEN = 0.6
"""The share of a cell's places that must lie in the picture for it to be compared."""
TABLE_SHADES = (0.8, 1.1)
"""Where a tile has lain, the table may be between these times as bright as elsewhere."""
LIKE_THE_TABLE = 0.15
"""A cell that differs by less than this share of the board's contrast looks like the table. In 27
staged removals no place differed by more than 0.09."""


def _places_in_hexagon() -> Floats:
    # The rim is left out: neighbours that lie crooked reach into it.
    reach = 0.78
    line = np.arange(-reach, reach + 1e-9, 0.16)
    grid = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    return np.asarray(grid[np.hypot(*grid.T) <= reach], dtype=np.float64)


PLACES = _places_in_hexagon()


def lattice_to_picture(reading: Reading, scale: float) -> Floats:
    """The homography (3, 3) from lattice units (sides) to pixels of the scaled picture, fitted to
    all corners of the reading's tiles; good enough to find empty cells next to them."""
    lattice = np.concatenate([np.array(cell_centre(tile.cell)) + CORNERS for tile in reading.tiles])
    pixels = np.concatenate([np.array(tile.corners) for tile in reading.tiles]) * scale
    homography, _ = cv2.findHomography(lattice, pixels, 0)
    if homography is None:
        raise ValueError("the tiles of this reading lie on no plane")
    return np.asarray(homography, dtype=np.float64)


def tile_places(reading: Reading, cells: Sequence[Cell], scale: float) -> Floats:
    """Where to look at each cell (N, places, 2), in pixels of the scaled picture: at a tile where
    it was read to lie, at an empty cell where the lattice puts it."""
    homography = lattice_to_picture(reading, scale)
    by_cell = {tile.cell: tile for tile in reading.tiles}
    result = np.empty((len(cells), len(PLACES), 2))
    for index, cell in enumerate(cells):
        tile = by_cell.get(cell)
        if tile is None:
            points = PLACES + cell_centre(cell)
            result[index] = cv2.perspectiveTransform(points.reshape(-1, 1, 2), homography)[:, 0]
        else:
            affine, *_ = np.linalg.lstsq(
                np.column_stack([CORNERS, np.ones(6)]), np.array(tile.corners) * scale, rcond=None
            )
            result[index] = np.column_stack([PLACES, np.ones(len(PLACES))]) @ affine
    return result


def moved_places(places: Floats, homography: Floats) -> Floats:
    """The same places (N, M, 2) in a picture that has moved by ``homography``."""
    flat = cv2.perspectiveTransform(places.reshape(-1, 1, 2), homography)
    return np.asarray(flat.reshape(places.shape), dtype=np.float64)


def sampled(picture: Picture, places: Floats) -> Floats32:
    """Colours (N, M, 3) float32 of a BGR picture at places (N, M, 2); NaN outside the picture."""
    x, y = places[..., 0].astype(np.float32), places[..., 1].astype(np.float32)
    colours = np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR), dtype=np.float32)
    height, width = picture.shape[:2]
    outside = (x < 0) | (y < 0) | (x > width - 1) | (y > height - 1)
    colours[outside] = np.nan
    return colours


@dataclass(frozen=True)
class CellComparison:
    """How two sets of samples differ: ``gain`` is the whole picture's change of brightness,
    ``residual`` (N,) each cell's difference in units of the board's contrast; NaN where most of a
    cell is out of the picture."""

    gain: float
    residual: Floats32


def compare_cells(
    before: Floats32,
    after: Floats32,
    contrast: float,
    shades: tuple[float, float] = SHADOW_RANGE,
) -> CellComparison:
    """Compare samples (N, M, 3) of the same cells. ``contrast`` is :func:`board_contrast`; a cell
    may have become darker or brighter by ``shades``, beside the whole picture."""
    residual = np.full(len(before), np.nan, np.float32)
    # A cell at the picture's rim is compared by what can be seen of it, if that is most of it.
    seen = np.isfinite(before + after).all(axis=2).mean(axis=1) >= LEAST_SEEN
    if not seen.any():
        return CellComparison(1.0, residual)
    then, now = before[seen], after[seen]
    ratios = _medians(((now + 8.0) / (then + 8.0)).reshape(len(then), -1))
    gain = float(np.median(ratios))
    shade = np.clip(ratios / gain, *shades) * gain
    shaded = (then + 8.0) * shade[:, None, None] - 8.0
    residual[seen] = np.nanmean(np.abs(now - shaded), axis=(1, 2)) / (contrast * max(gain, 0.2))
    return CellComparison(gain, residual)


def _medians(values: Floats32) -> Floats32:
    """The median of each row (N,) of `values` (N, K), NaN left out; no row is all NaN. NumPy's
    `nanmedian` takes ten times as long, and this runs several times a frame."""
    ordered = np.sort(values, axis=1)  # NaN come last
    counts, rows = np.isfinite(ordered).sum(axis=1), np.arange(len(ordered))
    return np.asarray((ordered[rows, (counts - 1) // 2] + ordered[rows, counts // 2]) / 2)


def board_contrast(samples: Floats32) -> float:
    """The spread of the tiles' colours (N, M, 3), in grey levels: the unit of all differences."""
    return max(12.0, float(np.nanmean(np.nanstd(samples, axis=(0, 1)))))


def looks_like(samples: Floats32, table: Floats32, table_now: Floats32, contrast: float) -> Flags:
    """Which cells, seen as ``samples`` (N, M, 3), look like the bare table. That is known from
    empty cells, seen as ``table`` before and as ``table_now`` (K, M, 3).

    Cells are compared with how the empty ones looked before, in the light of now: now an arm of
    nearly the table's colour may lie over them. Mean and spread are compared, since the grain
    differs from cell to cell.
    """
    seen = np.isfinite(table + table_now).all(axis=(1, 2))
    if not seen.any():
        return np.zeros(len(samples), np.bool_)
    before, now = table[seen].mean(axis=1), table_now[seen].mean(axis=1)
    gain = np.median((now + 8.0) / (before + 8.0), axis=0)
    expected = (before + 8.0) * gain
    mean, spread = samples.mean(axis=1) + 8.0, samples.std(axis=1)
    shade = np.median(mean[:, None] / expected[None], axis=2, keepdims=True).clip(*TABLE_SHADES)
    nearest = np.abs(mean[:, None] - shade * expected[None]).mean(axis=2).min(axis=1)
    table_spread = table[seen].std(axis=1).mean(axis=1).max()
    # As plain as the roughest of the table's own places, with some room for a shadow's edge.
    calm = spread.mean(axis=1) < 1.6 * table_spread + 0.1 * contrast
    # A tile that is partly out of the picture compares as NaN and so never looks bare.
    return np.asarray((nearest < LIKE_THE_TABLE * contrast) & calm)
