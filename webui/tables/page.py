"""What pages, photos and records do otherwise for tiles that lie free and for a printed board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...engine.games.tables import TableShape
from .shots import CameraShot

if TYPE_CHECKING:
    from ..server.configuration import Configuration

#: The kind of an event, and what it holds.
EventData = tuple[str, dict[str, Any]]
#: Told after each photo: how many are read, of how many, and what asks for the latest of them.
PhotoProgress = Callable[[int, int, Callable[[], Mapping[str, Any]]], None]


@dataclass(frozen=True)
class FilmRead:
    """How a film of a table is read: what reads a frame, what makes shots of the frames, whether
    they run by the table's clock, and which pieces a reading has."""

    read: Callable[[Any], Any]
    shots: Callable[..., Iterator[CameraShot]]
    is_film: bool
    pieces: str


@dataclass(frozen=True)
class TablePage:
    """One kind of table; boards and sights are of that kind. What stands in a higher room is named,
    as in ``package.module:name``."""

    shape: TableShape
    #: Whether actions are played, and pieces set, by touching cells, instead of tiles laid. What
    #: may be done in the middle of a turn hangs then on what was played before.
    is_touched: bool
    #: Whether its photos become truth when people confirm them.
    teaches: bool

    #: What watches such a table live.
    live: str
    #: For the command line: a job that reads a photo, and which wishes it heeds; what reads an
    #: argument, and in words what is wanted there; what draws one; what measures photos.
    told: str
    heeds: frozenset[str]
    argument: str
    wanted: str
    diagram: str
    bench: str
    #: What draws one that whoever asks describes.
    drawn: str
    #: The job that reads a photo for the pages.
    reader: Callable[[Configuration], str]
    #: A reading that was made elsewhere, as it is stored. Raises ValueError.
    taken: Callable[[Any], Any]
    #: The shots of photos: they, a folder for their readings, who is told, and how to read.
    photos: Callable[..., Iterator[CameraShot]]
    #: How to read a film: its name, the profiles chosen, whether there are dice, and where to keep
    #: readings.
    film: Callable[..., FilmRead]

    #: What is known at the start of a game; it may start from no board, None.
    first_sight: Callable[[Any], Any]
    #: What White and Blue are called, from what was told, a sight and a language; None where so.
    colours_called: Callable[[Any, Any, str], tuple[str, str] | None]
    #: The cells to mark in which a move changed pieces: the board before, or None, and after it.
    changed: Callable[[Any, Any], tuple[Any, ...]]

    #: A board from which a game goes on: as JSON, where the options do not hold it; what these
    #: hold of it; and why no game can start from it, as far as the game itself would not say so.
    kept_start: Callable[[Any], dict[str, Any] | None]
    start_options: Callable[[Any], dict[str, Any]]
    start_faults: Callable[[Any], tuple[str, ...]]
    #: The events by which the board after a recorded turn is seen, in a photo if there is one.
    photo_events: Callable[[Any, str], list[EventData]]
    #: What a digitised record has beside its moves: the game at its end, and its start, or None.
    record_fields: Callable[[Any, Any], dict[str, Any]]

    #: The phrase for cells that were not seen well, and what a record says before one's name.
    unsure: str
    at_cell: str
    #: What may lie in such a cell, as answers: the board, the cell, whether it is the only one, and
    #: what was seen.
    doubt_answers: Callable[[Any, Any, bool, Any], list[dict[str, Any]]]
    #: What is shown of an answer that says what was played.
    played_so: Callable[[Any], dict[str, Any]]
