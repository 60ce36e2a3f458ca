"""Taking a file to pieces that was sent as a game or an evening: in a process apart, for it may be
a bomb."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from ...engine.evening.clock import TimeControl
from ...engine.evening.evening_file import EveningFile
from ...engine.games.registry import plug_of
from ...engine.phrases import Phrase, reason_of, sentences_of
from ...engine.records.files import read_record
from ...engine.records.record import Record, RecordError
from ...engine.records.zipped import RecordArchive, open_zip
from ...engine.values import value_of
from ..games.game_pages import check_options
from ..games.kept.event_format import FormatError, check_event, event_of
from ..games.kept.history import told
from ..games.kept.records import game_of_record
from ..games.play import ChangeRefused
from ..games.state import fold
from ..store.plain_json import check_plain, parse_plain
from ..store.stored import StoredEvent

FORMAT = "palago-dashboard-game"
FORMAT_VERSION = 1
GAME_FILE, PHOTO_FOLDER = "game.json", "photos/"
EVENING_FILE, GAME_FOLDER, GAME_ENDING = "evening.json", "games/", ".zip"
ABOUT_ENDING, MOST_ABOUT_BYTES = ".json", 10_000
#: In a photo's or game's folder: as it was sent, and what was sent along about it.
SENT, ABOUT_SENT = "sent", "about-sent"
#: What a file's events can raise when they are played again.
UNPLAYABLE = (KeyError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
MOST_EVENTS = 20_000
Events = Annotated[tuple[Any, ...], Meta(min_length=1, max_length=MOST_EVENTS)]
MOST_GAME_BYTES = 5_000_000


@dataclass(frozen=True)
class GameFileSaid:
    """A game's file as the dashboard exports it; its version tells how to read the rest."""

    format: Literal["palago-dashboard-game"]
    version: Any = None
    events: Any = None


def unpack(
    path: str, folder: str, most_photo_bytes: int, most_unpacked_bytes: int
) -> dict[str, Any]:
    """The events of a game in a file, checked and played on trial, and its photos.

    Each photo is laid into ``folder/DIGEST/sent``; ``photos`` says of each whether what is known
    about it was sent along. Of an evening, what it is and which ``games`` it has; the file of the
    first one is laid into ``folder/0/sent``, and so on. Raises ValueError, as by a game that the
    file's options do not let begin.
    """
    data, place = Path(path).read_bytes(), Path(folder)
    try:
        if data[:2] == b"PK":
            return _from_zip(data, place, most_photo_bytes, most_unpacked_bytes)
        return _from_record(read_record(data), (), place)
    except RecordError as error:
        _refuse_photo(data)
        if Phrase("record.neither") in sentences_of(error):
            raise ChangeRefused.of("no_game_file") from None
        raise ChangeRefused.of("unplayable_file", why=reason_of(error)) from None


def _refuse_photo(data: bytes) -> None:
    """Raises ChangeRefused where a photo was sent in place of a game."""
    from ...vision.photos.header import read_header
    from ...vision.photos.photo import PhotoError

    with suppress(PhotoError):
        read_header(data, "the file")
        raise ChangeRefused.of("photo_no_game")


def _from_record(
    record: Record, photos: Iterable[tuple[str, bytes]], folder: Path
) -> dict[str, Any]:
    """A record's game; each move shows the photo that the record names, where it came along."""
    first, rest = game_of_record(record)
    sizes = {digest: _laid_down(digest, data, folder) for digest, data in photos}
    now = datetime.now(UTC)
    listed = [StoredEvent(1, now, "game_created", first)]
    listed += [
        StoredEvent(n, now, kind, _with_photo(content, sizes))
        for n, (kind, content) in enumerate(rest, start=2)
    ]
    _fold_on_trial(tuple(listed))
    return {"events": [e.to_json() for e in listed], "photos": dict.fromkeys(sizes, False)}


def _from_zip(data: bytes, folder: Path, most_photo: int, most_unpacked: int) -> dict[str, Any]:
    """An evening or a game as the dashboard exports it, or a record with its photos."""
    with _opened(data) as archive:
        names = set(archive.namelist())
        _weight(archive, most_unpacked, most_unpacked)
        if EVENING_FILE in names:
            return _from_evening(archive, folder, most_unpacked)
        if GAME_FILE not in names:
            found = RecordArchive(data)
            return _from_record(found.record, found.photos(), folder)
        events = _events(_document(_member(archive, GAME_FILE, MOST_GAME_BYTES)))
        photos = {}
        for digest in sorted({str(e.data["photo"]) for e in events if e.data.get("photo")}):
            if PHOTO_FOLDER + digest not in names:
                continue  # deleted for good before
            _laid_down(digest, _member(archive, PHOTO_FOLDER + digest, most_photo), folder)
            about = PHOTO_FOLDER + digest + ABOUT_ENDING
            photos[digest] = about in names
            if about in names:
                told = _member(archive, about, MOST_ABOUT_BYTES)
                (folder / digest / ABOUT_SENT).write_bytes(told)
    return {"events": [event.to_json() for event in events], "photos": photos}


def _opened(data: bytes) -> zipfile.ZipFile:
    try:
        archive = open_zip(io.BytesIO(data))
    except RecordError:
        raise
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        raise ChangeRefused.of("no_game_file") from None
    if min((info.header_offset for info in archive.infolist()), default=0) > 0:
        raise ChangeRefused.of("damaged_file")  # a game in what is left of a cut evening
    return archive


