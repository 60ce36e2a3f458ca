"""What the finder sees in a picture, as hexagons that may lie on a lattice."""

from __future__ import annotations

from ...calibration.arrays import Picture
from ..finding.detect import find_candidates
from ..finding.looks import LEAST_SCORE, Candidates
from ..lattice.hexagons import Hexagons


def find_hexagons(image: Picture) -> Hexagons:
    """What the tile finder sees in a picture (h, w, 3) BGR."""
    return clear_hexagons(find_candidates(image))


def clear_hexagons(seen: Candidates) -> Hexagons:
    """What was seen well enough to be a tile."""
    clear = seen.scores >= LEAST_SCORE
    return Hexagons(seen.centres[clear], seen.corners[clear], seen.scores[clear])
