"""Films for a browser's camera: still pictures, each shown for some seconds."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from palago.calibration.arrays import Picture
from palago.calibration.cameras.charuco import CharucoSheet

#: Views of the calibration sheet: a turn in degrees about the picture's x, y and z axis, and
#: where the sheet's middle lies, in shares of the picture from its middle, and how near it is.
VIEWS = (
    (0, 0, 0, 0.0, 0.0, 1.7), (-32, 0, 0, 0.0, 0.03, 1.5), (32, 0, 5, 0.0, -0.03, 1.3),
    (0, 32, 0, 0.06, 0.0, 1.5), (0, -32, 8, -0.06, 0.0, 1.3), (8, 6, 3, -0.24, -0.22, 0.8),
    (-6, 8, -4, 0.24, -0.22, 0.8), (8, -6, 2, -0.24, 0.22, 0.8), (-8, -8, 5, 0.24, 0.22, 0.8),
)  # fmt: skip


def write_film(path: Path, scenes: Sequence[tuple[Picture, float]], rate: int = 2) -> None:
    """Write BGR pictures of one size as a YUV4MPEG2 film, each for so many seconds."""
    height, width = scenes[0][0].shape[:2]
    with path.open("wb") as film:
        film.write(f"YUV4MPEG2 W{width} H{height} F{rate}:1 Ip A1:1 C420mpeg2\n".encode())
        for picture, seconds in scenes:
            coded = cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420).tobytes()
            for _ in range(round(seconds * rate)):
                film.write(b"FRAME\n" + coded)


def show(film: Path, picture: Picture) -> None:
    """Have a film show another picture from now on, also to who looks at it already."""
    frame = b"FRAME\n" + cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420).tobytes()
    header = film.open("rb").readline()
    with film.open("r+b") as file:
        file.seek(len(header))
        for _ in range((film.stat().st_size - len(header)) // len(frame)):
            file.write(frame)


def decoded(photo: bytes) -> Picture:
    """The pixels of a JPEG."""
    return np.asarray(cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def sheet_views(size: tuple[int, int]) -> list[Picture]:
    """The calibration sheet as a camera without distortion sees it, from enough sides."""
    sheet = CharucoSheet()
    width, height = (round(3 * length) for length in sheet.size_mm)
    printed = sheet.board.generateImage((width, height), marginSize=0)
    printed = cv2.copyMakeBorder(printed, *[40] * 4, cv2.BORDER_CONSTANT, value=235)
    return [_seen(printed, size, *view) for view in VIEWS]


def _seen(printed: Any, size: tuple[int, int], *view: float) -> Picture:
    across, down, around, x, y, near = view
    focal = 0.9 * size[0]
    lens = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]])
    turn = cv2.Rodrigues(np.radians([0.0, 0.0, around]))[0]
    turn = cv2.Rodrigues(np.radians([across, down, 0.0]))[0] @ turn
    rows, columns = printed.shape
    distance = focal * columns / (0.5 * near * size[0])
    middle = np.array([[1, 0, -columns / 2], [0, 1, -rows / 2], [0, 0, 1]])
    place = np.column_stack(
        [
            turn[:, 0],
            turn[:, 1],
            [x * size[0] * distance / focal, y * size[1] * distance / focal, distance],
        ]
    )
    flat = cv2.warpPerspective(
        printed, lens @ place @ middle, size, flags=cv2.INTER_AREA, borderValue=96
    )
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_GRAY2BGR), np.uint8)
