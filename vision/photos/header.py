"""What a picture file says of itself, held against its bytes before anything is decoded: a decoder
believes what a file claims, and 45 bytes have made one take 4 GB. Only the header is read, at a
cost that does not depend on what it claims."""

from __future__ import annotations

import struct
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from PIL import Image, UnidentifiedImageError

from ...calibration.cameras.exif import exif_of

MOST_PIXELS = 120_000_000
"""Maximum number of pixels: about a gigabyte while they are decoded."""
MOST_DECODED_BYTES = 400_000_000
"""Pixels times channels times bytes of each: decoders hold up to twice as much while they work."""
MOST_SCANNED_PIXELS = 800_000_000
"""Each scan of a progressive JPEG goes over the whole picture; cameras write about ten."""
MOST_SLOW_PIXELS = 64_000_000
"""The limit for WebP and AVIF: they take several times as long to decode as a JPEG."""

FORMATS = ("JPEG", "MPO", "PNG", "WEBP", "BMP", "HEIF", "AVIF")
_ORIENTATION_TAG = 0x0112  # of EXIF: which side of the picture is up
_TRANSPARENT_MODES = ("RGBA", "LA", "PA", "La", "RGBa")
_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_PNG_PICTURE = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
_MOST_DEFLATED = 1032
"""The most bytes that one byte of a deflate stream can stand for (RFC 1951: 258 in two bits)."""


class PhotoError(ValueError):
    """The file cannot be read as a photo; the message is a sentence for the person who sent it.

    ``code`` says why for who words it in another language: ``damaged``, ``cut_short``,
    ``no_photo``, ``needs_heic`` or ``too_large``.
    """

    def __init__(self, sentence: str, code: str = "damaged") -> None:
        super().__init__(sentence)
        self.code = code


@dataclass(frozen=True)
class Header:
    """What is known of a picture before it is decoded; `width` and `height` as it is stored."""

    format: str
    width: int
    height: int
    is_cmyk: bool = False
    is_transparent: bool = False
    depth: int = 1
    """Bytes of one channel of one pixel."""
    orientation: int = 1
    """The EXIF orientation that makes the stored picture upright."""

    @property
    def decoded_bytes(self) -> int:
        """What the picture takes when it is decoded whole, in BGR or with a fourth channel."""
        channels = 4 if self.is_cmyk or self.is_transparent else 3
        return self.width * self.height * channels * self.depth


def read_header(data: bytes, label: str) -> Header:
    """The header of a file that may be decoded. Raises PhotoError with a sentence."""
    if not data:
        raise PhotoError(f"{label} is empty (0 bytes): send or copy it again")
    header = _described(data, label)
    check_size(header, label)
    if header.format in ("JPEG", "MPO"):
        _check_jpeg(data, header, label)
    elif header.format == "PNG":
        _check_png(data, header, label)
    elif header.format == "WEBP" and int.from_bytes(data[4:8], "little") + 8 > len(data) + 1:
        raise _cut_short(label)
    return header


def check_size(header: Header, label: str) -> None:
    """Raise PhotoError where the decoded picture would be larger than the budget."""
    pixels = header.width * header.height
    most = MOST_SLOW_PIXELS if header.format in ("WEBP", "AVIF") else MOST_PIXELS
    if pixels > most:
        raise _too_large(label, header, most)
    if header.decoded_bytes > MOST_DECODED_BYTES:
        needed = header.decoded_bytes // 1_000_000
        raise PhotoError(
            f"{label} is too large ({header.width}×{header.height} pixels of "
            f"{header.decoded_bytes // pixels} bytes each, {needed} MB in all): pictures of up to "
            f"{MOST_DECODED_BYTES // 1_000_000} MB are read; save it as an ordinary JPEG",
            "too_large",
        )


@contextmanager
def opened_by_pillow(data: bytes) -> Iterator[Any]:
    """A Pillow image of the file, of a format that can be read here. Pillow warns of large
    pictures; the budget here decides on them."""
    Image.init()
    formats = [name for name in FORMATS if name in Image.OPEN]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with Image.open(BytesIO(data), formats=formats) as image:
            yield image


def _described(data: bytes, label: str) -> Header:
    if data[4:8] == b"ftyp" and not _heif_is_ready() and data[8:12] not in (b"avif", b"avis"):
        raise PhotoError(
            f"{label} is a HEIC photo, which needs one more package: "
            "install palago[heic], or send it as JPEG",
            "needs_heic",
        )
    try:
        with opened_by_pillow(data) as image:
            kind = image.format or ""
            width, height = image.size
            return Header(
                kind,
                width,
                height,
                is_cmyk=image.mode == "CMYK",
                is_transparent=image.mode in _TRANSPARENT_MODES or "transparency" in image.info,
                depth=_depth(data, image),
                orientation=1 if kind in ("HEIF", "AVIF") else _orientation(image),
            )
    except Image.DecompressionBombError:
        raise _too_large(label) from None
    except UnidentifiedImageError:
        raise PhotoError(
            f"{label} is {_what_it_is(data)}: send a JPEG, PNG, WebP or HEIC photo",
            "no_photo",
        ) from None
    except Exception as error:  # a damaged header can fail in any way a decoder can
        raise PhotoError(f"{label} is damaged and cannot be read ({error})") from None


