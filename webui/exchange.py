"""Games that leave the dashboard and come back: a zip with every event and every photo."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..engine.records.files import read_record, write_record
from ..engine.records.record import Record, RecordError
from ..engine.records.zipped import RecordArchive
from .games import history
from .games.event_format import FormatError, check_event, event_of
from .games.play import ChangeRefused
from .games.records import game_of_record, record_of
from .games.state import fold
from .jobs.worker import JobRefused
from .services import Services
from .store import Event, UnknownPhoto
from .store.photo_store import ABOUT, ORIGINAL
from .store.plain_json import parse
from .watching.intake import Arrival, bared

FORMAT = "palago-dashboard-game"
FORMAT_VERSION = 1
GAME_FILE, RECORD_FILE, PHOTO_FOLDER = "game.json", "record.json", "photos/"
ABOUT_ENDING, MOST_ABOUT_BYTES = ".json", 10_000
#: What a file's events can raise when they are played again.
UNPLAYABLE = (KeyError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
MOST_EVENTS = 20_000
MOST_FILES = 4_000
#: How much larger than a file may be its content may be in all; no more than that is unpacked.
MOST_UNPACKED = 2
MOST_GAME_BYTES = 60_000_000


def export_zip(parts: Services, game: str) -> bytes:
    """A game whole: its events as they happened, and the photos that were not deleted."""
    summary = parts.events.summary(game)
    events = parts.events.events(game)
    document = {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "kind": summary.kind,
        "title": summary.title,
        "events": [event.to_json() for event in events],
    }
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        text = json.dumps(document, ensure_ascii=False, indent=1)
        archive.writestr(GAME_FILE, text, zipfile.ZIP_DEFLATED)
        if parts.desk.state(game).play is not None:
            archive.writestr(RECORD_FILE, export_record(parts, game, "json"), zipfile.ZIP_DEFLATED)
        for digest in sorted(photos_of(events)):
            try:
                archive.write(parts.photos.file(digest), PHOTO_FOLDER + digest)
                about = parts.photos.file(digest, ABOUT)
                archive.write(about, PHOTO_FOLDER + digest + ABOUT_ENDING, zipfile.ZIP_DEFLATED)
            except UnknownPhoto:
                continue  # deleted for good; the events keep the board that it showed
    return target.getvalue()


def photos_of(events: tuple[Event, ...]) -> set[str]:
    """The digests of the photos that a game's events name."""
    return {str(event.data["photo"]) for event in events if event.data.get("photo")}


def import_file(parts: Services, data: bytes) -> str:
    """A game from a zip or from a record in any of its formats; returns its name.

    Raises ChangeRefused.
    """
    with parts.folder.passing() as folder:
        try:
            if data[:2] == b"PK":
                return _import_zip(parts, data, folder)
            return _import_record(parts, read_record(data), (), folder)
        except RecordError as error:
            raise ChangeRefused.of("unplayable_file", why=str(error)) from None


def _import_record(
    parts: Services, record: Record, photos: Iterable[tuple[str, bytes]], folder: Path
) -> str:
    """A record's game; each move shows the photo that the record names, where it came along."""
    first, rest = game_of_record(record)
    arrivals = {digest: _arrival(parts, digest, data, folder) for digest, data in photos}
    sizes = {digest: _size(parts, arrival) for digest, arrival in arrivals.items()}
    now = datetime.now(UTC)
    listed = [Event(1, now, "game_created", first)]
    listed += [
        Event(n, now, kind, _with_photo(content, sizes))
        for n, (kind, content) in enumerate(rest, start=2)
    ]
    events = tuple(listed)
    _fold_on_trial(events)
    return _stored(parts, events, arrivals)


def _with_photo(content: dict[str, Any], sizes: Mapping[str, list[int]]) -> dict[str, Any]:
    digest = content.get("photo")
    if digest is None:
        return content
    if digest in sizes:
        return content | {"photo_size": sizes[digest]}
    return {name: value for name, value in content.items() if name != "photo"}


def _size(parts: Services, arrival: Arrival) -> list[int]:
    """A photo's width and height, upright. Raises ChangeRefused."""
    try:
        found: list[int] = parts.readers.run(
            "palago.webui.jobs.reading:photo_size", {"path": str(arrival.folder / ORIGINAL)}
        )
    except JobRefused:
        raise ChangeRefused.of("damaged_photo") from None
    return found


def export_record(parts: Services, game: str, wished: str) -> bytes:
    """A game's moves as a record: ``json``, ``sgf`` or ``text``. Raises ChangeRefused."""
    return write_record(record_of(parts.desk.state(game)), wished)


