"""The files of a stored photo, and what kinds of picture are stored."""

from __future__ import annotations

#: What is kept of a photo: the file without its EXIF, what the reader wants to know of that, and
#: small copies for the pages.
ORIGINAL, SHOWN, THUMBNAIL, ABOUT = "original", "shown.jpg", "thumbnail.jpg", "about.json"
FILES = (ORIGINAL, ABOUT, SHOWN, THUMBNAIL)
_HEIF_BRANDS = (b"heic", b"heix", b"mif1", b"msf1", b"hevc", b"avif")


class UnknownPhoto(LookupError):
    """No photo has this digest, or it was deleted."""


def media_type_of(data: bytes) -> str | None:
    """What kind of picture the bytes begin like; what the sender called it does not count."""
    if data[:3] == b"\xff\xd8\xff":
        return "image/jpeg"
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return "image/png"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    if data[:2] == b"BM":
        return "image/bmp"
    if data[4:8] == b"ftyp" and data[8:12] in _HEIF_BRANDS:
        return "image/heif"
    return None
