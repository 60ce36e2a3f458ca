"""Read every photo of a set and compare: once as users do, or also with profiles."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from ...calibration.cameras.camera import CameraProfile
from ...calibration.cameras.lens import Lens
from ...calibration.sets.tile_set import MeasuredColour, TileSetProfile
from .. import PhotoError, Reading, read
from .compare import BoardComparison, compare
from .timing import milliseconds
from .truth import Case, TruthError


def measure(
    cases: Iterable[Case],
    *,
    with_set: bool = False,
    with_camera: bool = False,
    read: Callable[..., Reading] = read,
) -> Iterator[BoardComparison]:
    """Read case by case. `read` may be a reader that knows a table. `with_set` and `with_camera`
    give it the set's colours and the lens, as a calibration would, if the truth tells them."""
    for case in cases:
        try:
            reading = read(
                case.photo,
                tile_set=set_profile(case) if with_set else None,
                camera=camera_profile(case) if with_camera else None,
            )
        except PhotoError as error:
            raise TruthError(f"{case.photo} cannot be read as a photo: {error}") from None
        found = compare(case, reading, decode_milliseconds(case.photo))
        crossed = compare(case, reading.crossed())
        yield replace(found, is_crossed=len(crossed.right) > len(found.right))


def warm_up(case: Case) -> None:
    """Load what the first reading loads, so that its time is not counted."""
    with contextlib.suppress(PhotoError):
        read(case.photo)


def decode_milliseconds(photo: Path) -> float:
    """What OpenCV takes to decode the whole file, milliseconds: the yardstick for the speed."""
    data = np.frombuffer(photo.read_bytes(), np.uint8)
    return milliseconds(lambda: cv2.imdecode(data, cv2.IMREAD_COLOR), clock=time.perf_counter)


def peak_memory() -> float:
    """The most memory that this process has held so far, in megabytes."""
    try:
        import resource
    except ImportError:  # Windows
        import psutil

        held = psutil.Process().memory_info()
        return float(getattr(held, "peak_wset", held.rss) / 1e6)
    # macOS counts in bytes, others in kilobytes (getrusage(2)).
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1e6 if sys.platform == "darwin" else 1e3)


def set_profile(case: Case) -> TileSetProfile | None:
    """The set's two colours as a calibration of that set would have found them."""
    try:
        white, blue = (_srgb(case.palette[name]) for name in ("white", "blue"))
    except (KeyError, TypeError, ValueError):
        return None
    return TileSetProfile("from the truth", MeasuredColour(white), MeasuredColour(blue))


def camera_profile(case: Case) -> CameraProfile | None:
    """The lens as a calibration of that camera would have found it: focal length and k1."""
    focal, k1 = (case.conditions.get(name) for name in ("focal_px", "k1"))
    if not isinstance(focal, int | float) or not isinstance(k1, int | float) or case.size is None:
        return None
    width, height = case.size
    lens = Lens(
        image_size=(width, height),
        focal=(float(focal), float(focal)),
        principal=((width - 1) / 2, (height - 1) / 2),
        k1=float(k1),
    )
    return CameraProfile("from the truth", lens)


def _srgb(value: Any) -> tuple[int, int, int]:
    red, green, blue = (int(number) for number in value)
    return red, green, blue
