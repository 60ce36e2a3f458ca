"""A picture file without what it tells beside the picture: where, when, by whom and with what.

The pixels stay as they are coded; only segments, chunks and boxes that the picture does not need
are left out (JPEG: ITU-T T.81 annex B; PNG: W3C PNG 11; WebP: RFC 9649; HEIC and AVIF: ISO
14496-12, section 8.11). So are second pictures and films that phones put behind the first one.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator

_JPEG_MARKER = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")
#: Second bytes of a JPEG's markers (ITU-T T.81, table B.1).
_START_OF_SCAN, _END_OF_IMAGE, _COMMENT = 0xDA, 0xD9, 0xFE
#: What an APP segment must begin with to be part of the picture: size, colours, colour model.
_JPEG_KEPT = {0xE0: b"JFIF\0", 0xE2: b"ICC_PROFILE\0", 0xEE: b"Adobe"}
_PNG_KEPT = frozenset(
    b"IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs acTL fcTL fdAT".split()
)
_WEBP_KEPT = frozenset((b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF", b"ICCP"))
_WEBP_TELLS = 0x08 | 0x04  # VP8X flags: there is EXIF, there is XMP
_HEIF_KEPT = frozenset((b"ftyp", b"meta", b"mdat", b"free", b"skip"))
#: An EXIF item that says nothing: where its TIFF begins, and a TIFF without entries.
_EMPTY_EXIF = b"\0\0\0\0" + b"MM\0*\0\0\0\x08" + b"\0\0" + b"\0\0\0\0"
#: A file that lists more was made to keep the reader busy.
_MOST_PIECES = 100_000
_HEIF_TELLING = (b"Exif", b"mime", b"uri ")
#: A line or two behind the picture that people can read; anything else there is left out.
_MOST_NOTE_BYTES = 65_536
_NOTE = re.compile(rb"[\t\n\r\x20-\x7e]*")


class NotUnderstood(ValueError):
    """The file is not built as its format says, so that nobody can tell what is in it."""


def bare(data: bytes, *, keeps_note: bool = True) -> bytes:
    """The same picture with nothing beside it but a note, where that is kept. Raises
    NotUnderstood."""
    most_note = _MOST_NOTE_BYTES if keeps_note else 0
    try:
        if data[:3] == b"\xff\xd8\xff":
            return _bare_jpeg(data, most_note)
        if data[:8] == b"\x89PNG\r\n\x1a\n":
            return _bare_png(data, most_note)
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _bare_webp(data)
        if data[:2] == b"BM":
            return _bare_bmp(data)
        if data[4:8] == b"ftyp":
            return _bare_heif(data)
    except (IndexError, struct.error) as error:
        raise NotUnderstood(str(error)) from None
    raise NotUnderstood("no picture format that is known here")


# -- JPEG


def _bare_jpeg(data: bytes, most_note: int) -> bytes:
    kept, at = [data[:2]], 2
    while True:
        if data[at] != 0xFF:
            raise NotUnderstood("a JPEG segment is expected")
        marker = data[at + 1]
        if marker == 0xFF:  # any marker may be preceded by fill bytes
            at += 1
            continue
        if marker == _END_OF_IMAGE:
            return b"".join((*kept, data[at : at + 2], _note(data[at + 2 :], most_note)))
        if 0xD0 <= marker <= 0xD8 or marker == 0x01:
            end = at + 2
        else:
            length = int.from_bytes(data[at + 2 : at + 4], "big")
            end = at + 2 + length
            if length < 2 or end > len(data):
                raise NotUnderstood("a JPEG segment is longer than the file")
        if marker == _START_OF_SCAN:
            found = _JPEG_MARKER.search(data, end)
            if found is None:
                raise NotUnderstood("the JPEG has no end")
            end = found.start()
        if _is_picture(marker, data[at + 4 : at + 16]):
            kept.append(data[at:end])
        at = end


def _is_picture(marker: int, begins: bytes) -> bool:
    if 0xE0 <= marker <= 0xEF:
        return marker in _JPEG_KEPT and begins.startswith(_JPEG_KEPT[marker])
    return marker != _COMMENT


def _note(behind: bytes, most: int) -> bytes:
    if len(behind) <= most and _NOTE.fullmatch(behind) and b"Exif" not in behind:
        return behind
    return b""


# -- BMP, PNG and WebP


def _bare_bmp(data: bytes) -> bytes:
    size = int.from_bytes(data[2:6], "little")
    return data[:size] if 54 <= size < len(data) else data


def _bare_png(data: bytes, most_note: int) -> bytes:
    kept, at = [data[:8]], 8
    while True:
        length, kind = struct.unpack_from(">I4s", data, at)
        end = at + 12 + length
        if end > len(data):
            raise NotUnderstood("a PNG chunk is longer than the file")
        if kind in _PNG_KEPT:
            kept.append(data[at:end])
        if kind == b"IEND":
            return b"".join((*kept, _note(data[end:], most_note)))
        at = end


def _bare_webp(data: bytes) -> bytes:
    end = min(8 + int.from_bytes(data[4:8], "little"), len(data))
    kept, at = [], 12
    while at + 8 <= end:
        kind, length = struct.unpack_from("<4sI", data, at)
        after = at + 8 + length + length % 2
        if at + 8 + length > end:
            raise NotUnderstood("a WebP chunk is longer than the file")
        if kind == b"VP8X":
            kept.append(data[at : at + 8] + bytes([data[at + 8] & ~_WEBP_TELLS]))
            kept.append(data[at + 9 : after])
        elif kind in _WEBP_KEPT:
            kept.append(data[at:after])
        at = after
    body = b"".join(kept)
    if not body:
        raise NotUnderstood("the WebP file has no picture")
    return b"RIFF" + struct.pack("<I", 4 + len(body)) + b"WEBP" + body


# -- HEIC and AVIF: the file says where each part lies, so what is taken out is filled with zeros


def _bare_heif(data: bytes) -> bytes:
    cleaned = bytearray(data)
    for kind, start, body, end in _boxes(data, 0, len(data)):
        if kind == b"meta":
            for item, first, size in _telling_parts(data, body + 4, end):
                size = max(0, min(size, len(data) - first))
                empty = _EMPTY_EXIF if item == b"Exif" and size >= len(_EMPTY_EXIF) else b""
                cleaned[first : first + size] = empty.ljust(size, b"\0")
        elif kind not in _HEIF_KEPT:
            cleaned[start + 4 : start + 8] = b"free"
            cleaned[body:end] = bytes(end - body)
    return bytes(cleaned)


def _boxes(data: bytes, at: int, end: int) -> Iterator[tuple[bytes, int, int, int]]:
    """Kind, start, start of the content and end of the boxes between two places."""
    while at < end:
        size, kind = struct.unpack_from(">I4s", data, at)
        body = at + 8
        if size == 1:
            (size,) = struct.unpack_from(">Q", data, at + 8)
            body = at + 16
        elif size == 0:
            size = end - at
        if size < body - at or at + size > end:
            raise NotUnderstood("a box is longer than what it stands in")
        yield kind, at, body, at + size
        at += size


def _telling_parts(data: bytes, at: int, end: int) -> list[tuple[bytes, int, int]]:
    """Where the EXIF and XMP of a HEIC file lie: kind, start and size of each piece."""
    inside = {kind: (body, last) for kind, _, body, last in _boxes(data, at, end)}
    if b"iinf" not in inside:
        return []
    telling = dict(_telling_items(data, *inside[b"iinf"]))
    if not telling:
        return []
    if b"iloc" not in inside:
        raise NotUnderstood("nothing says where the parts lie")
    own = inside.get(b"idat", (0, 0))[0]
    places = _places(data, *inside[b"iloc"], own)
    found = [(telling[item], place, size) for item, place, size in places if item in telling]
    if sum(size for _, _, size in found) > len(data):
        raise NotUnderstood("parts lie over one another")
    return found


def _telling_items(data: bytes, at: int, end: int) -> Iterator[tuple[int, bytes]]:
    version = data[at]
    first = at + (6 if version == 0 else 8)
    for kind, _, body, _ in _boxes(data, first, end):
        if kind != b"infe" or data[body] < 2:
            continue
        wide = data[body] >= 3
        item = int.from_bytes(data[body + 4 : body + (8 if wide else 6)], "big")
        what = body + (10 if wide else 8)
        if data[what : what + 4] in _HEIF_TELLING:
            yield item, data[what : what + 4]


def _places(data: bytes, at: int, end: int, own: int) -> Iterator[tuple[int, int, int]]:
    """Number, place and size of each piece of each item (the box "iloc")."""
    version, sizes = data[at], int.from_bytes(data[at + 4 : at + 6], "big")
    offset_bytes, length_bytes, base_bytes = sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15
    index_bytes = sizes & 15 if version else 0
    at += 6

    def number(count: int) -> int:
        nonlocal at
        if at + count > end:
            raise NotUnderstood("the list of places is cut short")
        value = int.from_bytes(data[at : at + count], "big")
        at += count
        return value

    wide = 4 if version == 2 else 2
    pieces = 0
    for _ in range(number(wide)):
        item = number(wide)
        inside = (number(2) & 15) == 1 if version else False
        number(2)
        base = number(base_bytes)
        count = number(2)
        pieces += count
        if pieces > _MOST_PIECES:
            raise NotUnderstood("there are too many parts")
        for _ in range(count):
            number(index_bytes)
            place, size = base + number(offset_bytes), number(length_bytes)
            yield item, place + (own if inside else 0), size
