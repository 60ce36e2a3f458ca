"""Pictures by a camera of the server, taken in a process apart: drivers hang."""

from __future__ import annotations

from ..workers.worker import JobRefused

#: The first pictures of a camera are dark: its exposure settles.
PICTURES_TO_SETTLE = 8


def take_photo(camera: int) -> str:
    """One JPEG picture as hexadecimal text. Raises JobRefused."""
    import cv2

    capture = cv2.VideoCapture(camera)
    try:
        if not capture.isOpened():
            raise JobRefused.of("no_server_camera", number=camera)
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, 1920)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, 1080)
        for _ in range(PICTURES_TO_SETTLE):
            found, picture = capture.read()
        if not found:
            raise JobRefused.of("no_server_picture", number=camera)
    finally:
        capture.release()
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 92])[1]).hex()
