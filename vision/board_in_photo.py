"""Where in a photo the board is: looked for at a handy size, and from closer by if the tiles are
small."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from ..calibration.arrays import Floats, Picture
from ..calibration.cameras.camera import CameraProfile
from .board.floors import may_be_shaded_floor
from .board.found_hexagons import clear_hexagons
from .board.search import FoundBoard, find_board
from .finding.detect import (
    find_candidates,
    find_nearby,
    find_small,
    hint_at_tiles,
    leads_to_small_tiles,
)
from .finding.looks import Candidates
from .lattice.plane import KnownLens
from .missed.out_of_focus import find_out_of_focus
from .missed.shown import ShownTile, find_shown
from .photos.photo import Photo, PhotoFile
from .photos.stage_clock import StageClock

SMALLEST_SEEN_TILE = 26.0
"""A photo that was made smaller is read again in full when tiles are narrower than this."""
WIDTHS_ALONE = (64.0, 40.0, 40.0)
"""A single tile narrower than the first, two tiles narrower than the second, and three narrower
than the third are never sure: chess pieces, bold letters, prints and a cable on a floor of hexagons
look like that."""
FEW = 2
"""Where no more tiles than this were found, the photo is looked at out of focus, too."""
NEIGHBOURS = 2
"""Only hints at so many tiles that lie as neighbours are followed."""
HARDLY_APART = 0.1
"""Two colours this near to one another (`Palette.contrast`) leave it open which part of a tile has
which, however plain the lines: a photo without colours shows red and green like that."""
VERY_LARGE = 2.5
"""A photo that was made smaller by more than this factor and showed no board is searched for hints
first."""
SCANNED_LONG_SIDE = 4000
"""The longer side, in pixels, at which it is searched."""


@dataclass(frozen=True)
class BoardInPhoto:
    """The photo at the size at which its board was found, if it was. A doubtful one is never sure:
    it was missed at first, is a few small tiles alone, or shows hardly any colours."""

    photo: Photo
    board: FoundBoard | None
    is_doubtful: bool


@dataclass(frozen=True)
class PhotoSearch:
    """The search for the board in one photo, timed stage by stage."""

    file: PhotoFile
    camera: CameraProfile | None
    clock: StageClock

    def board_found(self) -> BoardInPhoto:
        """The board that is found without anybody's help."""
        photo = self.file.at()
        look = self._look_at_all_sizes(photo)
        if look.tiles <= FEW:
            blurred = find_out_of_focus(photo, self._lens)
            self.clock.finish("classify")
            if blurred is not None:
                return BoardInPhoto(*blurred, is_doubtful=True)
        return BoardInPhoto(look.photo, look.board, look.is_doubtful)

    def board_shown(self, shown: ShownTile) -> BoardInPhoto:
        """The board of which a person has shown a tile."""
        found = find_shown(self.file, shown, self._lens)
        self.clock.finish("classify")
        photo, board = found or (self.file.at(), None)
        return BoardInPhoto(photo, board, is_doubtful=True)

    def _look_at_all_sizes(self, photo: Photo) -> _SizedPhoto:
        is_smaller = photo.image.shape[1] < photo.width
        look = self._seen(photo, partial(find_candidates, faint=is_smaller))
        closer = None
        if is_smaller and leads_to_small_tiles(look.seen, SMALLEST_SEEN_TILE):
            # These small tiles will be seen from closer by: to judge them here would be wasted.
            closer = self._closer(look)
            if closer.tiles >= NEIGHBOURS:
                return closer
        look = self._judged(look)
        if look.board is None and photo.scale[0] > VERY_LARGE:
            look, closer = self._seen(self.file.at(SCANNED_LONG_SIDE), find_small), None
        if not is_smaller or not look.is_worth_a_closer_look:
            return look
        closer = closer or self._closer(look)
        # Only neighbours count as hints: a single tile, seen from closer by, is not what hinted.
        is_less = look.board is None and closer.tiles < NEIGHBOURS
        return replace(closer, board=None) if is_less else closer

    def _closer(self, look: _SizedPhoto) -> _SizedPhoto:
        """The photo in full, where something was seen."""
        full = self.file.at(max(look.photo.width, look.photo.height))
        scale = look.photo.image.shape[1] / full.image.shape[1]
        hints, tiles = look.seen_in(full), look.tiles_in(full)
        nearby = partial(find_nearby, hints=hints, scale=scale, known=tiles)
        return self._judged(self._seen(full, nearby))

    def _seen(self, photo: Photo, find: Callable[[Picture], Candidates]) -> _SizedPhoto:
        self.clock.finish("decode")
        seen = find(photo.image)
        self.clock.finish("detect")
        return _SizedPhoto(photo, seen, None)

    def _judged(self, look: _SizedPhoto) -> _SizedPhoto:
        hexagons = clear_hexagons(look.seen)
        board = find_board(look.photo.image, hexagons, known=self._lens(look.photo))
        self.clock.finish("classify")
        return replace(look, board=board)

    def _lens(self, photo: Photo) -> KnownLens | None:
        """The calibrated lens over the picture that is read, if the profile fits the photo."""
        camera, size = self.camera, (photo.width, photo.height)
        if camera is None or not camera.fits(size):
            return None
        height, width = photo.image.shape[:2]
        return KnownLens(camera.lens_for(size, photo.orientation).scaled((width, height)))


