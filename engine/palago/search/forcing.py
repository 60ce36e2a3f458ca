"""Search for forced wins by threats, over the compiled kernel.

Rules, section Palago, "Threat words": each of the attacker's moves wins, or makes an immediate
threat and leaves the defender none; every parry is answered. A reply that is no parry loses at
once to the threat, so the tree has the attacks at one level and their parries at the next.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ...kernel import closing, moves, placement, sequence
from ...kernel.jit import Integers
from ...kernel.layout import Window
from ...lattice import Colour
from ...tiles.board import TILES_IN_A_SET, Board, Tile
from ..threats import require_playable

#: The tiles of one move, sorted.
Tiles = tuple[Tile, ...]

_INDEX = {Colour.WHITE: closing.WHITE, Colour.BLUE: closing.BLUE}
_MOST_POSITIONS_KEPT = 2_000_000
#: Tiles of an attack, the reply and the win after it.
_TILES_OF_A_FORK = 6
_TILES_OF_A_REPLY = 2
#: Number of replies, a fraction of a second for the kernel, between two looks at the clock.
_REPLIES_AT_ONCE = 64
_WON_BY_NONE = 99


class OutOfTime(Exception):
    """The search was told to stop before it knew."""


class ThreatSearch:
    """A board on which forced wins by threats are looked for, with what was found so far. It may be
    changed by :meth:`played`. ``deadline`` is on :func:`time.monotonic`'s clock; ``progress`` is
    called now and then. Not for two threads at once."""

    def __init__(
        self,
        board: Board,
        *,
        tiles_in_set: int = TILES_IN_A_SET,
        deadline: float = float("inf"),
        progress: Callable[[], None] | None = None,
    ) -> None:
        """Raises BoardError where no game can go on from the board."""
        require_playable(board)
        self.nodes = 0
        self.deadline = deadline
        self.tiles_in_set = tiles_in_set
        self._progress = progress
        self._window = Window(board.cells)
        self._kernel = sequence.new_search()
        self._state = self._kernel.state
        self._known: dict[int, tuple[int, int]] = {}
        self._lists: list[Integers] = []
        self._scratch = sequence.new_list()
        self._best: dict[tuple[int, int], Integers] = {}
        self._tiles: list[Tile] = []
        self._put(board.tiles)

    # -- the board ---------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The board as it stands now."""
        return Board(self._tiles)

    def _put(self, tiles: Tiles) -> None:
        for tile in tiles:
            placement.place(self._state, self._window.number(tile.cell), tile.rotation // 2)
            self._tiles.append(tile)

    @contextmanager
    def played(self, tiles: Tiles) -> Iterator[None]:
        """The board with a move added, for as long as the block runs."""
        count = len(self._tiles)
        self._put(tiles)
        try:
            yield
        finally:
            del self._tiles[count:]
            placement.undo_all(self._state, count)

    def _list(self, index: int) -> Integers:
        while len(self._lists) <= index:
            self._lists.append(sequence.new_list())
        return self._lists[index]

    @property
    def tiles_left(self) -> int:
        """Tiles left in the bag."""
        return self.tiles_in_set - len(self._tiles)

    # -- searching ---------------------------------------------------------------------------

    def fewest_moves(self, colour: Colour, most: int) -> int | None:
        """The fewest moves, at most ``most``, with which ``colour``, to move, forces a win. Raises
        OutOfTime."""
        for depth in range(1, most + 1):
            if self.wins_within(colour, depth):
                return depth
        return None

    def wins_within(self, colour: Colour, depth: int) -> bool:
        """Whether ``colour``, to move, forces a win by threats in at most ``depth`` moves. Raises
        OutOfTime; the board is then as it was."""
        count = len(self._tiles)
        try:
            return self._wins(_INDEX[colour], depth, 0)
        finally:
            placement.undo_all(self._state, count)

    def wins_after(self, move: Tiles, colour: Colour, depth: int) -> bool:
        """As :meth:`wins_within`, on the board with a move added."""
        with self.played(move):
            return self.wins_within(colour, depth)

    def holding_reply(self, colour: Colour, depth: int, first: Tiles = ()) -> Tiles | None:
        """A quiet move of the other colour after which ``colour`` has no win by threats in at most
        ``depth`` moves; None where there is none. ``first`` is tried before all others. Raises
        OutOfTime."""
        replies = self.parries(colour)
        ordered = [first, *replies] if first in replies else replies
        return next((one for one in ordered if not self.wins_after(one, colour, depth)), None)

    def immediate_wins(self, colour: Colour) -> list[Tiles]:
        """The moves that win at once, single tiles first."""
        rows = self._scratch
        found = moves.list_wins(self._state, _INDEX[colour], rows)
        wins = sorted((self._window.tiles(row) for row in rows[:found]), key=lambda t: (len(t), t))
        return [win for win in wins if len(win) <= self.tiles_left]

    def winning_attacks(self, colour: Colour, depth: int) -> Iterator[Tiles]:
        """The attacks that win within ``depth`` moves (2 or more), fewest parries first. The board
        must not be changed before the last one is asked for. Raises OutOfTime."""
        count = len(self._tiles)
        if self.tiles_left < _TILES_OF_A_FORK:
            return
        attacks = self._list(0)
        found = sequence.rate_attacks(self._kernel, _INDEX[colour], attacks)
        try:
            for index in attacks[:found, sequence.PARRIES].argsort(kind="stable"):
                unparried = attacks[index, sequence.PARRIES] == 0
                if (unparried or depth > 2) and self._attack_wins(
                    _INDEX[colour], depth, 0, attacks, int(index)
                ):
                    yield self._window.tiles(attacks[index])
        finally:
            placement.undo_all(self._state, count)

    def count_attacks(self, colour: Colour) -> int:
        """How many moves threaten and leave no immediate win."""
        self._check_time()
        places = self._kernel.places[0]
        return moves.write_attacks(self._state, _INDEX[colour], places, self._scratch)

    def rated_attacks(self, colour: Colour) -> list[tuple[Tiles, int]]:
        """The moves that threaten and leave no immediate win, each with how many moves parry it."""
        self._check_time()
        attacks = self._list(0)
        found = sequence.rate_attacks(self._kernel, _INDEX[colour], attacks)
        return [(self._window.tiles(row), int(row[sequence.PARRIES])) for row in attacks[:found]]

    def parries(self, colour: Colour) -> list[Tiles]:
        """The quiet moves of the other colour that leave ``colour`` no immediate win. Where
        ``colour`` threatens nothing these are all moves that do not end the game."""
        rows = self._scratch
        found = sequence.list_replies(self._kernel, _INDEX[colour], rows)
        return [self._window.tiles(row) for row in rows[:found]]

    def quiet_moves(self) -> list[Tiles]:
        """All moves of two tiles that do not end the game."""
        rows = self._scratch
        found = moves.list_quiet(self._state, self._kernel.places[0], rows)
        return [self._window.tiles(row) for row in rows[:found]]

    def _wins(self, colour: int, depth: int, level: int) -> bool:
        state = self._state
        left = self.tiles_in_set - int(state.counters[0])
        if left < 2:
            return self._wins_with_last_tile(colour, left)
        if closing.has_win(state, colour):
            return True
        if depth < 2 or left < _TILES_OF_A_FORK:
            return False
        self._check_time()
        if depth == 2:
            return sequence.has_fork(self._kernel, colour)
        key = sequence.position_key(state, colour)
        failed, won = self._known.get(key, (1, _WON_BY_NONE))
        if won <= depth:
            return True
        if failed >= depth:
            return False
        self.nodes += 1
        if failed < 2 and sequence.has_fork(self._kernel, colour):
            self._remember(key, 1, 2)
            return True
        if self._some_attack_wins(colour, depth, level):
            self._remember(key, failed, depth)
            return True
        self._remember(key, depth, won)
        return False

    def _wins_with_last_tile(self, colour: int, left: int) -> bool:
        if not left:
            return False
        rows = self._scratch
        found = moves.list_wins(self._state, colour, rows)
        return bool((rows[:found, moves.SECOND_CELL] < 0).any())

    def _some_attack_wins(self, colour: int, depth: int, level: int) -> bool:
        # What won against the defender's reply before often wins against this one too.
        best = self._best.get((level, depth))
        if (
            best is not None
            and sequence.is_attack(self._state, colour, best, 0)
            and self._attack_wins(colour, depth, level, best, 0)
        ):
            return True
        attacks = self._list(2 * level)
        found = sequence.rate_attacks(self._kernel, colour, attacks)
        for index in attacks[:found, sequence.PARRIES].argsort(kind="stable"):
            if self._attack_wins(colour, depth, level, attacks, int(index)):
                self._best[level, depth] = attacks[index : index + 1].copy()
                return True
        return False

    def _attack_wins(
        self, colour: int, depth: int, level: int, attacks: Integers, index: int
    ) -> bool:
        self._check_time()
        state = self._state
        sequence.place_row(state, attacks, index)
        replies = self._list(2 * level + 1)
        found = sequence.list_replies(self._kernel, colour, replies)
        left = self.tiles_in_set - int(state.counters[0])
        if depth == 3 and left >= _TILES_OF_A_REPLY + _TILES_OF_A_FORK:
            wins = self._all_forked(colour, replies, found)
        else:
            wins = self._all_answered(colour, depth - 1, level + 1, replies, found)
        sequence.undo_row(state)
        return wins

    def _all_forked(self, colour: int, replies: Integers, found: int) -> bool:
        for start in range(0, found, _REPLIES_AT_ONCE):
            self._check_time()
            end = min(found, start + _REPLIES_AT_ONCE)
            if sequence.first_without_fork(self._kernel, colour, replies, start, end) >= 0:
                return False
        return True

    def _all_answered(
        self, colour: int, depth: int, level: int, replies: Integers, found: int
    ) -> bool:
        for index in range(found):
            sequence.place_row(self._state, replies, index)
            wins = self._wins(colour, depth, level)
            sequence.undo_row(self._state)
            if not wins:
                return False
        return True

    def _remember(self, key: int, failed: int, won: int) -> None:
        if len(self._known) >= _MOST_POSITIONS_KEPT:
            self._known.clear()
        self._known[key] = failed, won

    def _check_time(self) -> None:
        if time.monotonic() > self.deadline:
            raise OutOfTime
        if self._progress is not None:
            self._progress()
