"""Printed boards with pieces on their cells: Palanquée's, and their shots in photos and films."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...engine.palanquee.plug import TABLE
from ...engine.palanquee.position import PalanqueePosition
from ...engine.palanquee.table.board import cell_name
from ...engine.phrases import Phrase
from .board_sight import BoardSight
from .page import EventData, FilmRead, PhotoProgress, TablePage
from .shots import CameraShot, clock, unreadable

if TYPE_CHECKING:
    from ...calibration.arrays import Picture
    from ...vision.archive import ArchivedPhoto
    from ...vision.counters.readings.reading import BoardReading


def _photo_events(board: PalanqueePosition, photo: str) -> list[EventData]:
    if not photo or not len(board):
        return []
    # Nobody knows any more where in the photo the pieces stood.
    reading = {"pieces": board.to_json()["pieces"], "image": {}}
    return [("photo_read", {"photo": photo, "reading": reading})]


def from_board_photos(
    photos: Sequence[ArchivedPhoto],
    read: Callable[[bytes], BoardReading],
    on_progress: PhotoProgress,
) -> Iterator[CameraShot]:
    """The sightings of a folder of photos, in its order."""
    from ...vision.photos.photo import PhotoError

    pieces = 0
    first = next((photo.time for photo in photos if photo.time is not None), None)
    for number, photo in enumerate(photos):
        taken, path = photo.time, photo.path
        time = taken - first if taken is not None and first is not None else float(number)
        try:
            reading = read(path.read_bytes())
            pieces = len(reading.pieces)
        except (PhotoError, OSError) as error:
            problem = unreadable(str(error), getattr(error, "code", ""), path)
            yield CameraShot(time, path.name, picture=path, problem=problem)
            continue
        finally:
            on_progress(number + 1, len(photos), partial(dict, path=path, pieces=pieces))
        if reading.corners:
            yield CameraShot(time, path.name, reading.observation(), picture=path)
        else:
            yield CameraShot(time, path.name, picture=path, problem=Phrase("digitise.no_board"))


def from_board_frames(
    frames: Iterable[tuple[float, Picture]],
    read: Callable[[Picture], BoardReading],
) -> Iterator[CameraShot]:
    """The sightings of a video: each stable board."""
    from ...vision.tracking.events import EventKind
    from ...vision.tracking.printed import PrintedBoardTracker
    from ..jobs.frames import jpeg

    tracker = PrintedBoardTracker(read)
    for time, frame in frames:
        for event in tracker.feed(frame, time):
            if event.kind is EventKind.BOARD_CHANGED and event.reading is not None:
                rested = time if event.rested is None else event.rested
                yield CameraShot(
                    rested, clock(time), event.reading.observation(), picture=jpeg(frame)
                )


def _photos(
    photos: Sequence[ArchivedPhoto], readings: Path, on_progress: PhotoProgress, **how: Any
) -> Iterator[CameraShot]:
    return from_board_photos(photos, _game_reader(), on_progress)


def _film(
    film: str, profiles: Mapping[str, Any], with_dice: bool, readings: Path | None = None
) -> FilmRead:
    return FilmRead(_game_reader(), from_board_frames, True, "pieces")


def _game_reader() -> Any:
    from ...vision.counters.reader import read_counters
    from ...vision.counters.readings.of_game import GameReader

    return GameReader(read_counters)


def _doubt_answers(
    position: PalanqueePosition, cell: int, is_alone: bool, seen: Any
) -> list[dict[str, Any]]:
    """What may stand there, what was read first; nothing where it may be another cell."""
    if seen.may_be_turned:
        return []
    read = position.pieces.get(cell)
    kinds = ("sprout", "seed") if read is None else (read.kind,)
    pieces = [(colour, kind) for colour in position.players for kind in kinds]
    if read is not None:
        pieces.append((read.colour, "sprout" if read.is_seed else "seed"))
    found: list[tuple[str | None, str | None]] = [*pieces, (None, None)]
    as_read = (None, None) if read is None else (read.colour, read.kind)
    found.sort(key=lambda one: one != as_read)
    name = cell_name(cell)
    return [
        {
            "answer": {"what": "piece", "cell": name, "colour": colour, "kind": kind},
            "say": "piece_there" if colour else "no_piece",
            "words": name,
        }
        for colour, kind in found
    ]


def _played_so(answer: Any) -> dict[str, Any]:
    """It is said in words, not drawn."""
    phrase = answer.after.deed.phrase
    return {} if phrase is None else {"said": phrase.to_json()}


PRINTED_PAGE = TablePage(
    shape=TABLE,
    template="game/printed.html",
    changes=frozenset(("act", "begin_here", "put_aside", "seeds_by", "set_piece")),
    keeps_moves=True,
    teaches=False,
    live="palago.webui.watching.live_board:LiveBoardSession",
    told="palago.webui.jobs.reading_told:counters_told",
    heeds=frozenset(("seeds_by",)),
    argument="palago.webui.commands.arguments.tables:counters_argument",
    wanted="positions or photos of its board",
    diagram="palago.webui.commands.arguments.tables:counters_diagram",
    bench="palago.webui.commands.photos.bench:bench_counters",
    drawn="palago.webui.api.studying.pictures:draw_printed",
    reader=lambda configuration: configuration.board_reader,
    taken=lambda reading: reading,  # the sight looks at it
    photos=_photos,
    film=_film,
    first_sight=lambda board: BoardSight(),
    pointed_out=lambda sight: None,  # it is found by its cells
    going_on=lambda sight, match: sight.standing(match.board) if sight.is_board else None,
    colours_called=lambda told, sight, language: None,
    changed=lambda before, after: (),  # the view names them
    kept_start=lambda board: board.to_json(),
    start_options=lambda board: {},
    start_faults=lambda board: TABLE.problems(board, {}),
    photo_events=_photo_events,
    record_fields=lambda game, start: {"players": game.players},
    no_board_help="palanquee.no_board_help",
    doubt_answers=_doubt_answers,
    played_so=_played_so,
)
