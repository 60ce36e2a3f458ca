"""A move to play.

Win at once, parry what would lose at once, or begin a forced win. Else take a move that allows no
immediate win: of these the one with the most threats for the mover and the fewest for the other
side. A move against which a forced win is found in time is passed over.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from ...lattice import Colour
from ...tiles.board import BoardError
from ..game import PalagoGame
from ..move import Move
from .forcing import OutOfTime, ThreatSearch, Tiles
from .openings import letter_of, opening
from .warm_up import prepare

DEFAULT_SECONDS = 5.0
#: The part of the time kept back for what cannot be interrupted.
_SECONDS_KEPT_BACK = 0.6
_WORTH_OF_A_THREAT = 5
"""To threaten to win at once, in attacks; by hand, as the next: so it outweighs a few of them."""
_WORTH_OF_A_FORK = 15
"""To win in two moves if the other side passed. To let that side do so costs ten times as much."""
#: The opening that the source and the proofs leave to White.
_BEST_OPENING = "f"


@dataclass(frozen=True)
class Strength:
    """How far the program looks: moves in a forced win of its own, moves in one of the other side,
    and how many moves it compares by position (None: all)."""

    longest_win: int = 6
    longest_loss: int = 5
    most_ranked: int | None = None


FULL = Strength()


def choose_move(
    game: PalagoGame, *, seconds: float = DEFAULT_SECONDS, strength: Strength = FULL
) -> Move:
    """A legal move of the side to move, within ``seconds``. Raises BoardError where the game is
    over or is played by a variant's rules."""
    if game.over:
        raise BoardError("the game is over: there is no move to play")
    if game.options.single_placement or game.options.place_anywhere:
        raise BoardError("the program plays the usual game only, not this variant")
    if not len(game.board):
        return Move(opening(_BEST_OPENING).board.tiles)
    if game.turn_rules.tiles == 1:
        return _single_tile(game)
    prepare()
    started = time.monotonic()
    kept_back = min(_SECONDS_KEPT_BACK, seconds / 2)
    search = ThreatSearch(game.board, tiles_in_set=game.options.tiles)
    choice = _Choice(search, game.to_move, started, seconds - kept_back, strength)
    chosen = choice.choose()
    # Where every quiet move is gone or loses at once: a legal one all the same.
    return next(game.legal_actions()) if chosen is None else Move(chosen)


def _single_tile(game: PalagoGame) -> Move:
    """The second tile of a fixed start, or the last of the bag."""
    if len(game.board) == 1:
        for move in game.legal_actions():
            if letter_of(game.board.place(move.tiles[0])) == _BEST_OPENING:
                return move
    moves = list(game.legal_actions())
    return min(moves, key=lambda move: _rank_of_end(game, move))


def _rank_of_end(game: PalagoGame, move: Move) -> int:
    """0 for a move that wins, 1 for one that does not lose."""
    outcome = game.play(move).outcome
    if outcome is None or outcome.winner is None:
        return 1
    return 0 if outcome.winner is game.to_move else 2


class _Choice:
    def __init__(
        self,
        search: ThreatSearch,
        colour: Colour,
        started: float,
        seconds: float,
        strength: Strength,
    ) -> None:
        self._search = search
        self._colour = colour
        self._started = started
        self._seconds = seconds
        self._strength = strength

    def choose(self) -> Tiles | None:
        """The move, or None where every quiet move leaves an immediate win."""
        wins = self._search.immediate_wins(self._colour)
        if wins:
            return wins[0]
        candidates = self._search.parries(self._colour.other)
        if not candidates:
            return next(iter(self._search.quiet_moves()), None)  # the longest resistance
        forced = self._forced_win()
        if forced is not None or len(candidates) == 1:
            return forced or candidates[0]
        return self._by_position(candidates)

    def _limit(self, part: float) -> None:
        self._search.deadline = self._started + part * self._seconds

    def _forced_win(self) -> Tiles | None:
        self._limit(0.4)
        try:
            for moves in range(2, self._strength.longest_win + 1):
                if self._search.wins_within(self._colour, moves):
                    return next(self._search.winning_attacks(self._colour, moves))
        except OutOfTime:
            pass
        return None

    def _by_position(self, candidates: list[Tiles]) -> Tiles:
        ranked = list(self._ranked(candidates))
        self._limit(1.0)
        resisted: dict[Tiles, int] = dict.fromkeys(ranked, 1)
        try:
            for move in ranked:
                for moves in range(2, self._strength.longest_loss + 1):
                    if self._search.wins_after(move, self._colour.other, moves):
                        break
                    resisted[move] = moves
                else:
                    return move
        except OutOfTime:
            pass
        return max(ranked, key=lambda move: resisted[move])

    def _ranked(self, candidates: list[Tiles]) -> Iterator[Tiles]:
        """The candidates that look best first; those not reached in the time come last."""
        self._limit(0.7)
        worth: list[tuple[int, Tiles]] = []
        left: list[Tiles] = []
        near = iter(self._near_first(candidates))
        for move in islice(near, self._strength.most_ranked):
            try:
                worth.append((-self._worth(move), move))
            except OutOfTime:
                left.append(move)
        yield from (move for _, move in sorted(worth))
        yield from left
        yield from near

    def _near_first(self, candidates: list[Tiles]) -> list[Tiles]:
        """Moves that touch many tiles before those at the rim."""
        touching = self._search.board.touching
        return sorted(
            candidates, key=lambda move: (-sum(touching(tile.cell) for tile in move), move)
        )

    def _worth(self, move: Tiles) -> int:
        own, other = self._colour, self._colour.other
        with self._search.played(move):
            worth = self._search.count_attacks(own) - self._search.count_attacks(other)
            if self._search.wins_within(own, 1):
                worth += _WORTH_OF_A_THREAT
            elif self._search.wins_within(own, 2):
                worth += _WORTH_OF_A_FORK
            if self._search.wins_within(other, 2):
                worth -= 10 * _WORTH_OF_A_FORK
        return worth