def _weight(archive: zipfile.ZipFile, left: int, most: int) -> int:
    """Bytes of what a file unpacks to, of which ``left`` may still come. Raises ChangeRefused."""
    weight = sum(info.file_size for info in archive.infolist())
    if weight > left:
        raise ChangeRefused.of("file_bytes", count=most // 1_000_000)
    return weight


def _from_evening(archive: zipfile.ZipFile, folder: Path, most_unpacked: int) -> dict[str, Any]:
    """An evening as the dashboard exports it."""
    document = _json(_member(archive, EVENING_FILE, MOST_GAME_BYTES))
    try:
        saved = _checked(EveningFile.from_json(document), document)
    except ValueError as error:
        raise ChangeRefused.of("unplayable_evening", why=reason_of(error)) from None
    games = sorted({pairing.game for pairing in saved.evening.pairings if pairing.game})
    if not {GAME_FOLDER + game + GAME_ENDING for game in games} <= set(archive.namelist()):
        raise ChangeRefused.of("damaged_file")
    left = most_unpacked
    for number, game in enumerate(games):
        data = _member(archive, GAME_FOLDER + game + GAME_ENDING, most_unpacked)
        left -= _weight(_opened(data), left, most_unpacked)
        (folder / str(number)).mkdir()
        (folder / str(number) / SENT).write_bytes(data)
    return {"evening": saved.to_json(), "games": games}


def _checked(saved: EveningFile, document: dict[str, Any]) -> EveningFile:
    """What can be kept, with such games agreed on as can begin; its time in UTC. Raises
    ValueError."""
    check_plain(document)
    details = saved.evening.details
    data = {**details, "title": saved.title}
    begun = event_of(1, {"kind": "game_created", "at": document["created"], "data": data})
    plug_of(begun.data["kind"])
    check_options(begun.data["kind"], begun.data.get("options", {}))
    if details.get("clock") is not None:
        TimeControl.from_json(details["clock"])
    return replace(saved, created=begun.at)


def _laid_down(digest: str, data: bytes, folder: Path) -> list[int]:
    """Keep a photo for the server; its width and height, upright. Raises ChangeRefused."""
    from ...vision.photos.header import read_header
    from ...vision.photos.photo import PhotoError

    if hashlib.sha256(data).hexdigest() != digest:
        raise ChangeRefused.of("damaged_photo")
    try:
        header = read_header(data, "the photo")
    except PhotoError:
        raise ChangeRefused.of("damaged_photo") from None
    (folder / digest).mkdir()
    (folder / digest / SENT).write_bytes(data)
    size = [header.width, header.height]
    return size if header.orientation < 5 else size[::-1]


def _with_photo(content: dict[str, Any], sizes: dict[str, list[int]]) -> dict[str, Any]:
    digest = content.get("photo")
    if digest is None:
        return content
    if digest in sizes and "reading" in content:
        width, height = sizes[digest]
        return content | {
            "reading": {**content["reading"], "image": {"width": width, "height": height}}
        }
    if digest in sizes:
        return content | {"photo_size": sizes[digest]}
    return {name: value for name, value in content.items() if name != "photo"}


def _json(data: bytes) -> Any:
    """JSON that can be kept. Raises ChangeRefused."""
    try:
        return parse_plain(data)
    except (ValueError, RecursionError):
        raise ChangeRefused.of("damaged_file") from None


def _document(data: bytes) -> tuple[Any, ...]:
    """The events of a game's file, as it has them. Raises ChangeRefused."""
    file = value_of(GameFileSaid, _json(data), lambda why: ChangeRefused.of("no_game_file"))
    if file.version != FORMAT_VERSION:
        raise ChangeRefused.of("newer_game")
    return value_of(Events, file.events, lambda why: ChangeRefused.of("damaged_file"))


def _events(listed: tuple[Any, ...]) -> tuple[StoredEvent, ...]:
    """The events, numbered and folded on trial. Raises ChangeRefused."""
    try:
        events = tuple(event_of(number, entry) for number, entry in enumerate(listed, start=1))
    except FormatError as error:
        raise ChangeRefused.of("unplayable_file", why=reason_of(error)) from None
    if events[0].kind != "game_created" or any(e.kind == "game_created" for e in events[1:]):
        raise ChangeRefused.of("unplayable_file", why="the first event must create the game")
    _fold_on_trial(events)
    return events


def _fold_on_trial(events: tuple[StoredEvent, ...]) -> None:
    try:
        for event in events:  # a record's words become events, too
            check_event(event.kind, event.data)
        fold(tuple(told(events)))
    except UNPLAYABLE as error:
        why = ChangeRefused.because(error).sentences[0]
        raise ChangeRefused.of("unplayable_file", why=why) from None


def _member(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """A file of the archive, never more than ``most`` bytes whatever its header says."""
    try:
        with archive.open(name) as file:
            data = file.read(most + 1)
    except KeyError:
        raise ChangeRefused.of("no_game_file") from None
    except Exception:  # zipfile has many, and the decompressors have errors of their own
        raise ChangeRefused.of("damaged_file") from None
    if len(data) > most:
        raise ChangeRefused.of("damaged_file")
    return data
