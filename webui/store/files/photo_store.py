"""Photos as files named by the SHA-256 of their bytes: no name that was sent is ever used.

A photo is served only while a game shows it. First its line in the database is written, then its
files, last the game that shows it: what a killed server leaves half done belongs to no game, and is
swept away at the next start.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import threading
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import delete, select
from sqlalchemy.orm import Session, sessionmaker

from ..schema import GameRow, PhotoRow, PhotoUseRow
from .photo_files import FILES, ORIGINAL, UnknownPhoto
from .whole_files import move_whole, write_whole

_DIGEST = re.compile(r"[0-9a-f]{64}")


class PhotoStore:
    """The photos of all games, each stored once.

    ``changing`` is held while a photo is stored until a game shows it, and while a game is deleted
    with its photos: else a photo could vanish that a game is about to show.
    """

    def __init__(self, folder: Path, sessions: sessionmaker[Session]) -> None:
        self.folder = folder
        self.changing = threading.RLock()
        self._sessions = sessions
        folder.mkdir(parents=True, exist_ok=True)

    @staticmethod
    def digest_of(data: bytes) -> str:
        """The name that a photo has here."""
        return hashlib.sha256(data).hexdigest()

    def add(self, data: bytes, media_type: str) -> str:
        """Store a photo and return its digest. The same bytes are stored once."""
        digest = self.digest_of(data)
        with self.changing:
            self._note(digest, media_type, len(data))
            original = self._place(digest) / ORIGINAL
            if not _holds(original, digest):
                write_whole(original, data)
        return digest

    def take(self, passing: Path, digest: str, media_type: str) -> None:
        """Store the files of a photo that lie in a folder. They replace what is there already: a
        file that was damaged meanwhile is whole again."""
        with self.changing:
            self._note(digest, media_type, (passing / ORIGINAL).stat().st_size)
            place = self._place(digest)
            for name in FILES:
                if (passing / name).is_file():
                    move_whole(passing / name, place / name)

    def file(self, digest: str, copy: str = ORIGINAL) -> Path:
        """The path of a photo or of one of its copies. Raises UnknownPhoto."""
        path = self._path(digest) / copy
        if copy not in FILES or not path.is_file():
            raise UnknownPhoto(digest)
        return path

    def media_type(self, digest: str, *, in_bin: bool = True) -> str:
        """What kind of file the original is. Raises UnknownPhoto where no game shows it; without
        ``in_bin`` games in the bin count not."""
        with self._sessions() as session:
            row = session.get(PhotoRow, digest)
            if row is None or row.deleted is not None or not _is_shown(session, digest, in_bin):
                raise UnknownPhoto(digest)
            return row.media_type

    def is_in(self, game: str, digest: str) -> bool:
        """Whether a game has taken a photo."""
        with self._sessions() as session:
            return session.get(PhotoUseRow, {"game_id": game, "digest": digest}) is not None

    def delete(self, digest: str) -> None:
        """Delete a photo and its copies for good. Raises UnknownPhoto."""
        path = self._path(digest)
        with self.changing:
            with self._sessions.begin() as session:
                row = session.get(PhotoRow, digest)
                if row is None:
                    raise UnknownPhoto(digest)
                row.deleted = datetime.now(UTC)
                session.execute(delete(PhotoUseRow).where(PhotoUseRow.digest == digest))
            shutil.rmtree(path, ignore_errors=True)

    def delete_unshown(self, digests: Iterable[str]) -> None:
        """Delete those of these photos that no game shows; one that is gone is passed over."""
        with self.changing:
            for digest in digests:
                with self._sessions() as session:
                    known = session.get(PhotoRow, digest) is not None
                    shown = _is_shown(session, digest)
                if known and not shown:
                    self.delete(digest)

    def sweep(self) -> int:
        """Delete what no game shows; returns how many photos. For the start of a server. Files that
        have no line in this database stay: another one may have put them there."""
        swept = 0
        for path in sorted(self.folder.glob("??/*")):
            digest = path.parent.name + path.name
            if _DIGEST.fullmatch(digest):
                swept += self._sweep_one(digest, path)
        for left_over in self.folder.glob("??"):
            if left_over.is_dir() and not any(left_over.iterdir()):
                left_over.rmdir()
        return swept

    def _sweep_one(self, digest: str, path: Path) -> bool:
        with self._sessions() as session:
            row = session.get(PhotoRow, digest)
            if row is None:
                return False
            unused = row.deleted is not None or not _is_shown(session, digest)
        if unused:
            self.delete(digest)
            return True
        for file in path.iterdir():
            if file.name not in FILES:
                file.unlink()
        return False

    def _note(self, digest: str, media_type: str, size: int) -> None:
        with self._sessions.begin() as session:
            row = session.get(PhotoRow, digest)
            if row is None:
                row = PhotoRow(
                    digest=digest, media_type=media_type, size=size, added=datetime.now(UTC)
                )
            row.deleted = None
            session.merge(row)

    def _place(self, digest: str) -> Path:
        place = self._path(digest)
        place.mkdir(parents=True, exist_ok=True)
        return place

    def _path(self, digest: str) -> Path:
        if not _DIGEST.fullmatch(digest):
            raise UnknownPhoto(digest)
        return self.folder / digest[:2] / digest[2:]


def _is_shown(session: Session, digest: str, in_bin: bool = True) -> bool:
    used = select(PhotoUseRow.game_id).where(PhotoUseRow.digest == digest)
    if not in_bin:
        used = used.join(GameRow, GameRow.id == PhotoUseRow.game_id).where(
            GameRow.deleted.is_(None)
        )
    return session.scalar(used.limit(1)) is not None


def _holds(path: Path, digest: str) -> bool:
    """Whether a file is there, and undamaged."""
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == digest
    except OSError:
        return False
