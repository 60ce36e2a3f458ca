"""A reading as a notebook shows it."""

from __future__ import annotations

import base64
from collections.abc import Callable
from html import escape
from typing import Protocol, TypeVar

import cv2

from ...calibration.arrays import Picture
from ..photos.photo import Photo, PhotoError, load_photo
from ..photos.shrink import shrunk_to

SIDE = 900
"""Longer side of the picture, in pixels: as wide as a notebook's page."""


class _PlacedReading(Protocol):
    @property
    def path(self) -> str | None: ...

    @property
    def is_placed(self) -> bool: ...


R = TypeVar("R", bound=_PlacedReading)


def reading_html(reading: R, draw: Callable[[Photo, R], Picture], board: str) -> str:
    """The photo with its reading drawn over it, as HTML; the ``board`` where there is no photo."""
    caption = f"<p>{escape(repr(reading)[1:-1])}</p>"
    if reading.path is None or not reading.is_placed:
        return caption + board
    try:
        photo = load_photo(reading.path)
    except (PhotoError, OSError):  # the photo lies elsewhere now
        return caption + board
    small = shrunk_to(draw(photo, reading), SIDE)
    coded = base64.b64encode(cv2.imencode(".jpg", small)[1].tobytes()).decode()
    return f'{caption}<img alt="" src="data:image/jpeg;base64,{coded}">'
