"""A reading drawn over its photo, and as a notebook shows it."""

from __future__ import annotations

import base64
from collections.abc import Callable
from html import escape
from typing import Any

import cv2

from ...calibration.arrays import Picture
from ..photos.photo import Photo, PhotoError, load_photo, photo_given
from ..photos.shrink import shrunk_to

SIDE = 900
"""Longer side of the picture, in pixels: as wide as a notebook's page."""


def drawn_over(reading: Any, draw: Callable[[Photo, Any], Picture], given: Any) -> Picture:
    """A photo, the one that was read if None is given, with its reading drawn over it. Raises
    PhotoError."""
    given = reading.path if given is None else photo_given(given)
    if given is None or not reading.is_placed:
        told = "give the photo" if reading.is_placed else "it has no places in a photo"
        raise PhotoError(f"this reading cannot be drawn over its photo: {told}")
    photo = load_photo(given)
    if (photo.width, photo.height) != (reading.width, reading.height):
        size = f"{photo.width} x {photo.height}, not {reading.width} x {reading.height}"
        raise PhotoError(f"this is not the photo that was read: it has {size} pixels")
    return draw(photo, reading)


def reading_html(reading: Any, board: str) -> str:
    """The photo with its reading drawn over it, as HTML; the ``board`` where there is no photo."""
    caption = f"<p>{escape(repr(reading)[1:-1])}</p>"
    try:
        small = shrunk_to(reading.overlay(), SIDE)
    except (PhotoError, OSError):  # it was given as pixels, or the photo lies elsewhere now
        return caption + board
    coded = base64.b64encode(cv2.imencode(".jpg", small)[1].tobytes()).decode()
    return f'{caption}<img alt="" src="data:image/jpeg;base64,{coded}">'
