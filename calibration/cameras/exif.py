"""What a photo's EXIF says of the camera that took it, and EXIF for a file that has none."""

from __future__ import annotations

import io
import warnings
from pathlib import Path

from PIL import ExifTags, Image

from .camera import CameraIdentity


def camera_identity(photo: Path | bytes) -> CameraIdentity:
    """Make, model and focal length from a photo's EXIF; empty where there is none. Never raises for
    a broken picture: only its header is read, no pixel is decoded."""
    try:
        # A large picture's warning is about decoding it, which is not done here.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            source = io.BytesIO(photo) if isinstance(photo, bytes) else photo
            with Image.open(source) as image:
                exif = exif_of(image)
                details = exif.get_ifd(ExifTags.IFD.Exif)
    except Exception:
        # Pillow's readers of damaged headers raise nearly every kind of exception there is.
        return CameraIdentity()
    return CameraIdentity(
        make=_text(exif.get(ExifTags.Base.Make)),
        model=_text(exif.get(ExifTags.Base.Model)),
        focal_length=_positive(details.get(ExifTags.Base.FocalLength)),
        focal_length_35mm=_positive(details.get(ExifTags.Base.FocalLengthIn35mmFilm)),
    )


def exif_of(image: Image.Image) -> Image.Exif:
    """The EXIF in a picture's header. Pillow's own method decodes a PNG to its end to look for EXIF
    behind the pixels, where no camera writes it; what the header holds is found without that."""
    return Image.Image.getexif(image)


def with_exif(jpeg: bytes, exif: Image.Exif) -> bytes:
    """A JPEG file that has no EXIF, with some (an APP1 segment; ITU-T T.81 annex B)."""
    told = exif.tobytes()
    return jpeg[:2] + b"\xff\xe1" + (len(told) + 2).to_bytes(2, "big") + told + jpeg[2:]


def _text(value: object) -> str | None:
    if not isinstance(value, str):
        return None
    printable = "".join(character for character in value if character.isprintable())
    return printable.strip()[:100] or None


def _positive(value: object) -> float | None:
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, ZeroDivisionError):
        return None
    return number if 0.1 <= number <= 5000 else None
