"""Films that hang their decoder, or claim enormous frames, are given up with a sentence; cameras
that give no frames are waited for."""

import threading
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from palago.vision.photos import frames
from palago.vision.photos.frames import SourceError, coming_back, open_frames


class Hanging:
    """A film whose second frame never comes."""

    def __init__(self, width: float = 320.0) -> None:
        self.width, self.read_so_far = width, 0

    def isOpened(self) -> bool:
        return True

    def get(self, what: int) -> float:
        return self.width if what == cv2.CAP_PROP_FRAME_WIDTH else 10_000.0

    def read(self) -> tuple[bool, Any]:
        self.read_so_far += 1
        if self.read_so_far > 1:
            threading.Event().wait(60)
        return True, np.zeros((4, 6, 3), np.uint8)

    def release(self) -> None:
        """Nothing is held."""


@pytest.fixture
def film(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(frames, "SECONDS_FOR_A_FRAME", 0.2)
    path = tmp_path / "film.webm"
    path.write_bytes(b"film")
    return str(path)


def test_a_frame_that_never_comes_is_given_up(film: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("palago.vision.photos.frames.cv2.VideoCapture", lambda source: Hanging())
    found = open_frames(film)
    assert next(found)[1].shape == (4, 6, 3)
    with pytest.raises(SourceError, match=r"film\.webm takes too long to decode"):
        next(found)


def test_a_film_that_never_opens_is_given_up(film: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "palago.vision.photos.frames.cv2.VideoCapture", lambda source: threading.Event().wait(60)
    )
    with pytest.raises(SourceError, match="given up"):
        open_frames(film)


def test_enormous_frames_are_not_decoded(film: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "palago.vision.photos.frames.cv2.VideoCapture", lambda source: Hanging(width=10_000.0)
    )
    with pytest.raises(SourceError, match="10000×10000 pixels"):
        next(open_frames(film))


def test_a_camera_that_was_unplugged_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    class Loose(Hanging):
        """A camera that is plugged in again at the third attempt and gives one frame each time."""

        opened = 0

        def isOpened(self) -> bool:
            Loose.opened += 1
            return Loose.opened not in (2, 3)

        def read(self) -> tuple[bool, Any]:
            self.read_so_far += 1
            return self.read_so_far == 1, np.zeros((4, 6, 3), np.uint8)

    monkeypatch.setattr("palago.vision.photos.frames.cv2.VideoCapture", lambda source: Loose())
    monkeypatch.setattr(frames, "SECONDS_BEFORE_A_CAMERA_IS_GIVEN_UP", 0.2)
    monkeypatch.setattr(frames, "SECONDS_UNTIL_IT_IS_TRIED_AGAIN", 0.05)
    seen = list(islice(coming_back("0"), 5))
    assert [frame is not None for _, frame in seen] == [True, False, False, False, True]
    assert sorted(times := [moment for moment, _ in seen]) == times
