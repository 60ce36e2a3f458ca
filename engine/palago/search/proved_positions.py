"""What the proofs that come with the program say of a position, however it lies on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from ...lattice import Colour
from ...tiles.alignment import Alignment, align
from ...tiles.board import TILES_IN_A_SET, Board, Tile
from ..move import Move
from .openings import exchanged_tile, mirrored_tile, openings
from .proof import Proof, ProofPosition, reply_key

Symmetry = Callable[[Tile], Tile]


def known_proof(board: Board, to_move: Colour, tiles_in_set: int = TILES_IN_A_SET) -> Proof | None:
    """The proof that settles a position, laid as the position lies; None where none is known.

    Positions that differ by a shift, a turn, a reflection or the exchange of the colours are one.
    """
    if len(board) != 2:  # all that is proved begins with an opening pair
        return None
    for opening in openings():
        for change, exchanged in _changes(opening.board, board):
            proof = opening.read_proof()
            if proof is None or proof.tiles != tiles_in_set:
                break
            if proof.to_move is (to_move.other if exchanged else to_move):
                return _laid(proof, change, exchanged)
    return None


def main_line(proof: Proof) -> tuple[tuple[Tile, ...] | None, ...]:
    """The proof's moves against the replies that resist longest, in turn; None for a reply where
    any loses at once."""
    needed = _moves_needed(proof)
    line: list[tuple[Tile, ...] | None] = []
    number = 0
    while True:
        position = proof.positions[number]
        if position.move is not None:
            line.append(position.move.tiles)
        if position.replies:
            reply = max(position.replies, key=lambda key: needed[position.replies[key]])
            line.append(Move.from_text(reply).tiles)
            number = position.replies[reply]
            continue
        if position.wins:
            line += [None, position.wins[0].tiles]
        return tuple(line)


def _moves_needed(proof: Proof) -> dict[int, int]:
    """For each position the moves that the winner still needs, at most."""
    needed: dict[int, int] = {}

    def count(number: int) -> int:
        if number not in needed:
            position = proof.positions[number]
            after = [count(then) for then in position.replies.values()]
            after += [1] if position.wins else []
            needed[number] = (position.move is not None) + max(after, default=0)
        return needed[number]

    count(0)
    return needed


def _changes(start: Board, board: Board) -> Iterator[tuple[Symmetry, bool]]:
    """The ways to lay one board on the other, and whether each exchanges the colours."""
    for flips in ((), (exchanged_tile,), (mirrored_tile,), (mirrored_tile, exchanged_tile)):
        way = align(board, Board(map(partial(_changed, flips, Alignment()), start)))
        if way.same == len(board):
            yield partial(_changed, flips, way), exchanged_tile in flips


def _changed(flips: Sequence[Symmetry], way: Alignment, tile: Tile) -> Tile:
    for flip in flips:
        tile = flip(tile)
    return way.tile(tile)


def _laid(proof: Proof, change: Symmetry, exchanged: bool) -> Proof:
    def move(moved: Move) -> Move:
        return Move(tuple(change(tile) for tile in moved))

    def position(before: ProofPosition) -> ProofPosition:
        return ProofPosition(
            None if before.move is None else move(before.move),
            tuple(move(win) for win in before.wins),
            {reply_key(move(Move.from_text(key))): then for key, then in before.replies.items()},
        )

    return replace(
        proof,
        board=Board(change(tile) for tile in proof.board),
        to_move=proof.to_move.other if exchanged else proof.to_move,
        winner=proof.winner.other if exchanged else proof.winner,
        positions=tuple(position(before) for before in proof.positions),
    )
