"""The pictures of what went wrong, small: the reading over the photo, errors ringed in red."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from .. import read
from ..photos.photo import load_photo
from ..photos.shrink import shrunk_to
from ..readings.overlay import draw_overlay
from .compare import BoardComparison

LONG_SIDE = 640
QUALITY = 60
RED = (40, 40, 230)


def worst_first(comparisons: Sequence[BoardComparison], most: int) -> list[BoardComparison]:
    """The comparisons with errors, wrong and sure ones first, at most `most`."""
    wrong = [c for c in comparisons if not c.exact]
    return sorted(
        wrong, key=lambda c: (-c.wrong_and_sure, -len(c.wrong) - len(c.missed), c.case.name)
    )[:most]


def write_error_picture(comparison: BoardComparison, folder: Path) -> Path:
    """Draw one case into `folder` as a small JPEG; its path."""
    photo = load_photo(comparison.case.photo)
    picture = draw_overlay(photo, read(comparison.case.photo))
    places = [(tile.center, tile.corners) for tile in comparison.wrong]
    places += [(tile.center, tile.corners) for tile in comparison.missed]
    for centre, corners in places:
        middle = photo.from_full(np.array(centre))
        reach = np.linalg.norm(photo.from_full(np.array(corners)) - middle, axis=1).mean()
        x, y = (int(v) for v in np.rint(middle))
        thickness = max(2, picture.shape[1] // 300)
        cv2.circle(picture, (x, y), round(float(reach) * 0.8), RED, thickness, cv2.LINE_AA)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / (comparison.case.name.replace("/", "-") + ".jpg")
    small = shrunk_to(picture, LONG_SIDE)
    encoded, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not encoded:
        raise OSError(f"{path} could not be encoded")
    path.write_bytes(data.tobytes())
    return path
