"""Games that leave the dashboard and come back: a zip with every event and every photo."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..engine.records.files import write_record
from .game_jobs.importing import (
    ABOUT_ENDING,
    ABOUT_SENT,
    FORMAT,
    FORMAT_VERSION,
    GAME_FILE,
    PHOTO_FOLDER,
)
from .games.kept.event_format import event_of
from .games.kept.records import record_of
from .games.play import ChangeRefused
from .services import Services
from .store.files.photo_files import ABOUT, UnknownPhoto
from .store.stored import StoredEvent
from .watching.intake import SENT, Arrival, bared
from .workers.worker import JobRefused

RECORD_FILE = "record.json"
#: How much larger than a file may be its content may be in all; no more than that is unpacked.
MOST_UNPACKED = 2


def export_zip(parts: Services, game: str, *, with_photos: bool = True) -> bytes:
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
        text = json.dumps(document, ensure_ascii=False)
        archive.writestr(GAME_FILE, text, zipfile.ZIP_DEFLATED)
        with suppress(ChangeRefused):  # there may be nothing to record, or not yet
            archive.writestr(RECORD_FILE, export_record(parts, game, "json"), zipfile.ZIP_DEFLATED)
        for digest in sorted(photos_of(events)) if with_photos else ():
            try:
                archive.write(parts.photos.file(digest), PHOTO_FOLDER + digest)
                about = parts.photos.file(digest, ABOUT)
                archive.write(about, PHOTO_FOLDER + digest + ABOUT_ENDING, zipfile.ZIP_DEFLATED)
            except UnknownPhoto:
                continue  # deleted for good; the events keep the board that it showed
    return target.getvalue()


def photos_of(events: tuple[StoredEvent, ...]) -> set[str]:
    """The digests of the photos that a game's events name."""
    return {str(event.data["photo"]) for event in events if event.data.get("photo")}


def import_file(parts: Services, data: bytes, most_unpacked: int | None = None) -> str:
    """A game from a zip or from a record in any of its formats; returns its name.

    No more bytes are unpacked than ``most_unpacked``, by default as the configuration says. Raises
    ChangeRefused, JobRefused, Busy.
    """
    with parts.folder.passing() as folder:
        (folder / SENT).write_bytes(data)
        return keep_game(parts, folder, take_apart(parts, folder, most_unpacked))


def take_apart(parts: Services, folder: Path, most_unpacked: int | None = None) -> dict[str, Any]:
    """What is in the file that lies in a folder: a process apart takes it to pieces, into the same
    folder. Raises JobRefused, Busy."""
    configuration = parts.configuration
    arguments = {
        "path": str(folder / SENT),
        "folder": str(folder),
        "most_photo_bytes": configuration.most_upload_bytes,
        "most_unpacked_bytes": most_unpacked or MOST_UNPACKED * configuration.most_import_bytes,
    }
    found: dict[str, Any] = parts.thinkers.run("palago.webui.game_jobs.importing:unpack", arguments)
    return found


def keep_game(parts: Services, folder: Path, found: Mapping[str, Any], evening: str = "") -> str:
    """Keep a game that was taken apart, in an ``evening`` if it came with one; returns its name.
    Raises ChangeRefused, JobRefused, Busy."""
    if "events" not in found:
        raise ChangeRefused.of("no_game_file")
    events = tuple(event_of(n, entry) for n, entry in enumerate(found["events"], start=1))
    arrivals = {
        digest: _arrival(parts, digest, folder / digest, keeps_about)
        for digest, keeps_about in found["photos"].items()
    }
    return _stored(parts, tuple(_renamed(e, arrivals, evening) for e in events), arrivals)


def export_record(parts: Services, game: str, wished: str) -> bytes:
    """A game's moves as a record: ``json``, ``sgf`` or ``text``. Raises ChangeRefused."""
    return write_record(record_of(parts.desk.state(game)), wished)


def _stored(
    parts: Services, events: tuple[StoredEvent, ...], arrivals: Mapping[str, Arrival]
) -> str:
    """Keep a game and the photos that came with it."""
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


def _renamed(event: StoredEvent, arrivals: Mapping[str, Arrival], evening: str) -> StoredEvent:
    """An event that names a photo as it is kept here, without the EXIF that it may have had; and
    the evening, if the game came with one."""
    data = dict(event.data)
    arrival = arrivals.get(str(data.get("photo")))
    if arrival is not None:
        data["photo"] = arrival.digest
    if evening and event.kind == "game_created":
        data["options"] = _placed(data.get("options", {}), evening)
    elif evening and event.kind == "options_changed":
        data = _placed(data, evening)
    return replace(event, data=data)


def _placed(options: Mapping[str, Any], evening: str) -> dict[str, Any]:
    place = options.get("event")
    moved = {"event": {**place, "id": evening}} if isinstance(place, Mapping) else {}
    return {**options, **moved}


def _arrival(parts: Services, digest: str, place: Path, keeps_about: bool) -> Arrival:
    """A photo of a file that was sent, ready to be stored. Raises ChangeRefused."""
    try:
        arrival = bared(parts, (place / SENT).read_bytes(), place)
    except JobRefused:
        raise ChangeRefused.of("damaged_photo") from None
    sent_along = place / ABOUT_SENT
    if keeps_about and arrival.digest == digest:  # it came as it is kept: so did the rest
        sent_along.replace(place / ABOUT)
    return arrival
