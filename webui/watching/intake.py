"""A photo on its way in: looked at, read by a process apart, stored, entered in its game.

Until it is read it lies in a folder of its own. A refused photo changes nothing in a game; a stored
one has lost its EXIF.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..games.state import GameState
from ..services import Services
from ..store.event_store import EventStore
from ..store.files.photo_files import ABOUT, ORIGINAL, SHOWN, THUMBNAIL, UnknownPhoto, media_type_of
from ..store.stored import StoredEvent
from ..tables.page import TablePage
from ..workers.worker import JobRefused

SENT = "sent"


@dataclass(frozen=True)
class Arrival:
    """A photo without its EXIF in a folder in passing; ``digest`` is the name it will have."""

    folder: Path
    media_type: str
    digest: str


def read_photo_sent(
    parts: Services,
    data: bytes,
    folder: Path,
    *,
    copies: bool,
    table: TablePage,
    known: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The Reading JSON of a photo of a table of some kind, with small copies of it in the folder
    where they are wished. ``known`` is what the reader is told of the table, if there is a game.
    Raises JobRefused with a sentence for the sender, Busy where too many wait already."""
    if known is None:
        known = table.games.first_sight(None).told_to_reader(profiles(parts))
    more: dict[str, Any] = {}
    if copies:
        more = {"shown": str(folder / SHOWN), "thumbnail": str(folder / THUMBNAIL)}
    return _read(parts, table, _laid_down(data, folder), {**known, **more})


def _read(parts: Services, table: TablePage, path: Path, more: dict[str, Any]) -> dict[str, Any]:
    arguments = {"path": str(path), **more}
    reading: dict[str, Any] = parts.readers.run(table.games.reader(parts.configuration), arguments)
    reading["image"]["path"] = None
    return reading


def bared(parts: Services, data: bytes, folder: Path) -> Arrival:
    """A photo without its EXIF, ready to be stored. Raises JobRefused, Busy."""
    sent = _laid_down(data, folder)
    original = folder / ORIGINAL
    media_type: str = parts.readers.run(
        "palago.webui.jobs.reading:bare_photo",
        {"path": str(sent), "original": str(original), "about": str(folder / ABOUT)},
    )
    return Arrival(folder, media_type, parts.photos.digest_of(original.read_bytes()))


def _laid_down(data: bytes, folder: Path) -> Path:
    if media_type_of(data) is None:
        raise JobRefused.of("no_photo" if data else "empty_file")
    sent = folder / SENT
    if not sent.exists():
        folder.mkdir(parents=True, exist_ok=True)
        sent.write_bytes(data)
    return sent


def shown_copy(parts: Services, digest: str, copy: str) -> Path:
    """A small copy of a photo, made now where it is missing, as it is after an import. Raises
    UnknownPhoto, JobRefused, Busy."""
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
    return chosen_profiles(parts.events, parts.configuration.data)


def chosen_profiles(events: EventStore, data: Path) -> dict[str, Any]:
    """The same, for who has only the events and the data folder."""
    chosen = events.settings()
    return {
        "data_folder": str(data),
        "tile_set": chosen.get("tile_set"),
        "camera": chosen.get("camera"),
    }


def enter_photo(
    parts: Services, game: str, data: bytes, *, once: bool = False
) -> StoredEvent | None:
    """Read a photo and lay its board on a game's table; where it is in the game already and is
    wanted ``once``, nothing happens. Raises UnknownGame, and ChangeRefused where the game is over,
    before anything is kept."""
    parts.desk.require_open(game)
    with parts.folder.passing() as folder:
        state = parts.desk.state(game)
        known = _known(parts, state)
        reading = read_photo_sent(parts, data, folder, copies=True, table=state.table, known=known)
        arrival = bared(parts, data, folder)
        with parts.photos.changing:
            if once and parts.photos.is_in(game, arrival.digest):
                return None
            return _entered(parts, game, arrival, reading)


def read_again(parts: Services, game: str) -> None:
    """Read the photo on a game's table once more, with what is known of the table by now. What was
    corrected by hand stays. Without a photo nothing happens. Raises JobRefused, Busy."""
    state = parts.desk.state(game)
    if state.sight.photo is None:
        return
    digest = state.sight.photo.digest
    try:
        path = parts.photos.file(digest)
    except UnknownPhoto:
        return  # it was deleted; what was read in it stays
    shown, known = state.table.games.pointed_out(state.sight), _known(parts, state)
    reading = _read(parts, state.table, path, known | ({"points": shown} if shown else {}))
    told = {"photo": digest, "reading": reading} | ({"shown": shown} if shown else {})
    parts.desk.change(game, "photo_read", told, None)


def _known(parts: Services, state: GameState) -> dict[str, Any]:
    """What a game tells the reader of its table."""
    # A table to analyse may become a game of any kind.
    with_dice = state.play is None or state.play.plug.has_dice
    known = {**state.options, **profiles(parts), "with_dice": with_dice}
    return state.sight.told_to_reader(known)


def enter_shown(parts: Services, game: str, points: list[list[float]]) -> StoredEvent:
    """Read the photo that a game shows once more, from a tile at which a person points.

    `points` are one place on the tile or four of its corners, in pixels of the full photo. Raises
    UnknownGame, UnknownPhoto, ChangeRefused, Busy, and JobRefused where no board is found there.
    """
    parts.desk.require_open(game)
    state = parts.desk.state(game)
    digest = state.sight.digest
    if digest is None:
        raise JobRefused.of("no_photo_to_show")
    if state.table.games.pointed_out(state.sight) is None:
        raise JobRefused.of("no_board_at_tap")
    known = {"points": points, **_known(parts, state)}
    reading = _read(parts, state.table, parts.photos.file(digest), known)
    if not reading["tiles"]:
        raise JobRefused.of("no_board_shown" if len(points) > 1 else "no_board_at_tap")
    told = {"photo": digest, "reading": reading, "shown": points}
    return parts.desk.change(game, "photo_read", told, None)


def enter_seen(parts: Services, game: str, jpeg: bytes, reading: dict[str, Any]) -> StoredEvent:
    """Lay a board that a live camera has read on a game's table, with the picture behind it.

    For a tracker in this process. Raises UnknownGame, ChangeRefused where the reading is none or
    the game is over.
    """
    parts.desk.require_open(game)
    with parts.folder.passing() as folder:
        (folder / ORIGINAL).write_bytes(jpeg)  # coded here: it never had any EXIF
        arrival = Arrival(folder, "image/jpeg", parts.photos.digest_of(jpeg))
        return _entered(parts, game, arrival, reading)


def _entered(parts: Services, game: str, arrival: Arrival, reading: dict[str, Any]) -> StoredEvent:
    data = {"photo": arrival.digest, "reading": reading}
    with parts.photos.changing:
        parts.photos.take(arrival.folder, arrival.digest, arrival.media_type)
        try:
            return parts.desk.change(game, "photo_read", data, None)
        except Exception:
            parts.photos.delete_unshown([arrival.digest])
            raise
