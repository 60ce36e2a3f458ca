"""The whole way from a photo to a Reading, one stage after the other, each timed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .board_search import FoundBoard, find_board
from .framing import reading_of
from .lattice_fit import Hexagons
from .lens import KnownLens
from .photo import Photo, load_photo
from .reading import Reading

if TYPE_CHECKING:
    from ..calibration.camera import CameraProfile
    from ..calibration.tile_set import TileSetProfile

Finder = Callable[[NDArray[np.uint8]], Hexagons]

SMALLEST_SEEN_TILE = 26.0
"""A photo that was made smaller is read again in full when tiles are narrower than this."""
HINT_SCORE, HINTS = 0.28, 3
"""It is, too, when this many hexagons so narrow are hinted at and no board is found."""


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
    source: str | Path | bytes | NDArray[Any],
    *,
    tile_set: TileSetProfile | None = None,
    camera: CameraProfile | None = None,
    finder: Finder | None = None,
) -> Reading:
    """Read the board in one photo; see `palago.vision.read`. `finder` replaces the tile finder."""
    clock = StageClock()
    photo = load_photo(source)
    clock.finish("decode")
    board, hexagons = _search(photo, camera, finder, clock)
    if photo.image.shape[1] < photo.width and _is_worth_a_closer_look(board, hexagons):
        photo = load_photo(source, long_side=max(photo.width, photo.height))
        clock.finish("decode")
        board, _ = _search(photo, camera, finder, clock)
    reading = reading_of(photo, board, tile_set=tile_set)
    clock.finish("frame")
    return Reading(**{**reading.__dict__, "elapsed_ms": clock.with_total()})


def _search(
    photo: Photo, camera: CameraProfile | None, finder: Finder | None, clock: StageClock
) -> tuple[FoundBoard | None, Hexagons]:
    hexagons = (finder or find_hexagons)(photo.image)
    clock.finish("detect")
    board = find_board(photo.image, hexagons, known=_known_lens(photo, camera))
    clock.finish("classify")
    return board, hexagons


def find_hexagons(image: NDArray[np.uint8]) -> Hexagons:
    """What the tile finder sees in a picture (h, w, 3) BGR."""
    from .detect import find_candidates

    found = find_candidates(image)
    return Hexagons(found.centres, found.corners, found.scores)


def _known_lens(photo: Photo, camera: CameraProfile | None) -> KnownLens | None:
    """The calibrated lens over the picture that is read, if the profile fits the photo."""
    if camera is None or not camera.fits((photo.width, photo.height)):
        return None
    height, width = photo.image.shape[:2]
    lens = camera.lens_for((photo.width, photo.height), photo.orientation)
    return KnownLens(lens.scaled((width, height)))


def _is_worth_a_closer_look(board: FoundBoard | None, hexagons: Hexagons) -> bool:
    if board is not None:
        return board.tile_width < SMALLEST_SEEN_TILE
    widths = np.linalg.norm(hexagons.corners[:, 0] - hexagons.corners[:, 3], axis=1) * 0.866
    hints = (hexagons.scores >= HINT_SCORE) & (widths < SMALLEST_SEEN_TILE)
    return bool(hints.sum() >= HINTS)
