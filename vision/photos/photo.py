"""A picture file becomes upright pixels, or a sentence that says why it cannot.

The header is held against the file first (see `header`). Large JPEGs are decoded at a half, a
quarter or an eighth of their size, which is almost free; other files are decoded once and kept for
the next look. Pixel positions are given back in the full picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ...calibration.arrays import Floats, Picture
from ...engine.whole_file import contents, not_there
from .header import (
    Header,
    PhotoError,
    bare_png,
    check_size,
    damaged,
    opened_by_pillow,
    read_header,
)
from .shrink import shrunk_to

__all__ = ["MOST_BYTES", "Photo", "PhotoError", "PhotoFile", "load_photo", "photo_given"]

MOST_BYTES = 200_000_000
"""A JPEG file of more bytes would have more pixels than are decoded."""
WORKING_LONG_SIDE = 2000
"""Larger pictures are read at about this size; a tile of a filled table is then over 60 px wide."""

_PAPER_GREY = 128.0
"""What shows through a transparent picture, between black and white."""
_STRIP_PIXELS = 1 << 16
"""Number of pixels that are converted at a time: so no second whole picture is needed, and they fit
into the processor's cache."""


@dataclass(frozen=True)
class Photo:
    """An upright photo, as far as reading needs it.

    `image` is BGR, uint8, shape (h, w, 3), perhaps smaller than the photo; `width` and `height` are
    those of the full upright photo. `path` is None for pixels that came from memory.
    """

    path: str | None
    width: int
    height: int
    image: Picture
    orientation: int = 1
    """The EXIF orientation that was applied to make it upright."""

    @property
    def scale(self) -> tuple[float, float]:
        """Pixels of the full photo for one pixel of `image`, across and down."""
        return self.width / self.image.shape[1], self.height / self.image.shape[0]

    def to_full(self, points: Floats) -> Floats:
        """Positions (..., 2) in `image` as positions in the full photo, pixel centres at whole
        numbers in both."""
        across, down = self.scale
        return np.asarray((points + 0.5) * np.array([across, down]) - 0.5)

    def from_full(self, points: Floats) -> Floats:
        """Positions (..., 2) in the full photo as positions in `image`."""
        across, down = self.scale
        return np.asarray((points + 0.5) / np.array([across, down]) - 0.5)


class PhotoFile:
    """A photo that is looked at at several sizes: what was read or decoded once is kept.

    `orientation` is the EXIF orientation of a file that has lost it. Raises PhotoError with a
    sentence for the sender, like `load_photo`.
    """

    def __init__(
        self,
        source: str | Path | bytes | NDArray[Any],
        name: str | None = None,
        orientation: int | None = None,
    ) -> None:
        self._name = name if isinstance(source, np.ndarray | bytes) else str(source)
        self._data = b""
        self._whole: Picture | None = None
        if isinstance(source, np.ndarray):
            self._header = _header_of_pixels(source, name)
            self._whole = _as_bgr(source)
            return
        label = self._name or "the photo"
        if not isinstance(source, str | bytes | PathLike):
            kind = type(source).__name__
            told = "a path, a file opened by 'rb', its bytes, a PIL image or an array"
            raise TypeError(f"a photo is {told}, not of type {kind}")
        if source == "":
            raise PhotoError("no photo is named: give its path")
        self._data = source if isinstance(source, bytes) else _file_bytes(Path(source))
        if len(self._data) > MOST_BYTES:
            raise _too_many_bytes(label)
        self._header = read_header(self._data, label)
        if orientation is not None:
            self._header = replace(self._header, orientation=orientation)

    def at(self, long_side: int = WORKING_LONG_SIDE) -> Photo:
        """The photo, upright, at about this size where it is larger."""
        header = self._header
        pixels = _at_most(self._decoded(long_side), long_side)
        upright = _turn_upright(pixels, header.orientation)
        width, height = header.width, header.height
        if header.orientation >= 5:
            width, height = height, width
        return Photo(self._name, width, height, upright, header.orientation)

    def _decoded(self, long_side: int) -> Picture:
        if self._whole is not None:
            return self._whole
        label = self._name or "the photo"
        if self._header.format in ("JPEG", "MPO"):
            smaller = _reduction(self._header, long_side)
            return _decode_jpeg(self._data, self._header, smaller, label)
        # Other formats have no cheap smaller picture; the bytes are not needed any more.
        self._whole = _decode(self._data, self._header, label)
        self._data = b""
        return self._whole


