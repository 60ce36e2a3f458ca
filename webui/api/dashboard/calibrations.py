"""Guided calibration of a camera: photos of the ChArUco sheet in, what is missing out."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from pathlib import Path
from typing import Annotated, Any, NotRequired, TypedDict

from msgspec import Meta

from ....calibration.cameras.camera import CameraIdentity
from ....calibration.cameras.coverage import CoverageTracker, Guidance
from ....engine.values import plain, value_of
from ...games.play import ChangeRefused
from ...jobs.calibration import SheetSeen
from ...sent import Sent
from ...server.limits import HEAVY, UPLOADS
from ...services import services
from ...texts import say_phrase
from .. import api
from ..language import language
from ..problems import problem
from ..requests import PICTURE, guarded
from ..routes.photos import sent_photo

MOST_CALIBRATIONS = 8
MOST_VIEWS = 60


class CameraName(Sent):
    """What the calibrated camera is to be called."""

    name: Annotated[str, Meta(max_length=60)]


#: The views, and the camera that took them as their EXIF names it.
SeenSoFar = tuple[CoverageTracker, CameraIdentity | None]


class Calibrations:
    """The calibrations in progress, the newest last; nothing of them is worth keeping on disk."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, SeenSoFar] = OrderedDict()

    def begin(self) -> tuple[str, Guidance]:
        """A new calibration's name, and what it wants to see."""
        name, tracker = secrets.token_urlsafe(9), CoverageTracker()
        with self._lock:
            self._kept[name] = tracker, None
            if len(self._kept) > MOST_CALIBRATIONS:
                self._kept.popitem(last=False)
        return name, tracker.guidance()

    def get(self, name: str) -> SeenSoFar | None:
        """What was seen so far, None where there is no such calibration."""
        with self._lock:
            return self._kept.get(name)

    def add(self, name: str, seen: SheetSeen) -> Guidance | None:
        """What became of one more view."""
        with self._lock:
            if name not in self._kept:
                return None
            tracker, guidance = self._kept[name][0].add_found(seen.view)
            self._kept[name] = tracker, seen.camera
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
    name, guidance = _calibrations.begin()
    return {"id": name, **_guidance_json(guidance)}


@api.post("/calibrations/<calibration>/views")
@guarded(rate=("upload", UPLOADS), takes=PICTURE, answer=GuidanceAnswer)
def add_view(calibration: str) -> Any:
    """One photo of the sheet: taken or refused, and what to photograph next."""
    parts = services()
    seen = _calibrations.get(calibration)
    if seen is None:
        return problem(404, "unknown_calibration")
    if len(seen[0].views) >= MOST_VIEWS:
        raise ChangeRefused.of("enough_views", count=MOST_VIEWS)
    with parts.folder.passing() as folder:
        photo = folder / "photo"
        photo.write_bytes(sent_photo())
        found = parts.readers.run("palago.webui.jobs.calibration:find_sheet", {"path": str(photo)})
    view = value_of(SheetSeen, found)
    guidance = _calibrations.add(calibration, view)
    if guidance is None:
        return problem(404, "unknown_calibration")
    return {"id": calibration, "size": list(view.size), **_guidance_json(guidance)}


@api.post("/calibrations/<calibration>/finish")
@guarded(rate=("heavy", HEAVY), answer=CameraAnswer)
def finish_calibration(calibration: str, body: CameraName) -> Any:
    """Calibrate from the views taken, and keep the camera under a name."""
    parts = services()
    seen = _calibrations.get(calibration)
    if seen is None:
        return problem(404, "unknown_calibration")
    tracker, camera = seen
    if not body.name:
        raise ChangeRefused.of("camera_name")
    arguments = {
        "views": [plain(SheetSeen.of(view)) for view in tracker.views],
        "camera": camera and plain(camera),
        "name": body.name,
        "data_folder": str(Path(parts.configuration.data)),
    }
    return parts.thinkers.run("palago.webui.jobs.calibration:keep_camera", arguments, seconds=120.0)


def _guidance_json(guidance: Guidance) -> dict[str, Any]:
    reason = guidance.reason
    wishes = [say_phrase(language(), wish.sentence) for wish in guidance.missing]
    return {
        "accepted": guidance.accepted,
        "reason": "" if reason is None else say_phrase(language(), reason),
        "reason_code": None if reason is None else reason.key.removeprefix("objection."),
        "views": guidance.views,
        "missing": wishes,
        "covered": [list(row) for row in guidance.covered],
        "corners": guidance.corners.round(1).tolist(),
        "complete": guidance.complete,
    }
