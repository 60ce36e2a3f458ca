"""A picture file becomes upright pixels, or a sentence that says why it cannot.

The size is read from the header before anything is decoded, so that a small file which claims to
be enormous costs nothing. Large JPEGs are decoded at a half, a quarter or an eighth of their size,
which the format does almost for free; pixel positions are given back in the full picture.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

MOST_PIXELS = 120_000_000
MOST_BYTES = 200_000_000
WORKING_LONG_SIDE = 2000
"""Larger pictures are read at about this size; a tile of a filled table is then over 60 px wide."""

_FORMATS = ("JPEG", "MPO", "PNG", "WEBP", "BMP", "HEIF", "AVIF")
_ORIENTATION_TAG = 0x0112
_TRANSPARENT_MODES = ("RGBA", "LA", "PA", "La", "RGBa")
_PAPER_GREY = 128.0


class PhotoError(ValueError):
    """The file cannot be read as a photo; the message is a sentence for the person who sent it.

    ``code`` says why for who words it in another language: ``damaged``, ``cut_short``,
    ``no_photo``, ``needs_heic`` or ``too_large``.
    """

    def __init__(self, sentence: str, code: str = "damaged") -> None:
        super().__init__(sentence)
        self.code = code


@dataclass(frozen=True)
class Photo:
    """An upright photo, as far as reading needs it.

    `image` is BGR, uint8, shape (h, w, 3), perhaps smaller than the photo; `width` and `height` are
    those of the full upright photo. `path` is None for pixels that came from memory.
    """

    path: str | None
    width: int
    height: int
    image: NDArray[np.uint8]
    orientation: int = 1
    """The EXIF orientation that was applied to make it upright."""
    reduction: int = 1
    """How many times smaller a JPEG was decoded on purpose (1, 2, 4 or 8)."""

    @property
    def scale(self) -> tuple[float, float]:
        """Pixels of the full photo for one pixel of `image`, across and down."""
        return self.width / self.image.shape[1], self.height / self.image.shape[0]

    def to_full(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Positions (..., 2) in `image` as positions in the full photo, pixel centres at whole
        numbers in both."""
        across, down = self.scale
        return np.asarray((points + 0.5) * np.array([across, down]) - 0.5)

    def from_full(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Positions (..., 2) in the full photo as positions in `image`."""
        across, down = self.scale
        return np.asarray((points + 0.5) / np.array([across, down]) - 0.5)


def load_photo(
    source: str | Path | bytes | NDArray[Any],
    *,
    long_side: int = WORKING_LONG_SIDE,
    name: str | None = None,
) -> Photo:
    """Decode a photo: a path, the bytes of a file, or an array of pixels.

    Arrays are (h, w), (h, w, 1), (h, w, 3) in BGR order or (h, w, 4) in BGRA order, 8 or 16 bit,
    already upright. Files are JPEG, PNG, WebP or BMP, and HEIC where `pillow-heif` is installed;
    their EXIF orientation is applied. Raises PhotoError with a sentence for the sender.
    """
    if isinstance(source, np.ndarray):
        return _from_pixels(source, name, long_side)
    if isinstance(source, bytes):
        return _from_bytes(source, name, long_side)
    path = Path(source)
    return _from_bytes(_file_bytes(path), str(source), long_side)


def _file_bytes(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise PhotoError(f"{path} is a folder, not a photo: name the photos in it")
        if path.stat().st_size > MOST_BYTES:
            raise PhotoError(
                f"{path} is larger than {MOST_BYTES // 1_000_000} MB: send a smaller photo"
            )
        return path.read_bytes()
    except FileNotFoundError:
        raise PhotoError(f"{path} does not exist: check the name") from None
    except OSError as error:
        raise PhotoError(f"{path} cannot be opened: {error.strerror or error}") from None


def _from_pixels(pixels: NDArray[Any], name: str | None, long_side: int) -> Photo:
    if pixels.ndim not in (2, 3) or pixels.size == 0:
        raise PhotoError(f"an array of shape {pixels.shape} is no picture: give (h, w, 3) BGR")
    if pixels.ndim == 3 and pixels.shape[2] not in (1, 3, 4):
        raise PhotoError(f"an array with {pixels.shape[2]} channels is no picture: give BGR")
    if pixels.dtype not in (np.uint8, np.uint16):
        raise PhotoError(f"pixels of type {pixels.dtype} are not understood: give uint8 or uint16")
    height, width = pixels.shape[:2]
    _check_size(width, height, name)
    return Photo(name, width, height, _at_most(_as_bgr(pixels), long_side))


def _from_bytes(data: bytes, name: str | None, long_side: int) -> Photo:
    label = name or "the photo"
    if len(data) > MOST_BYTES:
        raise PhotoError(
            f"{label} is larger than {MOST_BYTES // 1_000_000} MB: send a smaller photo"
        )
    header = _read_header(data, label)
    _check_size(header.width, header.height, label)
    if _is_cut_short(data, header.format):
        raise PhotoError(
            f"{label} is cut short, its end is missing: send or copy it again", "cut_short"
        )
    reduction = 1
    if header.format in ("JPEG", "MPO") and header.mode != "CMYK":
        while max(header.width, header.height) / (2 * reduction) >= 0.75 * long_side:
            reduction *= 2
        reduction = min(reduction, 8)
    pixels = _decode(data, header, reduction, label)
    upright = _turn_upright(_at_most(pixels, long_side), header.orientation)
    width, height = header.width, header.height
    if header.orientation >= 5:
        width, height = height, width
    return Photo(name, width, height, upright, header.orientation, reduction)


@dataclass(frozen=True)
class _Header:
    format: str
    mode: str
    width: int
    height: int
    orientation: int
    transparent: bool


def _read_header(data: bytes, label: str) -> _Header:
    from PIL import Image, UnidentifiedImageError

    if not data:
        raise PhotoError(f"{label} is empty (0 bytes): send or copy it again")
    if data[4:8] == b"ftyp" and not _heif_is_ready() and data[8:12] not in (b"avif", b"avis"):
        raise PhotoError(
            f"{label} is a HEIC photo, which needs one more package: "
            "install palago[heic], or send it as JPEG",
            "needs_heic",
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(BytesIO(data), formats=_known_formats()) as image:
                width, height = image.size
                transparent = image.mode in _TRANSPARENT_MODES or "transparency" in image.info
                mode, kind = image.mode, image.format or ""
                orientation = 1 if kind in ("HEIF", "AVIF") else _orientation(image)
    except Image.DecompressionBombError:
        raise PhotoError(_too_large(label), "too_large") from None
    except UnidentifiedImageError:
        raise PhotoError(
            f"{label} is {_what_it_is(data)}: send a JPEG, PNG or WebP photo", "no_photo"
        ) from None
    except Exception as error:  # a damaged header can fail in any way a decoder can
        raise PhotoError(f"{label} is damaged and cannot be read ({error})") from None
    return _Header(kind, mode, width, height, orientation, transparent)


def _known_formats() -> list[str]:
    from PIL import Image

    Image.init()
    return [name for name in _FORMATS if name in Image.OPEN]


def _heif_is_ready() -> bool:
    try:
        import pillow_heif
    except ImportError:
        return False
    pillow_heif.register_heif_opener()
    return True


def _orientation(image: Any) -> int:
    try:
        value = int(image.getexif().get(_ORIENTATION_TAG, 1))
    except Exception:  # EXIF blocks are often broken; the picture itself is still good
        return 1
    return value if 1 <= value <= 8 else 1


def _what_it_is(data: bytes) -> str:
    if data.lstrip()[:5] == b"%PDF-":
        return "a PDF document, not a photo"
    if data[:4] in (b"II*\0", b"MM\0*"):
        return "a TIFF or raw camera file"
    if data[:4] == b"GIF8":
        return "a GIF"
    if data[4:8] == b"ftyp" and data[8:10] in (b"he", b"mi", b"av"):
        return "damaged or cut short"
    if data[:4] == b"\x1aE\xdf\xa3" or data[4:8] == b"ftyp":
        return "a video"
    if data[:2] == b"PK":
        return "a zip archive, not a photo"
    return "not a picture, or damaged at its beginning"


def _check_size(width: int, height: int, label: str | None) -> None:
    if width * height > MOST_PIXELS:
        raise PhotoError(_too_large(label or "the photo", width, height), "too_large")


def _too_large(label: str, width: int = 0, height: int = 0) -> str:
    size = f" ({width}×{height} pixels)" if width else ""
    return (
        f"{label} is too large{size}: photos of up to {MOST_PIXELS // 1_000_000} million pixels "
        "are read"
    )


def _is_cut_short(data: bytes, kind: str) -> bool:
    """Whether the end of the file is missing, seen without decoding it."""
    if kind in ("JPEG", "MPO"):
        scan = _start_of_scan(data)
        # Inside the coded pixels the two bytes of "end of image" cannot occur.
        return scan is None or data.find(b"\xff\xd9", scan) < 0
    if kind == "PNG":
        return data.rfind(b"IEND") < 0
    if kind == "WEBP":
        return int.from_bytes(data[4:8], "little") + 8 > len(data) + 1
    return False


def _start_of_scan(data: bytes) -> int | None:
    """Where a JPEG's first scan begins: its segments are walked, so that a thumbnail inside the
    EXIF segment is not taken for the picture."""
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker == 0xDA:
            return at
        if marker == 0x01 or 0xD0 <= marker <= 0xD8:
            at += 2
            continue
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


def _decode(data: bytes, header: _Header, reduction: int, label: str) -> NDArray[np.uint8]:
    if header.mode == "CMYK" or header.format in ("HEIF", "AVIF"):
        return _decode_by_pillow(data, label)
    buffer = np.frombuffer(data, np.uint8)
    if header.transparent:
        flags = cv2.IMREAD_UNCHANGED
    else:
        colour = {
            1: cv2.IMREAD_COLOR,
            2: cv2.IMREAD_REDUCED_COLOR_2,
            4: cv2.IMREAD_REDUCED_COLOR_4,
            8: cv2.IMREAD_REDUCED_COLOR_8,
        }
        flags = colour[reduction] | cv2.IMREAD_IGNORE_ORIENTATION
    try:
        pixels = cv2.imdecode(buffer, flags)
    except cv2.error:
        pixels = None
    if pixels is None or pixels.size == 0:
        raise PhotoError(f"{label} is damaged and cannot be read: send or copy it again")
    return _as_bgr(pixels)


def _decode_by_pillow(data: bytes, label: str) -> NDArray[np.uint8]:
    from PIL import Image

    try:
        with Image.open(BytesIO(data), formats=_known_formats()) as image:
            return np.ascontiguousarray(np.asarray(image.convert("RGB"))[:, :, ::-1])
    except Exception as error:  # any failure of a decoder means one thing to the sender
        raise PhotoError(f"{label} is damaged and cannot be read ({error})") from None


def _as_bgr(pixels: NDArray[Any]) -> NDArray[np.uint8]:
    """8-bit BGR; what is transparent is laid on grey paper."""
    if pixels.dtype == np.uint16:
        pixels = (pixels >> 8).astype(np.uint8)
    if pixels.ndim == 2 or pixels.shape[2] == 1:
        return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), np.uint8)
    if pixels.shape[2] == 4:
        alpha = pixels[:, :, 3:].astype(np.float32) / 255.0
        laid = pixels[:, :, :3].astype(np.float32) * alpha + _PAPER_GREY * (1.0 - alpha)
        return np.asarray(np.rint(laid), np.uint8)
    return np.ascontiguousarray(pixels, np.uint8)


def _at_most(pixels: NDArray[np.uint8], long_side: int) -> NDArray[np.uint8]:
    height, width = pixels.shape[:2]
    longest = max(height, width)
    if longest <= 1.25 * long_side:
        return pixels
    size = (
        max(1, round(width * long_side / longest)),
        max(1, round(height * long_side / longest)),
    )
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)


def _turn_upright(pixels: NDArray[np.uint8], orientation: int) -> NDArray[np.uint8]:
    """Undo an EXIF orientation (values 1 to 8, EXIF 2.3 section 4.6.4)."""
    if orientation in (5, 6, 7, 8):
        pixels = pixels.transpose(1, 0, 2)
    if orientation in (2, 3, 6, 7):
        pixels = pixels[:, ::-1]
    if orientation in (3, 4, 7, 8):
        pixels = pixels[::-1]
    return np.ascontiguousarray(pixels)
