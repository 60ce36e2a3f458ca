"""Many photos become readings: in their order, in parallel, and without doing any work twice.

Each finished reading is written to a folder under the photo's content hash. A run that was killed
goes on where it stopped; a photo that is there twice is read once. Only a newer reader reads it
again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..readings.reading import Reading, ReadingError
from .folder import ArchivedPhoto, ArchiveError, find_photos
from .on_dask import read_on_dask
from .store import FinishedReadings
from .work import PhotoReader, read_here, read_in_turn, read_plainly

__all__ = ["ArchiveError", "ArchivedPhoto", "ReadPhoto", "find_photos", "read_archive"]


@dataclass(frozen=True)
class ReadPhoto:
    """A photo with its reading, or with the sentence that says why there is none; if it is no
    photo, with the :class:`PhotoError`'s code, too."""

    photo: ArchivedPhoto
    reading: Reading | None
    problem: str | None
    code: str = ""


def read_archive(
    photos: Iterable[ArchivedPhoto],
    cache: Path,
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    patience: float = 120.0,
    read: PhotoReader = read_plainly,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[ReadPhoto]:
    """Read all photos, in parallel, and return them in their order.

    ``cache`` is the folder of finished readings; those of another version of the reader are made
    anew. ``workers`` are the processes of this machine that read, 0 where this one does it itself,
    which a photo may then bring down. ``scheduler`` is the address of a Dask scheduler that does
    the work instead of this machine (``on_dask`` says what its workers need); it is given up after
    ``patience`` seconds without a reading. ``read`` reads one photo; other processes have to find
    it by its name. ``on_progress`` is told how many different photos are done. Raises ArchiveError.
    """
    ordered = list(photos)
    finished = FinishedReadings(cache)
    paths = {photo.hash: photo.path for photo in ordered}
    missing = {key: path for key, path in paths.items() if finished.get(key) is None}
    failures: dict[str, str] = {}
    done = len(paths) - len(missing)
    on_progress(done, len(paths))
    if missing:
        if scheduler is not None:
            results = read_on_dask(missing, read, scheduler, patience)
        elif workers == 0:
            results = read_in_turn(missing, read)
        else:
            results = read_here(missing, read, workers)
        for key, outcome in results:
            if outcome.failure:
                failures[key] = outcome.failure
                continue
            finished.keep(key, dict(outcome.finished))
            done += 1
            on_progress(done, len(paths))
    if failures and scheduler is not None:
        first = next(iter(failures))
        raise ArchiveError(
            f"the workers of {scheduler} could not read {len(failures)} of {len(paths)} photos "
            f"({failures[first]}): they need this version of palago, and the folder "
            f"{paths[first].resolve().parent} under the same path"
        )
    return [
        _read_photo(photo, finished.get(photo.hash) or {"problem": failures.get(photo.hash, "")})
        for photo in ordered
    ]


def _read_photo(photo: ArchivedPhoto, value: dict[str, Any]) -> ReadPhoto:
    if "problem" in value:
        return ReadPhoto(photo, None, str(value["problem"]), str(value.get("code", "")))
    try:
        return ReadPhoto(photo, Reading.from_json(value), None)
    except ReadingError as error:
        return ReadPhoto(photo, None, str(error))
