"""Confirmed photos as a set with truth, in the format of ``sample_images``."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import cv2
import numpy as np
from PIL.Image import Exif

from ...calibration.arrays import Picture
from ...calibration.cameras.exif import with_exif
from ...engine.lattice import CORNER_OFFSETS, Cell, cell_centre
from ...engine.stamp import stamped
from ...vision.photos.header import MOST_PIXELS, PhotoError, read_header
from ...vision.photos.photo import PhotoFile
from ...vision.photos.without_metadata import NotUnderstood, bare
from ..jobs.frames import jpeg
from ..jobs.reading import coded_anew, kept_orientation
from ..store.files.photo_files import UnknownPhoto, media_type_of
from ..store.files.photo_store import PhotoStore
from .confirmed import ConfirmedPhoto

#: What counts as seen of a tile that the reader has found partly covered or cut off.
PARTLY_SEEN = 0.4
#: What is kept around the board, in tiles: its rim, and how its edge looks beside the table.
KEPT_AROUND = 0.5
JPEG_QUALITY = 95
ORIENTATION = 0x0112
"""EXIF's number for how a picture is turned."""

_Project = Callable[[float, float], list[float]]


def truth_of(photo: ConfirmedPhoto) -> dict[str, Any]:
    """The truth about a photo: each tile's cell, rotation, pixels, and how much of it is seen.

    Tiles that the reader missed lie where the others say. Where they lay in the photo unseen, or
    whether something covered them, nobody has said: they count as seen where they are inside.
    """
    reading = photo.sight.reading
    read = {tile.cell: tile for tile in reading.tiles}
    project = _projection(photo)
    tiles = []
    for tile in photo.board:
        known = read.get(tile.cell)
        seen = known.corners if known else [project(*c) for c in _plane_corners(tile.cell)]
        corners = [list(corner) for corner in seen]
        centre = list(known.center) if known else project(*cell_centre(tile.cell))
        inside = 0 <= centre[0] < reading.width and 0 <= centre[1] < reading.height
        if known is not None:
            visible = 1.0 if known.hidden is None else PARTLY_SEEN
        else:
            visible = 1.0 if inside and tile.cell in photo.sight.by_hand else 0.0
        tiles.append(
            {"q": tile.q, "r": tile.r, "rotation": tile.rotation, "center": centre}
            | {"corners": corners, "visible": visible}
        )
    told = {
        "image": {"width": reading.width, "height": reading.height},
        "conditions": {"level": "confirmed", "game": photo.game, "version": photo.version},
        "tiles": tiles,
    }
    return stamped("truth", told)


def case_files(
    photo: ConfirmedPhoto, photos: PhotoStore, *, board_only: bool = False
) -> dict[str, bytes]:
    """A photo and its truth as files by name; none where somebody has deleted it, or it is damaged.
    ``board_only`` makes everything but the board and its rim unrecognisable. Raises OSError."""
    with suppress(UnknownPhoto, PhotoError):
        return _files_of(photo, photos, board_only)
    return {}


def _files_of(photo: ConfirmedPhoto, photos: PhotoStore, board_only: bool) -> dict[str, bytes]:
    truth = truth_of(photo)
    original = photos.file(photo.digest)
    data = original.read_bytes()
    turned = kept_orientation(original) or read_header(data, "the photo").orientation
    try:
        # Earlier versions stored photos with all they tell, and nobody who looks sees a note.
        data = bare(data, keeps_note=False)
    except NotUnderstood:
        data, turned = coded_anew(data), 1
    if turned != 1 and media_type_of(data[:64]) == "image/jpeg":
        data = with_exif(data, _turned(turned))
    elif board_only or turned != 1:
        data = jpeg(PhotoFile(data, orientation=turned).at(MOST_PIXELS).image, JPEG_QUALITY)
    if board_only:
        picture = PhotoFile(data).at(MOST_PIXELS).image
        data = jpeg(_hide_surroundings(picture, truth["tiles"]), JPEG_QUALITY)
    kind = (media_type_of(data[:64]) or "image/jpeg").split("/")[1].replace("jpeg", "jpg")
    stem = f"{photo.game}-{photo.version:04d}"
    return {f"{stem}.{kind}": data, f"{stem}.truth.json": (json.dumps(truth) + "\n").encode()}


def _turned(orientation: int) -> Exif:
    """EXIF that says how a picture is turned, and nothing else."""
    exif = Exif()
    exif[ORIENTATION] = orientation
    return exif


def _projection(photo: ConfirmedPhoto) -> _Project:
    """From the board's plane to the photo, fitted to the corners of all tiles that were read."""
    plane, pixels = [], []
    for tile in photo.sight.reading.tiles:
        for corner, pixel in zip(_plane_corners(tile.cell), tile.corners, strict=True):
            plane.append(corner)
            pixels.append(pixel)
    matrix, _ = cv2.findHomography(np.array(plane), np.array(pixels), cv2.LMEDS)

    def project(x: float, y: float) -> list[float]:
        u, v, w = matrix @ (x, y, 1.0)
        return [round(float(u / w), 2), round(float(v / w), 2)]

    return project


def _plane_corners(cell: Cell) -> list[tuple[float, float]]:
    x, y = cell_centre(cell)
    return [(x + dx, y + dy) for dx, dy in CORNER_OFFSETS]


def _hide_surroundings(picture: Picture, tiles: list[dict[str, Any]]) -> Picture:
    """The photo (H, W, 3) uint8 BGR with all but the board and its rim as coarse squares."""
    height, width = picture.shape[:2]
    corners = np.array([corner for tile in tiles for corner in tile["corners"]], np.float32)
    size = float(np.median([np.ptp(np.array(tile["corners"]), axis=0).max() for tile in tiles]))
    mask = np.zeros((height, width), np.uint8)
    hull = cv2.convexHull(corners).astype(np.int32)
    cv2.fillConvexPoly(mask, hull, 255)
    reach = 2 * round(KEPT_AROUND * size) + 1
    kept = cv2.dilate(mask, np.ones((reach, reach), np.uint8))
    square = max(round(max(height, width) / 24), 1)
    small = cv2.resize(
        picture, (max(width // square, 1), max(height // square, 1)), interpolation=cv2.INTER_AREA
    )
    coarse = cv2.resize(small, (width, height), interpolation=cv2.INTER_NEAREST)
    return np.where(kept[..., None] > 0, picture, coarse).astype(np.uint8)
