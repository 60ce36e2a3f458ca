"""Reading what was dropped on the page, in a process apart: films, zips and photos may be anything.

All passes through a folder of its own, see :mod:`.place`: what was sent, the readings,
how far it is, and what was found. A job that was interrupted goes on from the readings.
"""

from __future__ import annotations

import time
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import cv2

from ...calibration.arrays import Frame
from ...engine.games.registry import plug_of
from ...engine.values import value_of
from ...engine.whole_file import whole_file
from ...vision.archive import ArchiveError, find_photos
from ...vision.archive.folder import FILM_SUFFIXES, PHOTO_SUFFIXES, films_of_their_own
from ...vision.photos.frames import SourceError, open_frames
from ...vision.photos.photo import PhotoError, PhotoFile
from ..games.play import refusing_changes
from ..jobs.frames import jpeg
from ..jobs.reading import write_copies
from ..tables.choice import table_of
from ..tables.page import TableDigitised
from ..tables.shots import CameraShot
from ..workers.worker import JobRefused
from .baring import bare_photos
from .digitise import Digitised, agreed, follow, settled_for_players
from .kept_shots import keep_shots, kept_shots
from .place import LATEST, JobFolder, safe_name
from .questions import about_tables, questions_of
from .record import digitised_record, write_with_pictures
from .settling import Settled

MOST_PHOTOS = 2_000
MOST_FILMS_NAMED = 5
MOST_UNPACKED_BYTES = 8_000_000_000
SECONDS_BETWEEN_PICTURES = 1.0


