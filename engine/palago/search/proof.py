"""A proof that one colour wins: the tree as a value and a file, and its check by the rules alone.

The file is JSON:

``board``, ``to_move``, ``winner``, ``tiles`` (in the set), ``moves`` (the most that the winner
needs, with the closing one), ``found`` (what the search took, for the curious) and ``positions``,
a list that begins with the board itself. In each position the winner plays ``move``; the first has
none where the loser is to move. Then every legal reply either stands in ``replies``, with the
number of the position that it leads to, or loses by itself, or is answered by one of ``wins``,
which wins at once. A ``move`` that wins at once has neither. Each position stands once.

:func:`verify` knows only the rules (``palago``); it shares nothing with the search.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from msgspec import Meta

from ...lattice import Colour
from ...stamp import require_stamp, stamped
from ...tiles.board import TILES_IN_A_SET, Board, BoardError
from ...values import value_of
from ..game import GameOptions, IllegalMove, OptionsError, PalagoGame
from ..move import Move

MOST_POSITIONS = 100_000
TileCount = Annotated[int, Meta(ge=1, le=999)]


class ProofError(ValueError):
    """A proof that does not prove, or a file that is none: the message says where and why."""


@dataclass(frozen=True)
class ProofPosition:
    """A position of a proof: the winner's move, the wins it threatens, the replies that parry.
    ``replies`` maps the text of a reply, its tiles sorted, to the number of a position."""

    move: Move | None
    wins: tuple[Move, ...]
    replies: Mapping[str, int]

    def to_json(self) -> dict[str, Any]:
        """The position as the file has it."""
        entry: dict[str, Any] = {} if self.move is None else {"move": str(self.move)}
        if self.wins:
            entry["wins"] = [str(win) for win in self.wins]
        if self.replies:
            entry["replies"] = dict(self.replies)
        return entry


@dataclass(frozen=True)
class Work:
    """What finding a proof took: the winner's nodes searched, and processor seconds."""

    nodes: int
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """The work as the file has it."""
        return {"nodes": self.nodes, "seconds": round(self.seconds, 1)}


@dataclass(frozen=True)
class StepSaid:
    """A position of the proof as the file has it."""

    move: str | None = None
    wins: tuple[str, ...] = ()
    replies: Mapping[str, int] = field(default_factory=dict)

    @property
    def position(self) -> ProofPosition:
        """The position itself. Raises ValueError."""
        move = None if self.move is None else Move.from_text(self.move)
        return ProofPosition(move, tuple(map(Move.from_text, self.wins)), self.replies)


@dataclass(frozen=True)
class ProofSaid:
    """A proof as the file has it."""

    name: str
    board: str
    to_move: Colour
    winner: Colour
    tiles: TileCount
    moves: TileCount
    positions: Annotated[
        tuple[StepSaid, ...],
        Meta(
            min_length=1,
            max_length=MOST_POSITIONS,
            title=f"a list of 1 to {MOST_POSITIONS} entries",
        ),
    ]
    found: Work | None = None


@dataclass(frozen=True)
class Proof:
    """A claim that ``winner`` wins from a board, and the tree that shows it."""

    name: str
    board: Board
    to_move: Colour
    winner: Colour
    moves: int
    positions: tuple[ProofPosition, ...]
    tiles: int = TILES_IN_A_SET
    work: Work | None = None

    def to_json(self) -> dict[str, Any]:
        """The proof as the file has it."""
        told = {
            "name": self.name,
            "board": self.board.to_text(),
            "to_move": self.to_move.value,
            "winner": self.winner.value,
            "tiles": self.tiles,
            "moves": self.moves,
            **({} if self.work is None else {"found": self.work.to_json()}),
            "positions": [position.to_json() for position in self.positions],
        }
        return stamped("proof", told)

    @classmethod
    def from_json(cls, value: object) -> Proof:
        """Read :meth:`to_json`'s object. Raises ProofError."""
        require_stamp("proof", value, ProofError)
        said = value_of(ProofSaid, value, ProofError)
        try:
            return cls(
                said.name,
                Board.from_text(said.board),
                said.to_move,
                said.winner,
                said.moves,
                tuple(entry.position for entry in said.positions),
                said.tiles,
                said.found,
            )
        except ValueError as error:
            raise ProofError(str(error)) from None


