"""A Palanquée reading drawn over its photo: outline, pieces by colour and kind, what is unsure."""

from __future__ import annotations

import cv2
import numpy as np

from ....calibration.arrays import Picture
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
    """The photo (at the size it was read at, BGR) with its reading drawn over it. An unsure piece
    has a square instead of a disc, and a question mark; one beside the board has a ring."""
    picture = np.ascontiguousarray(photo.image.copy())
    if reading.corners:
        corners = photo.from_full(np.array(reading.corners))
        points = np.rint(corners).astype(np.int32).reshape(-1, 1, 2)
        cv2.polylines(picture, [points], True, PAPER, 4, cv2.LINE_AA)
        cv2.polylines(picture, [points], True, _BOARD, 2, cv2.LINE_AA)
        size = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean()) / 70
        for piece in reading.pieces:
            if piece.center is not None:
                _draw_piece(picture, photo, piece, piece.center, max(5.0, size))
        for loose in reading.beside:
            _draw_loose(picture, photo, loose, max(5.0, size))
    return picture


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
