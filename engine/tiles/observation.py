"""A board as it was seen: how sure each tile is, and what else it might be.

The engine knows no pixels; this is all that a reading of a photo tells it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..lattice import Cell
from .board import Board, BoardError, Tile
from .endings import EVEN_ROTATIONS

#: Tiles below this confidence are unsure: a finding that rests on one of them says so.
SURE = 0.95


@dataclass(frozen=True)
class Observation:
    """A board with the confidence of its tiles.

    ``confidence``: cell → 0 to 1, sure where it is missing. ``rotations``: cell → rotation →
    weight, where the reader can tell what else an unsure tile might be. ``hidden``: cells that
    could not be seen, so that a tile missing there proves nothing.
    """

    board: Board
    confidence: Mapping[Cell, float] = field(default_factory=dict)
    rotations: Mapping[Cell, Mapping[int, float]] = field(default_factory=dict)
    hidden: frozenset[Cell] = frozenset()

    @classmethod
    def of(cls, seen: Board | Observation) -> Observation:
        """A board counts as seen without doubt."""
        return seen if isinstance(seen, Observation) else cls(seen)

    def is_unsure(self, cell: Cell) -> bool:
        """Whether what was seen in a cell cannot be relied on."""
        return cell in self.hidden or self.confidence.get(cell, 1.0) < SURE

    def rotation_weights(self, cell: Cell) -> dict[int, float]:
        """What a tile might be: rotation → weight, the weights adding up to 1.

        Where the reader names no alternatives, what is missing from its confidence is shared by
        the other even rotations.
        """
        seen = self.board[cell].rotation
        confidence = min(1.0, max(0.0, self.confidence.get(cell, 1.0)))
        named = {r: w for r, w in self.rotations.get(cell, {}).items() if r != seen and w > 0}
        others = named or {r: 1.0 for r in EVEN_ROTATIONS if r != seen}
        total = math.fsum(others.values())
        weights = {seen: confidence}
        weights |= {r: (1 - confidence) * w / total for r, w in others.items()}
        return weights

    def with_board(self, board: Board) -> Observation:
        """The same doubts about another board."""
        return Observation(board, self.confidence, self.rotations, self.hidden)

    @classmethod
    def from_json(cls, value: Any) -> Observation:
        """Read a board's or a reading's JSON (conventions). Raises BoardError.

        Beside ``confidence`` a tile may have ``"rotations": {"0": 0.6, "2": 0.4}``.
        """
        board = Board.from_json(value)
        confidence: dict[Cell, float] = {}
        rotations: dict[Cell, dict[int, float]] = {}
        for entry in value["tiles"]:
            tile = Tile.from_json(entry)
            if "confidence" in entry:
                confidence[tile.cell] = _weight(entry["confidence"], "confidence")
            named = entry.get("rotations")
            if isinstance(named, Mapping):
                rotations[tile.cell] = {
                    int(r): _weight(w, "rotations") for r, w in named.items() if r in set("012345")
                }
        return cls(board, confidence, rotations)


def _weight(value: object, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BoardError(f'"{name}" of a tile must be a number from 0 to 1')
    number = float(value) if abs(value) <= 1 else math.nan
    if not 0 <= number <= 1:
        raise BoardError(f'"{name}" of a tile must be a number from 0 to 1')
    return number
