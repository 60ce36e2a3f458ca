"""Decoding the frames of a phone's live camera, in a process apart: anybody may have made them."""

from __future__ import annotations

from ..workers.worker import JobRefused

MOST_FRAME_PIXELS = 20_000_000
"""Cameras film with 8 million at most."""


def decode_frame(data: bytes, long_side: int) -> tuple[list[int], bytes]:
    """A JPEG as pixels: its height and width, and BGR bytes. Raises JobRefused."""
    from ...vision.photos.header import read_header
    from ...vision.photos.photo import PhotoError, load_photo

    try:
        header = read_header(data, "the frame")
        if header.width * header.height > MOST_FRAME_PIXELS:
            raise PhotoError("the frame is too large", "too_large")
        image = load_photo(data, long_side=long_side).image
    except PhotoError as error:
        raise JobRefused(str(error), f"photo_{error.code}") from None
    return list(image.shape[:2]), image.tobytes()
