"""What the reading processes do with a photo: its board, and small copies for the pages."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...engine.stamp import stamped
from ...vision.photos.without_metadata import NotUnderstood, bare
from ..store.files.photo_files import ABOUT, media_type_of
from ..store.files.whole_files import write_whole
from ..workers.worker import JobRefused
from .frames import jpeg, photos_refused

if TYPE_CHECKING:
    from ...vision.counters.seed_sign import SeedSign
    from ...vision.photos.photo import PhotoFile
    from ...vision.readings.reading import Reading

SHOWN_SIDE, THUMBNAIL_SIDE = 1400, 240
SHOWN_QUALITY, THUMBNAIL_QUALITY = 74, 70


def warm_up() -> None:
    """Load what the first photo would otherwise wait for."""
    import numpy as np

    from ...vision import read

    read(np.full((300, 400, 3), 128, np.uint8))


@photos_refused()
def read_tiles(
    path: str,
    shown: str | None = None,
    thumbnail: str | None = None,
    data_folder: str | None = None,
    tile_set: str | None = None,
    camera: str | None = None,
    points: list[list[float]] | None = None,
    with_dice: bool = True,
) -> dict[str, Any]:
    """Read a photo into a reading's JSON; write its copies beside it.

    ``tile_set`` and ``camera`` name profiles of the data folder; where they are not named, those
    that match the photo are used. ``points`` are where a person sees a tile, in a stored photo;
    without ``with_dice`` nobody looks for dice.
    Raises JobRefused with a sentence for the person who sent the photo.
    """
    from ...vision.missed.shown import NotShown, ShownTile
    from ...vision.photos.photo import PhotoFile
    from ..profile_choice import KeptProfiles

    kept = KeptProfiles.in_folder(Path(data_folder)) if data_folder else KeptProfiles()
    try:
        data = Path(path).read_bytes()
        file = PhotoFile(data, orientation=kept_orientation(Path(path)) if points else None)
        write_copies(file, shown, thumbnail)
        tile = ShownTile(tuple((x, y) for x, y in points)) if points else None
        profiles = _profiles(data_folder, tile_set, camera)
        reading = kept.read(
            data, file=file, shown=tile, with_dice=with_dice, is_played=True, **profiles
        )
        # Of a camera's pictures, of which no copy is kept, many show no board.
        if shown:
            reading = with_printed_board(reading, file)
    except NotShown:
        raise JobRefused.of("no_tile_shown") from None
    return reading.to_json()


def with_printed_board(reading: Reading, file: PhotoFile) -> Reading:
    """A reading of a photo, with a note where it shows no tiles, but surely a printed board."""
    from ...vision.counters.reader import shows_printed_board
    from ...vision.readings.warnings import ReadingWarning

    if reading.tiles or not shows_printed_board(file):
        return reading
    return replace(reading, notes=(*reading.notes, ReadingWarning("printed_board")))


@photos_refused()
def read_printed_board(
    path: str,
    shown: str | None = None,
    thumbnail: str | None = None,
    seeds_by: SeedSign | None = None,
) -> dict[str, Any]:
    """As :func:`read_tiles`, for a printed board. Raises JobRefused. ``seeds_by`` is what seeds are
    told by at this table, where the game knows it."""
    from ...vision.counters.reader import read_counters
    from ...vision.photos.photo import PhotoFile

    data = Path(path).read_bytes()
    write_copies(PhotoFile(data), shown, thumbnail)
    return read_counters(data, seeds_by).to_json()


@photos_refused()
def bare_photo(path: str, original: str, about: str) -> str:
    """Write a photo without its EXIF, and to a file apart what a reader needs of the EXIF.

    A file that is not built as its format says is coded anew, upright. Returns what kind of file
    it became. Raises JobRefused.
    """
    from ...calibration.cameras.exif import camera_identity
    from ...vision.photos.header import read_header

    data = Path(path).read_bytes()
    orientation = read_header(data, "the photo").orientation
    try:
        kept = bare(data)
    except NotUnderstood:
        kept, orientation = coded_anew(data), 1
    write_whole(Path(original), kept)
    camera = camera_identity(data)
    if orientation != 1 or camera != type(camera)():
        known = stamped("photo", {"orientation": orientation, "camera": asdict(camera)})
        write_whole(Path(about), json.dumps(known).encode())
    return media_type_of(kept) or "application/octet-stream"


def coded_anew(data: bytes) -> bytes:
    """A photo as a JPEG of its pixels, upright, nothing beside it. Raises PhotoError."""
    from ...vision.photos.header import MOST_PIXELS
    from ...vision.photos.photo import PhotoFile

    return jpeg(PhotoFile(data).at(MOST_PIXELS).image, 95)


@photos_refused()
def make_copies(path: str, shown: str, thumbnail: str) -> None:
    """Make a stored photo's copies anew. Raises JobRefused."""
    write_copies(stored_photo(Path(path)), shown, thumbnail)


@photos_refused()
def photo_size(path: str) -> list[int]:
    """A stored photo's width and height, upright. Raises JobRefused."""
    photo = stored_photo(Path(path)).at(THUMBNAIL_SIDE)
    return [photo.width, photo.height]


def stored_photo(path: Path) -> PhotoFile:
    """A photo of the dashboard's store, turned as it was taken. Raises PhotoError, OSError."""
    from ...vision.photos.photo import PhotoFile

    return PhotoFile(path.read_bytes(), orientation=kept_orientation(path))


def kept_orientation(original: Path) -> int | None:
    """How a stored photo is turned, None where the file itself still says it."""
    try:
        known = json.loads(original.with_name(ABOUT).read_bytes())["orientation"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return known if known in range(1, 9) else None


def write_copies(file: PhotoFile, shown: str | None, thumbnail: str | None) -> None:
    """Write upright JPEG copies without EXIF, small enough for a phone on a club's network."""
    import cv2
    import numpy as np

    if shown is None:
        return
    photo = file.at(SHOWN_SIDE)
    copies = [(shown, SHOWN_SIDE, SHOWN_QUALITY), (thumbnail, THUMBNAIL_SIDE, THUMBNAIL_QUALITY)]
    for target, side, quality in copies:
        if target is None:
            continue
        height, width = photo.image.shape[:2]
        share = min(1.0, side / max(height, width))
        size = (max(1, round(width * share)), max(1, round(height * share)))
        small = cv2.resize(photo.image, size, interpolation=cv2.INTER_AREA)
        write_whole(Path(target), jpeg(np.asarray(small, np.uint8), quality))


def _profiles(data: str | None, tile_set: str | None, camera: str | None) -> dict[str, Any]:
    if data is None:
        return {}
    from ...calibration.profiles import camera_profiles, tile_set_profiles

    chosen: dict[str, Any] = {}
    if tile_set is not None:
        chosen["tile_set"] = tile_set_profiles(Path(data)).get(tile_set)
    if camera is not None:
        chosen["camera"] = camera_profiles(Path(data)).get(camera)
    return chosen
