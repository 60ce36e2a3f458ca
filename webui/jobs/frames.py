"""Frames as JPEG: coded here, and decoded in a process apart, for anybody may have made them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..workers.worker import JobRefused

if TYPE_CHECKING:
    from ...calibration.arrays import Picture

MOST_FRAME_PIXELS = 20_000_000
"""Cameras film with 8 million at most."""


@contextmanager
def photos_refused() -> Iterator[None]:
    """Refuse the job, with the photo's sentence and code, where a photo cannot be read."""
    from ...vision import PhotoError

    try:
        yield
    except PhotoError as error:
        raise JobRefused(str(error), f"photo_{error.code}") from None


@photos_refused()
def decode_frame(data: bytes, long_side: int) -> tuple[list[int], bytes]:
    """A JPEG as pixels: its height and width, and BGR bytes. Raises JobRefused."""
    from ...vision.photos.header import read_header
    from ...vision.photos.photo import PhotoError, load_photo

    header = read_header(data, "the frame")
    if header.width * header.height > MOST_FRAME_PIXELS:
        raise PhotoError("the frame is too large", "too_large")
    image = load_photo(data, long_side=long_side).image
    return list(image.shape[:2]), image.tobytes()


def jpeg(frame: Picture, quality: int = 88) -> bytes:
    """A frame as the bytes of a JPEG."""
    import cv2

    _, data = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return data.tobytes()
