"""Who wins by force: wins by threats first, then what quiet moves can do.

Nothing here is ever guessed. A win is a tree in which every legal reply is answered; a loss is a
win of the opponent after every legal move; whatever is not shown within the limits is unknown.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeVar

from ...lattice import Colour
from ...tiles.board import TILES_IN_A_SET, Board
from .forcing import OutOfTime, ThreatSearch, Tiles
from .proof import Proof
from .proved_positions import known_proof, main_line
from .proving import write_proof
from .warm_up import prepare

T = TypeVar("T")
SolverResult = Literal["win", "loss", "unknown"]

#: A line alternates moves of the attacker and the defender; None where nothing parries.
SolvedLine = tuple[Tiles | None, ...]

LONGEST_WIN = 12
#: A quiet move, an attack that nothing parries, the closing move.
FEWEST_MOVES_OF_A_QUIET_WIN = 3
TILES_OF_TWO_MOVES = 4
#: For the line and the list of first moves, when the result is found as the time runs out.
SECONDS_OF_GRACE = 15.0


@dataclass(frozen=True)
class SolverProgress:
    """Where a search stands: for whom it looks, in how many moves, and the work done."""

    attacker: Colour
    moves: int
    nodes: int
    seconds: float


@dataclass(frozen=True)
class Solution:
    """What is known of a position for the side to move.

    ``moves`` counts the moves of whoever wins, the closing one included. In ``line`` the moves
    alternate, the attacker's first, None where no parry exists; for a loss it starts with the side
    to move and its best resistance. ``first_moves`` are all that win in the fewest moves, where
    they were asked for. Up to ``excluded`` moves a forced win by threats is ruled out; ``quiet``:
    the first move threatens nothing. ``known`` names the proof that came with the program: its
    moves are enough, and fewer may do.
    """

    result: SolverResult
    moves: int | None
    line: SolvedLine
    first_moves: tuple[Tiles, ...] | None
    nodes: int
    seconds: float = field(compare=False)
    excluded: int = 0
    quiet: bool = False
    known: str = ""

    def __repr__(self) -> str:
        told = f" in {self.moves}" if self.moves is not None else ""
        first = " ".join(map(str, self.line[0] or ())) if self.line else ""
        return f"<Solution {self.result}{told}{first and f': {first}'}>"

    def to_json(self) -> dict[str, Any]:
        """The solver's JSON, as in `docs/library/formats.md`."""
        answer: dict[str, Any] = {
            "result": self.result,
            "moves": self.moves,
            "line": [None if move is None else [str(tile) for tile in move] for move in self.line],
        }
        if self.first_moves is not None:
            answer["first_moves"] = [[str(tile) for tile in move] for move in self.first_moves]
        if self.known:
            answer["known"] = self.known
        return answer | {"nodes": self.nodes, "seconds": round(self.seconds, 3)}


