"""A Palanquée reading drawn over its photo: outline, pieces by colour and kind, what is unsure."""

from __future__ import annotations

import cv2
import numpy as np

from ....calibration.arrays import Floats, Picture
from ....engine.palanquee.table.drawn import HATCHING, HEIGHT, WIDTH, drawn_cells
from ...photos.photo import Photo
from ...readings.overlay import INK, PAPER, write_on
from .reading import BoardReading, CounterReading, LooseCounter

#: BGR by name. Told apart by their letters, too: b, g, r, y, v, capital for a seed.
_PIECES = {
    "blue": (200, 90, 20),
    "green": (60, 150, 20),
    "red": (40, 40, 215),
    "yellow": (0, 205, 245),
    "violet": (170, 60, 140),
}
#: BGR of the board's outline.
_BOARD = (60, 170, 30)


def draw_board_overlay(photo: Photo, reading: BoardReading) -> Picture:
    """The photo (as large as it was read, BGR) with its reading: an unsure piece has a square, not
    a disc, and a question mark; one beside the board a ring; cells not seen are hatched."""
    picture = np.ascontiguousarray(photo.image.copy())
    if reading.corners:
        corners = photo.from_full(np.array(reading.corners))
        _hatch(picture, corners, reading.cells_not_seen)
        points = np.rint(corners).astype(np.int32).reshape(-1, 1, 2)
        cv2.polylines(picture, [points], True, PAPER, 4, cv2.LINE_AA)
        cv2.polylines(picture, [points], True, _BOARD, 2, cv2.LINE_AA)
        sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
        # Where most of the board lies beyond the photo, its sides may be as long as they like.
        size = min(float(sides.mean()), max(picture.shape)) / 70
        for piece in reading.pieces:
            if piece.center is not None:
                _draw_piece(picture, photo, piece, piece.center, max(5.0, size))
        for loose in reading.beside:
            _draw_loose(picture, photo, loose, max(5.0, size))
    return picture


def _hatch(picture: Picture, corners: Floats, unseen: frozenset[str]) -> None:
    """Hatch the cells of these names; `corners` (4, 2) are the board's in the picture."""
    places = [cell.centre for cell in drawn_cells() if cell.name in unseen]
    sheet = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32)
    if len(corners) != len(sheet) or not places:
        return
    to_picture = cv2.getPerspectiveTransform(sheet, corners.astype(np.float32))
    lines = (np.array(places)[:, None, None] + np.array(HATCHING)).reshape(-1, 1, 2)
    ends = np.rint(cv2.perspectiveTransform(lines, to_picture)).astype(np.int32)
    for ink, width in ((PAPER, 4), (INK, 2)):
        cv2.polylines(picture, list(ends.reshape(-1, 2, 1, 2)), False, ink, width, cv2.LINE_AA)


def _draw_loose(picture: Picture, photo: Photo, piece: LooseCounter, size: float) -> None:
    """A piece beside the board: a ring with its colour's letter."""
    x, y = (round(float(v)) for v in photo.from_full(np.array(piece.center)))
    cv2.circle(picture, (x, y), round(size), PAPER, 4, cv2.LINE_AA)
    cv2.circle(picture, (x, y), round(size), _PIECES[piece.colour], 2, cv2.LINE_AA)
    write_on(picture, piece.colour[0] + "?", (x, y), size / 16, PAPER, (INK, 2))


def _draw_piece(
    picture: Picture, photo: Photo, piece: CounterReading, center: tuple[float, float], size: float
) -> None:
    x, y = (round(float(v)) for v in photo.from_full(np.array(center)))
    r = round(size)
    ink = _PIECES[piece.colour]
    if piece.is_sure:
        cv2.circle(picture, (x, y), r + 2, PAPER, -1, cv2.LINE_AA)
        cv2.circle(picture, (x, y), r, ink, -1, cv2.LINE_AA)
    else:
        cv2.rectangle(picture, (x - r - 2, y - r - 2), (x + r + 2, y + r + 2), PAPER, -1)
        cv2.rectangle(picture, (x - r, y - r), (x + r, y + r), ink, -1)
    letter = piece.colour[0].upper() if piece.kind == "seed" else piece.colour[0]
    shown = letter if piece.is_sure else letter + "?"
    write_on(picture, shown, (x, y), size / 16, PAPER, (INK, 2))