def _import_zip(parts: Services, data: bytes, folder: Path) -> str:
    """A game of :func:`export_zip`, or a record with its photos."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        raise ChangeRefused.of("no_game_file") from None
    with archive:
        names = set(archive.namelist())
        if len(names) > MOST_FILES:
            raise ChangeRefused.of("many_photos", count=MOST_FILES)
        unpacked = sum(info.file_size for info in archive.infolist())
        if unpacked > MOST_UNPACKED * parts.configuration.most_import_bytes:
            most = MOST_UNPACKED * parts.configuration.most_import_bytes
            raise ChangeRefused.of("file_bytes", count=most // 1_000_000)
        if GAME_FILE not in names:
            found = RecordArchive(data)
            return _import_record(parts, found.record, found.photos(), folder)
        document = _document(_member(archive, GAME_FILE, MOST_GAME_BYTES))
        events = _events(document)
        most = parts.configuration.most_upload_bytes
        arrivals = {
            digest: _arrival(
                parts,
                digest,
                _member(archive, PHOTO_FOLDER + digest, most),
                folder,
                _about(archive, names, digest),
            )
            for digest in sorted(photos_of(events))
            if PHOTO_FOLDER + digest in names
        }
    return _stored(parts, events, arrivals)


def _about(archive: zipfile.ZipFile, names: set[str], digest: str) -> bytes | None:
    name = PHOTO_FOLDER + digest + ABOUT_ENDING
    return _member(archive, name, MOST_ABOUT_BYTES) if name in names else None


def _stored(parts: Services, events: tuple[Event, ...], arrivals: Mapping[str, Arrival]) -> str:
    """Keep a game and the photos that came with it, under the names that they have here."""
    events = tuple(_renamed(event, arrivals) for event in events)
    first, *rest = events
    deleted = False
    title = str(first.data["title"])
    for event in rest:
        if event.kind == "game_renamed":
            title = str(event.data["title"])
        deleted = {"game_deleted": True, "game_restored": False}.get(event.kind, deleted)
    with parts.photos.changing:
        for arrival in arrivals.values():
            parts.photos.take(arrival.folder, arrival.digest, arrival.media_type)
        try:
            game = parts.events.create(
                str(first.data["kind"]), title, first.data, [(e.at, e.kind, e.data) for e in rest]
            )
        except Exception:
            parts.photos.delete_unshown(arrival.digest for arrival in arrivals.values())
            raise
    if deleted:
        parts.desk.change(game, "game_restored", {}, None)
    return game


def _renamed(event: Event, arrivals: Mapping[str, Arrival]) -> Event:
    """An event that names a photo as it is kept here: without the EXIF that it may have had."""
    arrival = arrivals.get(str(event.data.get("photo")))
    if arrival is None:
        return event
    return replace(event, data={**event.data, "photo": arrival.digest})


def _document(data: bytes) -> dict[str, Any]:
    try:
        document = parse(data)
    except (ValueError, RecursionError):
        raise ChangeRefused.of("damaged_file") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ChangeRefused.of("no_game_file")
    if document.get("version") != FORMAT_VERSION:
        raise ChangeRefused.of("newer_game")
    return document


def _events(document: dict[str, Any]) -> tuple[Event, ...]:
    """The events, numbered and folded on trial. Raises ChangeRefused."""
    listed = document.get("events")
    if not isinstance(listed, list) or not 1 <= len(listed) <= MOST_EVENTS:
        raise ChangeRefused.of("damaged_file")
    try:
        events = tuple(event_of(number, entry) for number, entry in enumerate(listed, start=1))
    except FormatError as error:
        raise ChangeRefused.of("unplayable_file", why=str(error)) from None
    if events[0].kind != "game_created" or any(e.kind == "game_created" for e in events[1:]):
        raise ChangeRefused.of("unplayable_file", why="the first event must create the game")
    _fold_on_trial(events)
    return events


def _fold_on_trial(events: tuple[Event, ...]) -> None:
    try:
        for event in events:  # a record's words become events, too
            check_event(event.kind, event.data)
        fold(history.effective(events).counting)
    except UNPLAYABLE as error:
        raise ChangeRefused.of("unplayable_file", why=str(error)) from None


def _arrival(
    parts: Services, digest: str, data: bytes, folder: Path, about: bytes | None = None
) -> Arrival:
    """A photo of a file that was sent, ready to be stored. Raises ChangeRefused."""
    if parts.photos.digest_of(data) != digest:
        raise ChangeRefused.of("damaged_photo")
    place = folder / digest
    try:
        arrival = bared(parts, data, place)
    except JobRefused:
        raise ChangeRefused.of("damaged_photo") from None
    if about is not None and arrival.digest == digest:  # it came as it is kept: so did the rest
        (place / ABOUT).write_bytes(about)
    return arrival


def _member(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """A file of the archive, never more than ``most`` bytes whatever its header says."""
    try:
        with archive.open(name) as file:
            data = file.read(most + 1)
    except KeyError:
        raise ChangeRefused.of("no_game_file") from None
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError, NotImplementedError):
        raise ChangeRefused.of("damaged_file") from None
    except Exception:  # the decompressors have errors of their own
        raise ChangeRefused.of("damaged_file") from None
    if len(data) > most:
        raise ChangeRefused.of("damaged_file")
    return data