class Solver:
    """One search for who wins, with its limits."""

    def __init__(
        self,
        board: Board,
        to_move: Colour,
        *,
        seconds: float | None = None,
        tiles_in_set: int = TILES_IN_A_SET,
        on_progress: Callable[[SolverProgress], None] | None = None,
        use_proofs: bool = True,
    ) -> None:
        """With ``use_proofs`` positions that are proved already are not searched. Raises BoardError
        where no game can go on from the board."""
        self._known = known_proof(board, to_move, tiles_in_set) if use_proofs else None
        if self._known is None:
            prepare()
        self.to_move = to_move
        self._started = time.monotonic()
        self._on_progress = on_progress
        self._looking: tuple[Colour, int] = (to_move, 1)
        deadline = float("inf") if seconds is None else self._started + seconds
        self.search = ThreatSearch(
            board, tiles_in_set=tiles_in_set, deadline=deadline, progress=self._report
        )
        self._excluded = 0
        self._resists: Tiles = ()

    def _report(self) -> None:
        if self._on_progress is not None:
            attacker, moves = self._looking
            self._on_progress(SolverProgress(attacker, moves, self.search.nodes, self._elapsed))

    @property
    def _elapsed(self) -> float:
        return time.monotonic() - self._started

    def solve(self, most_moves: int | None = None, *, all_first_moves: bool = False) -> Solution:
        """Look until it is settled, the time is up or Ctrl-C stops it; then what is known is given.

        With ``most_moves``, only forced wins by threats in at most so many moves are looked for,
        the opponent's after each legal move too; else longer ones and quiet first moves as well.
        """
        if self._known is not None and most_moves is None and not all_first_moves:
            return self._as_proved(self._known)
        prepare()
        try:
            return self._solve(most_moves, all_first_moves)
        except (OutOfTime, KeyboardInterrupt):
            return self._solution("unknown")

    def _as_proved(self, proof: Proof) -> Solution:
        result: SolverResult = "win" if proof.winner is self.to_move else "loss"
        return replace(self._solution(result, proof.moves, main_line(proof)), known=proof.name)

    def _solve(self, most_moves: int | None, all_first_moves: bool) -> Solution:
        for moves in range(1, (most_moves or LONGEST_WIN) + 1):
            self._looking = self.to_move, moves
            if self.search.wins_within(self.to_move, moves):
                return self._win(moves, all_first_moves)
            self._excluded = moves
            if most_moves is None:
                if self._loses_within(moves):
                    return self._loss(moves)
                # Quiet moves are many: threats are looked at one move farther before them.
                if moves > FEWEST_MOVES_OF_A_QUIET_WIN:
                    quiet = self.quiet_win(moves - 1)
                    if quiet is not None:
                        return quiet
        for moves in range(1, (most_moves or 0) + 1):
            if self._loses_within(moves):
                return self._loss(moves)
        return self._solution("unknown")

    def _solution(
        self,
        result: SolverResult,
        moves: int | None = None,
        line: SolvedLine = (),
        first_moves: tuple[Tiles, ...] | None = None,
    ) -> Solution:
        return Solution(
            result, moves, line, first_moves, self.search.nodes, self._elapsed, self._excluded
        )

    def proof(self, solution: Solution, name: str = "") -> Proof | None:
        """The whole tree of a win or a loss found by this solver; None where none was found, or
        where writing it down takes longer than a little extra time."""
        if solution.result == "unknown" or solution.moves is None:
            return None
        if solution.known and self._known is not None:
            return replace(self._known, name=name or self._known.name)
        moves, to_move = solution.moves, self.to_move
        winner = to_move if solution.result == "win" else to_move.other
        first = solution.line[0] if solution.quiet and solution.line else None
        return self._within_grace(
            lambda: write_proof(self.search, name, to_move, winner, moves, first)
        )

    # -- wins by threats -----------------------------------------------------------------------

    def _win(self, moves: int, all_first_moves: bool) -> Solution:
        line = self._within_grace(lambda: self._line(self.to_move, moves))
        first_moves = None
        if all_first_moves:
            first_moves = self._within_grace(lambda: self._first_moves(moves))
        return self._solution("win", moves, line or (), first_moves)

    def _within_grace(self, task: Callable[[], T]) -> T | None:
        """Do what comes after the result is known, in a little extra time; None if it ends."""
        self.search.deadline = max(self.search.deadline, time.monotonic() + SECONDS_OF_GRACE)
        try:
            return task()
        except (OutOfTime, KeyboardInterrupt):
            return None

    def _first_moves(self, moves: int) -> tuple[Tiles, ...]:
        if moves == 1:
            return tuple(self.search.immediate_wins(self.to_move))
        return tuple(sorted(self.search.winning_attacks(self.to_move, moves)))

    def _line(self, colour: Colour, moves: int) -> SolvedLine:
        """A line of a win in ``moves`` against the replies that resist longest."""
        if moves == 1:
            return (self.search.immediate_wins(colour)[0],)
        attack = next(self.search.winning_attacks(colour, moves))
        with self.search.played(attack):
            return (attack, *self._line_after_reply(colour, moves - 1))

    def _line_after_reply(self, colour: Colour, moves: int) -> SolvedLine:
        longest: tuple[int, Tiles] | None = None
        for reply in self.search.parries(colour):
            with self.search.played(reply):
                needed = self.search.fewest_moves(colour, moves)
            if needed is not None and (longest is None or needed > longest[0]):
                longest = needed, reply
        if longest is None:
            return (None, self.search.immediate_wins(colour)[0])
        needed, reply = longest
        with self.search.played(reply):
            return (reply, *self._line(colour, needed))

    # -- losses ----------------------------------------------------------------------------------

    def _loses_within(self, moves: int) -> bool:
        """Whether the opponent wins by threats within ``moves`` after every legal move. The side to
        move has no immediate win, so a move of its that ends the game loses."""
        opponent = self.to_move.other
        self._looking = opponent, moves
        if self.search.tiles_left < TILES_OF_TWO_MOVES:
            return False
        holding = self.search.holding_reply(opponent, moves, self._resists)
        self._resists = holding or self._resists
        return holding is None

    def _loss(self, moves: int) -> Solution:
        line = self._within_grace(lambda: self._line_after_reply(self.to_move.other, moves))
        return self._solution("loss", moves, line or ())

    # -- quiet first moves -------------------------------------------------------------------------

    def quiet_win(self, moves: int) -> Solution | None:
        """A win in ``moves`` whose first move need not threaten; after it only threats count.

        Not every such win is found: the first move must be one after which the opponent could
        not afford to pass. Raises OutOfTime.
        """
        self._looking = self.to_move, moves
        search, colour = self.search, self.to_move
        safe = search.parries(colour.other)
        # Only those are promising that would win if the opponent could pass.
        for first in [move for move in safe if search.wins_after(move, colour, moves - 1)]:
            with search.played(first):
                may_reply = search.tiles_left >= TILES_OF_TWO_MOVES
                if may_reply and search.holding_reply(colour, moves - 1) is None:
                    line = self._within_grace(lambda: self._line_after_reply(colour, moves - 1))
                    found = self._solution("win", moves, (first, *(line or ())))
                    return replace(found, quiet=True)
        return None


def solve(
    board: Board,
    to_move: Colour,
    *,
    most_moves: int | None = None,
    seconds: float | None = None,
    all_first_moves: bool = False,
    tiles_in_set: int = TILES_IN_A_SET,
) -> Solution:
    """Who wins by force with ``to_move`` to move; see :meth:`Solver.solve` for the limits. Raises
    BoardError where no game can go on from the board."""
    solver = Solver(board, to_move, seconds=seconds, tiles_in_set=tiles_in_set)
    return solver.solve(most_moves, all_first_moves=all_first_moves)
