"""What the pages do otherwise for tiles that lie free and for pieces on a printed board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from ...engine.games.tables import TableShape
from .printed import PrintedBoardPage
from .tiles import TilesPage

if TYPE_CHECKING:
    from ..server.configuration import Configuration


class TablePage(Protocol):
    """One kind of table: how it is seen, read, and goes into records.

    Sights are those of its own kind, and so are boards. What stands in a higher room is named, as
    in ``package.module:name``.
    """

    #: A job that reads a photo for the command line, and what that takes and measures of it.
    told: str
    arguments: str
    bench: str
    #: Whether its photos become truth when people confirm them.
    teaches: bool

    @property
    def shape(self) -> TableShape:
        """The shape of its tables, as the engine knows it."""

    @property
    def is_touched(self) -> bool:
        """Whether actions are played, and pieces set, by touching cells, instead of tiles laid.

        What may be done in the middle of a turn hangs then on what was played before.
        """

    def first_sight(self, board: Any) -> Any:
        """What is known at the start of a game; ``board`` is None where it starts from nothing."""

    def kept_start(self, board: Any) -> dict[str, Any] | None:
        """The JSON of a board from which a game goes on, where its options do not hold it."""

    def start_options(self, board: Any) -> dict[str, Any]:
        """What the options of a game hold of the board from which it goes on."""

    def start_faults(self, board: Any) -> tuple[str, ...]:
        """Why no game can start from a board, as far as the game itself would not say so."""

    def photo_events(self, board: Any, photo: str) -> list[tuple[str, dict[str, Any]]]:
        """The events by which a recorded turn's ``board`` is seen, in a ``photo`` if there is
        one."""

    def taken(self, reading: Any) -> Any:
        """A reading that was made elsewhere, as it is stored. Raises ValueError."""

    def reader(self, configuration: Configuration) -> str:
        """The job that reads a photo."""

    def colours_called(
        self, told: tuple[str, str] | None, sight: Any, language: str
    ) -> tuple[str, str] | None:
        """What White and Blue are called here, None where those are their names."""

    def changed(self, before: Any, after: Any) -> tuple[Any, ...]:
        """The cells to mark in which a move changed pieces; ``before`` is None at the start."""


_ALL: tuple[TablePage, ...] = TilesPage(), PrintedBoardPage()
_PAGES = {page.shape.name: page for page in _ALL}


def table_page(shape: TableShape) -> TablePage:
    """The page object of a table; every other table is one of tiles."""
    return _PAGES.get(shape.name, _ALL[0])