def reply_key(move: Move) -> str:
    """The name of a reply in a proof: its tiles in a fixed order."""
    return " ".join(str(tile) for tile in sorted(move.tiles))


@dataclass(frozen=True)
class Verified:
    """What a check went through."""

    moves: int
    positions: int
    replies: int


class _Checker:
    def __init__(self, proof: Proof, on_progress: Callable[[int, int], None] | None) -> None:
        self._proof = proof
        self._on_progress = on_progress
        self._moves_needed: dict[int, int] = {}
        self._boards: dict[int, Board] = {}
        self._replies = 0

    def run(self) -> Verified:
        proof = self._proof
        try:
            options = GameOptions(tiles=proof.tiles)
            start = PalagoGame.from_board(proof.board, proof.to_move, options)
        except (BoardError, OptionsError) as error:
            raise ProofError(str(error)) from None
        if start.over or proof.board.status(proof.tiles) or not len(proof.board):
            raise ProofError("no game goes on from the proof's board")
        if (proof.positions[0].move is None) != (proof.to_move is not proof.winner):
            raise ProofError("the first position must have a move just when the winner is to move")
        needed = self._position(0, start)
        if needed > proof.moves:
            raise ProofError(f"the proof takes {needed} moves, not {proof.moves}")
        unused = len(proof.positions) - len(self._moves_needed)
        if unused:
            raise ProofError(f"{unused} of the proof's positions never come up")
        return Verified(needed, len(proof.positions), self._replies)

    def _position(self, number: int, game: PalagoGame) -> int:
        """Check one position; the winner's moves that it takes at most."""
        if not 0 <= number < len(self._proof.positions):
            raise ProofError(f"there is no position {number}")
        if number in self._moves_needed:
            if self._boards[number] != game.board:
                raise ProofError(f"position {number} is reached with two different boards")
            return self._moves_needed[number]
        self._boards[number] = game.board
        position = self._proof.positions[number]
        if position.move is None:
            if number:
                raise ProofError(f"position {number} has no move")
            needed = self._after_move(number, position, game)
        else:
            after = self._play(number, game, position.move)
            needed = 1 if after.over else 1 + self._after_move(number, position, after)
            self._require_not_lost(number, after, str(position.move))
        self._moves_needed[number] = needed
        if self._on_progress is not None:
            self._on_progress(len(self._moves_needed), len(self._proof.positions))
        return needed

    def _after_move(self, number: int, position: ProofPosition, game: PalagoGame) -> int:
        """Check every legal reply; the winner's further moves that they take at most."""
        needed = 0
        unseen = set(position.replies)
        for reply in game.legal_actions():
            self._replies += 1
            then = game.play(reply)
            key = reply_key(reply)
            if key in position.replies:
                unseen.discard(key)
                if then.over:
                    raise ProofError(f"position {number}: the game is over after {key}")
                needed = max(needed, self._position(position.replies[key], then))
            elif then.over:
                self._require_not_lost(number, then, key)
            elif any(self._wins(then, win) for win in position.wins):
                needed = max(needed, 1)
            else:
                raise ProofError(f"position {number}: nothing answers the reply {key}")
        if unseen:
            raise ProofError(f"position {number}: {min(unseen)} is no legal reply")
        return needed

    def _wins(self, game: PalagoGame, move: Move) -> bool:
        if any(tile.cell in game.board for tile in move.tiles):
            return False
        try:
            outcome = game.play(move).outcome
        except IllegalMove:
            return False
        return outcome is not None and outcome.winner is self._proof.winner

    def _require_not_lost(self, number: int, game: PalagoGame, move: str) -> None:
        outcome = game.outcome
        if outcome is not None and outcome.winner is not self._proof.winner:
            raise ProofError(f"position {number}: {move} ends the game without the winner's win")

    def _play(self, number: int, game: PalagoGame, move: Move) -> PalagoGame:
        try:
            return game.play(move)
        except IllegalMove as error:
            raise ProofError(f"position {number}: {error}") from None


def verify(proof: Proof, on_progress: Callable[[int, int], None] | None = None) -> Verified:
    """Check a proof by the rules alone, over every legal reply. ``on_progress`` is told the
    positions checked and how many there are. Raises ProofError where the proof does not hold."""
    return _Checker(proof, on_progress).run()
