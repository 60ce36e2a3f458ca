"""The whole way from a photo to a Reading, one stage after the other, each timed."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .board.search import FoundBoard, find_board
from .board.seen import clear_hexagons
from .dice.placing import dice_of
from .finding.detect import (
    Candidates,
    find_candidates,
    find_nearby,
    find_small,
    hint_at_tiles,
    leads_to_small_tiles,
)
from .lattice.groups import Hexagons
from .lattice.plane import KnownLens
from .missed.shown import ShownTile, find_shown
from .missed.softly import find_softly
from .photos.photo import Photo, PhotoFile
from .readings.framing import less_sure, reading_of
from .readings.naming import named_by
from .readings.reading import Reading

if TYPE_CHECKING:
    from ..calibration.cameras.camera import CameraProfile
    from ..calibration.sets.tile_set import TileSetProfile
    from .dice.taught import TaughtFaces

Finder = Callable[[NDArray[np.uint8]], Hexagons]

SMALLEST_SEEN_TILE = 26.0
"""A photo that was made smaller is read again in full when tiles are narrower than this."""
MOST_BY_A_SECOND_LOOK = 0.9
"""A board that was not seen at first is never sure, nor is a small tile or two alone."""
WIDTHS_ALONE = (64.0, 40.0)
"""A single tile narrower than the first, and two tiles narrower than the second, are never sure:
chess pieces, bold letters and prints look like that."""
FEW = 2
"""Where no more tiles than this were found, the photo is looked at out of focus, too."""
NEIGHBOURS = 2
"""Only hints at so many tiles that lie as neighbours are followed."""
VERY_LARGE, SCANNED_LONG_SIDE = 2.5, 4000
"""A photo that was made smaller by more than this, and showed no board, is searched for hints at
this size first."""


@dataclass
class StageClock:
    """Milliseconds by stage, summed over repeats."""

    elapsed: dict[str, float] = field(default_factory=dict)
    _last: float = field(default_factory=time.perf_counter)

    def finish(self, stage: str) -> None:
        """Book the time since the last stage ended."""
        now = time.perf_counter()
        self.elapsed[stage] = self.elapsed.get(stage, 0.0) + 1000.0 * (now - self._last)
        self._last = now

    def with_total(self) -> dict[str, float]:
        """All stages and their sum."""
        return {**self.elapsed, "total": sum(self.elapsed.values())}


def read_photo(
    source: str | Path | bytes | NDArray[Any] | PhotoFile,
    *,
    tile_set: TileSetProfile | None = None,
    camera: CameraProfile | None = None,
    finder: Finder | None = None,
    with_dice: bool = True,
    taught: Sequence[TaughtFaces] = (),
    shown: ShownTile | None = None,
) -> Reading:
    """Read the board in one photo; see `palago.vision.read`. `finder` replaces the tile finder.

    `shown` is where a person says that a tile lies, in a photo in which no board was found.
    """
    clock = StageClock()

    def seen_in(photo: Photo, find: Callable[[NDArray[np.uint8]], Candidates]) -> _Search:
        clock.finish("decode")
        seen = find(photo.image)
        clock.finish("detect")
        return _Search(photo, seen, None)

    def judged(search: _Search) -> _Search:
        known = _known_lens(search.photo, camera)
        board = find_board(search.photo.image, clear_hexagons(search.seen), known=known)
        clock.finish("classify")
        return replace(search, board=board)

    def closer(search: _Search) -> _Search:
        full = file.at(max(search.photo.width, search.photo.height))
        scale = search.photo.image.shape[1] / full.image.shape[1]
        hints, tiles = search.seen_in(full), search.tiles_in(full)
        nearby = partial(find_nearby, hints=hints, scale=scale, known=tiles)
        return judged(seen_in(full, whole if finder else nearby))

    def finished(photo: Photo, board: FoundBoard | None) -> Reading:
        reading = reading_of(photo, board)
        clock.finish("frame")
        if with_dice:
            reading = replace(reading, dice=dice_of(photo, reading.tiles, taught))
            clock.finish("dice")
        if tile_set is not None:
            reading = named_by(reading, tile_set)
            clock.finish("frame")
        return replace(reading, elapsed_ms=clock.with_total())

    file = source if isinstance(source, PhotoFile) else PhotoFile(source)
    if shown is not None:
        there = find_shown(file, shown, partial(_known_lens, camera=camera))
        clock.finish("classify")
        return less_sure(finished(*(there or (file.at(), None))), MOST_BY_A_SECOND_LOOK)
    photo = file.at()
    is_smaller = photo.image.shape[1] < photo.width
    whole = _as_candidates(finder) if finder else partial(find_candidates, faint=is_smaller)
    found = seen_in(photo, whole)
    # Where small tiles lead, what is seen of them here would only be judged to be judged again.
    leads = is_smaller and leads_to_small_tiles(found.seen, SMALLEST_SEEN_TILE)
    near = closer(found) if leads else None
    if near is not None and near.tiles >= NEIGHBOURS:
        found = near
    else:
        found = judged(found)
        if found.board is None and not finder and photo.scale[0] > VERY_LARGE:
            large = file.at(SCANNED_LONG_SIDE)
            found, near = seen_in(large, find_small), None
        if is_smaller and found.is_worth_a_closer_look:
            near = near or closer(found)
            # Hints are of neighbours: a single tile, seen from closer by, is not what hinted.
            is_less = found.board is None and near.tiles < NEIGHBOURS
            found = replace(near, board=None) if is_less else near
    if found.tiles <= FEW and not finder:
        there = find_softly(photo, partial(_known_lens, camera=camera))
        clock.finish("classify")
        if there is not None:
            return less_sure(finished(*there), MOST_BY_A_SECOND_LOOK)
    reading = finished(found.photo, found.board)
    return less_sure(reading, MOST_BY_A_SECOND_LOOK) if found.is_small_and_alone else reading


@dataclass(frozen=True)
class _Search:
    """A photo at some size, what was seen in it and the board among that."""

    photo: Photo
    seen: Candidates
    board: FoundBoard | None

    @property
    def tiles(self) -> int:
        """How many tiles the board has."""
        return 0 if self.board is None else len(self.board.faces)

    @property
    def is_small_and_alone(self) -> bool:
        """Whether nothing vouches for one or two tiles but a few pixels of their own."""
        if self.board is None or self.tiles > len(WIDTHS_ALONE):
            return False
        width = self.board.tile_width * self.photo.scale[0]
        return width < WIDTHS_ALONE[self.tiles - 1]

    @property
    def is_worth_a_closer_look(self) -> bool:
        """Whether there are small tiles, or may be."""
        if self.board is not None:
            return self.board.tile_width < SMALLEST_SEEN_TILE
        return hint_at_tiles(self.seen, SMALLEST_SEEN_TILE)

    def seen_in(self, other: Photo) -> Candidates:
        """What was seen, placed in the same photo at another size."""
        return replace(
            self.seen,
            centres=self._placed(self.seen.centres, other),
            corners=self._placed(self.seen.corners, other),
        )

    def tiles_in(self, other: Photo) -> NDArray[np.float64]:
        """The centres (k, 2) of the board's tiles in the same photo at another size."""
        if self.board is None:
            return np.zeros((0, 2))
        return self._placed(self.board.faces.poses.centres_in_photo(self.board.view), other)

    def _placed(self, points: NDArray[np.float64], other: Photo) -> NDArray[np.float64]:
        return other.from_full(self.photo.to_full(points))


def _as_candidates(finder: Finder) -> Callable[[NDArray[np.uint8]], Candidates]:
    def find(image: NDArray[np.uint8]) -> Candidates:
        seen = finder(image)
        return Candidates(seen.centres, seen.corners, seen.scores, np.ones(len(seen)))

    return find


def _known_lens(photo: Photo, camera: CameraProfile | None) -> KnownLens | None:
    """The calibrated lens over the picture that is read, if the profile fits the photo."""
    if camera is None or not camera.fits((photo.width, photo.height)):
        return None
    height, width = photo.image.shape[:2]
    lens = camera.lens_for((photo.width, photo.height), photo.orientation)
    return KnownLens(lens.scaled((width, height)))
