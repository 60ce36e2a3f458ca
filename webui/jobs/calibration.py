"""Calibration's heavy part, done in a process apart: finding the sheet, fitting the lens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from ...calibration.cameras.camera import CameraIdentity
from ...calibration.cameras.charuco import CharucoSheet, CharucoView
from ...calibration.cameras.coverage import CoverageTracker, Guidance, same_view
from ...calibration.cameras.lens import ORIENTATION_MATRICES
from ...calibration.refusals import NotEnough
from ...calibration.sets.fit import PhotoMeasured, measure_photo
from ...engine.values import plain, value_of
from ...vision import read
from ...vision.photos.frames import open_frames
from ...vision.photos.photo import Photo, load_photo
from ...vision.readings.measured import photo_of
from ..workers.worker import JobRefused
from .frames import photos_refused

#: Photos of the sheet are searched at this size at most: more pixels give no better corners.
LONG_SIDE = 4000
#: The sheet rests when its corners move by less than this share of the picture between frames.
STILL = 0.002
#: A tile is measured when it was read with this confidence.
CONFIDENT = 0.9


@dataclass(frozen=True)
class SheetSeen:
    """A view of the sheet as it goes from process to process: the picture's ``size``, corners by
    their ``ids``, and the camera as the photo's EXIF names it."""

    size: tuple[int, int]
    ids: tuple[int, ...]
    corners: tuple[tuple[float, float], ...]
    camera: CameraIdentity | None = None

    @classmethod
    def of(cls, view: CharucoView, camera: CameraIdentity | None = None) -> SheetSeen:
        """A view in plain numbers."""
        corners = tuple((x, y) for x, y in view.corners.tolist())
        return cls(view.image_size, tuple(view.ids.tolist()), corners, camera)

    @property
    def view(self) -> CharucoView:
        """The view, to be measured."""
        corners = np.array(self.corners, dtype=np.float64).reshape(-1, 2)
        return CharucoView(self.size, np.array(self.ids, dtype=np.int64), corners)


def view_of_sheet(source: Path | bytes, sheet: CharucoSheet, name: str = "") -> CharucoView:
    """The sheet's corners in a photo, in pixels of the photo as the camera stored it. Raises
    PhotoError where there is no photo."""
    photo = load_photo(source, long_side=LONG_SIDE)
    found = sheet.find(photo.image)
    return replace(_as_stored(found, photo), name=name)


def live_views(source: str, sheet: CharucoSheet) -> Iterator[tuple[CharucoView, Guidance]]:
    """Each frame's view with what became of it, until nothing is missing or the source ends.

    A view is taken by itself when the sheet rests, so that none is blurred by motion. Raises
    SourceError when the camera, stream or file gives no frames.
    """
    tracker = CoverageTracker(sheet)
    before: CharucoView | None = None
    for second, frame in open_frames(source):
        view = replace(sheet.find(frame), name=f"{second:.1f} s")
        resting = before is not None and same_view(view, before, share=STILL)
        before = view
        guidance = tracker.guidance()
        if resting:
            tracker, guidance = tracker.add_found(view)
        yield view, guidance
        if guidance.complete:
            return


def measured_tiles(source: Path | bytes, name: str = "") -> PhotoMeasured:
    """What the tiles of a photo that are read with confidence teach of their set. Raises PhotoError
    where there is no photo."""
    tiles = read(source).tiles
    confident = (t for t in tiles if t.confidence >= CONFIDENT and t.hidden is None)
    return measure_photo(photo_of(load_photo(source), confident, name))


def _as_stored(view: CharucoView, photo: Photo) -> CharucoView:
    """Corners in the working picture as pixels of the stored one, before EXIF turned it."""
    orientation = photo.orientation if photo.orientation in ORIENTATION_MATRICES else 1
    turn = np.array(ORIENTATION_MATRICES[orientation], dtype=np.float64)
    upright_size = np.array([photo.width, photo.height], dtype=np.float64)
    stored_size = np.abs(turn.T) @ upright_size
    upright = photo.to_full(view.corners)
    stored = (upright - (upright_size - 1) / 2) @ turn + (stored_size - 1) / 2
    return CharucoView((round(stored_size[0]), round(stored_size[1])), view.ids, stored)


@photos_refused()
def find_tiles(path: str) -> dict[str, Any]:
    """The tiles of a photo, measured. Raises JobRefused."""
    return measured_tiles(Path(path)).to_json()


@photos_refused()
def find_sheet(path: str) -> dict[str, Any]:
    """The ChArUco sheet's corners in a photo, and its camera. Raises JobRefused."""
    from ...calibration.cameras.exif import camera_identity

    view = view_of_sheet(Path(path), CharucoSheet(), "photo")
    return plain(SheetSeen.of(view, camera_identity(Path(path))))


def keep_camera(
    views: list[dict[str, Any]], camera: dict[str, Any] | None, name: str, data_folder: str
) -> dict[str, Any]:
    """Calibrate a camera from views and keep it under a name. Raises JobRefused, ProfileError."""
    from ...calibration.cameras.fit import calibrate
    from ...calibration.profiles import camera_profiles

    result = calibrate([value_of(SheetSeen, view).view for view in views])
    if isinstance(result, NotEnough):
        raise JobRefused.of("not_calibrated", why=result.sentence)
    identity = value_of(CameraIdentity, camera) if camera else None
    profile = result.as_profile(name, identity, date.today().isoformat())
    camera_profiles(Path(data_folder)).save(profile)
    return {"name": name, "error_px": round(result.rms, 3)}


#: The first pictures of a camera are dark: its exposure settles.
PICTURES_TO_SETTLE = 8


def take_photo(camera: int) -> str:
    """One JPEG picture as hexadecimal text. Raises JobRefused."""
    import cv2

    capture = cv2.VideoCapture(camera)
    try:
        if not capture.isOpened():
            raise JobRefused.of("no_server_camera", number=camera)
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, 1920)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, 1080)
        for _ in range(PICTURES_TO_SETTLE):
            found, picture = capture.read()
        if not found:
            raise JobRefused.of("no_server_picture", number=camera)
    finally:
        capture.release()
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 92])[1]).hex()
