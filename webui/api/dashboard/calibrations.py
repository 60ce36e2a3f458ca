"""Guided calibration of a camera: photos of the ChArUco sheet in, what is missing out."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, NotRequired, TypedDict

from msgspec import Meta

from ....calibration.cameras.camera import CameraIdentity
from ....calibration.cameras.coverage import CoverageTracker, Guidance
from ....engine.values import plain, value_of
from ...calibrations import MOST_VIEWS, Calibrations
from ...games.play import ChangeRefused
from ...jobs.calibration import SheetSeen
from ...sent import Sent
from ...server.limits import HEAVY, UPLOADS
from ...services import parts
from ...texts import say_phrase
from .. import api
from ..language import language
from ..requests import PICTURE, guarded
from ..routes.photos import sent_photo


class CameraName(Sent):
    """What the calibrated camera is to be called."""

    name: Annotated[str, Meta(max_length=60)]


@dataclass(frozen=True, eq=False)
class SheetViews:
    """The views so far, what became of the ``last`` one, and the camera as its EXIF names it."""

    tracker: CoverageTracker = field(default_factory=CoverageTracker)
    last: Guidance = field(default_factory=CoverageTracker().guidance)
    camera: CameraIdentity | None = None

    def with_view(self, seen: SheetSeen) -> SheetViews:
        """With one more."""
        return SheetViews(*self.tracker.add_found(seen.view), seen.camera)


_calibrations = Calibrations[SheetViews]()


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
    begun = SheetViews()
    return {"id": _calibrations.begin(begun), **_guidance_json(begun.last)}


@api.post("/calibrations/<calibration>/views")
@guarded(rate=("upload", UPLOADS), takes=PICTURE, answer=GuidanceAnswer)
def add_view(calibration: str) -> Any:
    """One photo of the sheet: taken or refused, and what to photograph next."""
    if len(_calibrations.get(calibration).tracker.views) >= MOST_VIEWS:
        raise ChangeRefused.of("enough_views", count=MOST_VIEWS)
    view = value_of(SheetSeen, found_in_photo("find_sheet"))
    seen = _calibrations.change(calibration, lambda before: before.with_view(view))
    return {"id": calibration, "size": list(view.size), **_guidance_json(seen.last)}


@api.post("/calibrations/<calibration>/finish")
@guarded(rate=("heavy", HEAVY), answer=CameraAnswer)
def finish_calibration(calibration: str, body: CameraName) -> Any:
    """Calibrate from the views taken, and keep the camera under a name."""
    seen = _calibrations.get(calibration)
    if not body.name:
        raise ChangeRefused.of("camera_name")
    arguments = {
        "views": [plain(SheetSeen.of(view)) for view in seen.tracker.views],
        "camera": seen.camera and plain(seen.camera),
        "name": body.name,
        "data_folder": str(Path(parts.configuration.data)),
    }
    return parts.thinkers.run("palago.webui.jobs.calibration:keep_camera", arguments, seconds=120.0)


def found_in_photo(job: str) -> Any:
    """What one of calibration's jobs finds in the photo of this request."""
    with parts.folder.passing() as folder:
        photo = folder / "photo"
        photo.write_bytes(sent_photo())
        return parts.readers.run(f"palago.webui.jobs.calibration:{job}", {"path": str(photo)})


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
