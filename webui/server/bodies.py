"""How large the body of a request may be: for each route that takes more than a few words."""

from __future__ import annotations

import re
from typing import Any

from .configuration import MEGABYTE, Configuration

#: A changed board, a reading, a setting: no page and no program needs more.
SMALL_BODY = 300_000
MOST_FRAME_BYTES = 4 * MEGABYTE
#: Films come in pieces.
MOST_PIECE_BYTES = 8 * MEGABYTE
#: What a form adds to the photo in it.
_ROUND_A_PHOTO = 100_000

#: The header in which the server tells the application why it did not take a body.
REFUSED = "PALAGO_REFUSED"

_IMPORT = re.compile(r"/api/v1/imports")
_FRAME = re.compile(r"/api/v1/games/[^/]+/frames")
_PIECE = re.compile(r"/api/v1/digitisings/[^/]+/files")
_PHOTO = re.compile(r"/api/v1/(games/[^/]+/photos|readings|calibrations/[^/]+/views)")


def most_body_bytes(configuration: Configuration, method: str, path: str) -> int:
    """The largest body that a request may have."""
    if method != "POST":
        return SMALL_BODY
    if _IMPORT.fullmatch(path):
        return configuration.most_import_bytes
    if _FRAME.fullmatch(path):
        return MOST_FRAME_BYTES
    if _PIECE.fullmatch(path):
        return MOST_PIECE_BYTES
    if _PHOTO.fullmatch(path):
        return configuration.most_upload_bytes + _ROUND_A_PHOTO
    return SMALL_BODY


def refused_body(environ: dict[str, Any]) -> str | None:
    """Why the body of a request was not taken, None where it was."""
    return environ.get(f"HTTP_{REFUSED}")
