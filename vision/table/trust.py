"""How far to trust the reader at one table: with one set and one camera the shipped confidence may
be too modest or too bold in a way that is always the same. So its log odds are stretched and
shifted (J. Platt, "Probabilistic outputs for support vector machines", 1999)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...calibration.arrays import Floats
from ...engine.lattice import Cell
from ...engine.tiles.observation import SURE
from ..faces.confidence import hanging_by_little
from ..faces.logistic import log_odds, logistic
from ..readings.naming import chance_of_names
from ..readings.reading import Reading, TileReading

LEAST = 0.001
"""A confidence is no less before its log odds are taken."""
MOST = 1.0 - 1e-6
"""A confidence is no more before its log odds are taken."""


@dataclass(frozen=True)
class TableTrust:
    """The log odds of a tile become ``shift + slope`` times what they were; 0 and 1 change
    nothing."""

    shift: float = 0.0
    slope: float = 1.0

    @property
    def is_plain(self) -> bool:
        """Whether this changes nothing."""
        return self == TableTrust()

    def of(self, confidence: float) -> float:
        """What a tile's confidence becomes."""
        return float(self.applied_to(odds_of(confidence)))

    def applied_to(self, odds: Floats) -> Floats:
        """What the confidences (n,) with these log odds become, 0 to 1."""
        return logistic(self.shift + self.slope * odds)

    def applied(self, reading: Reading) -> Reading:
        """The reading with the confidence of this table. Tiles of which too little is seen stay as
        unsure as they were, and so does the doubt about the colours' names."""
        if self.is_plain or not reading.tiles:
            return reading
        chance, apart = chance_of_names(reading), cells_apart(reading)
        return replace(
            reading,
            tiles=tuple(
                tile if tile.cell in apart else self._judged(tile, chance, reading.most)
                for tile in reading.tiles
            ),
        )

    def _judged(self, tile: TileReading, chance: float, most: float) -> TileReading:
        # What a table teaches of its tiles says nothing of what is none: that doubt stays.
        is_tile = 1.0 - tile.others.get(None, 0.0)
        own = is_tile * self.of(min(tile.confidence / chance / is_tile, most))
        return tile.judged(tile.rotation, min(own * chance, most))


def cells_apart(reading: Reading) -> set[Cell]:
    """The cells of tiles that are never sure, however often they are right: little of them is seen,
    or they hang by little on the board. They may have a little more than `MOST_FOR_HIDDEN` where
    the doubt about the names was reckoned in and out again."""
    few = hanging_by_little(tile.cell for tile in reading.tiles)
    return {
        tile.cell
        for tile in reading.tiles
        if (tile.hidden is not None or tile.cell in few) and tile.confidence < SURE
    }


def odds_of(confidences: Floats | float) -> Floats:
    """The log odds of confidences, one or many."""
    return log_odds(confidences, LEAST, MOST)
