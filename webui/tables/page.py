"""What games, photos, films and commands do otherwise on each kind of table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, Protocol, Self, TypeVar

from msgspec import Meta

from ...engine.following.follower import Follower
from ...engine.games.protocols import Answer, Game, Verdict
from ...engine.games.tables import TableCell, TableShape
from ...engine.phrases import Phrase
from ...engine.tiles.alignment import Alignment
from ...engine.tiles.diagram import SetColours
from ..refusal import Refusal
from ..sent import Sent
from ..store.stored import StoredEvent
from ..texts import say
from .shots import CameraShot

if TYPE_CHECKING:
    from pathlib import Path

    from ...vision.archive import ArchivedPhoto
    from .sight import PhotoSeen

#: Photos in the order in which they were taken, profiles chosen for a film, and boards seen.
Photos = Sequence["ArchivedPhoto"]
Profiles = Mapping[str, Any]
Shots = Iterator[CameraShot]
#: The kind of an event, and what it holds.
EventData = tuple[str, dict[str, Any]]
#: By the kind of an event the types of its fields; those that end in ``?`` may be absent.
EventFields = Mapping[str, Mapping[str, Any]]
#: Told after each photo: how many are read, of how many, and what asks for the latest of them.
PhotoProgress = Callable[[int, int, Callable[[], Mapping[str, Any]]], None]


class OtherTable(Refusal, ValueError):
    """Something makes no sense on this kind of table, or it has no page; the message says so."""


@dataclass(frozen=True)
class PhotoDoubt:
    """Something doubtful about a photo as a whole, in words. ``cells`` are those that it speaks of,
    as pages name them; ``swaps``: swapping the two colours' names is an answer; ``first``: it comes
    before all that the photo shows."""

    text: str
    cells: tuple[Any, ...] = ()
    swaps: bool = False
    first: bool = False

    @classmethod
    def of(cls, code: str, language: str, cells: tuple[Any, ...] = (), **values: Any) -> PhotoDoubt:
        """What a warning of a reading says, by its code and values."""
        return cls(say(language, f"warning.{code}", **values), cells)


class AnswerSent(Sent, tag_field="what"):
    """The answer to a question about a photo or moment, the ``source``."""

    source: Annotated[str, Meta(max_length=300)]


#: What a person says of a cell, as JSON has it, and all that was said by the sources of photos.
CellTold = tuple[Any, ...]
CellsTold = Mapping[str, tuple[CellTold, ...]]


class CellAnswer(AnswerSent):
    """What lies in a cell, in the photo ``source`` and in later ones as long as it holds."""

    def settled(self, known: CellsTold, game: FollowedShots) -> CellsTold:
        """What was told of cells, with this too."""
        raise NotImplementedError


class TableSight(Protocol):
    """What is believed to lie on a table of some kind: what was seen, and what people know better.
    Immutable. ``elsewhere`` is the refusal where another kind of table lies there."""

    elsewhere: ClassVar[str]
    #: Which photo shows it, None where none does; and the colours of the set.
    digest: str | None
    palette: SetColours

    def __hash__(self) -> int:
        """By which it is: what it holds is never compared."""
        return object.__hash__(self)

    @classmethod
    def of(cls, sight: TableSight) -> Self:
        """The sight of such a table. Raises OtherTable."""
        if not isinstance(sight, cls):
            raise OtherTable.of(cls.elsewhere)
        return sight

    @property
    def photo(self) -> PhotoSeen | None:
        """That photo as pages show it."""

    @property
    def seen(self) -> Any:
        """What the referee judges."""

    @property
    def lacks_board(self) -> bool:
        """Whether no board was found where somebody looked."""

    @property
    def shows_printed_board(self) -> bool:
        """Whether tiles were looked for, and a printed board was found."""
        return False

    @property
    def unsure(self) -> int:
        """How many cells want a look."""

    def lies_still(self, agreed: Any) -> bool:
        """Whether nothing lies there that differs from what was agreed on."""

    def doubts(self, language: str) -> Sequence[PhotoDoubt]:
        """What else is doubtful about the photo, in the order in which pages say it."""

    def places(self, cells: Iterable[Any]) -> tuple[Any, ...]:
        """Cells as pages name them."""
        return tuple(cells)

    def lying(self, agreed: Any) -> Any:
        """The board of which people speak; ``agreed`` is the one that was agreed on last."""
        return agreed

    def known_by(self, board: Any, names_matter: bool, keeps_pieces: bool) -> Self:
        """The same with what the last agreed board tells of it: names of colours, how sure.
        ``keeps_pieces``: nobody ever takes a piece away in this game."""
        return self

    def aligned(self, judge: Callable[[Any], Verdict]) -> Self:
        """The same in the frame of a game that judges it."""
        return self

    def agreed(self, board: Any) -> Self:
        """What is still known once a board was agreed on."""

    def cleared(self) -> Self:
        """What is still known once all pieces were taken off."""

    def after(self, event: StoredEvent) -> Self:
        """The same after something was seen, laid or said. Raises ValueError."""

    def told_to_reader(self, known: Mapping[str, Any]) -> dict[str, Any]:
        """What this table's reader takes, in its own words, of all that is ``known`` of the
        table."""

    def to_json(self) -> dict[str, Any]:
        """What the page shows of it."""


@dataclass(frozen=True)
class FilmRead:
    """How a film of a table is read."""

    #: Reads a frame.
    read: Callable[[Any], Any]
    #: Makes shots of the frames.
    shots: Callable[..., Iterator[CameraShot]]
    #: Whether the frames run by the table's clock.
    is_film: bool
    #: What its pieces are called.
    pieces: str
    #: How many of them a reading has.
    count: Callable[[Any], int]


OwnSight = TypeVar("OwnSight", bound=TableSight)
OwnBoard = TypeVar("OwnBoard")


class TableInGames(Generic[OwnSight, OwnBoard]):
    """What a game does with such a table; boards and sights are of that kind."""

    #: The page of a game.
    template: str
    #: What watches it with a camera, and the page of a game without one of its own: names of what
    #: stands in rooms above this one.
    live: str
    plain: str
    #: The text for a photo that shows no board.
    no_board_help: str
    #: The events that only sights of this table understand.
    events: EventFields
    #: What may be done depends on what was played before: another line of play takes over the
    #: moves, else the board alone.
    keeps_moves = False
    #: The setting that names the job that reads a photo.
    reads_by: str
    #: Photos become truth when people confirm them.
    teaches = False

    def first_sight(self, board: OwnBoard | None) -> OwnSight:
        """What is known at the start of a game; it may start from no board, None."""
        raise NotImplementedError

    def reader(self, configuration: Any) -> str:
        """The job that reads a photo."""
        return str(getattr(configuration, self.reads_by))

    def taken(self, reading: Any) -> Any:
        """A reading that was made elsewhere, as it is stored. Raises ValueError."""
        return reading

    def pointed_out(self, sight: OwnSight) -> list[list[float]] | None:
        """The pixels at which a person has pointed out a piece; None where no board is found so."""
        return None

    def going_on(self, sight: OwnSight, game: Game) -> Any:
        """The board from which a game may go on, None where none was seen."""

    def colours_called(
        self, told: tuple[str, str] | None, sight: OwnSight, language: str
    ) -> tuple[str, str] | None:
        """What White and Blue are called, as ``told`` or as seen; None where so."""
        return None

    def changed(self, before: OwnBoard | None, after: OwnBoard) -> tuple[TableCell, ...]:
        """The cells to mark in which a move changed pieces, unless the view names them; ``before``
        may be None."""
        return ()

    def kept_start(self, board: OwnBoard) -> dict[str, Any] | None:
        """A board from which a game goes on, as JSON, where its options do not hold it."""
        return None

    def start_options(self, board: OwnBoard) -> dict[str, Any]:
        """What the options hold of a board from which a game goes on."""
        return {}

    def start_faults(self, shape: TableShape, board: OwnBoard) -> tuple[Phrase, ...]:
        """Why no game can start from a board, as far as the game itself would not say so."""
        return ()

    def in_frame(self, sight: OwnSight, known: OwnSight) -> list[EventData]:
        """The events by which a sight comes into the frame in which the same one was ``known``:
        beside a board that was put right it may have been laid otherwise."""
        return []

    def put_right(self, sight: OwnSight, known: OwnBoard, board: OwnBoard) -> list[EventData]:
        """The events by which a sight shows what lies on a ``board`` where it still shows pieces
        as they were misread, on the one that was ``known`` before."""
        return []

    def photo_events(self, board: OwnBoard, photo: str) -> list[EventData]:
        """The events by which the board after a recorded turn is seen, in a photo if there is
        one."""
        raise NotImplementedError


class FollowedShots(Protocol):
    """A game that was followed from shots."""

    @property
    def follower(self) -> Follower:
        """As far as it was followed."""

    @property
    def shots(self) -> Mapping[str, CameraShot]:
        """What was seen, by its source."""


class TableDigitised(Protocol):
    """How films and many photos of such a table become a record."""

    def photos(self, photos: Photos, kept: Path, tell: PhotoProgress, **how: Any) -> Shots:
        """The shots of photos; their readings are kept in a folder, for another time."""

    def film(self, film: str, told: Profiles, with_dice: bool, kept: Path | None) -> FilmRead:
        """How to read a film by the profiles chosen, and where to keep readings."""

    def kept_reading(self, value: Mapping[str, Any]) -> Any:
        """The reading of such a table that its JSON says. Raises ValueError."""

    def hex_colours(self, reading: Any) -> str:
        """What White and Blue look like in a reading, as two hexadecimal codes; empty where no
        pieces have these colours, or it does not tell."""

    def heading(self, reading: Any, way: Alignment) -> int:
        """How far the game's frame, which a reading is brought into by ``way``, is turned in the
        photo: degrees clockwise, 0 where pictures of such a table are not turned."""

    def record_fields(self, game: Game, start: Game | None) -> dict[str, Any]:
        """What a record has beside its moves, of the game at its end and its start, or None."""

    @property
    def answered(self) -> type[CellAnswer]:
        """The answer that says what lies in a cell."""

    def corrected(self, seen: Any, told: Iterable[CellTold]) -> Any:
        """What was seen, with what people say lies there. Raises ValueError."""

    def named(self, answer: Mapping[str, Any]) -> str:
        """What an answer says of a cell, on the command line."""

    def words(self, answer: Mapping[str, Any], language: str) -> str:
        """The same for a page, empty where a picture shows it."""

    def doubt_answers(
        self, board: Any, cell: Any, is_alone: bool, seen: Any
    ) -> list[dict[str, Any]]:
        """What may lie in a cell that was not seen well, as answers to be sent back; ``is_alone``
        says that no other cell is asked about."""

    def played_so(self, answer: Answer) -> dict[str, Any]:
        """What is shown of an answer that says what was played."""


@dataclass(frozen=True)
class TableCommands:
    """What the command line does with such a table, named as in ``package.module:name``."""

    #: The job that reads a photo.
    told: str
    #: The wishes that it heeds.
    heeds: frozenset[str]
    #: Reads an argument.
    argument: str
    #: Says what is wanted there.
    wanted: str
    #: Draws an argument.
    diagram: str
    #: Measures photos.
    bench: str
    #: Draws what somebody describes to the API.
    drawn: str


@dataclass(frozen=True)
class TablePage:
    """One kind of table, by what is done with it: this is what its shape names as its page."""

    games: TableInGames[Any, Any]
    digitised: TableDigitised
    commands: TableCommands
