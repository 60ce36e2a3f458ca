"""Frames with their times, from a camera, a stream or a video file."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Frame = NDArray[np.uint8]

SECONDS_BEFORE_A_CAMERA_IS_GIVEN_UP = 5.0


class SourceError(ValueError):
    """A camera, stream or file that gives no frames; the message says which and what to try."""


def is_live(source: str) -> bool:
    """Whether a source is watched as it happens: a camera's number or a network stream."""
    return source.isdigit() or "://" in source


def open_frames(source: str) -> Iterator[tuple[float, Frame]]:
    """Times in seconds and frames (H, W, 3) uint8 BGR of ``source``, to the end of it.

    ``source`` is a camera's number, a stream's address or a file. A live source drops the frames
    that nobody had time for; a file gives them all. Raises SourceError.
    """
    if not is_live(source) and not Path(source).is_file():
        raise SourceError(f"there is no video {source}")
    capture = cv2.VideoCapture(int(source) if source.isdigit() else source)
    if not capture.isOpened():
        capture.release()
        raise SourceError(_not_opened(source))
    return _live_frames(capture, source) if is_live(source) else _file_frames(capture, source)


def in_real_time(frames: Iterable[tuple[float, Frame]]) -> Iterator[tuple[float, Frame]]:
    """The frames of a film, none sooner than it was filmed."""
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


def _file_frames(capture: cv2.VideoCapture, source: str) -> Iterator[tuple[float, Frame]]:
    rate = float(capture.get(cv2.CAP_PROP_FPS))
    rate = rate if 0.5 <= rate <= 1000 else 30.0
    number = 0
    last = -1.0
    try:
        while True:
            arrived, frame = capture.read()
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
        raise SourceError(f"{source} holds no picture that can be read")


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
        capture.release()