def load_photo(
    source: str | Path | bytes | NDArray[Any] | PhotoFile,
    *,
    long_side: int = WORKING_LONG_SIDE,
    name: str | None = None,
) -> Photo:
    """Decode a photo: a path, the bytes of a file, or an array of pixels.

    Arrays are (h, w), (h, w, 1), (h, w, 3) in BGR order or (h, w, 4) in BGRA order, 8 or 16 bit,
    already upright. Files are JPEG, PNG, WebP or BMP, and HEIC where `pillow-heif` is installed;
    their EXIF orientation is applied. Who looks more than once passes a `PhotoFile`. Raises
    PhotoError with a sentence for the sender.
    """
    file = source if isinstance(source, PhotoFile) else PhotoFile(source, name)
    return file.at(long_side)


def photo_given(photo: Any) -> Any:
    """A photo as callers have it, as `load_photo` takes it: also an opened file, a buffer, or a PIL
    image, which is turned upright."""
    from PIL.Image import Image
    from PIL.ImageOps import exif_transpose

    photo = contents(photo)
    if not isinstance(photo, Image):
        return photo
    upright = exif_transpose(photo).convert("RGB")
    return np.ascontiguousarray(np.asarray(upright, dtype=np.uint8)[:, :, ::-1])


def _file_bytes(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise PhotoError(f"{path} is a folder, not a photo: name the photos in it")
        if path.stat().st_size > MOST_BYTES:
            raise _too_many_bytes(str(path))
        return path.read_bytes()
    except FileNotFoundError:
        raise PhotoError(not_there(path)) from None
    except OSError as error:
        raise PhotoError(f"{path} cannot be opened: {error.strerror or error}") from None


def _too_many_bytes(label: str) -> PhotoError:
    return PhotoError(f"{label} is larger than {MOST_BYTES // 1_000_000} MB: send a smaller photo")


def _header_of_pixels(pixels: NDArray[Any], name: str | None) -> Header:
    if pixels.size == 0 or pixels.shape[2:] not in ((), (1,), (3,), (4,)) or pixels.ndim < 2:
        raise PhotoError(f"an array of shape {pixels.shape} is no picture: give (h, w, 3) BGR")
    if pixels.dtype not in (np.uint8, np.uint16):
        raise PhotoError(
            f"pixels of type {pixels.dtype} are not understood: give uint8 or uint16, of levels "
            'from 0 to 1 (255 * pixels).astype("uint8")'
        )
    height, width = pixels.shape[:2]
    header = Header("pixels", width, height)
    check_size(header, name or "the photo")
    return header


def _reduction(header: Header, long_side: int) -> int:
    """By how much a JPEG is made smaller while it is decoded; never to less than is asked for,
    since small tiles would be lost with the rest."""
    reduction = 1
    while max(header.width, header.height) / (2 * reduction) >= long_side:
        reduction *= 2
    return min(reduction, 8)


def _decode_jpeg(data: bytes, header: Header, reduction: int, label: str) -> Picture:
    if header.is_cmyk:
        return _decode_by_pillow(data, label, reduction)
    colour = {
        1: cv2.IMREAD_COLOR,
        2: cv2.IMREAD_REDUCED_COLOR_2,
        4: cv2.IMREAD_REDUCED_COLOR_4,
        8: cv2.IMREAD_REDUCED_COLOR_8,
    }
    return _decode_by_opencv(data, colour[reduction] | cv2.IMREAD_IGNORE_ORIENTATION, label)


def _decode(data: bytes, header: Header, label: str) -> Picture:
    if header.format in ("HEIF", "AVIF"):
        return _decode_by_pillow(data, label)
    flags = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    if header.is_transparent:
        flags = cv2.IMREAD_UNCHANGED
    return _decode_by_opencv(bare_png(data) if header.format == "PNG" else data, flags, label)


def _decode_by_opencv(data: bytes, flags: int, label: str) -> Picture:
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error:
        pixels = None
    if pixels is None or pixels.size == 0:
        raise damaged(label)
    return _as_bgr(pixels)


def _decode_by_pillow(data: bytes, label: str, reduction: int = 1) -> Picture:
    try:
        with opened_by_pillow(data) as image:
            if reduction > 1:
                image.draft(None, (image.width // reduction, image.height // reduction))
            bgr = np.empty((image.height, image.width, 3), np.uint8)
            for top, bottom in _strips(*image.size):
                strip = image.crop((0, top, image.width, bottom)).convert("RGB")
                bgr[top:bottom] = np.asarray(strip)[:, :, ::-1]
            return bgr
    except Exception as error:  # any failure of a decoder means one thing to the sender
        raise PhotoError(f"{label} is damaged and cannot be read ({error})") from None


def _strips(width: int, height: int) -> Iterator[tuple[int, int]]:
    rows = max(1, _STRIP_PIXELS // width)
    for top in range(0, height, rows):
        yield top, min(top + rows, height)


def _as_bgr(pixels: NDArray[Any]) -> Picture:
    """8-bit BGR; what is transparent is laid on grey paper."""
    if pixels.dtype == np.uint8 and pixels.ndim == 3 and pixels.shape[2] == 3:
        return np.ascontiguousarray(pixels, np.uint8)
    bgr = np.empty((*pixels.shape[:2], 3), np.uint8)
    for top, bottom in _strips(pixels.shape[1], pixels.shape[0]):
        bgr[top:bottom] = _strip_as_bgr(pixels[top:bottom])
    return bgr


def _strip_as_bgr(pixels: NDArray[Any]) -> Picture:
    if pixels.dtype == np.uint16:
        pixels = (pixels >> 8).astype(np.uint8)
    if pixels.ndim == 2 or pixels.shape[2] == 1:
        return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), np.uint8)
    if pixels.shape[2] == 4:
        return _on_paper(pixels)
    return np.asarray(pixels, np.uint8)


def _on_paper(pixels: Picture) -> Picture:
    """BGRA pixels over grey, to one step of 255."""
    colours = cv2.cvtColor(pixels, cv2.COLOR_BGRA2BGR)
    alpha = cv2.extractChannel(pixels, 3)
    if alpha.min() == 255:
        return np.asarray(colours, np.uint8)
    opaque = cv2.cvtColor(alpha, cv2.COLOR_GRAY2BGR)
    laid = cv2.multiply(colours, opaque, scale=1.0 / 255.0)
    paper = np.rint(_PAPER_GREY * (1.0 - np.arange(256) / 255.0)).astype(np.uint8)
    return np.asarray(cv2.add(laid, cv2.LUT(opaque, paper)), np.uint8)


def _at_most(pixels: Picture, long_side: int) -> Picture:
    # To make a photo that is hardly larger smaller would only blur it.
    return pixels if max(pixels.shape) <= 1.25 * long_side else shrunk_to(pixels, long_side)


def _turn_upright(pixels: Picture, orientation: int) -> Picture:
    """Undo an EXIF orientation (values 1 to 8, EXIF 2.3 section 4.6.4)."""
    if orientation in (5, 6, 7, 8):
        pixels = pixels.transpose(1, 0, 2)
    if orientation in (2, 3, 6, 7):
        pixels = pixels[:, ::-1]
    if orientation in (3, 4, 7, 8):
        pixels = pixels[::-1]
    return np.ascontiguousarray(pixels)
