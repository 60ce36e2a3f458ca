"""Guided calibration of a camera: photos of the ChArUco sheet in, what is missing out."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from pathlib import Path
from typing import Annotated, Any, NotRequired, TypedDict

from msgspec import Meta

from ....calibration.cameras.coverage import CoverageTracker, Guidance, Objection
from ...games.play import ChangeRefused
from ...jobs.calibration import view_from_json, view_to_json
from ...server.limits import HEAVY, UPLOADS
from ...services import services
from ...texts import say
from .. import api
from ..fields import Sent
from ..language import language
from ..problems import problem
from ..requests import PICTURE, guarded
from ..routes.photos import sent_photo

MOST_CALIBRATIONS = 8
MOST_VIEWS = 60


class CameraName(Sent):
    """What the calibrated camera is to be called."""

    name: Annotated[str, Meta(max_length=60)]


class Calibrations:
    """The calibrations in progress, the newest last; nothing of them is worth keeping on disk."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._trackers: OrderedDict[str, CoverageTracker] = OrderedDict()
        self._cameras: dict[str, dict[str, Any]] = {}

    def begin(self) -> str:
        """A new calibration's name."""
        name = secrets.token_urlsafe(9)
        with self._lock:
            self._trackers[name] = CoverageTracker()
            if len(self._trackers) > MOST_CALIBRATIONS:
                oldest, _ = self._trackers.popitem(last=False)
                self._cameras.pop(oldest, None)
        return name

    def camera(self, name: str) -> dict[str, Any] | None:
        """The camera that took the photos, as their EXIF names it."""
        with self._lock:
            return self._cameras.get(name)

    def get(self, name: str) -> CoverageTracker | None:
        """What was seen so far, None where there is no such calibration."""
        with self._lock:
            return self._trackers.get(name)

    def add(self, name: str, view: dict[str, Any]) -> Guidance | None:
        """What became of one more view."""
        with self._lock:
            tracker = self._trackers.get(name)
            if tracker is None:
                return None
            self._trackers[name], guidance = tracker.add_found(view_from_json(view))
            self._cameras[name] = view["camera"]
            return guidance


_calibrations = Calibrations()


class GuidanceAnswer(TypedDict):
    """What became of the last view, and what is still ``missing``, in words.

    ``covered`` are the parts of the picture that views have filled, ``corners`` those of the sheet
    in the last one, in pixels of a photo of this ``size``.
    """

    id: str
    accepted: bool
    reason: str
    reason_code: str | None
    views: int
    missing: list[str]
    covered: list[list[bool]]
    corners: list[Any]
    complete: bool
    size: NotRequired[list[int]]


class CameraAnswer(TypedDict):
    """The camera as it is kept, and how far its lens leaves corners from where they are."""

    name: str
    error_px: float


@api.post("/calibrations")
@guarded(rate=("heavy", HEAVY), status=201, answer=GuidanceAnswer)
def begin_calibration() -> dict[str, Any]:
    """Begin to calibrate a camera."""
    name = _calibrations.begin()
    tracker = _calibrations.get(name)
    assert tracker is not None
    return {"id": name, **_guidance_json(tracker.guidance())}


@api.post("/calibrations/<calibration>/views")
@guarded(rate=("upload", UPLOADS), takes=PICTURE, answer=GuidanceAnswer)
def add_view(calibration: str) -> Any:
    """One photo of the sheet: taken or refused, and what to photograph next."""
    parts = services()
    tracker = _calibrations.get(calibration)
    if tracker is None:
        return problem(404, "unknown_calibration")
    if len(tracker.views) >= MOST_VIEWS:
        raise ChangeRefused.of("enough_views", count=MOST_VIEWS)
    with parts.folder.passing() as folder:
        photo = folder / "photo"
        photo.write_bytes(sent_photo())
        view = parts.readers.run("palago.webui.jobs.calibration:find_sheet", {"path": str(photo)})
    guidance = _calibrations.add(calibration, view)
    if guidance is None:
        return problem(404, "unknown_calibration")
    return {"id": calibration, "size": view["size"], **_guidance_json(guidance)}


@api.post("/calibrations/<calibration>/finish")
@guarded(rate=("heavy", HEAVY), answer=CameraAnswer)
def finish_calibration(calibration: str, body: CameraName) -> Any:
    """Calibrate from the views taken, and keep the camera under a name."""
    parts = services()
    tracker = _calibrations.get(calibration)
    if tracker is None:
        return problem(404, "unknown_calibration")
    if not body.name:
        raise ChangeRefused.of("camera_name")
    arguments = {
        "views": [view_to_json(view) for view in tracker.views],
        "camera": _calibrations.camera(calibration),
        "name": body.name,
        "data_folder": str(Path(parts.configuration.data)),
    }
    return parts.thinkers.run("palago.webui.jobs.calibration:keep_camera", arguments, seconds=120.0)


def _worded(reason: str) -> str:
    if not isinstance(reason, Objection):
        return reason
    return say(language(), f"objection.{reason.code}", **reason.values)


def _guidance_json(guidance: Guidance) -> dict[str, Any]:
    wishes = [say(language(), f"wish.{wish.name}") for wish in guidance.missing]
    return {
        "accepted": guidance.accepted,
        "reason": _worded(guidance.reason),
        "reason_code": getattr(guidance.reason, "code", None),
        "views": guidance.views,
        "missing": wishes,
        "covered": [list(row) for row in guidance.covered],
        "corners": guidance.corners.round(1).tolist(),
        "complete": guidance.complete,
    }