@dataclass(frozen=True)
class _SizedPhoto:
    """A photo at some size, what was seen in it and the board among that."""

    photo: Photo
    seen: Candidates
    board: FoundBoard | None

    @property
    def tiles(self) -> int:
        """How many tiles the board has."""
        return 0 if self.board is None else len(self.board.faces)

    @property
    def is_doubtful(self) -> bool:
        """Whether the board is a few tiles seen in a few pixels; its two colours differ only by a
        shade, or only by the light; or it is one tile of several."""
        if self.board is None:
            return False
        width = self.board.tile_width * self.photo.scale[0]
        is_few = self.tiles <= len(WIDTHS_ALONE)
        is_small = is_few and width < WIDTHS_ALONE[self.tiles - 1]
        is_shade = self.board.palette.contrast < HARDLY_APART
        if is_small or is_shade or self._is_one_of_many:
            return True
        return may_be_shaded_floor(self.board.faces, self.board.palette)

    @property
    def _is_one_of_many(self) -> bool:
        """Whether the board is a single tile, though other hexagons lie about that are not much
        smaller: they may be tiles that are seen badly."""
        if self.board is None or self.tiles > 1:
            return False
        own = self.board.faces.poses.centres_in_photo(self.board.view)
        seen, half = clear_hexagons(self.seen), self.board.tile_width / 2
        apart = np.linalg.norm(seen.centres - own, axis=1) > half
        return bool((apart & (np.ptp(seen.corners, axis=1).max(axis=1) > half)).any())

    @property
    def is_worth_a_closer_look(self) -> bool:
        """Whether there are small tiles, or may be."""
        if self.board is not None:
            return self.board.tile_width < SMALLEST_SEEN_TILE
        return hint_at_tiles(self.seen, SMALLEST_SEEN_TILE)

    def seen_in(self, other: Photo) -> Candidates:
        """What was seen, placed in the same photo at another size."""
        larger = np.array(self.photo.scale) / np.array(other.scale)
        centres = self._placed(self.seen.centres, other)
        return replace(self.seen, centres=centres, maps=self.seen.maps * larger[:, None])

    def tiles_in(self, other: Photo) -> Floats:
        """The centres (k, 2) of the board's tiles in the same photo at another size."""
        if self.board is None:
            return np.zeros((0, 2))
        return self._placed(self.board.faces.poses.centres_in_photo(self.board.view), other)

    def _placed(self, points: Floats, other: Photo) -> Floats:
        return other.from_full(self.photo.to_full(points))
