"""A board that is missed until a person shows it: by a tap on one tile, or on its corners. The
photo is looked at in many sizes, sharp and out of focus; a board is believed only if one of its
tiles lies where the person pointed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from ...calibration.arrays import Flags, Floats, Points
from ..board.found_hexagons import find_hexagons
from ..board.search import FoundBoard, find_board
from ..lattice.hexagons import Hexagons
from ..lattice.pattern import CORNERS
from ..lattice.plane import KnownLens
from ..photos.photo import Photo, PhotoFile
from ..readings.dice import Pixel
from .out_of_focus import softened, sureness

LONG_SIDES = [round(240 * 1.5**k) for k in range(7)]
"""A single tap does not tell how large the tile is. So the photo is looked at in all these sizes
(longer side, pixels): in one of them the tile has the width that the finder sees best."""
BEST_WIDTH = 56.0
"""Pixels across a tile in a look at four corners: the finder sees such tiles well."""
VOUCHED = 0.97
"""The score of a hexagon that a person has pointed at: as a tile seen plainly has."""


class NotShown(ValueError):
    """What was pointed at is no tile; the message is a sentence for the person."""


@dataclass(frozen=True)
class ShownTile:
    """Where a person says that a tile lies, in pixels of the full upright photo: one point near its
    middle, or four neighbouring corners in their order. Raises NotShown for anything else."""

    points: tuple[Pixel, ...]

    def __post_init__(self) -> None:
        if len(self.points) not in (1, 4):
            raise NotShown("show one place on a tile, or four neighbouring corners of it")
        if len(self.points) == 4:
            sides = np.roll(self._corners, -1, axis=0) - self._corners
            turns = _cross(sides, np.roll(sides, -1, axis=0))
            if not ((turns > 1.0).all() or (turns < -1.0).all()):
                raise NotShown(
                    "the four corners do not go round a tile: tap them one after another"
                )

    @property
    def _corners(self) -> Points:
        return np.array(self.points, np.float64)

    def hexagon(self) -> Points | None:
        """All six corners (6, 2) clockwise, where four were shown."""
        if len(self.points) == 1:
            return None
        corners = self._corners
        if _cross(corners[1] - corners[0], corners[2] - corners[1]) < 0:
            corners = corners[::-1]
        to_photo = cv2.getPerspectiveTransform(
            CORNERS[:4].astype(np.float32), corners.astype(np.float32)
        )
        return np.asarray(cv2.perspectiveTransform(CORNERS[None], to_photo)[0])

    @property
    def middle(self) -> Points:
        """The place (2,) that has to be on a tile."""
        hexagon = self.hexagon()
        return np.asarray(self._corners[0] if hexagon is None else hexagon.mean(axis=0))


def find_shown(
    file: PhotoFile, shown: ShownTile, known: Callable[[Photo], KnownLens | None]
) -> tuple[Photo, FoundBoard] | None:
    """The board around a tile that a person showed, and the photo in the size that served best.
    `known` gives a photo's calibrated lens."""
    best: tuple[float, Photo, FoundBoard] | None = None
    for photo in _looks(file, shown):
        for hexagons in _vouched(photo, shown):
            board = find_board(photo.image, hexagons, known=known(photo))
            if board is None or not _lies_there(photo, board, shown):
                continue
            sure = float(sureness(board).sum())
            if best is None or sure > best[0]:
                best = sure, photo, board
    return None if best is None else best[1:]


def _looks(file: PhotoFile, shown: ShownTile) -> Iterator[Photo]:
    """The photo in all sizes that may show the tile well, each sharp and out of focus."""
    hexagon = shown.hexagon()
    sides = LONG_SIDES
    if hexagon is not None:
        whole = file.at(LONG_SIDES[-1])
        width = 2.0 * float(np.median(np.linalg.norm(hexagon - hexagon.mean(axis=0), axis=1)))
        side = max(whole.width, whole.height) * BEST_WIDTH / max(width, 1.0)
        # Fingers are not exact, and what is drawn inside the colours may vanish in small tiles.
        sides = sorted(LONG_SIDES, key=lambda one: abs(math.log(one / side)))[:4]
    seen = set()
    for side in sides:
        photo = file.at(side)
        if max(photo.image.shape) in seen:  # the photo itself is no larger
            continue
        seen.add(max(photo.image.shape))
        yield photo
        yield softened(photo)


def _vouched(photo: Photo, shown: ShownTile) -> Iterator[Hexagons]:
    """The hexagons in the photo, with one for which the person vouches: first the one seen at that
    place, then the one whose corners were tapped."""
    seen = find_hexagons(photo.image)
    near = _are_under(photo.from_full(shown.middle), seen.centres, seen.corners)
    hexagon = shown.hexagon()
    if hexagon is None or near.any():
        scores = seen.scores.copy()
        if near.any():
            scores[np.flatnonzero(near)[np.argmax(scores[near])]] = VOUCHED
        yield Hexagons(seen.centres, seen.corners, scores)
    if hexagon is not None:
        own = photo.from_full(hexagon)
        yield Hexagons(
            np.concatenate([seen.centres[~near], own.mean(axis=0)[None]]),
            np.concatenate([seen.corners[~near], own[None]]),
            np.append(seen.scores[~near], VOUCHED),
        )


def _lies_there(photo: Photo, board: FoundBoard, shown: ShownTile) -> bool:
    """Whether one of the board's tiles lies where the person pointed."""
    place = photo.from_full(shown.middle)
    centres = board.faces.poses.centres_in_photo(board.view)
    corners = board.faces.poses.corners_in_photo(board.view)
    return bool(_are_under(place, centres, corners).any())


def _are_under(place: Points, centres: Points, corners: Points) -> Flags:
    """Which tiles a place (2,) is no farther from than their own corners are."""
    reach = np.linalg.norm(corners - centres[:, None], axis=2).max(axis=1)
    return np.asarray(np.linalg.norm(centres - place, axis=1) <= reach)


def _cross(one: Points, other: Points) -> Floats:
    return np.asarray(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0])
