"""Candidates for tiles in a picture, found by a small network over a pyramid of sizes.

A coarse pass looks at the whole picture at a few sizes. Where it finds tiles, a fine pass looks
again with the tiles at the width that the network measures best. Its answer at a tile's centre
carries the whole affine hexagon (see ``tile_code``), so that candidates come with six corners.
"""

from __future__ import annotations

import cv2
import numpy as np

from ...calibration.arrays import Floats, Picture
from ..photos.shrink import Halves
from .closer_look import fine_pass, hinted_groups, look_where_clustered, look_where_hinted
from .lively import look_where_lively
from .looks import (
    LEAST_PICTURE,
    LEAST_SCORE,
    MOST_PEAKS,
    Candidates,
    find_hexagons_in,
    without_doubles,
)

#: Longer sides, in pixels, of the coarse pass.
COARSE_SIDES = (640, 256, 112)
#: Longer sides of the closer looks that follow where little was found. A look is worth while only
#: in a picture whose longer side is at least the second number.
CLOSER_LOOKS = ((896, 768), (2000, 1740))
#: The least score of what may hint at small tiles in a photo that was made smaller.
FAINT_SCORE = 0.12
#: No more such hints than this, the best, are followed in a very large photo.
MOST_HINTS = 20
#: One candidate with this score makes a closer look needless: nothing else gets it.
SURE_SCORE = 0.6
#: A picture whose bright parts stay below this level is made brighter: the network has seldom seen
#: the dark.
DARK = 130.0
#: The level that they are to reach then.
BRIGHT = 240.0
#: It is made brighter by this factor at most.
MOST_GAIN = 4.0


def find_candidates(image: Picture, *, faint: bool = False) -> Candidates:
    """Find hexagons that look like face-up Palago tiles in a BGR picture (H, W, 3) of any size.

    With ``faint`` the picture is a photo made smaller: what only hints at small tiles is given too,
    with scores under LEAST_SCORE, for ``find_nearby``. Raises ``ValueError`` for an array of
    another shape or type.
    """
    if image.shape[2:] != (3,) or image.dtype != np.uint8:
        raise ValueError(f"expected an (H, W, 3) uint8 picture, got {image.shape} {image.dtype}")
    if min(image.shape[:2]) < LEAST_PICTURE:
        return _nothing()
    halves = _bright_enough(image)
    found = fine_pass(halves, _coarse_pass(halves))
    least = FAINT_SCORE if faint else LEAST_SCORE
    sides = [side for side, from_side in CLOSER_LOOKS if max(halves.size) > from_side]
    # What there is in a large photo may be too small for any look but the closest.
    for side in sides[-1:] if faint else sides:
        if np.any(found.scores >= SURE_SCORE):
            break
        scale = min(1.0, side / max(halves.size))
        if side == CLOSER_LOOKS[-1][0]:
            closer = look_where_lively(halves, scale, least, found).best(MOST_PEAKS)
        else:
            shrunk = halves.shrunk(scale, quick=True)
            closer = find_hexagons_in(shrunk.picture, least).placed(shrunk)
        found = without_doubles(found.joined(closer))
        found = look_where_clustered(halves, found, scale)
    return found


def find_small(image: Picture) -> Candidates:
    """Look at every part of a large picture (h, w, 3) BGR for what hints at small tiles."""
    halves = _bright_enough(image)
    found = without_doubles(look_where_lively(halves, 1.0, FAINT_SCORE, _nothing()))
    return found.take(np.concatenate([np.zeros(0, np.intp), *hinted_groups(found)[:MOST_HINTS]]))


def find_nearby(image: Picture, hints: Candidates, scale: float, known: Floats) -> Candidates:
    """Find tiles at ``hints`` and at ``known`` tiles (k, 2). Hints were seen in a picture made
    smaller by ``scale``; their places are in this picture."""
    halves = _bright_enough(image)
    found = look_where_hinted(halves, hints, scale, known)
    return found.take(found.scores >= LEAST_SCORE)


def hint_at_tiles(candidates: Candidates, width: float) -> bool:
    """Whether candidates narrower than this, in pixels, lie together as those of a board do."""
    return len(hinted_groups(candidates.take(candidates.widths < width))) > 0


def leads_to_small_tiles(candidates: Candidates, width: float) -> bool:
    """Whether the best cluster of candidates shows tiles narrower than this, in pixels."""
    groups = hinted_groups(candidates)
    return bool(groups) and float(np.median(candidates.widths[groups[0]])) < width


def _bright_enough(image: Picture) -> Halves:
    """The picture, brighter if nothing in it is bright: the network was seldom shown the dark."""
    halves = Halves(image)
    glance = halves.shrunk(min(1.0, COARSE_SIDES[-1] / max(halves.size))).picture
    brightest = float(np.percentile(glance.max(axis=2), 98))
    if brightest >= DARK:
        return halves
    gain = min(MOST_GAIN, BRIGHT / max(brightest, 1.0))
    return Halves(np.asarray(cv2.convertScaleAbs(image, alpha=gain), dtype=np.uint8))


def _nothing() -> Candidates:
    return Candidates(np.zeros((0, 2)), np.zeros((0, 2, 2)), np.zeros(0), np.zeros(0))


def _coarse_pass(halves: Halves) -> Candidates:
    """Look at the whole picture at several sizes."""
    sizes = (halves.shrunk(min(1.0, side / max(halves.size))) for side in COARSE_SIDES)
    looks = [find_hexagons_in(shrunk.picture).placed(shrunk) for shrunk in sizes]
    return without_doubles(Candidates.joined(*looks))
