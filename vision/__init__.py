"""From a photo of the table to a Reading: which tiles lie where, and how sure that is.

`read` is all that most callers need. Heavy libraries are loaded with the first call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ..calibration.arrays import Picture
    from ..calibration.cameras.camera import CameraProfile
    from ..calibration.sets.tile_set import TileSetProfile
    from .dice.taught import TaughtFaces
    from .missed.shown import ShownTile
    from .photos.photo import PhotoError, PhotoFile
    from .readings.reading import Reading, TileReading

__all__ = ["PhotoError", "Reading", "TileReading", "read"]


def read(
    image: str | Path | bytes | Picture | PhotoFile,
    *,
    tile_set: TileSetProfile | None = None,
    camera: CameraProfile | None = None,
    with_dice: bool = True,
    taught: Sequence[TaughtFaces] = (),
    shown: ShownTile | None = None,
) -> Reading:
    """Read the board in one photo, and the dice that lie on it and beside it.

    `image` is a path, the bytes of a JPEG, PNG, WebP or HEIC file, or an upright array (h, w, 3) of
    BGR bytes, or a `PhotoFile` that is looked at elsewhere, too. `tile_set` (a set's two colours)
    and `camera` (a calibrated lens) are optional helps; `taught` are symbols on dice that have been
    shown. `shown` says where a person sees a tile, in a photo whose board is missed. Without
    `with_dice` nobody looks for dice, which saves a little time. A photo without a
    board gives a Reading without tiles and a warning. Raises PhotoError, a ValueError whose message
    is a sentence, where `image` is no photo.
    """
    from .reader import read_photo

    return read_photo(
        image, tile_set=tile_set, camera=camera, with_dice=with_dice, taught=taught, shown=shown
    )


def __getattr__(name: str) -> Any:
    """Give the names above without importing numpy and OpenCV before they are needed."""
    if name == "PhotoError":
        from .photos.photo import PhotoError

        return PhotoError
    if name in ("Reading", "TileReading"):
        from .readings import reading

        return getattr(reading, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
