"""One look of the tile finder's network at one picture, and what is made of several of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...calibration.arrays import Floats, Picture
from ..faces.networks import network_maps, peaks_in
from ..lattice.aligned import Aligned
from ..lattice.nearness import near_pairs
from ..lattice.pattern import WIDTH
from ..photos.shrink import Shrunk
from . import tile_code
from .tile_code import STRIDE

#: A cell of the output is a candidate from this score on.
LEAST_SCORE = 0.2
#: A picture with a shorter side, in pixels, shows no tile.
LEAST_PICTURE = 8
#: No look yields more candidates than this.
MOST_PEAKS = 400
#: The share of a score that is taken away for being some other hexagon.
OTHER_SHARE = 0.7
#: Side of the squares in which a large picture is looked at, and their overlap, in pixels.
BLOCK, OVERLAP = 1024, 64


@dataclass(frozen=True)
class Candidates(Aligned):
    """Hexagons that may be face-up Palago tiles.

    ``centres`` (N, 2) are pixels of the picture given, x right, y down; ``maps`` (N, 2, 2) lead
    there from the hexagon with sides of 1. ``scores`` (N,) and ``visible`` (N,), the believed
    visible share, lie between 0 and 1.
    """

    centres: Floats
    maps: Floats
    scores: Floats
    visible: Floats

    @cached_property
    def corners(self) -> Floats:
        """Corners (n, 6, 2): the first is the one believed to be the tip of the lighter colour, the
        others follow clockwise."""
        return tile_code.corners_from_affine(self.centres, self.maps)

    @cached_property
    def widths(self) -> Floats:
        """Geometric mean width of each tile (n,), in pixels."""
        return np.asarray(WIDTH * np.sqrt(np.abs(np.linalg.det(self.maps))), dtype=np.float64)

    def best(self, most: int) -> Candidates:
        """No more of them than this, those with the highest scores first."""
        return self.take(np.argsort(-self.scores, kind="stable")[:most])

    def placed(self, shrunk: Shrunk) -> Candidates:
        """The same candidates in the whole picture of which ``shrunk`` shows a part."""
        maps = self.maps / shrunk.scale[:, None]
        return Candidates(shrunk.to_whole(self.centres), maps, self.scores, self.visible)


def find_hexagons_in(picture: Picture, least: float = LEAST_SCORE) -> Candidates:
    """Run the network on one picture (h, w, 3) BGR: the peaks of its heat with scores from `least`
    on."""
    height, width = picture.shape[:2]
    maps = network_maps("tile_finder", picture)
    heat = maps[tile_code.HEAT] * (1.0 - OTHER_SHARE * maps[tile_code.OTHER])
    rows, columns = peaks_in(heat, least)
    values = maps[:, rows, columns].T.astype(np.float64)
    places = np.stack([columns, rows], axis=1) * STRIDE + (STRIDE - 1) / 2
    centres = places + values[:, tile_code.OFFSET] * tile_code.OFFSET_UNIT
    affine = tile_code.decode(values[:, tile_code.SHAPE.start : tile_code.POLARITY.stop])
    scores = heat[rows, columns].astype(np.float64)
    found = Candidates(centres, affine, scores, values[:, tile_code.VISIBLE]).best(MOST_PEAKS)
    return found.take(np.all((found.centres >= -1) & (found.centres <= (width, height)), axis=1))


def look_in_blocks(picture: Picture, least: float = LEAST_SCORE) -> Candidates:
    """The same for a picture (h, w, 3) so large that the network would need much memory for it at
    once. What lies where two blocks overlap is given twice."""
    height, width = picture.shape[:2]
    step = BLOCK - OVERLAP
    parts = []
    for top in range(0, max(height - OVERLAP, 1), step):
        for left in range(0, max(width - OVERLAP, 1), step):
            seen = without_doubles(
                find_hexagons_in(picture[top : top + BLOCK, left : left + BLOCK], least)
            )
            centres = seen.centres + np.array([left, top])
            parts.append(Candidates(centres, seen.maps, seen.scores, seen.visible))
    return Candidates.joined(*parts)


def without_doubles(found: Candidates) -> Candidates:
    """Without candidates that lie nearer than a side to one with a higher score: tiles never lie so
    near to each other. Best first."""
    found = found.take(np.argsort(-found.scores, kind="stable"))
    if len(found) < 2:
        return found
    # No length shrinks by more than the root of the sum of squares when a map is undone.
    first, second = near_pairs(found.centres, np.linalg.norm(found.maps, axis=(1, 2)))
    between = (found.centres[second] - found.centres[first])[..., None]
    inverse = np.linalg.inv(found.maps + 1e-9 * np.eye(2))
    distances = [np.hypot(*(inverse[own] @ between)[..., 0].T) for own in (first, second)]
    same = np.minimum(*distances) < 1.0
    keep = np.ones(len(found), bool)
    for better, worse in zip(first[same].tolist(), second[same].tolist(), strict=True):
        if keep[better]:
            keep[worse] = False
    return found.take(keep)
