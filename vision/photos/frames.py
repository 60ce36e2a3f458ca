"""Frames with their times, from a camera, a stream or a video file."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TypeVar

import cv2
import numpy as np

from ...calibration.arrays import Frame
from ...engine.whole_file import not_there

Decoded = TypeVar("Decoded")

#: A stream that only stutters gives pictures again within this time.
SECONDS_BEFORE_A_CAMERA_IS_GIVEN_UP = 5.0
#: Between two attempts to open one that was given up.
SECONDS_UNTIL_IT_IS_TRIED_AGAIN = 2.0
#: Seconds of the processor that a decoder may take to open a film or for one frame, since a damaged
#: film can hang for ever.
SECONDS_FOR_A_FRAME = 4.0
#: How many times longer that may take by the clock of a busy machine.
PATIENCE_WITH_BUSY_MACHINES = 3.0
#: Films have 8 million pixels, new ones 33; a decoder holds several frames at once.
MOST_FRAME_PIXELS = 40_000_000


class SourceError(ValueError):
    """A camera, stream or file that gives no frames; the message says which and what to try.

    ``code`` says why of a film, for who words it in another language: ``no_film``, ``too_slow`` or
    ``too_large``; it is empty for cameras and streams.
    """

    def __init__(self, sentence: str, code: str = "") -> None:
        super().__init__(sentence)
        self.code = code


def is_live(source: str) -> bool:
    """Whether a source is watched as it happens: a camera's number or a network stream."""
    return source.isdigit() or "://" in source


def open_frames(source: str) -> Iterator[tuple[float, Frame]]:
    """Times in seconds and frames (H, W, 3) uint8 BGR of ``source``, to the end of it.

    ``source`` is a camera's number, a stream's address or a file. A live source drops the frames
    that nobody had time for; a file gives them all. Raises SourceError.
    """
    if not is_live(source) and not Path(source).is_file():
        raise SourceError(not_there(source, "video"), "no_film")
    # What OpenCV and FFmpeg would print about a camera or a film, we say ourselves.
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    if is_live(source):
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
        capture = cv2.VideoCapture(int(source) if source.isdigit() else source)
    else:
        capture = _in_time(lambda: cv2.VideoCapture(source), source)
    if not capture.isOpened():
        capture.release()
        raise SourceError(_not_opened(source), "" if is_live(source) else "no_film")
    return _live_frames(capture, source) if is_live(source) else _file_frames(capture, source)


def coming_back(source: str) -> Iterator[tuple[float, Frame | None]]:
    """The frames of a live ``source``, which is opened anew where it gives none any more; None
    stands in their place until it does. Raises SourceError at once where it cannot be opened."""
    return _opened_anew(source, open_frames(source))


def _opened_anew(
    source: str, frames: Iterator[tuple[float, Frame]]
) -> Iterator[tuple[float, Frame | None]]:
    started, opened = time.monotonic(), 0.0
    while True:
        with suppress(SourceError):
            for moment, frame in frames:
                yield opened + moment, frame
        yield time.monotonic() - started, None
        time.sleep(SECONDS_UNTIL_IT_IS_TRIED_AGAIN)
        with suppress(SourceError):
            frames = open_frames(source)
        opened = time.monotonic() - started


def in_real_time(frames: Iterable[tuple[float, Frame]]) -> Iterator[tuple[float, Frame]]:
    """The frames (h, w, 3) BGR of a film with their seconds, none sooner than it was filmed."""
    started = time.monotonic()
    for moment, frame in frames:
        time.sleep(max(0.0, moment - (time.monotonic() - started)))
        yield moment, frame


def _not_opened(source: str) -> str:
    if source.isdigit():
        return (
            f"camera {source} cannot be opened: is it plugged in, and does no other program use "
            "it? Cameras are numbered from 0."
        )
    if "://" in source:
        return f"the stream {source} does not answer: check the address in a browser"
    return f"{source} is no video that can be read (MP4, MOV, AVI, MKV and WebM usually can)"


def _in_time(decode: Callable[[], Decoded], source: str) -> Decoded:
    """What a decoder gives, waited for as long as it may take. Raises SourceError. A decoder that
    hangs goes on in its thread: nothing but the end of the process ends it."""
    answers: SimpleQueue[Decoded] = SimpleQueue()
    threading.Thread(target=lambda: answers.put(decode()), name="decoder", daemon=True).start()
    begun, used = time.monotonic(), time.process_time()
    while True:
        try:
            return answers.get(timeout=0.5)
        except Empty:
            pass
        had = min(time.monotonic() - begun, time.process_time() - used)
        latest = PATIENCE_WITH_BUSY_MACHINES * SECONDS_FOR_A_FRAME
        if had > SECONDS_FOR_A_FRAME or time.monotonic() - begun > latest:
            raise SourceError(
                f"{source} takes too long to decode and was given up: it may be damaged; copy it "
                "again, or save it as an MP4",
                "too_slow",
            )


def _file_frames(capture: cv2.VideoCapture, source: str) -> Iterator[tuple[float, Frame]]:
    rate = float(capture.get(cv2.CAP_PROP_FPS))
    # Files that do not know their rate say 0, or the unit of their clock.
    rate = rate if 0.5 <= rate <= 1000 else 30.0
    number = 0
    last = -1.0
    _check_size(
        capture.get(cv2.CAP_PROP_FRAME_WIDTH), capture.get(cv2.CAP_PROP_FRAME_HEIGHT), source
    )
    try:
        while True:
            arrived, frame = _in_time(capture.read, source)
            if not arrived:
                break
            stamped = float(capture.get(cv2.CAP_PROP_POS_MSEC)) / 1000.0
            # Some files carry no times, or times that go back: the frame rate stands in.
            last = stamped if stamped > last and (stamped > 0 or number == 0) else last + 1 / rate
            number += 1
            yield max(0.0, last), np.asarray(frame, dtype=np.uint8)
    finally:
        capture.release()
    if number == 0:
        raise SourceError(f"{source} holds no picture that can be read", "no_film")


def _check_size(width: float, height: float, source: str) -> None:
    """Raise SourceError where a film says that its frames are enormous."""
    if width * height > MOST_FRAME_PIXELS:
        raise SourceError(
            f"the frames of {source} are too large ({width:.0f}×{height:.0f} pixels): up to "
            f"{MOST_FRAME_PIXELS // 1_000_000} million are read",
            "too_large",
        )


def _live_frames(capture: cv2.VideoCapture, source: str) -> Iterator[tuple[float, Frame]]:
    """The newest frame each time; a thread empties the camera's queue meanwhile."""
    newest: list[tuple[float, Frame]] = []
    arrived = threading.Condition()
    stopped = threading.Event()

    def empty_queue() -> None:
        while not stopped.is_set():
            good, frame = capture.read()
            if not good:
                time.sleep(0.02)
                continue
            with arrived:
                newest[:] = [(time.monotonic(), np.asarray(frame, dtype=np.uint8))]
                arrived.notify()
        capture.release()  # here, where nobody waits for a frame of it any more

    thread = threading.Thread(target=empty_queue, name="camera", daemon=True)
    thread.start()
    started = time.monotonic()
    try:
        while True:
            with arrived:
                if not newest and not arrived.wait(SECONDS_BEFORE_A_CAMERA_IS_GIVEN_UP):
                    raise SourceError(f"{source} gives no pictures any more")
                if not newest:
                    continue
                moment, frame = newest.pop()
            yield moment - started, frame
    finally:
        stopped.set()
        thread.join(timeout=2.0)
