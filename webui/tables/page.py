"""What pages, photos and records do otherwise for tiles that lie free and for a printed board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, Self

from ...engine.games.protocols import Verdict
from ...engine.games.tables import TableShape
from ..store.stored import StoredEvent
from .shots import CameraShot

if TYPE_CHECKING:
    from ..server.configuration import Configuration
    from .sight import PhotoSeen, SetColours

#: The kind of an event, and what it holds.
EventData = tuple[str, dict[str, Any]]
#: Told after each photo: how many are read, of how many, and what asks for the latest of them.
PhotoProgress = Callable[[int, int, Callable[[], Mapping[str, Any]]], None]


@dataclass(frozen=True)
class PhotoDoubt:
    """What is doubtful about a photo as a whole, in words, and the cells that it speaks of, as
    pages name them. ``swaps`` says that swapping the two colours' names is an answer."""

    text: str
    cells: tuple[Any, ...] = ()
    swaps: bool = False


class TableSight(Protocol):
    """What is believed to lie on a table of some kind: what was seen, and what people know better.
    Immutable."""

    def __hash__(self) -> int:
        """By which it is: what it holds is never compared."""

    @property
    def digest(self) -> str | None:
        """Which photo shows it, None where none does."""

    @property
    def photo(self) -> PhotoSeen | None:
        """That photo as pages show it."""

    @property
    def palette(self) -> SetColours:
        """The colours of the set."""

    @property
    def seen(self) -> Any:
        """What the referee judges."""

    @property
    def lacks_board(self) -> bool:
        """Whether no board was found where somebody looked."""

    @property
    def unsure(self) -> int:
        """How many cells want a look."""

    def lies_still(self, agreed: Any) -> bool:
        """Whether nothing lies there that differs from what was agreed on."""

    def doubts(self, language: str) -> Sequence[PhotoDoubt]:
        """What else is doubtful about the photo, in the order in which pages say it."""

    def places(self, cells: Iterable[Any]) -> tuple[Any, ...]:
        """Cells as pages name them."""

    def lying(self, agreed: Any) -> Any:
        """The board of which people speak; ``agreed`` is the one that was agreed on last."""

    def known_by(self, board: Any, names_matter: bool) -> Self:
        """The same with what the last agreed board tells of it: names of colours, how sure."""

    def aligned(self, judge: Callable[[Any], Verdict]) -> Self:
        """The same in the frame of a game that judges it."""

    def agreed(self, board: Any) -> Self:
        """What is still known once a board was agreed on."""

    def cleared(self) -> Self:
        """What is still known once all pieces were taken off."""

    def after(self, event: StoredEvent) -> Self:
        """The same after something was seen, laid or said. Raises ValueError."""

    def told_to_reader(self, known: Mapping[str, Any]) -> dict[str, Any]:
        """Of what is ``known`` of a table, by the reader's words, what this one's reader takes."""

    def to_json(self) -> dict[str, Any]:
        """What the page shows of it."""


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
    #: The page of a game, and the changes that can be asked for on no other table.
    template: str
    changes: frozenset[str]
    #: Whether what may be done hangs on what was played before: who tries another line of play
    #: takes that over, else the board.
    keeps_moves: bool
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
    first_sight: Callable[[Any], TableSight]
    #: By a sight: the pixels at which a person has pointed out a piece, None where no board is
    #: found so; and the board from which a game may go on, None where none was seen.
    pointed_out: Callable[[Any], list[list[float]] | None]
    going_on: Callable[[Any, Any], Any]
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

    #: What helps where a photo shows no board.
    no_board_help: str
    #: What may lie in a cell that was not seen well, as answers: the board, the cell, whether it is
    #: the only one, and what was seen.
    doubt_answers: Callable[[Any, Any, bool, Any], list[dict[str, Any]]]
    #: What is shown of an answer that says what was played.
    played_so: Callable[[Any], dict[str, Any]]
