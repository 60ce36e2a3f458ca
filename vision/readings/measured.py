"""The tiles of a photo from whose pixels a set is measured."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ...calibration.sets.fit import PhotoOfTiles
from ..photos.photo import Photo
from .reading import TileReading


def photo_of(photo: Photo, tiles: Iterable[TileReading], name: str = "") -> PhotoOfTiles:
    """Some tiles of a reading, over the photo's working pixels."""
    corners = [[tile.corners[(tile.rotation + step) % 6] for step in range(6)] for tile in tiles]
    full = np.array(corners, dtype=np.float64).reshape(-1, 6, 2)
    return PhotoOfTiles(photo.image, photo.from_full(full), name)
