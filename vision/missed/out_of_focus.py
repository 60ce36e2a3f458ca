"""A board that is plain to see out of focus, in a photo that shows none when it is sharp: dots,
stripes or grain inside a set's colours then become a plain colour."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from ...calibration.arrays import Floats
from ...engine.tiles.observation import SURE
from ..board.found_hexagons import clear_hexagons, find_hexagons
from ..board.search import FoundBoard, find_board
from ..faces.confidence import rotation_chances
from ..finding.closer_look import CLEAR_SCORE
from ..finding.detect import find_candidates, hint_at_tiles
from ..lattice.hexagons import Hexagons
from ..lattice.plane import KnownLens
from ..photos.photo import Photo
from ..photos.shrink import shrunk_to

BLUR = 3.0
"""Standard deviation, in pixels, of the Gaussian: dots and stripes inside a colour vanish."""
SOFT_SIDE = 560
"""The longer side of the photo, in pixels, at a glance out of focus."""
LEAST_SOFT_TILES = 5
"""Fewer tiles are not believed then."""


def find_out_of_focus(
    sharp: Photo, known: Callable[[Photo], KnownLens | None]
) -> tuple[Photo, FoundBoard] | None:
    """The board that is seen out of focus, and the photo as it was seen then. Nobody has said that
    there is one: it needs five tiles or more, and most of them sure.

    Two glances are quick: at a very small photo, where the coarse patterns of large tiles vanish,
    and at a larger one. Where one hints at tiles, more looks follow; the last sees small tiles.
    """
    small, middle, large = (
        replace(sharp, image=shrunk_to(sharp.image, SOFT_SIDE * size // 2)) for size in (1, 2, 4)
    )
    glances = [softened(small), softened(middle, BLUR / 2)]
    seen = [find_candidates(glance.image) for glance in glances]
    if not any(hint_at_tiles(candidates, math.inf) for candidates in seen):
        return None
    closer = [softened(middle), softened(large)]
    hexagons = [*map(clear_hexagons, seen), *(find_hexagons(photo.image) for photo in closer)]
    looks = zip([*glances, *closer], hexagons, strict=True)
    boards = [(photo, _believed(photo, hexagons, known)) for photo, hexagons in looks]
    found = [(photo, board) for photo, board in boards if board is not None]
    return max(found, key=lambda one: float(sureness(one[1]).sum()), default=None)


def _believed(
    photo: Photo, hexagons: Hexagons, known: Callable[[Photo], KnownLens | None]
) -> FoundBoard | None:
    if int((hexagons.scores >= CLEAR_SCORE).sum()) < LEAST_SOFT_TILES:
        return None
    board = find_board(photo.image, hexagons, known=known(photo))
    if board is None or len(board.faces) < LEAST_SOFT_TILES:
        return None
    return board if float(np.median(sureness(board))) >= SURE else None


def sureness(board: FoundBoard) -> Floats:
    """The confidence (n,) in each tile of a board, in whatever frame its group lies. A board is no
    less likely where it is hard to tell which colour is the lighter."""
    odd = board.faces.rotations % 2
    return rotation_chances(board.faces, odd != round(float(odd.mean())))


def softened(photo: Photo, blur: float = BLUR) -> Photo:
    """The photo out of focus, by a Gaussian of this standard deviation in pixels."""
    return replace(photo, image=np.asarray(cv2.GaussianBlur(photo.image, (0, 0), blur), np.uint8))
