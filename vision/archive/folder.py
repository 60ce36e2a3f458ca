"""The photos of a folder, in the order in which they were taken."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from ...calibration.cameras.exif import exif_of

PHOTO_SUFFIXES = frozenset((".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif"))
FILM_SUFFIXES = frozenset((".mp4", ".mov", ".m4v", ".avi", ".mkv", ".webm", ".y4m"))
_DATE_TAGS = (0x9003, 0x0132)  # taken at; otherwise last changed at
_SUBSECOND_TAG = 0x9291  # fractions of the second at which it was taken


class ArchiveError(ValueError):
    """A folder that holds no photos, or workers that cannot read them; the message says which.

    ``code`` says why for who words it in another language: ``no_photos``, ``ended`` (a process that
    read) or ``workers`` (elsewhere).
    """

    def __init__(self, sentence: str, code: str = "workers") -> None:
        super().__init__(sentence)
        self.code = code


def films_of_their_own(films: Iterable[Path], photos: Iterable[Path]) -> list[Path]:
    """Those films that are no moving parts of photos: phones put a short film beside a photo, under
    the photo's name."""
    names = {photo.stem.lower() for photo in photos}
    return [film for film in films if film.stem.lower() not in names]


@dataclass(frozen=True)
class ArchivedPhoto:
    """One photo of an archive: ``hash`` is the SHA-256 of its bytes, ``time`` when it was taken,
    in seconds, where the photo says so."""

    path: Path
    hash: str
    time: float | None


def find_photos(folder: Path) -> list[ArchivedPhoto]:
    """The photos of a folder in the order in which they were taken: by the time that the camera
    wrote, if all have one, else by name (2 before 10). A hidden file is none: computers note things
    beside a photo, under its name. Raises ArchiveError."""
    if not folder.is_dir():
        raise ArchiveError(f"there is no folder {folder}", "no_photos")
    paths = [path for path in folder.iterdir() if not path.name.startswith(".")]
    paths = [path for path in paths if path.suffix.lower() in PHOTO_SUFFIXES]
    if not paths:
        raise ArchiveError(
            f"there are no photos in {folder} (JPEG, PNG, WebP or HEIC)", "no_photos"
        )
    photos = [
        ArchivedPhoto(path, hash_of(path), time_taken(path))
        for path in sorted(paths, key=_name_order)
    ]
    if all(photo.time is not None for photo in photos):
        photos.sort(key=lambda photo: photo.time or 0.0)
    return photos


def _name_order(path: Path) -> list[Any]:
    """Digits count as numbers, so that photo 10 comes after photo 9."""
    pieces = re.split(r"(\d+)", path.name.lower())
    return [(piece.isdigit(), int(piece) if piece.isdigit() else piece) for piece in pieces]


def hash_of(path: Path) -> str:
    """The SHA-256 of a file's bytes. Raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def time_taken(path: Path) -> float | None:
    """When a photo was taken, in seconds since 1970 by the camera's clock, or None."""
    from PIL import Image

    try:
        with Image.open(path) as image:
            exif = exif_of(image)
            details = exif.get_ifd(0x8769)
            written = details.get(_DATE_TAGS[0]) or exif.get(_DATE_TAGS[1])
            moment = datetime.strptime(str(written).strip("\0 "), "%Y:%m:%d %H:%M:%S")
            subsecond = str(details.get(_SUBSECOND_TAG, "")).strip("\0 ")
    except Exception:
        # Damaged headers raise nearly anything; a photo without a time is ordered by its name.
        return None
    fraction = float(f"0.{subsecond}") if subsecond.isdigit() else 0.0
    return (moment - datetime(1970, 1, 1)).total_seconds() + fraction
