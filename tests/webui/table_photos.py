"""Photos for the tests: a board drawn as a camera above the table would see it, JPEG or PNG.

The truth travels behind the picture's end, so that a stand-in reader can give it back, misread or
refused as the test wants. The real reader ignores it.
"""

import functools
import json
import math
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from palago.calibration.arrays import Picture
from palago.engine.lattice import CORNER_OFFSETS, cell_centre
from palago.engine.tiles.board import Board
from palago.vision.photos.photo import PhotoFile
from palago.webui.jobs.reading import write_copies
from palago.webui.workers.worker import JobRefused

MARK = b"\nTRUTH "
SIDE = 62.0


def photo_of(
    board: Board,
    *,
    unsure: tuple[tuple[int, int], ...] = (),
    misread: dict[tuple[int, int], int] | None = None,
    size: tuple[int, int] = (640, 480),
    seed: int = 0,
    heading: float = 8.0,
    around: Board | None = None,
    **extra: Any,
) -> bytes:
    """A JPEG of the board; ``misread`` cells are read with another rotation, ``unsure`` ones
    with little confidence. The camera looks at the middle of ``around``, usually the board."""
    width, height = size
    picture = _bare_table(size, seed).copy()
    place = _placement(around or board, width, height, heading)
    tiles = []
    for tile in board:
        corners = [place(_plus(cell_centre(tile.cell), offset)) for offset in CORNER_OFFSETS]
        _draw(picture, corners, tile.rotation, place(cell_centre(tile.cell)))
        shown = (misread or {}).get(tile.cell, tile.rotation)
        tiles.append(
            {
                "q": tile.q,
                "r": tile.r,
                "rotation": shown,
                "confidence": 0.62 if tile.cell in unsure else 0.997,
                "center": place(cell_centre(tile.cell)),
                "corners": corners,
                "white_tip": corners[shown],
                "blue_tip": corners[(shown + 3) % 6],
            }
        )
    truth = {
        "image": {"path": None, "width": width, "height": height},
        "palette": {"white": [236, 232, 220], "blue": [38, 70, 160]},
        "tiles": tiles,
        "loose": [],
        "warnings": [],
        "elapsed_ms": {"total": 1.0},
        **extra,
    }
    coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes()
    return coded + MARK + json.dumps(truth).encode()


@functools.cache
def _bare_table(size: tuple[int, int], seed: int) -> Picture:
    width, height = size
    noise = np.random.default_rng(seed).normal(0, 5, (height // 8, width // 8, 1))
    grey = cv2.resize(noise, (width, height))[..., None]
    return np.clip(np.array((96, 118, 134)) + grey, 0, 255).astype(np.uint8)


def read_truth(
    path: str,
    shown: str | None = None,
    thumbnail: str | None = None,
    points: list[list[float]] | None = None,
    **_profiles: object,
) -> dict[str, Any]:
    """The stand-in for the reader: what the photo's maker wrote behind it.

    With ``missed`` in it the board is found only where a tile, or its corners, are shown.
    """
    data = Path(path).read_bytes()
    if MARK not in data:
        raise JobRefused.of("photo_damaged")
    truth: dict[str, Any] = json.loads(data.split(MARK)[1])
    if truth.pop("missed", False) and not _is_on_a_tile(truth, points):
        truth |= {"tiles": [], "warning_codes": [{"code": "no_board"}]}
    if truth.pop("hang", False):
        time.sleep(3600)
    if truth.pop("crash", False):
        import os

        os.abort()
    write_copies(PhotoFile(data), shown, thumbnail)
    return truth


def _placement(board: Board, width: int, height: int, heading: float) -> Any:
    xs = [cell_centre(cell)[0] for cell in board.cells] or [0.0]
    ys = [cell_centre(cell)[1] for cell in board.cells] or [0.0]
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    span = max(max(xs) - min(xs) + 3, (max(ys) - min(ys) + 3) * width / height)
    side = min(SIDE, 0.92 * width / span)
    cosine, sine = math.cos(math.radians(heading)), math.sin(math.radians(heading))

    def place(point: tuple[float, float]) -> list[float]:
        x, y = point[0] - middle[0], point[1] - middle[1]
        return [
            round(width / 2 + side * (x * cosine - y * sine), 2),
            round(height / 2 + side * (x * sine + y * cosine), 2),
        ]

    return place


def _draw(picture: Any, corners: list[list[float]], rotation: int, centre: list[float]) -> None:
    points = np.array(corners)
    low = np.floor(points.min(axis=0)).astype(int) - 4
    high = np.ceil(points.max(axis=0)).astype(int) + 5
    start = np.maximum(low, 0)
    # Only the tile's own part of the picture: whole pictures of each tile took seconds a test.
    part = picture[start[1] : max(high[1], 0), start[0] : max(high[0], 0)]
    if part.size:
        _draw_in(part, points - start, rotation, np.array(centre) - start)


def _draw_in(picture: Any, points: Any, rotation: int, centre: Any) -> None:
    outline = np.rint(centre + 0.98 * (points - centre)).astype(np.int32)
    white, blue, line = (216, 230, 236), (150, 66, 34), (24, 22, 22)
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [outline], 255, cv2.LINE_AA)
    face = np.full_like(picture, blue)
    low = [(points[(rotation + k) % 6] + points[(rotation + k + 1) % 6]) / 2 for k in (1, 4)]
    half = [low[0], *(points[(rotation + k) % 6] for k in (2, 3, 4)), low[1]]
    cv2.fillPoly(face, [np.rint(half).astype(np.int32)], white, cv2.LINE_AA)
    radius = float(np.linalg.norm(points[0] - points[1])) / 2
    for corner, colour in ((rotation, white), (rotation + 3, blue)):
        spot = tuple(int(v) for v in np.rint(points[corner % 6]))
        cv2.circle(face, spot, round(radius), colour, -1, cv2.LINE_AA)
        cv2.circle(face, spot, round(radius), line, 3, cv2.LINE_AA)
    ends = [tuple(int(v) for v in np.rint(point)) for point in low]
    cv2.line(face, ends[0], ends[1], line, 3, cv2.LINE_AA)
    share = mask[..., None] / 255.0
    picture[:] = (face * share + picture * (1 - share)).astype(np.uint8)
    frame = np.ascontiguousarray(picture)
    cv2.polylines(frame, [outline], True, (60, 60, 64), 2, cv2.LINE_AA)
    picture[:] = frame


def _plus(point: tuple[float, float], offset: tuple[float, float]) -> tuple[float, float]:
    return point[0] + offset[0], point[1] + offset[1]


def _is_on_a_tile(truth: dict[str, Any], points: list[list[float]] | None) -> bool:
    if not points:
        return False
    x, y = (sum(axis) / len(points) for axis in zip(*points, strict=True))
    return any(math.dist((x, y), tile["center"]) < SIDE for tile in truth["tiles"])
