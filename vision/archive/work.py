"""Reading one photo after the other in processes of this machine, or in this one."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..readings.reading import Reading
from .folder import ArchiveError, hash_of
from .store import reader_mark

PhotoReader = Callable[[str], Reading]


@dataclass(frozen=True)
class ReadingOutcome:
    """What came of one photo: its reading as JSON or the sentence that says why it is none, under
    ``finished``; or, under ``failure``, why it could not be read where that was tried."""

    finished: Mapping[str, Any] = field(default_factory=dict)
    failure: str = ""
    reader: str = ""


def read_plainly(path: str) -> Reading:
    """Read one photo without any profile."""
    from .. import read

    return read(path)


def read_one(path: str, key: str, read: PhotoReader = read_plainly) -> ReadingOutcome:
    """Read the photo of this path and content hash, beside other processes that read."""
    import cv2

    cv2.setNumThreads(1)
    return _outcome(path, key, read)


def read_in_turn(
    photos: Mapping[str, Path], read: PhotoReader
) -> Iterator[tuple[str, ReadingOutcome]]:
    """Read photos by their hashes in this process."""
    for key, path in photos.items():
        yield key, _outcome(str(path), key, read)


def _outcome(path: str, key: str, read: PhotoReader) -> ReadingOutcome:
    from ..photos.photo import PhotoError

    mark = reader_mark()
    try:
        if hash_of(Path(path)) != key:
            return ReadingOutcome(failure=f"{path} is another file there", reader=mark)
    except OSError as error:
        return ReadingOutcome(failure=f"{path}: {error.strerror or error}", reader=mark)
    try:
        return ReadingOutcome(read(path).to_json(), reader=mark)
    except PhotoError as error:
        if error.code == "needs_heic":  # what that machine lacks
            return ReadingOutcome(failure=str(error), reader=mark)
        return ReadingOutcome({"problem": str(error), "code": error.code}, reader=mark)
    except Exception as error:  # nothing that went wrong here is a fact about the photo
        return ReadingOutcome(failure=f"{path}: {type(error).__name__}: {error}", reader=mark)


def read_here(
    photos: Mapping[str, Path], read: PhotoReader, workers: int | None
) -> Iterator[tuple[str, ReadingOutcome]]:
    """Read photos by their hashes in processes of this machine. Raises ArchiveError."""
    count = min(len(photos), workers or os.cpu_count() or 1)
    # A process that is forked from one whose threads have decoded a picture may wait for ever.
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(max(1, count), mp_context=fresh, initializer=_belong) as pool:
        futures = {
            pool.submit(read_one, str(path.resolve()), key, read): key
            for key, path in photos.items()
        }
        try:
            for future in as_completed(futures):
                yield futures[future], future.result()
        except BrokenProcessPool:
            raise ArchiveError(
                "a process that reads photos was ended from outside, perhaps for want of memory: "
                "try again with --workers 1; what is read already is kept",
                "ended",
            ) from None
        except BaseException:
            # Whoever presses Ctrl-C does not want to wait for the photos that are being read.
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _belong() -> None:
    """Leave Ctrl-C to the process that started this one, and end when that one has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