def read_folder(
    folder: str, kind: str, profiles: dict[str, Any], scheduler: str | None = None
) -> dict[str, Any]:
    """Read all that was sent of a game of some ``kind``; what was seen is kept for
    :func:`follow_seen`. Raises JobRefused.

    Afterwards the photos tell nothing any more of where and when they were taken.
    """
    place = JobFolder(Path(folder))
    if place.shots.exists() or place.pickled_shots.exists():  # read before; the server ended
        try:
            seen = _seen_in(kept_shots(place, table_of(kind).digitised)[0])
        except JobRefused:
            for kept in (place.shots, place.pickled_shots):  # to be read anew
                kept.unlink(missing_ok=True)
        else:
            bare_photos(place)
            return {"shots": seen}
    try:
        film = _unpacked(place)
        is_film, table = False, table_of(kind).digitised
        if film is not None:
            shots, is_film = _film(place, film, table, profiles, plug_of(kind).has_dice)
        else:
            shots = _photos(place, table, profiles["data_folder"], scheduler)
    except SourceError as error:
        raise JobRefused(str(error), f"film_{error.code or 'no_film'}") from None
    except ArchiveError as error:
        raise JobRefused(str(error), f"archive_{error.code}", why=str(error)) from None
    except (OSError, zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        raise JobRefused.of("digitise_damaged", why=str(error)) from None
    keep_shots(place, shots, is_film)
    bare_photos(place)
    return {"shots": _seen_in(shots)}


def _seen_in(shots: Sequence[CameraShot]) -> int:
    return sum(shot.seen is not None for shot in shots)


def follow_seen(
    folder: str,
    kind: str,
    title: str,
    players: Sequence[str],
    options: dict[str, Any],
    settled: dict[str, Any],
    answer: dict[str, Any] | None = None,
    named: Sequence[str] | None = None,
) -> dict[str, Any]:
    """Follow the game through all that was seen, by what people have said; the game lies then in
    the folder as a zip with its photos. ``answer`` is one more answer, ``named`` are the players as
    they are called now. Raises JobRefused, ChangeRefused."""
    place = JobFolder(Path(folder))
    table = table_of(kind).digitised
    shots, is_film = kept_shots(place, table)
    known = value_of(Settled, settled)

    def followed(known: Settled, players: Sequence[str]) -> Digitised:
        return follow(shots, known, kind, is_film, players, agreed(kind, options, players))

    with refusing_changes():
        if named is not None:
            known = settled_for_players(known, followed, players, named)
            players = named
        game = followed(known, players)
        if answer is not None:
            known = known.with_answer(answer, game)
            game = followed(known, players)
    questions, shape = questions_of(game), game.follower.plug.table
    is_begun = bool(game.steps or game.follower.start_board)
    record = digitised_record(game, title, None, players, to_go_on=True)
    with whole_file(place.game) as target, target.open("wb") as file:
        write_with_pictures(file, record, game)
    by_source = {shot.source: shot for shot in shots if shot.picture is not None}
    for question in questions:  # with small copies of the photos and moments that are asked about
        shot, target = by_source.get(question["source"]), place.picture(question["source"])
        if shot is not None and not target.exists():
            _small_copy(shot.picture, target)
        question["pictured"] = target.exists()
    return {
        "settled": known.to_json(),
        "questions": questions,
        "tables": about_tables(game) if game.tables and not game.asks_table else None,
        "repeats": list(game.repeats),
        "moves": [step.action for step in game.steps],
        "board": shape.piece_words(game.follower.game.board) if is_begun else "",
        "colours": _colours(game, table),
        "result": game.follower.game.result or "",
        "begins_late": game.begins_late,
        "lacks_players": plug_of(kind).finder is not None
        and not (record.players or game.begins_late),
    }


def _colours(game: Digitised, table: TableDigitised) -> str:
    """What White and Blue look like in the first photo that shows a board of tiles."""
    shown = (shot for shot in game.shots.values() if shot.seen is not None)
    told = (table.hex_colours(shot.reading) for shot in shown)
    return next(filter(None, told), "")


def _small_copy(picture: Path | bytes | None, target: Path) -> None:
    with suppress(PhotoError, OSError, ValueError):  # a question can be answered without it, too
        data = picture.read_bytes() if isinstance(picture, Path) else picture or b""
        write_copies(PhotoFile(data), str(target), None)


# -- what was sent ---------------------------------------------------------------------------------


def _unpacked(place: JobFolder) -> Path | None:
    """The film that was sent, or None where there are photos; zips are unpacked.

    Raises JobRefused where there are several films, or photos too.
    """
    sent = sorted(path for path in place.sent.iterdir() if path.is_file())
    if not sent and not any(place.photos.iterdir()):
        raise JobRefused.of("digitise_gone")
    films: list[Path] = []
    others: list[Path] = []
    for path in sent:
        if _is_zip(path):
            films += _from_zip(path, place)
        elif path.suffix.lower() in PHOTO_SUFFIXES:
            _link(path, place.photos / path.name)
        else:
            (films if path.suffix.lower() in FILM_SUFFIXES else others).append(path)
    with_photos = any(place.photos.iterdir())
    films = films_of_their_own(films, place.photos.iterdir())
    if not films and not with_photos:
        films = others
    named = ", ".join(film.name for film in films[:MOST_FILMS_NAMED])
    if films and with_photos:
        raise JobRefused.of("digitise_film_and_photos", films=named)
    if len(films) > 1:
        raise JobRefused.of("digitise_films", films=named)
    return films[0] if films else None


def _is_zip(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == b"PK\x03\x04"


def _from_zip(path: Path, place: JobFolder) -> list[Path]:
    """Unpack photos and films, never more than is allowed whatever the zip says of itself."""
    films, left = [], MOST_UNPACKED_BYTES
    with zipfile.ZipFile(path) as archive:
        members = [info for info in archive.infolist() if not info.is_dir()]
        if len(members) > MOST_PHOTOS:
            raise JobRefused.of("digitise_too_many", count=MOST_PHOTOS)
        for info in members:
            name = safe_name(info.filename)
            is_photo = Path(name).suffix.lower() in PHOTO_SUFFIXES
            is_hidden = Path(info.filename).name.startswith(".")  # as a Mac's notes beside a file
            if is_hidden or not (is_photo or Path(name).suffix.lower() in FILM_SUFFIXES):
                continue
            target = (place.photos if is_photo else place.unpacked) / name
            if not is_photo:
                films.append(target)
            if target.exists() and target.stat().st_size == info.file_size:
                left -= info.file_size
                continue
            with archive.open(info) as source, target.open("wb") as file:
                while block := source.read(1 << 20):
                    left -= len(block)
                    if left < 0:
                        raise JobRefused.of("digitise_too_large")
                    file.write(block)
    return films


def _link(path: Path, target: Path) -> None:
    if not target.exists():
        try:
            target.hardlink_to(path)
        except OSError:
            target.write_bytes(path.read_bytes())


# -- reading ---------------------------------------------------------------------------------------


def _photos(
    place: JobFolder, table: TableDigitised, data_folder: str, scheduler: str | None
) -> list[CameraShot]:
    shown = 0.0

    def on_progress(done: int, total: int, latest: Callable[[], Mapping[str, Any]]) -> None:
        nonlocal shown
        place.require_not_stopped()
        found: dict[str, Any] = {}
        if time.monotonic() - shown > SECONDS_BETWEEN_PICTURES:
            shown, found = time.monotonic(), dict(latest())
            _small_copy(found.pop("path", None), place.picture(LATEST))
        place.note_progress("reading", done, total, **found)

    photos = find_photos(place.photos)
    how: dict[str, Any] = {"data_folder": data_folder, "workers": 0, "scheduler": scheduler}
    return list(table.photos(photos, place.readings, on_progress, **how))


def _film(
    place: JobFolder, film: Path, table: TableDigitised, profiles: dict[str, Any], with_dice: bool
) -> tuple[list[CameraShot], bool]:
    """The shots of a film, and whether it runs by the table's clock."""
    capture = cv2.VideoCapture(str(film))
    total = max(0, int(capture.get(cv2.CAP_PROP_FRAME_COUNT)))
    capture.release()
    place.note_progress("looking", 0, total)
    told = table.film(str(film), profiles, with_dice, place.readings)
    noted = {told.pieces: 0}

    def read(frame: Frame) -> Any:
        reading = told.read(frame)
        noted[told.pieces] = told.count(reading)
        return reading

    def watched() -> Iterator[tuple[float, Frame]]:
        shown = 0.0
        for number, (moment, frame) in enumerate(open_frames(str(film)), start=1):
            if time.monotonic() - shown > SECONDS_BETWEEN_PICTURES:
                shown = time.monotonic()
                place.require_not_stopped()
                place.note_progress("watching", number, total, seconds=moment, **noted)
                _small_copy(jpeg(frame), place.picture(LATEST))
            yield moment, frame

    return list(told.shots(watched(), read)), told.is_film
