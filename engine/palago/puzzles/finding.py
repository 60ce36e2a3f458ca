"""Finding puzzles in positions: what is asked for, and that exactly one move does it. All moves are
tried: those that threaten nothing might leave the other side only moves that lose."""

from __future__ import annotations

from itertools import islice

from ...lattice import Colour
from ...tiles.board import TILES_IN_A_SET, Board
from ..move import Move
from ..search.forcing import ThreatSearch, Tiles
from .puzzle import Puzzle, PuzzleKind

MOST_MOVES = 3
_WINS: dict[int, PuzzleKind] = {1: "win_in_1", 2: "win_in_2", 3: "win_in_3"}
#: Moves in which nothing may be lost by force after the only parry: it has to be worth finding.
_HOLDS_FOR = 2


def find_puzzle(
    board: Board, to_move: Colour, deadline: float = float("inf"), source: str = ""
) -> Puzzle | None:
    """The puzzle that a position is, None where it is none.

    ``deadline`` is on :func:`time.monotonic`'s clock. Raises OutOfTime, and BoardError where no
    game can go on from the board.
    """
    return _Finder(ThreatSearch(board, deadline=deadline), to_move, source).find()


class _Finder:
    def __init__(self, search: ThreatSearch, to_move: Colour, source: str) -> None:
        self._search = search
        self._colour = to_move
        self._source = source

    def find(self) -> Puzzle | None:
        search, own, other = self._search, self._colour, self._colour.other
        if search.tiles_left < TILES_IN_A_SET // 8:
            return None  # the end of the bag has rules of its own
        wins = search.immediate_wins(own)
        if wins:
            places = len(search.board.frontier())
            return self._puzzle("win_in_1", wins, places) if len(wins) == 1 else None
        parries = search.parries(other)
        if search.wins_within(other, 1):
            return self._parry(parries)
        fewest = search.fewest_moves(own, MOST_MOVES)
        if fewest is None:
            return None
        line = self._only_line(fewest)
        if line is None or self._other_move_wins(fewest):
            return None
        return self._puzzle(_WINS[fewest], line, search.count_attacks(own))

    def _puzzle(self, kind: PuzzleKind, line: list[Tiles], choices: int) -> Puzzle:
        moves = tuple(map(Move, line))
        return Puzzle(kind, self._search.board, self._colour, moves, choices, self._source)

    def _parry(self, parries: list[Tiles]) -> Puzzle | None:
        """The only move that holds, where it does hold for a while."""
        search, other = self._search, self._colour.other
        if len(parries) != 1:
            return None
        if search.wins_after(parries[0], other, _HOLDS_FOR):
            return None
        touching = {tile.cell for win in search.immediate_wins(other) for tile in win}
        meeting = [m for m in search.quiet_moves() if any(t.cell in touching for t in m)]
        return self._puzzle("only_parry", parries, len(meeting))

    def _only_line(self, moves: int) -> list[Tiles] | None:
        """The line of a win in which each move but the last is the only one; None without one."""
        search, own = self._search, self._colour
        if moves == 1:
            return search.immediate_wins(own)[:1]
        attacks = list(islice(search.winning_attacks(own, moves), 2))  # more than one is too many
        if len(attacks) != 1:
            return None
        with search.played(attacks[0]):
            for reply in self._replies():
                with search.played(reply):
                    if search.fewest_moves(own, moves - 1) == moves - 1:
                        rest = self._only_line(moves - 1)
                        if rest is not None:
                            return [attacks[0], reply, *rest]
        return None

    def _replies(self) -> list[Tiles]:
        """The replies to a threat: the parries; where there are none, those that come nearest."""
        search, own = self._search, self._colour
        parries = search.parries(own)
        if parries:
            return parries
        wins = search.immediate_wins(own)
        touching = {tile.cell for win in wins for tile in win}
        quiet = search.quiet_moves()
        # Whatever is played, the threat stays; a reply in its way shows that best.
        return sorted(quiet, key=lambda move: -sum(tile.cell in touching for tile in move))[:20]

    def _other_move_wins(self, moves: int) -> bool:
        """Whether a move that threatens nothing wins in as many moves."""
        search, own = self._search, self._colour
        for first in search.parries(own.other):
            with search.played(first):
                if not search.wins_within(own, 1) and search.holding_reply(own, moves - 1) is None:
                    return True
        return False
