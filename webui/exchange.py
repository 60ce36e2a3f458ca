"""Games that leave the dashboard and come back: a zip with every event and every photo."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from ..engine.records.files import read_record, write_record
from ..engine.records.record import Record, RecordError
from ..engine.records.zipped import RecordArchive
from .games import history
from .games.play import ChangeRefused
from .games.records import game_of_record, record_of
from .games.state import fold
from .jobs.worker import JobRefused
from .services import Services
from .store import Event, UnknownPhoto
from .watching.intake import already_there, media_type_of

FORMAT = "palago-dashboard-game"
FORMAT_VERSION = 1
GAME_FILE, RECORD_FILE, PHOTO_FOLDER = "game.json", "record.json", "photos/"
MOST_EVENTS = 20_000
MOST_FILES = 2_000
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
    if data[:2] == b"PK":
        added: list[str] = []
        try:
            return _import_zip(parts, data, added)
        except Exception:
            # No game shows them, so nobody could ever delete them.
            for digest in added:
                parts.photos.delete(digest)
            raise
    try:
        return _import_record(parts, read_record(data), (), [])
    except RecordError as error:
        raise ChangeRefused.of("unplayable_file", why=str(error)) from None


def _import_record(
    parts: Services, record: Record, photos: Iterable[tuple[str, bytes]], added: list[str]
) -> str:
    """A record's game; each move shows the photo that the record names, where it came along."""
    first, rest = game_of_record(record)
    sizes = {digest: _kept_size(parts, digest, data, added) for digest, data in photos}
    now = datetime.now(UTC)
    listed = [Event(1, now, "game_created", first)]
    listed += [
        Event(n, now, kind, _with_photo(content, sizes))
        for n, (kind, content) in enumerate(rest, start=2)
    ]
    events = tuple(listed)
    _fold_on_trial(events)
    return _stored(parts, events)


def _with_photo(content: dict[str, Any], sizes: Mapping[str, list[int]]) -> dict[str, Any]:
    digest = content.get("photo")
    if digest is None:
        return content
    if digest in sizes:
        return content | {"photo_size": sizes[digest]}
    return {name: value for name, value in content.items() if name != "photo"}


def _kept_size(parts: Services, digest: str, data: bytes, added: list[str]) -> list[int]:
    """Keep a photo; its width and height, upright. Raises ChangeRefused."""
    _keep_photo(parts, digest, data, added)
    try:
        found: list[int] = parts.readers.run(
            "palago.webui.jobs.reading:photo_size", {"path": str(parts.photos.file(digest))}
        )
    except JobRefused:
        raise ChangeRefused.of("damaged_photo") from None
    return found


def export_record(parts: Services, game: str, wished: str) -> bytes:
    """A game's moves as a record: ``json``, ``sgf`` or ``text``. Raises ChangeRefused."""
    return write_record(record_of(parts.desk.state(game)), wished)


def _import_zip(parts: Services, data: bytes, added: list[str]) -> str:
    """A game of :func:`export_zip`, or a record with its photos; notes those that are new."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        raise ChangeRefused.of("no_game_file") from None
    with archive:
        if len(archive.infolist()) > MOST_FILES:
            raise ChangeRefused.of("many_photos", count=MOST_FILES)
        if GAME_FILE not in archive.namelist():
            try:
                found = RecordArchive(data)
                return _import_record(parts, found.record, found.photos(), added)
            except RecordError as error:
                raise ChangeRefused.of("unplayable_file", why=str(error)) from None
        document = _document(_member(archive, GAME_FILE, MOST_GAME_BYTES))
        events = _events(document)
        for digest in sorted(photos_of(events)):
            _keep(parts, archive, digest, added)
    return _stored(parts, events)


def _stored(parts: Services, events: tuple[Event, ...]) -> str:
    first, *rest = events
    deleted = False
    title = str(first.data["title"])
    for event in rest:
        if event.kind == "game_renamed":
            title = str(event.data["title"])
        deleted = {"game_deleted": True, "game_restored": False}.get(event.kind, deleted)
    game = parts.events.create(
        str(first.data["kind"]), title, first.data, [(e.at, e.kind, e.data) for e in rest]
    )
    for digest in photos_of(events):
        parts.events.note_photo_use(game, digest)
    if deleted:
        parts.desk.change(game, "game_restored", {}, None)
    return game


def _document(data: bytes) -> dict[str, Any]:
    try:
        document = json.loads(data)
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
        events = tuple(
            Event(
                number,
                datetime.fromisoformat(entry["at"]),
                str(entry["kind"])[:32],
                dict(entry["data"]),
            )
            for number, entry in enumerate(listed, start=1)
        )
        if events[0].kind != "game_created" or any(e.at.tzinfo is None for e in events):
            raise ValueError("the first event must create the game")
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise ChangeRefused.of("unplayable_file", why=str(error)) from None
    _fold_on_trial(events)
    return events


def _fold_on_trial(events: tuple[Event, ...]) -> None:
    try:
        fold(history.effective(events).counting)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise ChangeRefused.of("unplayable_file", why=str(error)) from None


def _keep(parts: Services, archive: zipfile.ZipFile, digest: str, added: list[str]) -> None:
    if PHOTO_FOLDER + digest not in archive.namelist():
        return
    _keep_photo(
        parts,
        digest,
        _member(archive, PHOTO_FOLDER + digest, parts.configuration.most_upload_bytes),
        added,
    )


def _keep_photo(parts: Services, digest: str, data: bytes, added: list[str]) -> None:
    """Keep a photo of a file that was sent. Raises ChangeRefused."""
    kind = media_type_of(data)
    if kind is None or parts.photos.digest_of(data) != digest:
        raise ChangeRefused.of("damaged_photo")
    if not already_there(parts, data):
        added.append(digest)
    parts.photos.add(data, kind)


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
