"""Who threatens to win, and what holds: the immediate tactics of a board.

The words are those of the rules, section Palago, "Threat words". The counting is done by the
compiled kernel; the groups that wins close, and the patterns of the sources, are read from the
board itself.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..kernel import closing, moves, placement
from ..kernel.jit import Integers
from ..kernel.layout import KernelState, Window, new_state
from ..lattice import Colour
from ..stamp import counted
from ..tiles.board import Board, BoardError, Tile
from ..tiles.groups import Group

#: A set of tiles that one move adds, sorted.
Tiles = tuple[Tile, ...]

_INDEX = {Colour.WHITE: closing.WHITE, Colour.BLUE: closing.BLUE}
_ROOM_FOR_PLACES = 4096
_ROOM_FOR_MOVES = 9 * _ROOM_FOR_PLACES


@dataclass(frozen=True)
class Win:
    """An immediate win: the tiles that make it and the creatures that it closes."""

    tiles: Tiles
    closes: tuple[Group, ...]

    @property
    def freedoms(self) -> int:
        """1 for a one-freedom threat, 2 for a two-freedom threat: the tiles still to be placed."""
        return len(self.tiles)

    def to_json(self) -> list[str]:
        """The tiles as text."""
        return [str(tile) for tile in self.tiles]


@dataclass(frozen=True)
class ColourThreats:
    """What one colour could do if it were to move now.

    ``wins`` is None where lists were not asked for. ``parries`` counts the moves of the other
    colour after which no win is left; None where there is none to begin with.
    """

    colour: Colour
    singles: int
    pairs: int
    losing_singles: int
    parries: int | None
    wins: tuple[Tiles, ...] | None

    def __repr__(self) -> str:
        wins = counted(self.singles + self.pairs, "win")
        return f"<ColourThreats of {self.colour}: {wins} in one move, parries: {self.parries}>"

    @property
    def threatens(self) -> bool:
        """Whether there is an immediate threat."""
        return self.singles + self.pairs > 0

    @property
    def is_fork(self) -> bool:
        """Whether there are immediate threats that no single legal move parries."""
        return self.parries == 0

    def to_json(self) -> dict[str, Any]:
        """One colour's entry in the analysis' ``threats``."""
        listed: dict[str, Any] = {}
        if self.wins is not None:
            listed["wins"] = [[str(tile) for tile in win] for win in self.wins]
        return listed | {
            "singles": self.singles,
            "pairs": self.pairs,
            "losing_singles": self.losing_singles,
            "parries": self.parries,
        }


@dataclass(frozen=True)
class ThreatReport:
    """Moves and threats of a board, as `docs/library/formats.md` defines them.

    ``pairs`` counts two tiles in adjacent empty cells, one of which touches the board; ``playable``
    those with a tile that does not end the game alone; ``ending`` the single tiles that end it.
    """

    pairs: int
    playable: int
    ending: int
    white: ColourThreats
    blue: ColourThreats

    def __repr__(self) -> str:
        wins = [threats.singles + threats.pairs for threats in (self.white, self.blue)]
        return f"<ThreatReport white has {counted(wins[0], 'win')} in one move, blue {wins[1]}>"

    def of(self, colour: Colour) -> ColourThreats:
        """The threats of one colour."""
        return self.white if colour is Colour.WHITE else self.blue

    def to_json(self) -> dict[str, Any]:
        """The analysis' ``moves`` and ``threats``."""
        return {
            "moves": {"pairs": self.pairs, "playable": self.playable, "ending": self.ending},
            "threats": {"white": self.white.to_json(), "blue": self.blue.to_json()},
        }


class _Workspace(threading.local):
    """A kernel board and room for lists of moves, one for each thread."""

    @cached_property
    def state(self) -> KernelState:
        return new_state()

    @cached_property
    def places(self) -> Integers:
        return np.zeros((_ROOM_FOR_PLACES, 2), dtype=np.int64)

    @cached_property
    def moves(self) -> Integers:
        return np.zeros((_ROOM_FOR_MOVES, moves.MOVE_FIELDS), dtype=np.int64)

    @cached_property
    def endings(self) -> Integers:
        return np.zeros((_ROOM_FOR_PLACES, 3), dtype=np.int64)


_workspace = _Workspace()


