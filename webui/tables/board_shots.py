"""Stable printed boards out of photos or videos: what the engine's follower is fed with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ...engine.phrases import Phrase
from ...vision.tracking.events import EventKind
from ...vision.tracking.printed import PrintedBoardTracker
from ..jobs.frames import jpeg
from .page import PhotoProgress
from .shots import CameraShot, clock, unreadable

if TYPE_CHECKING:
    from ...calibration.arrays import Picture
    from ...vision.archive import ArchivedPhoto
    from ...vision.counters.readings.reading import BoardReading


def from_board_photos(
    photos: Sequence[ArchivedPhoto],
    read: Callable[[bytes], BoardReading],
    on_progress: PhotoProgress,
) -> Iterator[CameraShot]:
    """The sightings of a folder of photos, in its order."""
    from ...vision.photos.photo import PhotoError

    pieces = 0
    first = next((photo.time for photo in photos if photo.time is not None), None)
    for number, photo in enumerate(photos):
        taken, path = photo.time, photo.path
        time = taken - first if taken is not None and first is not None else float(number)
        try:
            reading = read(path.read_bytes())
            pieces = len(reading.pieces)
        except (PhotoError, OSError) as error:
            problem = unreadable(str(error), getattr(error, "code", ""), path)
            yield CameraShot(time, path.name, picture=path, problem=problem)
            continue
        finally:
            on_progress(number + 1, len(photos), partial(dict, path=path, pieces=pieces))
        if reading.corners:
            yield CameraShot(time, path.name, reading.observation(), picture=path)
        else:
            yield CameraShot(time, path.name, picture=path, problem=Phrase("digitise.no_board"))


def from_board_frames(
    frames: Iterable[tuple[float, Picture]],
    read: Callable[[Picture], BoardReading],
) -> Iterator[CameraShot]:
    """The sightings of a video: each stable board, and in between the passing of time."""
    tracker = PrintedBoardTracker(read)
    for time, frame in frames:
        for event in tracker.feed(frame, time):
            if event.kind is EventKind.BOARD_CHANGED and event.reading is not None:
                rested = time if event.rested is None else event.rested
                yield CameraShot(
                    rested, clock(time), event.reading.observation(), picture=jpeg(frame)
                )
