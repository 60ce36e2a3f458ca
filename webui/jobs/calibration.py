"""Calibration's heavy part, done in a process apart: finding the sheet, fitting the lens."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

from ...calibration.refusals import NotEnough
from ..workers.worker import JobRefused


def find_sheet(path: str) -> dict[str, Any]:
    """The ChArUco sheet's corners in a photo, and its camera. Raises JobRefused."""
    from ...calibration.cameras.charuco import CharucoSheet
    from ...calibration.cameras.exif import camera_identity
    from ...vision import PhotoError
    from .calibration_views import view_of_sheet

    try:
        view = view_of_sheet(Path(path), CharucoSheet(), "photo")
    except PhotoError as error:
        raise JobRefused(str(error), f"photo_{error.code}") from None
    except ValueError as error:
        raise JobRefused.because(error) from None
    return view_to_json(view) | {"camera": asdict(camera_identity(Path(path)))}


def keep_camera(
    views: list[dict[str, Any]], camera: dict[str, Any] | None, name: str, data_folder: str
) -> dict[str, Any]:
    """Calibrate a camera from views and keep it under a name. Raises JobRefused."""
    from ...calibration.cameras.camera import CameraIdentity
    from ...calibration.cameras.fit import calibrate
    from ...calibration.profiles import ProfileError, camera_profiles

    result = calibrate([view_from_json(view) for view in views])
    if isinstance(result, NotEnough):
        raise JobRefused.of("not_calibrated", why=result.reason)
    identity = CameraIdentity(**camera) if camera else None
    profile = result.as_profile(name, identity, date.today().isoformat())
    try:
        camera_profiles(Path(data_folder)).save(profile)
    except ProfileError as error:
        raise JobRefused.because(error) from None
    return {"name": name, "error_px": round(result.rms, 3)}


def view_to_json(view: Any) -> dict[str, Any]:
    """A view as plain values."""
    return {
        "size": list(view.image_size),
        "ids": view.ids.tolist(),
        "corners": view.corners.tolist(),
    }


def view_from_json(value: dict[str, Any]) -> Any:
    """A view from plain values."""
    import numpy as np

    from ...calibration.cameras.charuco import CharucoView

    width, height = value["size"]
    return CharucoView(
        (width, height),
        np.array(value["ids"], dtype=np.int64),
        np.array(value["corners"], dtype=np.float64).reshape(-1, 2),
    )
