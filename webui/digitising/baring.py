"""What photos tell of place, time and owner is taken off as soon as all of it has been read.

Until then the reader needs the times: they are the order of the photos. What stays is what a later
reading wants: which way up the photo is, and which camera and lens took it.
"""

from __future__ import annotations

import shutil

from PIL import ExifTags, Image

from ...calibration.cameras.exif import camera_identity, with_exif
from ...engine.whole_file import whole_file
from ...vision.photos.header import read_header
from ...vision.photos.photo import PhotoError
from ...vision.photos.without_metadata import NotUnderstood, bare
from ..jobs.reading import coded_anew
from ..store.files.photo_files import media_type_of
from .place import JobFolder


def bare_photos(place: JobFolder) -> None:
    """Leave of all photos only the picture, and nothing of what was sent beside them.

    Films go whole: the moments that matter were taken out as pictures.
    """
    for path in place.photos.iterdir():
        try:
            kept = bared_for_later(path.read_bytes())
        except PhotoError:
            path.unlink()  # nobody can show it, nor say what is in it
            continue
        # A file of its own: the one that was sent may be the same one under two names.
        with whole_file(path) as draft:
            draft.write_bytes(kept)
    for folder in (place.sent, place.unpacked):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(exist_ok=True)


def bared_for_later(data: bytes) -> bytes:
    """A photo with nothing beside it but its orientation, camera and lens. Raises PhotoError."""
    orientation = read_header(data, "the photo").orientation
    try:
        kept = bare(data)
    except NotUnderstood:
        return coded_anew(data)
    if media_type_of(kept) == "image/jpeg":
        return with_exif(kept, _exif(data, orientation))
    return kept if orientation == 1 else coded_anew(data)


def _exif(data: bytes, orientation: int) -> Image.Exif:
    camera = camera_identity(data)
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    known = {ExifTags.Base.Make: camera.make, ExifTags.Base.Model: camera.model}
    exif.update({tag: text for tag, text in known.items() if text})
    lens = {
        ExifTags.Base.FocalLength: camera.focal_length,
        ExifTags.Base.FocalLengthIn35mmFilm: camera.focal_length_35mm,
    }
    exif.get_ifd(ExifTags.IFD.Exif).update({tag: size for tag, size in lens.items() if size})
    return exif
