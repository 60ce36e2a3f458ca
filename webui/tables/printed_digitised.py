"""Films and photos of a printed board on their way to a record: how read, what asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from ...engine.games.protocols import Answer, Game
from ...engine.palanquee.table.board import cell_name
from ...engine.palanquee.table.seen import SeenBoard
from ...engine.phrases import Phrase
from ...engine.tiles.alignment import Alignment
from ..texts import DEFAULT_LANGUAGE, say, say_word
from .board_sight import PieceTold, PrintedBoard, told_piece
from .page import (
    CellAnswer,
    CellsTold,
    CellTold,
    FilmRead,
    FollowedShots,
    PhotoProgress,
    Photos,
    Profiles,
    Shots,
)
from .shots import CameraShot, from_frames, kept_reading, unreadable

if TYPE_CHECKING:
    from ...vision.archive import ArchivedPhoto
    from ...vision.counters.reader import GameReader
    from ...vision.counters.readings.reading import BoardReading


CellName = Annotated[str, Meta(max_length=12)]


class PieceThere(CellAnswer, tag="piece"):
    """Which piece stands on a cell of a printed board; colour and kind null for none."""

    cell: CellName
    colour: CellName | None = None
    kind: CellName | None = None

    def settled(self, known: CellsTold, game: FollowedShots) -> CellsTold:
        """It may be moved or taken: it holds as long as the cell is read as it was there."""
        pieces, names = dict(known), list(game.shots)
        told = self.cell, self.colour, self.kind
        (cell,) = _pieces([told])
        as_read = game.shots[self.source].seen.pieces.get(cell)
        for name in names[names.index(self.source) :]:
            if game.shots[name].seen.pieces.get(cell) != as_read:
                break
            others = (one for one in pieces.get(name, ()) if one[0] != self.cell)
            pieces[name] = (*others, told)
        return pieces


class PrintedDigitised:
    """See :class:`palago.webui.tables.page.TableDigitised`."""

    answered = PieceThere

    def photos(self, photos: Photos, kept: Path, tell: PhotoProgress, **how: Any) -> Shots:
        return from_board_photos(photos, _game_reader(kept), tell)

    def film(self, film: str, told: Profiles, with_dice: bool, kept: Path | None) -> FilmRead:
        from ...vision.tracking.printed import PrintedBoardTracker

        shots = partial(from_frames, track=PrintedBoardTracker, with_dice=False)
        count = lambda reading: len(reading.pieces)  # noqa: E731
        return FilmRead(_game_reader(kept), shots, True, "pieces", count)

    def kept_reading(self, value: Mapping[str, Any]) -> BoardReading:
        from ...vision.counters.readings.reading import BoardReading

        return BoardReading.from_json(value)

    def hex_colours(self, reading: BoardReading | None) -> str:
        """Its pieces have colours of their own."""
        return ""

    def heading(self, reading: Any, way: Alignment) -> int:
        return 0  # its letters would lie on their side

    def record_fields(self, game: Game, start: Game | None) -> dict[str, Any]:
        return {"players": game.players}

    def corrected(self, seen: SeenBoard, told: Iterable[CellTold]) -> SeenBoard:
        return seen.corrected(_pieces(told))

    def named(self, answer: Mapping[str, Any]) -> str:
        if not answer["colour"]:
            return str(answer["cell"])
        colour = say_word(DEFAULT_LANGUAGE, answer["colour"])
        return f"{answer['cell']} {colour} {answer['kind']}"

    def words(self, answer: Mapping[str, Any], language: str) -> str:
        if not answer["kind"]:
            return str(answer["cell"])
        kind = say(language, f"page.p_{answer['kind']}")
        return f"{answer['cell']} · {say_word(language, answer['colour'])} · {kind}"

    def doubt_answers(
        self, position: PrintedBoard, cell: int, is_alone: bool, seen: Any
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

    def played_so(self, answer: Answer) -> dict[str, Any]:
        """It is said in words, not drawn."""
        deed = answer.after.deed
        return {"said": deed.phrase.to_json()} if deed and deed.phrase else {}


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
            yield CameraShot(time, path.name, reading.observation(), reading, path)
        else:
            yield CameraShot(time, path.name, picture=path, problem=Phrase("digitise.no_board"))


def _game_reader(readings: Path | None) -> GameReader:
    """Reads a game's photos in their order: each by what those before it were found to show."""
    from ...vision.counters.reader import GameReader, read_counters
    from ...vision.counters.readings.reading import BoardReading

    kept = kept_reading(readings, read_counters, BoardReading.to_json, BoardReading.from_json)
    return GameReader(kept)


def _pieces(told: Iterable[CellTold]) -> dict[int, PieceTold]:
    """What people say stands on cells, as readings are corrected. Raises ValueError."""
    names = ("cell", "colour", "kind")
    return dict(told_piece(dict(zip(names, one, strict=True))) for one in told)
