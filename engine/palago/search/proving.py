"""Writing down the tree of a forced win as a proof."""

from __future__ import annotations

import time
from dataclasses import replace

from ...lattice import Colour
from ...tiles.board import Board
from ..move import Move
from .forcing import ThreatSearch, Tiles
from .proof import Proof, ProofPosition, Work, reply_key


class _Writer:
    def __init__(self, search: ThreatSearch, winner: Colour) -> None:
        self._search = search
        self._winner = winner
        self._number_of: dict[frozenset[object], int] = {}
        self.positions: list[ProofPosition | None] = []

    def attack(self, moves: int) -> int:
        """Write the position in which the winner is to move; its number."""
        key = frozenset(self._search.board.tiles)
        if key in self._number_of:
            return self._number_of[key]
        number = len(self.positions)
        self._number_of[key] = number
        self.positions.append(None)
        fewest = self._search.fewest_moves(self._winner, moves)
        if fewest is None:
            raise ValueError("there is no forced win to write down")
        if fewest == 1:
            wins = self._search.immediate_wins(self._winner)
            self.positions[number] = ProofPosition(Move(wins[0]), (), {})
            return number
        attack = next(self._search.winning_attacks(self._winner, fewest))
        with self._search.played(attack):
            self.positions[number] = self.after(Move(attack), fewest - 1)
        return number

    def after(self, move: Move | None, moves: int) -> ProofPosition:
        """The position with the winner's move made: what wins at once, and every parry."""
        parries = self._search.parries(self._winner)
        wins = self._answers(set(parries))
        replies: dict[str, int] = {}
        for reply in parries:
            with self._search.played(reply):
                replies[reply_key(Move(reply))] = self.attack(moves)
        return ProofPosition(move, wins, dict(sorted(replies.items())))

    def _answers(self, parries: set[Tiles]) -> tuple[Move, ...]:
        """Enough wins to answer every reply that is no parry. Most replies leave the threat as it
        was; some that touch it only change its shape."""
        chosen = self._search.immediate_wins(self._winner)
        for reply in self._search.quiet_moves():
            if reply not in parries:
                with self._search.played(reply):
                    wins = self._search.immediate_wins(self._winner)
                if not any(win in wins for win in chosen):
                    chosen.append(wins[0])
        return tuple(Move(tiles) for tiles in chosen)


def write_proof(
    search: ThreatSearch,
    name: str,
    to_move: Colour,
    winner: Colour,
    moves: int,
    first: Tiles | None = None,
) -> Proof:
    """The proof that ``winner`` wins in ``moves`` from the search's board.

    ``first`` is a quiet first move of the winner. Raises ValueError where the search finds no such
    win, OutOfTime where it runs out of time.
    """
    board = search.board
    writer = _Writer(search, winner)
    if to_move is not winner:
        writer.positions.append(None)
        writer.positions[0] = writer.after(None, moves)
    elif first is not None:
        writer.positions.append(None)
        with search.played(first):
            writer.positions[0] = writer.after(Move(first), moves - 1)
    else:
        writer.attack(moves)
    positions = tuple(position for position in writer.positions if position is not None)
    return Proof(name, board, to_move, winner, moves, positions, search.tiles_in_set)


def prove(name: str, board: Board, winner: Colour, most_moves: int, seconds: float) -> Proof | None:
    """Look for a win by threats of ``winner``, to move, and write it down; None where none is.
    Raises OutOfTime, and BoardError where no game can go on from the board."""
    started = time.process_time()
    search = ThreatSearch(board, deadline=time.monotonic() + seconds)
    moves = search.fewest_moves(winner, most_moves)
    if moves is None:
        return None
    proof = write_proof(search, name, winner, winner, moves)
    return replace(proof, work=Work(search.nodes, time.process_time() - started))
