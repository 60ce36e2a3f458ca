"""Tiles on a table: the immutable board and what can be asked of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Final

from msgspec import Meta

from ..lattice import Cell, neighbours, pieces_of, rotate_cell
from ..phrases import Phrase, Refused
from ..stamp import shortened
from ..values import value_of
from .groups import Group, find_groups

TILES_IN_A_SET = 48
#: Four sets. Nothing larger is a game, and analysing it would keep everybody waiting.
MOST_TILES = 192
Coordinate = Annotated[int, Meta(ge=-10_000, le=10_000)]
Rotation = Annotated[int, Meta(ge=0, le=5)]

ODD_ROTATION = "odd rotation"
DISCONNECTED = "disconnected"
TOO_MANY_TILES = "too many tiles"
DUPLICATE_CELL = "duplicate cell"

ROTATION_OF_LETTER = {"a": 0, "b": 2, "c": 4}
LETTER_OF_ROTATION = {rotation: letter for letter, rotation in ROTATION_OF_LETTER.items()}
_ROTATIONS = frozenset(range(6))
_TILE_TEXT = re.compile(r"([+-]?\d{1,9}),([+-]?\d{1,9})(?:([abc])|/([0-5]))")


class BoardError(Refused):
    """A board that cannot be: what is wrong, with what, and what to do."""


@dataclass(frozen=True, order=True, slots=True)
class Tile:
    """A tile in cell ``(q, r)``; ``rotation`` counts 60° steps clockwise from "White tip up"."""

    q: Coordinate
    r: Coordinate
    rotation: Rotation

    def __post_init__(self) -> None:
        if not type(self.q) is type(self.r) is type(self.rotation) is int:
            for name in self.__slots__:  # JSON knows no numbers of NumPy's
                given = getattr(self, name)
                if hasattr(given, "__index__") and not isinstance(given, bool):
                    object.__setattr__(self, name, int(given))
        if not type(self.q) is type(self.r) is int:
            cell = f"{shortened(self.q)}, {shortened(self.r)}"
            raise BoardError(
                f'q and r are whole numbers, not {cell}; in words: Tile.from_text("0,0a")'
            )
        if type(self.rotation) is not int or self.rotation not in _ROTATIONS:
            given = shortened(self.rotation)
            raise BoardError(f'a rotation is 0 to 5, not {given}; in words: Tile.from_text("0,0a")')

    @property
    def cell(self) -> Cell:
        """The cell ``(q, r)`` in which the tile lies."""
        return self.q, self.r

    @property
    def letter(self) -> str | None:
        """a, b or c for the three legal rotations, None for an odd one."""
        return LETTER_OF_ROTATION.get(self.rotation)

    def __str__(self) -> str:
        mark = self.letter or f"/{self.rotation}"
        return f"{self.q},{self.r}{mark}"

    @classmethod
    def from_text(cls, text: str) -> Tile:
        """Read ``"1,0c"``; an odd rotation is written ``"1,0/3"``. Raises BoardError."""
        match = _TILE_TEXT.fullmatch(str(text).strip())
        if match is None:
            raise BoardError(Phrase("board.no_tile", {"given": shortened(text)}))
        q, r, letter, digit = match.groups()
        rotation = ROTATION_OF_LETTER[letter] if letter else int(digit)
        return cls.from_json({"q": int(q), "r": int(r), "rotation": rotation})

    @classmethod
    def from_json(cls, value: object) -> Tile:
        """Read ``{"q": 0, "r": 0, "rotation": 0}``; further keys are ignored. Raises BoardError."""
        return value_of(cls, value, BoardError)

    def to_json(self) -> dict[str, int]:
        """The tile as ``{"q": ..., "r": ..., "rotation": ...}``."""
        return {"q": self.q, "r": self.r, "rotation": self.rotation}


def cell_of(given: Tile | str | Cell) -> Cell:
    """A cell as callers name it: a tile in it, its words "1,0", or (q, r). Raises BoardError."""
    try:
        if isinstance(given, Tile):
            return given.cell
        q, r = given.split(",") if isinstance(given, str) else given
        return int(q), int(r)
    except (TypeError, ValueError):
        raise BoardError(f'a cell is (0, 0) or "0,0", not {given!r:.40}') from None


class Board:
    """Tiles on a table, immutable.

    A board may be impossible (tiles of odd rotation, in two pieces, two in one cell): a camera
    sees what it sees. :meth:`status` names every problem. Where two tiles claim one cell, the
    one of lower rotation stands for it in every other question.
    """

    def __init__(self, tiles: Iterable[Tile] | str = ()) -> None:
        """A board of tiles, or of their names: ``Board("0,0a 1,0c")``. Raises BoardError."""
        if isinstance(tiles, str):
            if re.search(r"\.[a-zA-Z]\w*$", tiles) and "," not in tiles:
                how = f"palago.read({tiles!r:.80}), a record by palago.read_record"
                raise BoardError(f"this names a file, not tiles: a photo is read first by {how}")
            tiles = Board.from_text(tiles)
        self._rotations: dict[Cell, int] = {}
        try:
            self.tiles: Final[tuple[Tile, ...]] = tuple(sorted(tiles))
            for tile in self.tiles:
                self._rotations.setdefault(tile.cell, tile.rotation)
        except BoardError:
            raise  # of whoever made the tiles
        except (TypeError, AttributeError, ValueError) as error:  # arrays raise the last
            how = 'Board("0,0a 1,0c"); a reading has to_board(), a game its board'
            raise BoardError(f"a board is made of tiles or of one text: {how}") from error

    # -- looking ---------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.tiles)

    def __iter__(self) -> Iterator[Tile]:
        return iter(self.tiles)

    def __contains__(self, given: object) -> bool:
        """Whether a tile lies in a cell, or just this tile; in words, too."""
        if isinstance(given, str):
            with suppress(BoardError):  # other words name nothing that could lie there
                given = Tile.from_text(given) if _TILE_TEXT.fullmatch(given) else cell_of(given)
        return given in self._rotations or (isinstance(given, Tile) and given in self.tiles)

    def __getitem__(self, cell: Tile | str | Cell) -> Tile:
        found = self.get(cell)
        if found is None:
            raise KeyError(cell)
        return found

    def get(self, cell: Tile | str | Cell) -> Tile | None:
        """The tile in a cell, also in words, or None."""
        cell = cell if type(cell) is tuple else cell_of(cell)
        rotation = self._rotations.get(cell)
        return None if rotation is None else Tile(*cell, rotation)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.tiles == other.tiles

    def __hash__(self) -> int:
        return hash(self.tiles)

    def __repr__(self) -> str:
        return f"Board({self.to_text()!r})"

    def __str__(self) -> str:
        return self.to_text()

    @cached_property
    def cells(self) -> frozenset[Cell]:
        """All occupied cells."""
        return frozenset(self._rotations)

    @property
    def rotations(self) -> Mapping[Cell, int]:
        """Cell → rotation, in the order of :attr:`tiles`."""
        return self._rotations

    def beyond(self, other: Board) -> tuple[Tile, ...]:
        """The tiles in cells in which another board has none."""
        return tuple(tile for tile in self.tiles if tile.cell not in other)

    def turned_since(self, before: Board) -> tuple[tuple[Tile, Tile], ...]:
        """The tiles that lay in these cells otherwise turned: as they lay, and as they lie."""
        pairs = ((old, self.get(old.cell)) for old in before)
        return tuple((old, new) for old, new in pairs if new and new.rotation != old.rotation)

    # -- changing (each returns a new board) -------------------------------------------------

    def place(self, tile: Tile | str) -> Board:
        """The board with one more tile, also in words. Raises BoardError where a tile lies already,
        or the words name none."""
        if not isinstance(tile, Tile):
            tile = Tile.from_text(tile)
        if tile.cell in self._rotations:
            raise BoardError(Phrase("board.taken", {"cell": f"{tile.q},{tile.r}"}))
        return Board((*self.tiles, tile))

    def remove(self, cell: Tile | str | Cell) -> Board:
        """The board without the tile in a cell, also in words. Raises BoardError."""
        taken = self._lying(cell)
        return Board(tile for tile in self.tiles if tile.cell != taken)

    def turn(self, cell: Tile | str | Cell, rotation: int) -> Board:
        """The board with the tile in a cell turned to ``rotation``. Raises BoardError."""
        q, r = self._lying(cell)
        turned = Tile.from_json({"q": q, "r": r, "rotation": rotation})
        return Board(turned if tile.cell == (q, r) else tile for tile in self.tiles)

    def _lying(self, given: Tile | str | Cell) -> Cell:
        """The cell, in which a tile lies."""
        cell = cell_of(given)
        if cell not in self._rotations:
            raise BoardError(Phrase("board.free", {"cell": f"{cell[0]},{cell[1]}"}))
        return cell

    def translated(self, dq: int, dr: int) -> Board:
        """The board shifted by ``(dq, dr)`` cells."""
        return Board(Tile(t.q + dq, t.r + dr, t.rotation) for t in self.tiles)

    def rotated(self, thirds: int) -> Board:
        """The board turned clockwise about the origin cell by ``thirds`` steps of 120°. Raises
        BoardError."""
        if not hasattr(thirds, "__index__"):
            raise BoardError(f"a board is turned by whole steps of 120°, not {shortened(thirds)}")
        sixths = 2 * (thirds % 3)
        return Board(
            Tile(*rotate_cell(t.cell, sixths), (t.rotation + sixths) % 6) for t in self.tiles
        )

    def canonical(self) -> Board:
        """The one representative of all boards that differ by a shift and turns of 120°."""
        return min(
            (self.rotated(thirds)._at_origin() for thirds in range(3)),
            key=lambda board: board.tiles,
        )

    def _at_origin(self) -> Board:
        if not self.tiles:
            return self
        first = self.tiles[0]
        return self.translated(-first.q, -first.r)

    # -- asking --------------------------------------------------------------------------------

    @cached_property
    def _groups(self) -> tuple[Group, ...]:
        return find_groups(self._rotations)

    def groups(self) -> tuple[Group, ...]:
        """All groups: White first, then by corners, straights and freedoms."""
        return self._groups

    def closed_groups(self) -> tuple[Group, ...]:
        """The groups without freedoms, eyes too."""
        return tuple(group for group in self._groups if group.closed)

    def creatures(self) -> tuple[Group, ...]:
        """The closed groups with at least one straight."""
        return tuple(group for group in self._groups if group.is_creature)

    @cached_property
    def _frontier(self) -> tuple[Cell, ...]:
        occupied = self._rotations
        return tuple(
            sorted({cell for tile in occupied for cell in neighbours(tile)} - occupied.keys())
        )

    def frontier(self) -> tuple[Cell, ...]:
        """The empty cells that touch the board, sorted."""
        return self._frontier

    @cached_property
    def _holes(self) -> tuple[Cell, ...]:
        occupied = self._rotations
        return tuple(c for c in self._frontier if all(n in occupied for n in neighbours(c)))

    def holes(self) -> tuple[Cell, ...]:
        """The single holes: empty cells with six occupied neighbours, sorted."""
        return self._holes

    def touching(self, cell: Cell) -> int:
        """How many of the six neighbours of a cell hold a tile."""
        return sum(neighbour in self._rotations for neighbour in neighbours(cell))

    def components(self) -> tuple[frozenset[Cell], ...]:
        """The connected pieces of the board, the largest first."""
        pieces = map(frozenset, pieces_of(self._rotations))
        return tuple(sorted(pieces, key=lambda piece: (-len(piece), sorted(piece))))

    @property
    def is_connected(self) -> bool:
        """Whether all tiles hang together edge to edge (an empty board does)."""
        return len(self.components()) <= 1

    def status(self, tiles_in_set: int = TILES_IN_A_SET) -> tuple[str, ...]:
        """Every problem of the board at once; empty when there is none."""
        problems = {
            ODD_ROTATION: any(tile.rotation % 2 for tile in self.tiles),
            DISCONNECTED: not self.is_connected,
            TOO_MANY_TILES: len(self.tiles) > tiles_in_set,
            DUPLICATE_CELL: len(self._rotations) < len(self.tiles),
        }
        return tuple(problem for problem, found in problems.items() if found)

    # -- writing and reading ---------------------------------------------------------------------

    def to_text(self) -> str:
        """The board on one line: ``0,0a 1,0c``."""
        return " ".join(map(str, self.tiles))

    @classmethod
    def from_text(cls, text: str) -> Board:
        """Read :meth:`to_text`'s line. Raises BoardError."""
        words = text.split(maxsplit=MOST_TILES)
        if len(words) > MOST_TILES:
            raise BoardError(Phrase("board.too_many", {"most": MOST_TILES}))
        return cls(map(Tile.from_text, words))

    def to_json(self) -> dict[str, list[dict[str, int]]]:
        """The board as ``{"tiles": [{"q": 0, "r": 0, "rotation": 0}, ...]}``."""
        return {"tiles": [tile.to_json() for tile in self.tiles]}

    @classmethod
    def from_json(cls, value: object) -> Board:
        """Read :meth:`to_json`'s object; further keys are ignored. Raises BoardError."""
        said = value_of(BoardSaid, value, BoardError)
        return cls(said.tiles)

    def _repr_svg_(self) -> str:
        from .diagram import board_svg

        return board_svg(self)


TILES_OF_A_BOARD = Meta(
    max_length=MOST_TILES,
    title=f'a list of at most {MOST_TILES} tiles, objects with "q", "r" and "rotation"',
)


@dataclass(frozen=True)
class BoardSaid:
    """A board as JSON has it."""

    tiles: Annotated[tuple[Tile, ...], TILES_OF_A_BOARD]