class LoadedBoard:
    """A board laid out in the kernel. Use it within :func:`loaded` only."""

    def __init__(self, board: Board, workspace: _Workspace) -> None:
        self.window = Window(board.cells)
        self.state = workspace.state
        self._room = workspace
        rotations = board.rotations
        cells = np.array([self.window.number(cell) for cell in rotations], dtype=np.int64)
        letters = np.array([3 if r % 2 else r // 2 for r in rotations.values()], dtype=np.int64)
        self.closed = placement.place_all(self.state, cells, letters)

    def count_moves(self) -> tuple[int, int]:
        """Sets of two tiles that can be placed, and those that some order plays as a whole."""
        pairs, playable = moves.count_moves(self.state, self._room.places)
        return int(pairs), int(playable)

    def endings(self) -> list[tuple[int, int, int]]:
        """Cells where a single tile ends the game: number, and rotations that close each colour."""
        found = moves.list_endings(self.state, self._room.endings)
        return [(int(c), int(w), int(b)) for c, w, b in self._room.endings[:found]]

    def wins(self, colour: Colour) -> Integers:
        """The immediate wins as the kernel's rows (valid until the next list)."""
        found = moves.list_wins(self.state, _INDEX[colour], self._room.moves)
        return self._room.moves[:found]

    def parries(self, colour: Colour) -> Integers:
        """Replies that leave ``colour`` no immediate win (valid until the next list)."""
        found = moves.write_parries(
            self.state, _INDEX[colour], self._room.places, self._room.moves, _ROOM_FOR_MOVES
        )
        return self._room.moves[:found]


@contextmanager
def loaded(board: Board) -> Iterator[LoadedBoard]:
    """Lay a board out in this thread's kernel for as long as the block runs.

    Raises BoardError where a creature is closed already, or where the tiles lie too far apart.
    One board at a time in each thread: blocks must not be nested.
    """
    state = _workspace.state
    placement.undo_all(state, 0)
    try:
        on_table = LoadedBoard(board, _workspace)
        if on_table.closed:
            raise BoardError("a creature is closed: the game is over, there are no moves left")
        yield on_table
    finally:
        placement.undo_all(state, 0)


def _sorted_wins(on_table: LoadedBoard, rows: Integers) -> tuple[Tiles, ...]:
    return tuple(
        sorted((on_table.window.tiles(row) for row in rows), key=lambda tiles: (len(tiles), tiles))
    )


def _colour_threats(
    on_table: LoadedBoard, colour: Colour, endings: list[tuple[int, int, int]], lists: bool
) -> ColourThreats:
    rows = on_table.wins(colour)
    singles = int((rows[:, moves.SECOND_CELL] < 0).sum())
    pairs = len(rows) - singles
    ending = sum((white | blue).bit_count() for _, white, blue in endings)
    wins = _sorted_wins(on_table, rows) if lists else None
    parries = len(on_table.parries(colour)) if singles + pairs else None
    return ColourThreats(colour, singles, pairs, ending - singles, parries, wins)


def require_playable(board: Board) -> None:
    """Raise BoardError where nobody can play on from a board."""
    if not len(board):
        raise BoardError("the board is empty: there is nothing to find before the opening pair")
    problems = board.status(tiles_in_set=len(board))
    if problems:
        raise BoardError(f"no game goes on from this board: {', '.join(problems)}")
    if board.creatures():
        raise BoardError("a creature is closed: the game is over")


def analyse_threats(board: Board, *, lists: bool = True) -> ThreatReport:
    """Moves and immediate threats of both colours.

    ``lists=False`` leaves out the lists of wins. Raises BoardError where the game is over or the
    tiles lie too far apart. Source: the analysis in `docs/library/formats.md`.
    """
    with loaded(board) as on_table:
        pairs, playable = on_table.count_moves()
        endings = on_table.endings()
        return ThreatReport(
            pairs,
            playable,
            sum((white | blue).bit_count() for _, white, blue in endings),
            _colour_threats(on_table, Colour.WHITE, endings, lists),
            _colour_threats(on_table, Colour.BLUE, endings, lists),
        )


def immediate_wins(board: Board, colour: Colour) -> tuple[Win, ...]:
    """All moves that win at once for ``colour``, single tiles first, with what they close. Raises
    BoardError as :func:`analyse_threats` does."""
    with loaded(board) as on_table:
        wins = _sorted_wins(on_table, on_table.wins(colour))
    return tuple(Win(tiles, _closed_by(board, tiles, colour)) for tiles in wins)


def _closed_by(board: Board, tiles: Tiles, colour: Colour) -> tuple[Group, ...]:
    after = Board((*board.tiles, *tiles))
    return tuple(group for group in after.creatures() if group.colour is colour)


def list_parries(board: Board, colour: Colour) -> tuple[Tiles, ...]:
    """The moves of the other colour after which ``colour`` has no immediate win left.

    None of them ends the game. Every quiet move is one where ``colour`` has no immediate win.
    Raises BoardError as :func:`analyse_threats` does.
    """
    with loaded(board) as on_table:
        return tuple(sorted(on_table.window.tiles(row) for row in on_table.parries(colour)))
