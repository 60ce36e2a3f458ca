"""Photos with the places of their cells, drawn or from pictures with their truth."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from .....calibration.arrays import Flags, Floats, Floats32, Picture
from .....engine.palanquee.table.drawn import HEIGHT, WIDTH
from ....benchmark.truth import photo_beside
from ....counters.locating.locate import locate_board
from ....counters.rectify import CENTRES
from ....photos.photo import load_photo
from ....photos.shrink import shrunk_to
from ..tables.boards import Photographed, photograph_board
from ..tables.others import photograph_other

LARGEST = 800
"""Pixels of a kept photo's longer side."""
TOGETHER = 8
"""The number of photos that are drawn at a time."""
WITHOUT = 5
"""Every WITHOUT-th photo shows no board of hexagons."""
NO_BOARDS = ("tiles", "chess", "table")
"""Kinds of such photos. Another game's board of hexagons has cells, too: it teaches nothing."""
NEXT_TO = 2.0
"""Cells whose middles are nearer than this, in sides, are neighbours."""


@dataclass(frozen=True)
class CellSample:
    """A photo as an encoded file; by cell shown the pixel (n, 2) of its middle, and the axes
    (n, 2, 2) that bring a shift in pixels back to sides."""

    photo: bytes
    centres: Floats32
    axes: Floats32


def drawn_samples(number: int) -> list[CellSample]:
    """The photos with this number."""
    seeds = range(number * TOGETHER, (number + 1) * TOGETHER)
    return [sample_of_photo(_drawn(seed)) for seed in seeds]


def _drawn(seed: int) -> Photographed:
    if seed % WITHOUT:
        return photograph_board(seed)
    photo = photograph_other(seed)
    while photo.hardship not in NO_BOARDS:
        seed += 1
        photo = photograph_other(seed)
    return photo


def sample_of_photo(photo: Photographed) -> CellSample:
    """A sample from a photo of which is known where its cells are seen."""
    share = min(1.0, LARGEST / max(photo.image.shape[:2]))
    small = shrunk_to(photo.image, LARGEST)
    encoded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 96])[1].tobytes()
    if not photo.shown.any():
        return CellSample(encoded, np.zeros((0, 2), np.float32), np.zeros((0, 2, 2), np.float32))
    centres = (photo.centres + 0.5) * share - 0.5
    axes = _axes(centres)
    return CellSample(
        encoded, centres[photo.shown].astype(np.float32), axes[photo.shown].astype(np.float32)
    )


def _axes(centres: Floats) -> Floats:
    """For each drawn cell (313, 2) the matrix (2, 2) that turns a shift in pixels into one in sides
    there, fitted to its neighbours."""
    axes = np.zeros((len(centres), 2, 2))
    for k, middle in enumerate(CENTRES):
        near = np.hypot(*(CENTRES - middle).T) < NEXT_TO
        steps, pixels = CENTRES[near] - middle, centres[near] - centres[k]
        axes[k] = np.linalg.inv(np.linalg.lstsq(steps, pixels, rcond=None)[0])
    return axes


def sample_of_picture(truth_path: Path) -> CellSample | None:
    """A sample from a picture and its truth, its cells by the reader; None where it fails."""
    truth = json.loads(truth_path.read_text(encoding="utf-8"))
    image = load_photo(photo_beside(truth_path), long_side=1400).image
    zoom = image.shape[1] / truth["image"]["width"]
    board = locate_board(image)
    if board is None:
        return None
    corners = board.view.to_table(np.array(truth["corners"]) * zoom)
    meant = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]])
    gaps = [np.abs(corners - np.roll(meant, k, axis=0)).max() for k in range(4)]
    if min(gaps) > 1.0:
        return None
    centres = board.view.to_photo(CENTRES + board.drift.at(CENTRES))
    size = np.array(image.shape[1::-1])
    shown: Flags = np.all((centres > 0) & (centres < size - 1), axis=1)
    return sample_of_photo(Photographed(np.asarray(image), "", centres, shown))


def picture_of(sample: CellSample) -> Picture:
    """The photo (h, w, 3) BGR."""
    data = np.frombuffer(sample.photo, np.uint8)
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
