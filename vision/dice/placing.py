"""The dice of a photo or a frame, and where they lie in the frame of its board."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ...calibration.arrays import Picture
from ...engine.lattice import CORNER_OFFSETS, cell_centre
from ..photos.photo import Photo
from ..photos.shrink import Halves
from ..readings.dice import DieReading
from ..readings.reading import TileReading
from .camera import TableCamera, fit_cameras
from .reader import LIKELY, JudgedDie, read_dice
from .taught import TaughtFaces, top_of

MOST_TILES = 12
"""Number of tiles that tell where the table lies as well as more do."""


def dice_of(
    photo: Photo, tiles: tuple[TileReading, ...], taught: Sequence[TaughtFaces] = ()
) -> tuple[DieReading, ...]:
    """The dice in a photo beside and on its board, whose tiles have been read already."""
    return tuple(reading for _, reading in perhaps_dice(photo, tiles, taught, None))


def perhaps_dice(
    photo: Photo, tiles: tuple[TileReading, ...], taught: Sequence[TaughtFaces], least: float | None
) -> tuple[tuple[JudgedDie, DieReading], ...]:
    """What is a die with the chance `least`, or plainly where that is None: as it was judged, and
    as a reading has it."""
    halves = Halves(photo.image)
    cameras, width = _table(photo, tiles, halves.size)
    seen = read_dice(halves, cameras, width, taught, least)
    if not seen or not cameras or width is None:
        return tuple((die, _as_read(die, photo, None, 0.0)) for die in seen)
    # The middle of the face on which a die lies is as far below its middle as its top is above.
    feet = [2 * np.array(die.middle) - die.center for die in seen]
    # All poses that the tiles leave open see their plane alike.
    places = cameras[0].to_table(np.array(feet))
    side = width / math.sqrt(3.0)
    return tuple(
        (die, _as_read(die, photo, (float(place[0]), float(place[1])), die.side / side))
        for die, place in zip(seen, places, strict=True)
    )


def shown_tops(
    photo: Photo, tiles: tuple[TileReading, ...]
) -> tuple[tuple[DieReading, Picture], ...]:
    """The dice in a photo that lie flat, each with the picture of its top as `TaughtFaces` has it.
    Where nothing is plainly a die, what may well be one is taken: the photo is there to show it."""
    halves = Halves(photo.image)
    cameras, width = _table(photo, tiles, halves.size)
    plain = read_dice(halves, cameras, width)
    return tuple(
        (
            _as_read(die, photo, None, 0.0),
            top_of(halves, np.array(die.middle), np.array(die.center), die.side),
        )
        for die in plain or read_dice(halves, cameras, width, least=LIKELY)
        if die.state == "lying"
    )


def _table(
    photo: Photo, tiles: tuple[TileReading, ...], size: tuple[int, int]
) -> tuple[tuple[TableCamera, ...], float | None]:
    """The cameras that may be over the board, and how wide a tile is in the picture; none where no
    board tells it."""
    if not tiles:
        return (), None
    chosen = tiles[:: max(1, len(tiles) // MOST_TILES)]
    seen_at = photo.from_full(np.array([(tile.center, *tile.corners) for tile in chosen]))
    spokes = np.linalg.norm(seen_at[:, 1:] - seen_at[:, :1], axis=2)
    width = math.sqrt(3.0) * float(np.median(spokes.mean(axis=1)))
    own = np.array([(0.0, 0.0), *CORNER_OFFSETS])
    places = np.array([cell_centre(tile.cell) for tile in chosen])[:, None] + own
    return fit_cameras(places.reshape(-1, 2), seen_at.reshape(-1, 2), size), width


def _as_read(
    die: JudgedDie, photo: Photo, place: tuple[float, float] | None, edge: float
) -> DieReading:
    x, y = photo.to_full(np.array([die.center]))[0]
    return DieReading(
        die.face,
        (float(x), float(y)),
        die.confidence,
        die.side * float(np.mean(photo.scale)),
        die.state,
        place,
        edge if place is not None else 0.0,
    )