def _depth(data: bytes, image: Any) -> int:
    """Bytes of a channel while the picture is decoded."""
    if image.format == "PNG":
        return 2 if data[24:25] == b"\x10" else 1
    if image.format == "HEIF":
        return 2 if image.info.get("bit_depth", 8) > 8 else 1
    # The depth of an AVIF is known only to its decoder, which keeps a second copy besides; so does
    # the decoder of a WebP that moves.
    moves = image.format == "WEBP" and image.is_animated
    return 2 if moves or image.format == "AVIF" else 1


def _heif_is_ready() -> bool:
    try:
        import pillow_heif
    except ImportError:
        return False
    pillow_heif.register_heif_opener()
    return True


def _orientation(image: Any) -> int:
    try:
        value = int(exif_of(image).get(_ORIENTATION_TAG, 1))
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
        return "a video ('palago digitise' takes films)"
    if data[:2] == b"PK":
        return "a zip archive, not a photo"
    return "not a picture, or damaged at its beginning"


# -- PNG ---------------------------------------------------------------------------------------


def _check_png(data: bytes, header: Header, label: str) -> None:
    compressed = 0
    names = []
    for name, start, end in _png_chunks(data):
        if end + 4 > len(data):
            raise _cut_short(label)
        names.append(name)
        if name == b"IDAT":
            compressed += end - start
    if names[-1:] != [b"IEND"]:
        raise _cut_short(label)
    stored = header.width * header.height * _png_bits(data) // 8
    if names[:1] != [b"IHDR"] or names.count(b"IHDR") != 1 or compressed * _MOST_DEFLATED < stored:
        raise damaged(label)


def _png_chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Name, first byte and end of each chunk, as far as the file goes."""
    at = len(_PNG_SIGNATURE)
    while at + 8 <= len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        yield name, at + 8, at + 8 + length
        if name == b"IEND":
            return
        at += length + 12


def _png_bits(data: bytes) -> int:
    """Bits of one pixel, from the header chunk (PNG specification, 11.2.1)."""
    depth, colour = data[24], data[25]
    return depth * {2: 3, 4: 2, 6: 4}.get(colour, 1)


def bare_png(data: bytes) -> bytes:
    """A checked PNG without any chunk that its pixels do not need: no text, no animation."""
    kept = [
        data[start - 8 : end + 4] for name, start, end in _png_chunks(data) if name in _PNG_PICTURE
    ]
    return b"".join([_PNG_SIGNATURE, *kept])


# -- JPEG --------------------------------------------------------------------------------------


def _check_jpeg(data: bytes, header: Header, label: str) -> None:
    frame, scan = _frame_and_scan(data)
    # Inside the coded pixels the two bytes of "end of image" cannot occur.
    if scan is None or data.find(b"\xff\xd9", scan) < 0:
        raise _cut_short(label)
    if frame is None or frame.size != (header.width, header.height):
        raise damaged(label)
    if not frame.is_progressive:
        return
    if data.count(b"\xff\xda", scan) * header.width * header.height > MOST_SCANNED_PIXELS:
        raise PhotoError(
            f"{label} takes too long to decode: save it as an ordinary JPEG", "too_large"
        )
    if frame.coefficients * 2 > MOST_DECODED_BYTES:
        raise _too_large(label, header)


@dataclass(frozen=True)
class _FrameHeader:
    """A JPEG's frame header: its size, and how many coefficients of two bytes its pixels have."""

    size: tuple[int, int]
    is_progressive: bool
    coefficients: int


def _frame_and_scan(data: bytes) -> tuple[_FrameHeader | None, int | None]:
    """The frame header, and where the first scan begins, None where they are missing. The segments
    are walked, so that a thumbnail inside the EXIF segment is not taken for the picture."""
    frame = None
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            break
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker == 0xDA:
            return frame, at
        if marker == 0x01 or 0xD0 <= marker <= 0xD8:
            at += 2
            continue
        length = int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            found = _frame(data[at + 4 : at + 2 + length], marker)
            if frame is not None or found is None:
                return None, at
            frame = found
        at += 2 + length
    return frame, None


def _frame(segment: bytes, marker: int) -> _FrameHeader | None:
    """A start-of-frame segment (ITU-T T.81, B.2.2), None where it is none."""
    if len(segment) < 6 or len(segment) < 6 + 3 * segment[5]:
        return None
    height, width = struct.unpack_from(">HH", segment, 1)
    samplings = [segment[7 + 3 * number] for number in range(segment[5])]
    across = [sampling >> 4 for sampling in samplings]
    down = [sampling & 15 for sampling in samplings]
    if not samplings or 0 in across or 0 in down:
        return None
    share = sum(a * d for a, d in zip(across, down, strict=True)) / (max(across) * max(down))
    return _FrameHeader((width, height), marker & 3 == 2, round(width * height * share))


# -- sentences ---------------------------------------------------------------------------------


def damaged(label: str) -> PhotoError:
    """What to say of a file whose bytes contradict one another."""
    return PhotoError(f"{label} is damaged and cannot be read: send or copy it again")


def _cut_short(label: str) -> PhotoError:
    return PhotoError(
        f"{label} is cut short, its end is missing: send or copy it again", "cut_short"
    )


def _too_large(label: str, header: Header | None = None, most: int = MOST_PIXELS) -> PhotoError:
    size = f" ({header.width}×{header.height} pixels)" if header else ""
    return PhotoError(
        f"{label} is too large{size}: photos of up to {most // 1_000_000} million pixels are read",
        "too_large",
    )
