"""The whole way from a photo to a Reading, one stage after the other, each timed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from ..calibration.cameras.camera import CameraProfile
from ..calibration.sets.tile_set import TileSetProfile
from .board_in_photo import PhotoSearch
from .dice.placing import dice_of
from .dice.taught import TaughtFaces
from .missed.shown import ShownTile
from .photos.photo import PhotoFile
from .photos.stage_clock import StageClock
from .readings.framing import less_sure, reading_of
from .readings.naming import named_by
from .readings.reading import Reading

MOST_IN_DOUBT = 0.9
"""No tile of a doubtful board is surer than this."""


def read_photo(
    source: str | Path | bytes | NDArray[Any] | PhotoFile,
    *,
    tile_set: TileSetProfile | None = None,
    camera: CameraProfile | None = None,
    with_dice: bool = True,
    taught: Sequence[TaughtFaces] = (),
    shown: ShownTile | None = None,
) -> Reading:
    """Read the board in one photo; see `palago.vision.read`. `shown` is where a person says that a
    tile lies, in a photo in which no board was found."""
    clock = StageClock()
    file = source if isinstance(source, PhotoFile) else PhotoFile(source)
    search = PhotoSearch(file, camera, clock)
    found = search.board_found() if shown is None else search.board_shown(shown)
    reading = reading_of(found.photo, found.board)
    clock.finish("frame")
    if with_dice:
        reading = replace(reading, dice=dice_of(found.photo, reading.tiles, taught))
        clock.finish("dice")
    if tile_set is not None:
        reading = named_by(reading, tile_set)
        clock.finish("frame")
    if found.is_doubtful:
        reading = less_sure(reading, MOST_IN_DOUBT)
    return replace(reading, elapsed_ms=clock.with_total())
