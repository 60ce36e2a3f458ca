"""Printed boards on whose cells pieces stand: Palanquée's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...engine.palanquee.plug import TABLE
from ...engine.palanquee.position import PalanqueePosition
from ...engine.palanquee.table.board import cell_name
from .board_sight import BoardSight
from .page import EventData, FilmRead, PhotoProgress, TablePage
from .shots import CameraShot

if TYPE_CHECKING:
    from ...vision.archive import ArchivedPhoto


def _photo_events(board: PalanqueePosition, photo: str) -> list[EventData]:
    if not photo or not len(board):
        return []
    # Nobody knows any more where in the photo the pieces stood.
    reading = {"pieces": board.to_json()["pieces"], "image": {}}
    return [("photo_read", {"photo": photo, "reading": reading})]


def _photos(
    photos: Sequence[ArchivedPhoto], readings: Path, on_progress: PhotoProgress, **how: Any
) -> Iterator[CameraShot]:
    from .board_shots import from_board_photos

    return from_board_photos(photos, _game_reader(), on_progress)


def _film(
    film: str, profiles: Mapping[str, Any], with_dice: bool, readings: Path | None = None
) -> FilmRead:
    from .board_shots import from_board_frames

    return FilmRead(_game_reader(), from_board_frames, True, "pieces")


def _game_reader() -> Any:
    from ...vision.counters.reader import read_counters
    from ...vision.counters.seed_sign import GameReader

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
    is_touched=True,
    teaches=False,
    live="palago.webui.watching.live_board:LiveBoardSession",
    told="palago.webui.jobs.reading_told:counters_told",
    arguments="palago.webui.commands.arguments.tables:PRINTED_ARGUMENTS",
    bench="palago.webui.commands.photos.bench:bench_counters",
    drawn="palago.webui.api.studying.pictures:draw_printed",
    reader=lambda configuration: configuration.board_reader,
    taken=lambda reading: reading,  # the sight looks at it
    photos=_photos,
    film=_film,
    first_sight=lambda board: BoardSight(),
    colours_called=lambda told, sight, language: None,
    changed=lambda before, after: (),  # the view names them
    kept_start=lambda board: board.to_json(),
    start_options=lambda board: {},
    start_faults=lambda board: TABLE.problems(board, {}),
    photo_events=_photo_events,
    record_fields=lambda game, start: {"players": game.players},
    unsure="digitise.unsure_cells",
    at_cell="",
    doubt_answers=_doubt_answers,
    played_so=_played_so,
)
