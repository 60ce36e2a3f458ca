"""What lies on a table: tiles on a free lattice, or counters on a printed board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, Self

from ..phrases import Phrase
from ..tiles.alignment import Alignment, align
from ..tiles.board import MOST_TILES, Board
from ..tiles.observation import Observation


class TableCell(Protocol):
    """A cell of some table. Without its table one can only tell it from others, and sort them."""

    def __hash__(self) -> int: ...

    def __lt__(self, other: Any, /) -> bool: ...


class Table(Protocol):
    """What lies on a table at one moment."""

    def __len__(self) -> int:
        """How many pieces lie there."""

    def to_json(self) -> dict[str, Any]:
        """The table as plain JSON, which its shape reads again."""

    def to_text(self) -> str:
        """The table on one line, which its shape reads again."""


class LyingPiece(Protocol):
    """One piece of a :class:`LyingTable`; equal to another one that lies alike in the same cell."""

    @property
    def cell(self) -> TableCell:
        """Where it lies."""


class LyingTable(Protocol):
    """What lies on a table, to be compared cell by cell; equal where the same lies there."""

    def __len__(self) -> int:
        """How many pieces lie there."""

    def __iter__(self) -> Iterator[LyingPiece]:
        """Each piece."""

    def __contains__(self, cell: object, /) -> bool:
        """Whether a piece lies in a cell."""

    @property
    def cells(self) -> frozenset[TableCell]:
        """The cells in which one lies."""

    def get(self, cell: Any, /) -> LyingPiece | None:
        """The piece in a cell, None where none lies."""


class SeenTable(Protocol):
    """A table as it was seen, with what is doubtful about it: what a referee judges."""

    @property
    def board(self) -> LyingTable:
        """What lies there."""

    @property
    def confidence(self) -> Mapping[Any, float]:
        """How sure each piece is by its cell, 0 to 1; sure where it is missing."""

    def is_unsure(self, cell: Any, /) -> bool:
        """Whether what was seen in a cell cannot be relied on."""

    def moved(self, alignment: Alignment, /) -> Self:
        """The same in another frame."""

    def with_board(self, board: Any, /) -> Self:
        """The same doubts about another board."""


class Draw(Protocol):
    """Draws a table."""

    def __call__(self, table: Any, /, *, marked: Iterable[Any] = (), title: str = "") -> str:
        """The table as SVG, with rings round some cells."""


def observed_tiles(value: Any) -> Observation:
    """Tiles as they were seen: of a reading, a board or words, None for the empty table. Raises
    TypeError, and BoardError where words are no tiles."""
    if value is None or isinstance(value, str | Board):
        return Observation(Board(value or ()))
    seen = value.observation() if hasattr(value, "observation") else value
    if not isinstance(seen, Observation):
        told = f"not of type {type(value).__name__}; palago.read reads a photo"
        raise TypeError(f"a board is a Board, a Reading or tiles in words, {told}")
    return seen


def require_same_tiles(board: Any, seen: Observation) -> None:
    """Raises ValueError where tiles that were seen for sure lie otherwise than on a board."""
    require_same(board, seen.moved(align(board, seen.board)), _axial_name)


def require_same(lying: LyingTable, seen: SeenTable, cell_name: Callable[[Any], str]) -> None:
    """Raises ValueError where what was seen for sure lies otherwise than in a game."""
    wrong = [
        cell
        for cell in sorted(seen.board.cells | lying.cells)
        if seen.board.get(cell) != lying.get(cell) and not seen.is_unsure(cell)
    ]
    if wrong:
        cells = "; ".join(map(cell_name, wrong))
        raise ValueError(
            f"the first board is not the game's, which differs at {cells}"
            ": give the game up to that board, or for the game's own None, on the command line ''"
        )


def _axial_name(cell: tuple[int, int]) -> str:
    return f"{cell[0]},{cell[1]}"


@dataclass(frozen=True)
class TableShape:
    """How the tables of a kind of game are read, checked and drawn."""

    name: str
    #: Raises ValueError with a sentence, as `from_text` does.
    from_json: Callable[[Any], Any]
    from_text: Callable[[str], Any]
    #: Why no game can start from a table under these options.
    problems: Callable[[Any, Mapping[str, Any]], tuple[Phrase, ...]]
    #: Makes an SVG.
    draw: Draw
    #: Makes a picture in characters.
    write: Callable[[Any], str]
    cell_name: Callable[[Any], str] = _axial_name
    #: Names all that lies there piece by piece, but not whose turn it is.
    piece_words: Callable[[Any], str] = Board.to_text
    #: Makes of a reading or a table what a referee judges.
    observed: Callable[[Any], Any] = observed_tiles
    #: Who is to move if nobody says so; empty if a board says it itself.
    first_turn: str = "white"
    #: What reads its photos, as ``package.module:name``, for tables from elsewhere: the rooms above
    #: know themselves what to do with the tables of this house.
    reader: str = ""
    #: The phrase for cells that were not seen well.
    unsure: str = "digitise.unsure_tiles"
    #: What pages and commands do with such a table, as ``reader`` is named.
    page: str = ""
    #: A free lattice of tiles, so that whatever lies there may become a game on it.
    lays_tiles: bool = False


def tile_problems(board: Board, options: Mapping[str, Any]) -> tuple[Phrase, ...]:
    """What is wrong with a board of tiles at the start of a game, all at once."""
    # Whether the agreed number of tiles makes a game is for the game to say.
    tiles = options.get("tiles")
    found = board.status(tiles if type(tiles) is int else MOST_TILES)
    return tuple(Phrase(f"board.{problem.replace(' ', '_')}") for problem in found)


def _draw_tiles(board: Board, *, marked: Iterable[Any] = (), title: str = "") -> str:
    """The board with its coordinates, and the creatures lit up that hold a marked cell."""
    from ..tiles.diagram import board_svg

    cells = set(marked)
    lit = [group for group in board.creatures() if group.tiles & cells]
    return board_svg(board, coordinates=True, marked=cells, filled=lit, title=title)


def _write_tiles(board: Board) -> str:
    from ..drawing.terminal import draw_coordinate_board

    return draw_coordinate_board(board)


TILES = TableShape(
    "tiles",
    Board.from_json,
    Board.from_text,
    tile_problems,
    _draw_tiles,
    _write_tiles,
    lays_tiles=True,
)
