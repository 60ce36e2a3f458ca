"""What the reading processes do with a photo: its board, and small copies for the pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .worker import JobRefused

SHOWN_SIDE, THUMBNAIL_SIDE = 1400, 240
SHOWN_QUALITY, THUMBNAIL_QUALITY = 74, 70


def warm_up() -> None:
    """Load what the first photo would otherwise wait for."""
    import numpy as np

    from ...vision import read

    read(np.full((300, 400, 3), 128, np.uint8))


def read_photo(
    path: str,
    shown: str | None = None,
    thumbnail: str | None = None,
    data_folder: str | None = None,
    tile_set: str | None = None,
    camera: str | None = None,
) -> dict[str, Any]:
    """Read a photo into the conventions' Reading JSON; write its copies beside it.

    ``tile_set`` and ``camera`` name profiles of the data folder; where they are not named, those
    that match the photo are used. Raises JobRefused with a sentence
    for the person who sent the photo.
    """
    from ...vision import PhotoError
    from ..profile_choice import KeptProfiles

    kept = KeptProfiles.in_folder(Path(data_folder)) if data_folder else KeptProfiles()
    try:
        data = Path(path).read_bytes()
        write_copies(data, shown, thumbnail)
        reading = kept.read(data, **_profiles(data_folder, tile_set, camera))
    except PhotoError as error:
        raise JobRefused(str(error), f"photo_{error.code}") from None
    return reading.to_json()


def make_copies(path: str, shown: str, thumbnail: str) -> None:
    """Make a photo's copies anew. Raises JobRefused."""
    from ...vision import PhotoError

    try:
        write_copies(Path(path).read_bytes(), shown, thumbnail)
    except PhotoError as error:
        raise JobRefused(str(error), f"photo_{error.code}") from None


def photo_size(path: str) -> list[int]:
    """A photo's width and height, upright. Raises JobRefused."""
    from ...vision import PhotoError
    from ...vision.photos.photo import load_photo

    try:
        photo = load_photo(Path(path).read_bytes(), long_side=THUMBNAIL_SIDE)
    except PhotoError as error:
        raise JobRefused(str(error), f"photo_{error.code}") from None
    return [photo.width, photo.height]


def write_copies(data: bytes, shown: str | None, thumbnail: str | None) -> None:
    """Write upright JPEG copies without EXIF, small enough for a phone on a club's network."""
    import cv2

    from ...vision.photos.photo import load_photo
    from ..store.photo_store import write_whole

    if shown is None:
        return
    photo = load_photo(data, long_side=SHOWN_SIDE)
    copies = [(shown, SHOWN_SIDE, SHOWN_QUALITY), (thumbnail, THUMBNAIL_SIDE, THUMBNAIL_QUALITY)]
    for target, side, quality in copies:
        if target is None:
            continue
        height, width = photo.image.shape[:2]
        share = min(1.0, side / max(height, width))
        size = (max(1, round(width * share)), max(1, round(height * share)))
        small = cv2.resize(photo.image, size, interpolation=cv2.INTER_AREA)
        coded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        write_whole(Path(target), coded.tobytes())


def _profiles(data: str | None, tile_set: str | None, camera: str | None) -> dict[str, Any]:
    if data is None:
        return {}
    from ...calibration.profiles import ProfileError, camera_profiles, tile_set_profiles

    chosen: dict[str, Any] = {}
    try:
        if tile_set is not None:
            chosen["tile_set"] = tile_set_profiles(Path(data)).get(tile_set)
        if camera is not None:
            chosen["camera"] = camera_profiles(Path(data)).get(camera)
    except ProfileError as error:
        raise JobRefused(str(error)) from None
    return chosen
