"""Sums over many comparisons, and how honest the confidences are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

import numpy as np

from ...calibration.arrays import Flags, Floats
from ...engine.tiles.observation import SURE
from .compare import BoardComparison


@dataclass(frozen=True)
class Tally:
    """One row of the table: counts over some photos."""

    photos: int
    boards: int  # photos with a board in them
    expected: int
    found: int
    read_right: int
    read: int  # tiles that the readings claim
    phantoms: int
    phantom_boards: int  # readings with tiles where there is no board
    wrong: int
    wrong_and_sure: int
    exact: int  # boards exactly right
    exact_or_marked: int
    milliseconds: float  # median of the whole reading

    @classmethod
    def of(cls, comparisons: Iterable[BoardComparison]) -> Tally:
        """Add up some comparisons."""
        some = list(comparisons)
        boards = [c for c in some if c.case.tiles]
        empty = [c for c in some if not c.case.tiles]
        times = [c.elapsed_ms["total"] for c in some if "total" in c.elapsed_ms]
        return cls(
            photos=len(some),
            boards=len(boards),
            expected=sum(c.expected for c in some),
            found=sum(c.found for c in some),
            read_right=sum(c.read_right for c in some),
            read=sum(len(c.right) + len(c.wrong) for c in some),
            phantoms=sum(len(c.phantoms) for c in some),
            phantom_boards=sum(bool(c.phantoms) for c in empty),
            wrong=sum(len(c.wrong) for c in some),
            wrong_and_sure=sum(c.wrong_and_sure for c in some),
            exact=sum(c.exact for c in boards),
            exact_or_marked=sum(c.exact_or_marked for c in boards),
            milliseconds=median(times) if times else 0.0,
        )


@dataclass(frozen=True)
class Bin:
    """Tiles whose confidences lie between `low` and `high`."""

    low: float
    high: float
    tiles: int
    right: int
    mean_confidence: float

    @property
    def share_right(self) -> float:
        """How many of them are right, 0 to 1."""
        return self.right / self.tiles if self.tiles else 0.0


@dataclass(frozen=True)
class Reliability:
    """How honest confidences are, over all tiles that were read.

    `ece` is the expected calibration error (mean distance of confidence and share right over the
    bins, weighted by tiles), `brier` the mean squared error of the confidence.
    """

    bins: tuple[Bin, ...]
    ece: float
    brier: float
    sure: int
    sure_and_wrong: int


EDGES = (0.0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0)


def claimed_and_right(comparisons: Iterable[BoardComparison]) -> tuple[Floats, Flags]:
    """Confidence (n,) of every tile that was read, and whether it is right (n,)."""
    claimed: list[float] = []
    true: list[bool] = []
    for comparison in comparisons:
        for tiles, is_right in ((comparison.right, True), (comparison.wrong, False)):
            claimed += [tile.confidence for tile in tiles]
            true += [is_right] * len(tiles)
    return np.array(claimed, np.float64), np.array(true, np.bool_)


def reliability(claimed: Floats, right: Flags,
                edges: Sequence[float] = EDGES) -> Reliability:  # fmt: skip
    """Bin confidences (n,) by `edges` and compare them with what was right (n,)."""
    which = np.clip(np.digitize(claimed, edges[1:-1]), 0, len(edges) - 2)
    bins = []
    for k, (low, high) in enumerate(pairwise(edges)):
        inside = which == k
        tiles = int(inside.sum())
        mean = float(claimed[inside].mean()) if tiles else (low + high) / 2
        bins.append(Bin(low, high, tiles, int(right[inside].sum()), mean))
    total = max(1, len(claimed))
    sure = claimed >= SURE
    return Reliability(
        bins=tuple(bins),
        ece=sum(b.tiles * abs(b.share_right - b.mean_confidence) for b in bins) / total,
        brier=float(((claimed - right) ** 2).sum()) / total,
        sure=int(sure.sum()),
        sure_and_wrong=int((sure & ~right).sum()),
    )
