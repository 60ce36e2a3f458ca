"""A printed board as it was seen: what stands there, how surely, and what nobody can see."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from ...tiles.alignment import Alignment
from ...tiles.observation import SURE
from .board import RING, cell_at, column_of, height_of
from .pieces import COLOUR_BITS, COLOURS, NUMBERS, SEED, Pieces

_LAST_COLUMN = 18


@dataclass(frozen=True)
class SeenBoard:
    """A board with all that is doubtful about it.

    ``confidence``: cell → 0 to 1, sure where it is missing. ``hidden`` are cells that could not be
    seen: what stood there may stand there still. ``perhaps`` are cells that look empty though a
    piece may stand there. ``may_be_turned`` says that the photo does not tell which way round the
    board lies. ``others`` says what else may stand on a cell: code → chance, 0 for nothing.
    """

    pieces: Pieces
    confidence: Mapping[int, float] = field(default_factory=dict)
    hidden: frozenset[int] = frozenset()
    perhaps: frozenset[int] = frozenset()
    may_be_turned: bool = False
    others: Mapping[int, Mapping[int, float]] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<SeenBoard of {self.pieces!r}>"

    @property
    def board(self) -> Pieces:
        """What stands there, to be compared cell by cell."""
        return self.pieces.lying

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours that stand there."""
        standing = {piece.colour for piece in self.pieces}
        return tuple(colour for colour in COLOURS if colour in standing)

    def movers_since(self, before: Pieces) -> tuple[str, ...]:
        """The colours whose pieces stand where they did not on an earlier board."""
        now = {p.colour for p in self.pieces if before.codes[p.cell] != self.pieces.codes[p.cell]}
        return tuple(colour for colour in COLOURS if colour in now)

    def is_unsure(self, cell: int) -> bool:
        """Whether what was seen on a cell cannot be relied on."""
        return cell in self.hidden or cell in self.perhaps or self.confidence.get(cell, 1.0) < SURE

    def moved(self, alignment: Alignment) -> SeenBoard:
        """The same: a printed board has one frame only."""
        return self

    def with_board(self, pieces: Pieces) -> SeenBoard:
        """The same doubts about another board."""
        return replace(self, pieces=pieces)

    def over(self, before: Pieces, players: Collection[str] = COLOURS) -> SeenBoard:
        """The same, with cells that were not seen taken from an earlier board; that also tells
        which way round the board lies, where the photo does not. An unsure piece of a colour that
        none of the players has is one of theirs, as unsure: the one that stood there, or what it
        is most likely."""
        seen = self.from_opposite() if self.is_turned(before) else self
        seen = seen._of(players, before)
        codes = bytearray(seen.pieces.codes)
        for cell in seen.hidden:
            codes[cell] = codes[cell] or before.codes[cell]
        return replace(seen, pieces=Pieces(bytes(codes)), may_be_turned=False)

    def _of(self, players: Collection[str], before: Pieces) -> SeenBoard:
        numbers = {0, *(NUMBERS[player] for player in players)}
        codes, confidence, others = bytearray(self.pieces.codes), {**self.confidence}, {}
        for cell, told in self.others.items():
            others[cell] = told
            if codes[cell] & COLOUR_BITS in numbers or not self.is_unsure(cell):
                continue
            chances = {c: chance for c, chance in told.items() if c & COLOUR_BITS in numbers}
            theirs = {c: chance for c, chance in chances.items() if c and chance > 0}
            if theirs:
                stood = before.codes[cell]
                codes[cell] = code = (
                    stood if stood in theirs else max(theirs, key=theirs.__getitem__)
                )
                whole = sum(chances.values())
                confidence[cell] = min(confidence.get(cell, 0.0), chances.pop(code) / whole)
                others[cell] = {c: chance / whole for c, chance in chances.items()}
        return replace(self, pieces=Pieces(bytes(codes)), confidence=confidence, others=others)

    def is_turned(self, before: Pieces) -> bool:
        """Whether by an earlier board the photo was taken from the other side than it is read."""
        if not self.may_be_turned:
            return False
        return self.from_opposite()._changes(before) < self._changes(before)

    def from_opposite(self) -> SeenBoard:
        """The same board seen from its other side."""
        codes = bytearray(len(self.pieces.codes))
        for cell, code in enumerate(self.pieces.codes):
            codes[opposite(cell)] = code
        return replace(
            self,
            pieces=Pieces(bytes(codes)),
            confidence={opposite(cell): value for cell, value in self.confidence.items()},
            hidden=frozenset(map(opposite, self.hidden)),
            perhaps=frozenset(map(opposite, self.perhaps)),
            others={opposite(cell): codes for cell, codes in self.others.items()},
        )

    def corrected(self, by_hand: Mapping[int, tuple[str, bool] | None]) -> SeenBoard:
        """The same where people know better: colour and whether it is a seed, None for nothing."""
        if not by_hand:
            return self
        codes = bytearray(self.pieces.codes)
        for cell, piece in by_hand.items():
            codes[cell] = 0 if piece is None else NUMBERS[piece[0]] + SEED * piece[1]
        known = set(by_hand)
        return replace(
            self,
            pieces=Pieces(bytes(codes)),
            confidence={cell: v for cell, v in self.confidence.items() if cell not in known},
            hidden=self.hidden - known,
            perhaps=self.perhaps - known,
            others={cell: codes for cell, codes in self.others.items() if cell not in known},
        )

    def _changes(self, before: Pieces) -> int:
        pairs = zip(self.pieces.codes, before.codes, strict=True)
        return sum(
            now != then and cell not in self.hidden for cell, (now, then) in enumerate(pairs)
        )


def opposite(cell: int) -> int:
    """The cell that is drawn where this one is once the board is turned round."""
    return cell_at(_LAST_COLUMN - column_of(cell), -height_of(cell) % (2 * RING))
