"""How the table looked where tiles lie now: a place that looks so again has lost its tile.

What the table looks like elsewhere tells a bare place only on a plain table. On a pattern every
place has a look of its own, and that is known from before the tile was laid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

import numpy as np

from ....calibration.arrays import Flags, Floats, Floats32, Picture
from ....engine.lattice import Cell
from .cells import LIKE_THE_TABLE, PLACES, TABLE_SHADES, compare_cells, sampled


@dataclass(frozen=True)
class BareTable:
    """What is known of the table without tiles. Immutable.

    ``looks`` are the colours (M, 3) of cells when no tile lay in them. ``picture`` (H, W, 3) uint8
    BGR is a small copy of the frame from before the first tile; it is kept until it is known where
    the cells are.
    """

    looks: Mapping[Cell, Floats32] = field(default_factory=dict)
    picture: Picture | None = None

    def seen(
        self,
        cells: Sequence[Cell],
        places: Floats,
        samples: Floats32,
        tiles: Set[Cell],
        contrast: float,
    ) -> BareTable:
        """With what a frame shows of the n ``cells`` without tiles: ``places`` (n, M, 2) are where
        they lie in its small copy, ``samples`` (n, M, 3) their colours."""
        looks = dict(self.looks)
        is_empty = np.array([cell not in tiles for cell in cells])
        if self.picture is not None and is_empty.any():
            before = sampled(self.picture, places)
            apart = compare_cells(before[is_empty], samples[is_empty], contrast).residual
            known = apart[np.isfinite(apart)]
            # Else the camera has moved since.
            if len(known) and float(np.median(known)) < LIKE_THE_TABLE:
                looks.update(zip(cells, before, strict=True))
        looks.update(
            (cell, look) for cell, look in zip(cells, samples, strict=True) if cell not in tiles
        )
        return BareTable(looks)

    def lies_bare(
        self, cells: Sequence[Cell], tiles: Floats32, now: Floats32,
        table: Floats32, table_now: Floats32, contrast: float,
    ) -> Flags:  # fmt: skip
        """In which n ``cells`` the table looks as it did before there was a tile.

        ``tiles`` (n, M, 3) are the cells' looks with their tiles, ``now`` their looks now;
        ``table`` and ``table_now`` (k, M, 3) are those of places without tiles, which tell how the
        light has changed."""
        if not cells or not len(table):
            return np.zeros(len(cells), np.bool_)
        unknown = np.full((len(PLACES), 3), np.nan, np.float32)
        before = np.stack([self.looks.get(cell, unknown) for cell in cells])
        again, otherwise = (
            compare_cells(
                np.concatenate([then, table]), np.concatenate([now, table_now]), contrast,
                shades=TABLE_SHADES,
            ).residual[: len(cells)]
            for then in (before, tiles)
        )  # fmt: skip
        # A pattern is seen a little aside, since the tile lay a little aside of its cell.
        spread = before.std(axis=1).mean(axis=1) / contrast
        is_like = again < LIKE_THE_TABLE * (1.0 + spread)
        # Else the tile may have lain there unnoticed before.
        return np.asarray(is_like & (again < otherwise / 2))
