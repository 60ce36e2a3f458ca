"""A record with its photos in one zip: ``record.json`` and ``photos/`` by their hashes."""

from __future__ import annotations

import hashlib
import io
import zipfile
import zlib
from collections.abc import Callable, Iterator
from typing import IO

from ..phrases import Phrase
from .record import MOST_BYTES, Record, RecordError, loads

RECORD_NAME = "record.json"
PHOTO_FOLDER = "photos/"
MOST_FILES = 5_000
LARGEST_PHOTO = 60_000_000
#: What an entry of a zip's list of files takes with a name of ours, and some more.
_BYTES_A_FILE = 300
#: The length of a zip's end without its comment.
_END = 22

#: Same file, same bytes: a zip keeps the time of each of its files.
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


def photo_hash(photo: bytes) -> str:
    """The name by which a record knows a photo."""
    return hashlib.sha256(photo).hexdigest()


def write_zip(
    target: IO[bytes], record: Record, photo: Callable[[str], bytes | None] = lambda name: None
) -> tuple[str, ...]:
    """Write a record and the photos that it names.

    ``photo`` gives the bytes of a hash, or None where there is none any more; one photo at a time
    is held in memory. Returns the hashes that were not to be had.
    """
    missing = []
    with zipfile.ZipFile(target, "w") as archive:
        entry = zipfile.ZipInfo(RECORD_NAME, _LONG_AGO)
        archive.writestr(entry, record.dumps(), zipfile.ZIP_DEFLATED)
        for name in sorted(record.photos):
            data = photo(name)
            if data is None:
                missing.append(name)
            else:  # photos are compressed already
                archive.writestr(zipfile.ZipInfo(PHOTO_FOLDER + name, _LONG_AGO), data)
    return tuple(missing)


def open_zip(file: IO[bytes]) -> zipfile.ZipFile:
    """A zip of at most MOST_FILES files.

    The list of files is weighed before it is read: a zip of 50 MB can name a million. Raises what
    `zipfile` raises, and RecordError where there are too many.
    """
    too_many = RecordError(Phrase("record.zip_files", {"most": MOST_FILES}))
    if _size_of_list(file) > MOST_FILES * _BYTES_A_FILE:
        raise too_many
    archive = zipfile.ZipFile(file)
    if len(archive.namelist()) > MOST_FILES:
        raise too_many
    return archive


def _size_of_list(file: IO[bytes]) -> int:
    """Bytes of a zip's list of files, as its end says (PKWARE's APPNOTE, 4.3.16).

    The larger form of an end, with its locator before the usual one, counts as too many: only
    files of more than 4 GB need it.
    """
    size = file.seek(0, io.SEEK_END)
    file.seek(max(0, size - _END - 0xFFFF))
    tail = file.read()
    file.seek(0)
    at = len(tail) - _END if tail[-_END:].startswith(b"PK\5\6") else tail.rfind(b"PK\5\6")
    if tail[max(0, at - 20) : max(0, at)].startswith(b"PK\6\7"):
        return size + MOST_FILES * _BYTES_A_FILE
    return int.from_bytes(tail[at + 12 : at + 16], "little") if at >= 0 else 0


class RecordArchive:
    """A zip of :func:`write_zip` being read. Photos are read one by one, and checked. Raises
    RecordError where the file is no such zip or is damaged."""

    def __init__(self, source: IO[bytes] | bytes) -> None:
        file = io.BytesIO(source) if isinstance(source, bytes) else source
        try:
            self._archive = open_zip(file)
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
            raise RecordError(Phrase("record.no_zip", {"why": str(error)})) from None
        names = self._archive.namelist()
        self._photos = {
            name.removeprefix(PHOTO_FOLDER) for name in names if name.startswith(PHOTO_FOLDER)
        }
        if RECORD_NAME not in names:
            raise RecordError(Phrase("record.zip_without", {"name": RECORD_NAME}))
        try:
            text = self._read(RECORD_NAME, MOST_BYTES).decode("utf-8")
        except UnicodeDecodeError:
            raise RecordError(Phrase("record.zip_text", {"name": RECORD_NAME})) from None
        self.record = loads(text)

    def photos(self) -> Iterator[tuple[str, bytes]]:
        """The photos that the record names and the zip holds. Raises RecordError."""
        for name in sorted(self.record.photos):
            data = self.photo(name)
            if data is not None:
                yield name, data

    def photo(self, name: str) -> bytes | None:
        """The bytes of a photo by its hash, None where the zip lacks it. Raises RecordError."""
        if name not in self._photos:
            return None
        data = self._read(PHOTO_FOLDER + name, LARGEST_PHOTO)
        if photo_hash(data) != name:
            raise RecordError(Phrase("record.zip_photo", {"name": name[:12]}))
        return data

    @property
    def missing(self) -> tuple[str, ...]:
        """The hashes of photos that the record names and the zip does not hold."""
        return tuple(sorted(self.record.photos - self._photos))

    def _read(self, name: str, most: int) -> bytes:
        """A file of the zip, at most so many bytes: what its header claims is not trusted."""
        try:
            with self._archive.open(name) as file:
                data = file.read(most + 1)
        except (zipfile.BadZipFile, OSError, ValueError, RuntimeError, KeyError) as error:
            raise RecordError(
                Phrase("record.zip_damaged", {"name": name, "why": str(error)})
            ) from None
        except (EOFError, NotImplementedError, zlib.error) as error:
            raise RecordError(
                Phrase("record.zip_packed", {"name": name, "why": str(error)})
            ) from None
        if len(data) > most:
            raise RecordError(Phrase("record.zip_large", {"name": name}))
        return data
