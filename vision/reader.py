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


def read(
    image: str | Path | bytes | NDArray[Any] | PhotoFile,
    *,
    tile_set: TileSetProfile | None = None,
    camera: CameraProfile | None = None,
    with_dice: bool = True,
    taught: Sequence[TaughtFaces] = (),
    shown: ShownTile | None = None,
) -> Reading:
    """Read the board in one photo, and the dice that lie on it and beside it.

    `image` is a path, the bytes of a JPEG, PNG, WebP or HEIC file, an upright array (h, w, 3) of
    BGR bytes, or a `PhotoFile` (for a photo that is looked at elsewhere, too). `tile_set` (a set's
    two colours) and `camera` (a calibrated lens) are optional helps; `taught` are symbols on dice
    that have been shown. `shown` says where a person sees a tile, in a photo whose board is missed.
    Without `with_dice` nobody looks for dice, which saves a little time. A photo without a board
    gives a Reading without tiles and a warning. If `image` is no photo, raises PhotoError, a
    ValueError whose message is a sentence.
    """
    clock = StageClock()
    file = image if isinstance(image, PhotoFile) else PhotoFile(image)
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
