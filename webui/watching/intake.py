"""A photo on its way in: looked at, stored, read by a process apart, entered in its game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..jobs.worker import JobRefused
from ..services import Services
from ..store import Event, UnknownPhoto
from ..store.photo_store import ORIGINAL, SHOWN, THUMBNAIL


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
    if data[4:8] == b"ftyp" and data[8:12] in (
        b"heic",
        b"heix",
        b"mif1",
        b"msf1",
        b"hevc",
        b"avif",
    ):
        return "image/heif"
    return None


def keep_photo(parts: Services, data: bytes) -> tuple[str, dict[str, Any]]:
    """Store a photo and read it: its digest and its Reading JSON.

    Raises JobRefused with a sentence for the sender, Busy where too many wait already. A photo
    that cannot be read is not kept.
    """
    kind = media_type_of(data)
    if kind is None:
        raise JobRefused.of("no_photo" if data else "empty_file")
    known = already_there(parts, data)
    digest = parts.photos.add(data, kind)
    place = parts.photos.file(digest).parent
    arguments: dict[str, Any] = {
        "path": str(place / ORIGINAL),
        "shown": str(place / SHOWN),
        "thumbnail": str(place / THUMBNAIL),
        **profiles(parts),
    }
    try:
        reading: dict[str, Any] = parts.readers.run(parts.configuration.reader, arguments)
    except Exception:
        if not known:
            parts.photos.delete(digest)
        raise
    reading["image"]["path"] = None
    return digest, reading


def already_there(parts: Services, data: bytes) -> bool:
    """Whether this very photo is kept already."""
    try:
        parts.photos.media_type(parts.photos.digest_of(data))
    except UnknownPhoto:
        return False
    return True


def enter_seen(parts: Services, game: str, jpeg: bytes, reading: dict[str, Any]) -> Event:
    """Lay a board that a live camera has read on a game's table, with the picture behind it.

    For a tracker in this process. Raises UnknownGame, ChangeRefused where the reading is none.
    """
    parts.events.version(game)
    digest = parts.photos.add(jpeg, "image/jpeg")
    event = parts.desk.change(game, "photo_read", {"photo": digest, "reading": reading}, None)
    parts.events.note_photo_use(game, digest)
    return event


def shown_copy(parts: Services, digest: str, copy: str) -> Path:
    """A small copy of a photo, made now where it is missing, as it is after an import.

    Raises UnknownPhoto, JobRefused, Busy.
    """
    try:
        return parts.photos.file(digest, copy)
    except UnknownPhoto:
        original = parts.photos.file(digest)
    place = original.parent
    arguments = {
        "path": str(original),
        "shown": str(place / SHOWN),
        "thumbnail": str(place / THUMBNAIL),
    }
    parts.readers.run("palago.webui.jobs.reading:make_copies", arguments)
    return parts.photos.file(digest, copy)


def profiles(parts: Services) -> dict[str, Any]:
    """The set and the camera chosen in the settings, as a reading job wants them."""
    chosen = parts.events.settings()
    return {
        "data_folder": str(parts.configuration.data),
        "tile_set": chosen.get("tile_set"),
        "camera": chosen.get("camera"),
    }


def enter_photo(parts: Services, game: str, data: bytes) -> Event:
    """Read a photo and lay its board on a game's table. Raises UnknownGame first of all."""
    parts.events.version(game)
    digest, reading = keep_photo(parts, data)
    event = parts.desk.change(game, "photo_read", {"photo": digest, "reading": reading}, None)
    parts.events.note_photo_use(game, digest)
    return event
