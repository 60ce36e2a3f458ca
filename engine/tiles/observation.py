"""A board as it was seen: how sure each tile is, what else it might be, and what nobody can see.

The engine knows no pixels; this is all that a reading of a photo tells it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from msgspec import Meta

from ..lattice import Cell, neighbours
from ..stamp import counted
from .alignment import Alignment
from .board import Board, Tile
from .endings import EVEN_ROTATIONS

#: Tiles below this confidence are unsure: a finding that rests on one of them says so.
SURE = 0.95
#: No photo makes a reading surer than this.
CERTAIN = 0.9999
#: What is less likely a reading does not write down.
LEAST_CHANCE = 0.005
Share = Annotated[float, Meta(ge=0, le=1)]


def as_written(confidence: float) -> float:
    """A confidence as files have it, to four digits: what is unsure never becomes sure by it."""
    near = round(float(confidence), 4)
    return near if near < SURE or confidence >= SURE else math.floor(confidence * 1e4) / 1e4


@dataclass(frozen=True)
class Observation:
    """A board with all that is doubtful about it.

    ``confidence``: cell → 0 to 1, sure where it is missing. ``rotations`` and ``nothing`` say what
    a tile may be instead, where the reader can tell: the chance of each other rotation, and that
    no tile lies there. ``hidden``: cells that could not be seen, so that a tile missing there
    proves nothing. ``partly``: cells of tiles of which only a part was seen; what hides them may
    hide more beside them.
    """

    board: Board
    confidence: Mapping[Cell, float] = field(default_factory=dict)
    rotations: Mapping[Cell, Mapping[int, float]] = field(default_factory=dict)
    hidden: frozenset[Cell] = frozenset()
    nothing: Mapping[Cell, float] = field(default_factory=dict)
    partly: frozenset[Cell] = frozenset()

    def __repr__(self) -> str:
        unsure = sum(map(self.is_unsure, self.board.cells))
        return f"<Observation of {counted(len(self.board), 'tile')}, {unsure} unsure>"

    @classmethod
    def of(cls, seen: Board | Observation) -> Observation:
        """A board counts as seen without doubt."""
        return seen if isinstance(seen, Observation) else cls(seen)

    def is_unsure(self, cell: Cell) -> bool:
        """Whether what was seen in a cell cannot be relied on."""
        return (
            cell in self.hidden
            or self.confidence.get(cell, 1.0) < SURE
            or self.may_hide_a_tile(cell)
        )

    def may_hide_a_tile(self, cell: Cell) -> bool:
        """Whether nothing was seen in a cell that lies beside a tile hidden in part."""
        return cell not in self.board and any(n in self.partly for n in neighbours(cell))

    def possibilities(self, cell: Cell) -> dict[int | None, float]:
        """What a tile might be: rotation → chance, None for no tile; the chances add up to 1. Where
        the reader names no other rotations, the other even ones share the remaining chance."""
        seen = self.board[cell].rotation
        confidence = min(1.0, max(0.0, self.confidence.get(cell, 1.0)))
        others: dict[int | None, float] = {
            r: chance for r, chance in self.rotations.get(cell, {}).items() if r != seen
        }
        nothing = self.nothing.get(cell, 0.0)
        if not others:
            left = max(0.0, 1.0 - confidence - nothing) / sum(r != seen for r in EVEN_ROTATIONS)
            others = {r: left for r in EVEN_ROTATIONS if r != seen}
        others[None] = nothing
        likely = {what: chance for what, chance in others.items() if chance > 0}
        doubt = math.fsum(likely.values())
        if doubt > 1.0:
            likely = {what: chance / doubt for what, chance in likely.items()}
        return {seen: max(0.0, 1.0 - doubt)} | likely

    def moved(self, alignment: Alignment) -> Observation:
        """The same in another frame."""
        return Observation(
            alignment.board(self.board),
            {alignment.cell(cell): value for cell, value in self.confidence.items()},
            {
                alignment.cell(cell): {
                    (rotation + alignment.sixths) % 6: w for rotation, w in weights.items()
                }
                for cell, weights in self.rotations.items()
            },
            frozenset(map(alignment.cell, self.hidden)),
            {alignment.cell(cell): chance for cell, chance in self.nothing.items()},
            frozenset(map(alignment.cell, self.partly)),
        )

    def over(self, before: Board) -> Observation:
        """The same, laid over an earlier board: what could not be seen lies as it lay."""
        unseen = [before[cell] for cell in self.hidden if cell in before and cell not in self.board]
        return self.with_board(Board((*self.board, *unseen))) if unseen else self

    def corrected(self, by_hand: Mapping[Cell, int | None]) -> Observation:
        """The same where people know better: a tile's rotation by its cell, None for no tile."""
        if not by_hand:
            return self
        known = (tile for tile in self.board if tile.cell not in by_hand)
        told = (Tile(*cell, rotation) for cell, rotation in by_hand.items() if rotation is not None)
        return Observation(
            Board((*known, *told)),
            {cell: value for cell, value in self.confidence.items() if cell not in by_hand},
            {cell: value for cell, value in self.rotations.items() if cell not in by_hand},
            self.hidden - by_hand.keys(),
            {cell: value for cell, value in self.nothing.items() if cell not in by_hand},
            self.partly - by_hand.keys(),
        )

    def with_board(self, board: Board) -> Observation:
        """The same doubts about another board."""
        return replace(self, board=board)
