"""Reading photos on the workers of a Dask scheduler, which need the same version of this package
and the photos' folder under the same path. What goes wrong there is no fact about a photo: it is
never stored, and the next run goes on from what was read."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .folder import ArchiveError
from .store import reader_mark
from .work import PhotoReader, ReadingOutcome, read_one

SECONDS_TO_CONNECT = 10
"""Seconds without an answer after which a scheduler is not there."""
SECONDS_TO_FETCH = 10
"""A reading is a few kilobytes: who cannot hand one over in this time is gone."""
BETWEEN_LOOKS = 0.1
"""Seconds between two looks for what is done: a photo takes longer."""


def read_on_dask(
    photos: Mapping[str, Path], read: PhotoReader, scheduler: str, patience: float
) -> Iterator[tuple[str, ReadingOutcome]]:
    """Read photos by their hashes on the workers of a scheduler, ``tcp://host:port``.

    Raises ArchiveError where the scheduler does not answer or goes away, and where no photo has
    come back for ``patience`` seconds.
    """
    client = _connected(scheduler)
    try:
        waiting = {
            client.submit(read_one, str(path.resolve()), key, read, pure=False): key
            for key, path in photos.items()
        }
        heard = time.monotonic()
        while waiting:
            for future in [future for future in waiting if future.status != "pending"]:
                outcome = _outcome(future, scheduler)
                if outcome is not None:
                    yield waiting.pop(future), outcome
                    heard = time.monotonic()
            if client.status in ("closing", "closed"):
                raise _gone(scheduler)
            if time.monotonic() - heard > patience:
                raise ArchiveError(
                    f"the workers of {scheduler} have read no photo for {patience:.0f} s: "
                    "are there any, and do they run? What is read already is kept"
                )
            time.sleep(BETWEEN_LOOKS)
    finally:
        with contextlib.suppress(Exception):  # it may be gone already
            client.close(timeout=2)


def _connected(scheduler: str) -> Any:
    try:
        import distributed
    except ImportError:
        raise ArchiveError("--scheduler needs Dask: pip install 'palago[dask]'") from None
    # What is lost is said below, in a sentence; Dask would print tracebacks of it besides.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        return distributed.Client(scheduler, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise ArchiveError(f"the scheduler {scheduler} does not answer: {error}") from None


def _outcome(future: Any, scheduler: str) -> ReadingOutcome | None:
    """What a worker has made of a photo: a failure if the work went wrong, None if the worker that
    has the result does not hand it over."""
    if future.status in ("cancelled", "lost"):
        raise _gone(scheduler)
    try:
        outcome = future.result(timeout=SECONDS_TO_FETCH)
    except TimeoutError:
        return None
    except asyncio.CancelledError:
        raise _gone(scheduler) from None
    except Exception as error:  # whatever was raised there, or on the way
        return ReadingOutcome(failure=f"a worker has failed ({type(error).__name__}: {error})")
    if not isinstance(outcome, ReadingOutcome) or outcome.reader != reader_mark():
        return ReadingOutcome(
            failure="the workers have another version of palago than this machine"
        )
    return outcome


def _gone(scheduler: str) -> ArchiveError:
    return ArchiveError(f"the scheduler {scheduler} has gone; what is read already is kept")
