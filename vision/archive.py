"""Many photos become readings: in their order, in parallel, and without doing any work twice.

Each finished reading is written to a folder under the photo's content hash. A run that was killed
goes on where it stopped; a photo that is there twice is read once. Only a newer reader reads it
again.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
import re
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from ..calibration.cameras.exif import exif_of
from .readings.mark import reader_mark
from .readings.reading import Reading, ReadingError

PHOTO_SUFFIXES = frozenset((".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif"))
PhotoReader = Callable[[str], Reading]
_DATE_TAGS = (0x9003, 0x0132)  # taken at; otherwise last changed at
_SUBSECOND_TAG = 0x9291
_MARK = "reader"
"""Under this name a finished reading tells which version of the reader has made it."""


class ArchiveError(ValueError):
    """A folder that holds no photos, or a scheduler that does not answer."""


@dataclass(frozen=True)
class ArchivedPhoto:
    """One photo of an archive: ``hash`` is the SHA-256 of its bytes, ``time`` when it was taken,
    in seconds, where the photo says so."""

    path: Path
    hash: str
    time: float | None


@dataclass(frozen=True)
class ReadPhoto:
    """A photo with its reading, or with the sentence that says why there is none."""

    photo: ArchivedPhoto
    reading: Reading | None
    problem: str | None


def find_photos(folder: Path) -> list[ArchivedPhoto]:
    """The photos of a folder in the order in which they were taken.

    By the time that the camera wrote into them if all have one, by name otherwise (2 before 10).
    Raises ArchiveError.
    """
    if not folder.is_dir():
        raise ArchiveError(f"there is no folder {folder}")
    paths = [path for path in folder.iterdir() if path.suffix.lower() in PHOTO_SUFFIXES]
    if not paths:
        raise ArchiveError(f"there are no photos in {folder} (JPEG, PNG, WebP or HEIC)")
    photos = [_described(path) for path in sorted(paths, key=_name_order)]
    if all(photo.time is not None for photo in photos):
        photos.sort(key=lambda photo: photo.time or 0.0)
    return photos


def _name_order(path: Path) -> list[Any]:
    """Digits count as numbers, so that photo 10 comes after photo 9."""
    pieces = re.split(r"(\d+)", path.name.lower())
    return [(piece.isdigit(), int(piece) if piece.isdigit() else piece) for piece in pieces]


def _described(path: Path) -> ArchivedPhoto:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return ArchivedPhoto(path, digest.hexdigest(), time_taken(path))


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


def read_plainly(path: str) -> Reading:
    """Read one photo without any profile."""
    from . import read

    return read(path)


def read_one(path: str, read: PhotoReader = read_plainly) -> dict[str, Any]:
    """Read one photo in a worker process: the reading's JSON, or ``{"problem": sentence}``."""
    import cv2

    cv2.setNumThreads(1)
    try:
        return read(path).to_json()
    except (ValueError, OSError) as error:
        return {"problem": str(error)}


def read_archive(
    photos: Iterable[ArchivedPhoto],
    cache: Path,
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    read: PhotoReader = read_plainly,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[ReadPhoto]:
    """Read all photos, in parallel, and return them in their order.

    ``cache`` is the folder of finished readings, of which those of another version of the reader
    are made anew; ``scheduler`` the address of a Dask scheduler that does the work instead of this
    machine (its workers must see the same files). ``read`` reads one photo; other processes have to
    find it by its name.
    ``on_progress`` is told how many different photos are done. Raises ArchiveError.
    """
    ordered = list(photos)
    cache.mkdir(parents=True, exist_ok=True)
    paths = {photo.hash: photo.path for photo in ordered}
    missing = {key: path for key, path in paths.items() if _cached(cache, key) is None}
    done = len(paths) - len(missing)
    on_progress(done, len(paths))
    if missing:
        for key, result in _results(missing, read, workers, scheduler):
            _write_whole(cache / f"{key}.json", json.dumps(result | {_MARK: reader_mark()}))
            done += 1
            on_progress(done, len(paths))
    return [_read_photo(photo, _cached(cache, photo.hash) or {}) for photo in ordered]


def _results(
    missing: dict[str, Path], read: PhotoReader, workers: int | None, scheduler: str | None
) -> Iterator[tuple[str, dict[str, Any]]]:
    if scheduler is not None:
        yield from _results_by_dask(missing, read, scheduler)
        return
    count = min(len(missing), workers or os.cpu_count() or 1)
    # A process that is forked from one whose threads have decoded a picture may wait for ever.
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(max_workers=max(1, count), mp_context=fresh) as pool:
        futures = _submitted(pool, missing, read)
        try:
            for future in as_completed(futures):
                yield futures[future], future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _submitted(executor: Any, missing: dict[str, Path], read: PhotoReader) -> dict[Any, str]:
    """Hand all photos to a process pool or a Dask client: both submit in the same way."""
    return {
        executor.submit(read_one, str(path.resolve()), read): key for key, path in missing.items()
    }


def _results_by_dask(
    missing: dict[str, Path], read: PhotoReader, scheduler: str
) -> Iterator[tuple[str, dict[str, Any]]]:
    try:
        import distributed
    except ImportError:
        raise ArchiveError("--scheduler needs Dask: pip install 'palago[dask]'") from None
    try:
        client = distributed.Client(scheduler, timeout="10s")
    except (OSError, TimeoutError, ValueError) as error:
        raise ArchiveError(f"the scheduler {scheduler} does not answer: {error}") from None
    with client:
        futures = _submitted(client, missing, read)
        for future in distributed.as_completed(futures):
            yield futures[future], future.result()


def _cached(cache: Path, key: str) -> dict[str, Any] | None:
    """The finished reading of a photo, None where this reader has made none."""
    try:
        value = json.loads((cache / f"{key}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(value, dict) or value.pop(_MARK, None) != reader_mark():
        return None
    return value


def _write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there whole or not at all, whenever the machine stops."""
    draft = path.with_suffix(f".{os.getpid()}.part")
    draft.write_text(text, encoding="utf-8")
    os.replace(draft, path)


def _read_photo(photo: ArchivedPhoto, value: dict[str, Any]) -> ReadPhoto:
    if "problem" in value:
        return ReadPhoto(photo, None, str(value["problem"]))
    try:
        return ReadPhoto(photo, Reading.from_json(value), None)
    except ReadingError as error:
        return ReadPhoto(photo, None, str(error))
