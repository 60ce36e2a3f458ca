"""Photos as files named by the SHA-256 of their bytes: no name that was sent is ever used."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.orm import Session, sessionmaker

from .schema import PhotoRow

_DIGEST = re.compile(r"[0-9a-f]{64}")
#: What is kept of a photo: the file as it came, and small copies for the pages without its EXIF.
ORIGINAL, SHOWN, THUMBNAIL = "original", "shown.jpg", "thumbnail.jpg"


class UnknownPhoto(LookupError):
    """No photo has this digest, or it was deleted."""


class PhotoStore:
    """The photos of all games, each stored once."""

    def __init__(self, folder: Path, sessions: sessionmaker[Session]) -> None:
        self.folder = folder
        self._sessions = sessions
        folder.mkdir(parents=True, exist_ok=True)

    @staticmethod
    def digest_of(data: bytes) -> str:
        """The name that a photo has here."""
        return hashlib.sha256(data).hexdigest()

    def add(self, data: bytes, media_type: str) -> str:
        """Store a photo and return its digest. The same bytes are stored once."""
        digest = self.digest_of(data)
        place = self._place(digest)
        place.mkdir(parents=True, exist_ok=True)
        write_whole(place / ORIGINAL, data)
        with self._sessions.begin() as session:
            row = session.get(PhotoRow, digest)
            if row is None:
                row = PhotoRow(
                    digest=digest,
                    media_type=media_type,
                    size=len(data),
                    added=datetime.now(UTC),
                )
            row.deleted = None
            session.merge(row)
        return digest

    def file(self, digest: str, copy: str = ORIGINAL) -> Path:
        """The path of a photo or of one of its copies. Raises UnknownPhoto."""
        path = self._place(digest) / copy
        if copy not in (ORIGINAL, SHOWN, THUMBNAIL) or not path.is_file():
            raise UnknownPhoto(digest)
        return path

    def media_type(self, digest: str) -> str:
        """What kind of file the original is. Raises UnknownPhoto."""
        with self._sessions() as session:
            row = session.get(PhotoRow, digest)
        if row is None or row.deleted is not None:
            raise UnknownPhoto(digest)
        return row.media_type

    def delete(self, digest: str) -> None:
        """Delete a photo and its copies for good. Raises UnknownPhoto."""
        place = self._place(digest)
        with self._sessions.begin() as session:
            row = session.get(PhotoRow, digest)
            if row is None:
                raise UnknownPhoto(digest)
            row.deleted = datetime.now(UTC)
        for copy in (ORIGINAL, SHOWN, THUMBNAIL):
            (place / copy).unlink(missing_ok=True)
        if place.is_dir():
            for left_over in place.iterdir():
                left_over.unlink()
            place.rmdir()

    def _place(self, digest: str) -> Path:
        if not _DIGEST.fullmatch(digest):
            raise UnknownPhoto(digest)
        return self.folder / digest[:2] / digest[2:]


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole and on disk, or not at all."""
    if path.is_file() and path.stat().st_size == len(data):
        return
    passing = path.with_name(f".{secrets.token_hex(6)}")
    with open(passing, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(passing, path)
