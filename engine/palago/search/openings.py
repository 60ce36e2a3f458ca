"""The six opening pairs, and what is proved of each.

The source prints letters and coordinates of the pairs apart. Which letter belongs to which pair
follows from what the text says of each, and the proofs agree with all of it:

* f is the only one for which no win by threats is found; c is its inverse (the same pair with the
  colours exchanged), so it is the pair ``0,0a 0,1c``.
* a and b are the two in which Blue's fork comes with the second move. In a, Blue replies with a
  rotation of the pair itself and White has to close an open mouth: every parry fills the one cell
  in which two Blue tips meet. That is the pair of two equal tiles side by side. In b, White can
  parry in either of two places or both.
* e is the one of the two left that lets Blue make a one-freedom threat at once (eight parries, all
  with a tile in the one cell): two equal tiles one above the other. The last is d.

Source: "Palago", Cameron Browne, section "Opening Theory".
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from ...lattice import mirror_cell, mirror_rotation
from ...stamp import stamped
from ...tiles.board import Board, Tile
from ...values import plain, value_of
from .proof import Proof

_PAIRS = {
    "a": "0,0a 1,0a",
    "b": "0,0a 0,1b",
    "c": "0,0a 0,1c",
    "d": "0,0a 1,-1c",
    "e": "0,0a 0,1a",
    "f": "0,0a 1,-1b",
}
_CLAIMS = {
    "a": "a provable loss for White",
    "b": "a provable loss for White",
    "c": "probably a loss for White",
    "d": "probably a loss for White",
    "e": "dangerous: Blue has a strong attack",
    "f": "the only safe opening for White",
}


@dataclass(frozen=True)
class ReplyBound:
    """What is known of one reply of Blue. Where it fails, the fields after ``white_wins_in`` tell
    nothing."""

    reply: str
    threatens: bool
    #: White's moves to a win; None where the reply does not fail.
    white_wins_in: int | None = None
    #: In so many moves White has no win by threats.
    white_excluded: int = 0
    #: White's second moves that do not lose at once.
    second_moves: int = 0
    #: How many of these survive Blue's threats of ``survived`` moves.
    survivors: int = 0
    survived: int = 0
    #: The second move that survives longest: Blue's threats of ``best_survived`` moves.
    best: str | None = None
    best_survived: int = 0

    def to_json(self) -> dict[str, Any]:
        """The bound as the file has it."""
        told = plain(self)
        failing = ("reply", "threatens", "white_wins_in")
        if self.white_wins_in is not None:
            return {name: told[name] for name in failing}
        return {name: value for name, value in told.items() if name != "white_wins_in"}


@dataclass(frozen=True)
class Bounds:
    """How far an opening that is not settled has been explored. Blue has no forced win by threats
    in ``blue_excluded`` moves; ``explored`` are those of Blue's ``replies`` that were looked at."""

    opening: str
    board: str
    blue_excluded: int
    replies: int
    explored: tuple[ReplyBound, ...]

    def to_json(self) -> dict[str, Any]:
        """The bounds as the file has them."""
        return stamped("bounds", plain(self) | {"explored": [b.to_json() for b in self.explored]})


@dataclass(frozen=True)
class Opening:
    """One of the six opening pairs up to shift, turn and reflection."""

    name: str
    board: Board

    @property
    def claim(self) -> str:
        """What the source says of it, in short."""
        return _CLAIMS[self.name]

    @property
    def inverse(self) -> Opening:
        """The same pair with the colours exchanged."""
        return next(_lying_alike(exchange_colours(self.board)))

    @property
    def proof_file(self) -> str:
        """The name of its proof's file in the package's ``proofs`` folder."""
        return f"opening-{self.name}.json"

    @property
    def bounds_file(self) -> str:
        """The name of the file with what exploring it has shown, in the same folder."""
        return f"bounds-{self.name}.json"

    def read_bounds(self) -> Bounds | None:
        """How far it has been explored where nothing is proved."""
        text = _packaged(self.bounds_file)
        return None if text is None else value_of(Bounds, json.loads(text))

    def read_proof(self) -> Proof | None:
        """The proof that came with the program; None where nothing is proved."""
        text = _packaged(self.proof_file)
        return None if text is None else Proof.from_json(json.loads(text))

    def to_json(self) -> dict[str, Any]:
        """What is known of it."""
        return self.with_proof(self.read_proof())

    def with_proof(self, proof: Proof | None) -> dict[str, Any]:
        """What is known of it with a proof, or without one."""
        known: dict[str, Any] = {
            "name": self.name,
            "board": self.board.to_text(),
            "inverse": self.inverse.name,
            "claim": self.claim,
            "winner": None,
        }
        if proof is not None:
            known |= {
                "winner": proof.winner.value,
                "moves": proof.moves,
                "positions": len(proof.positions),
                "proof": self.proof_file,
            }
            if proof.work is not None:
                known |= proof.work.to_json()
        return known


def _packaged(name: str) -> str | None:
    path = files(__package__).joinpath("proofs", name)
    return path.read_text(encoding="utf-8") if path.is_file() else None


def openings() -> tuple[Opening, ...]:
    """The six openings in the order of their letters."""
    return tuple(Opening(name, Board.from_text(text)) for name, text in _PAIRS.items())


def opening(name: str) -> Opening:
    """The opening of a letter. Raises KeyError."""
    return Opening(name, Board.from_text(_PAIRS[name]))


def letter_of(pair: Board) -> str | None:
    """The letter of an opening pair however it lies, None for any other board."""
    return next((found.name for found in _lying_alike(pair)), None)


def _lying_alike(pair: Board) -> Iterator[Opening]:
    """The opening that a pair is, however it lies; none for any other board."""
    wanted = representative(pair)
    return (found for found in openings() if representative(found.board) == wanted)


def exchanged_tile(tile: Tile) -> Tile:
    """A tile with White and Blue exchanged. The exchange alone would turn the board's frame over;
    half a turn puts it right. Together they leave every letter as it is."""
    return Tile(-tile.q, -tile.r, tile.rotation)


def mirrored_tile(tile: Tile) -> Tile:
    """A tile as a reflection of the board leaves it."""
    return Tile(*mirror_cell(tile.cell), mirror_rotation(tile.rotation))


def exchange_colours(board: Board) -> Board:
    """The same tiles with White and Blue exchanged."""
    return Board(map(exchanged_tile, board))


def representative(board: Board) -> Board:
    """One of all boards that differ by shifts, turns and reflections."""
    mirrored = Board(map(mirrored_tile, board))
    return min(board.canonical(), mirrored.canonical(), key=lambda b: b.tiles)
