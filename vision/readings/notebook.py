"""A reading as a notebook shows it."""

from __future__ import annotations

import base64
from html import escape

import cv2

from ...engine.tiles.diagram import board_svg
from ..photos.photo import PhotoError, load_photo
from ..photos.shrink import shrunk_to
from .overlay import draw_overlay
from .reading import Reading

SIDE = 900
"""Longer side of the picture, in pixels: as wide as a notebook's page."""


def reading_html(reading: Reading) -> str:
    """The photo with its reading drawn over it, as HTML; the board where there is no photo."""
    caption = f"<p>{escape(repr(reading)[1:-1])}</p>"
    if reading.path is None or not reading.is_placed:
        return caption + board_svg(reading.to_board())
    try:
        photo = load_photo(reading.path)
    except (PhotoError, OSError):  # the photo lies elsewhere now
        return caption + board_svg(reading.to_board())
    small = shrunk_to(draw_overlay(photo, reading), SIDE)
    coded = base64.b64encode(cv2.imencode(".jpg", small)[1].tobytes()).decode()
    return f'{caption}<img alt="" src="data:image/jpeg;base64,{coded}">'
