"""A printed board as it was seen: what stands there, how surely, and what nobody can see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..tiles.alignment import Alignment
from .board import RING, CellError, cell_at, cell_from_name, column_of, height_of
from .pieces import COLOURS, NUMBERS, SEED, Piece, Pieces
from .position import PositionError

#: Pieces that were read less surely than this want a look.
SURE = 0.95
_LAST_COLUMN = 18
_KINDS = {"seed": True, "sprout": False}


@dataclass(frozen=True)
class SeenBoard:
    """A board with all that is doubtful about it.

    ``confidence``: cell → 0 to 1, sure where it is missing. ``hidden`` are cells that could not be
    seen: what stood there may stand there still. ``perhaps`` are cells that look empty though a
    piece may stand there. ``may_be_turned`` says that the photo does not tell which way round the
    board lies.
    """

    pieces: Pieces
    confidence: Mapping[int, float] = field(default_factory=dict)
    hidden: frozenset[int] = frozenset()
    perhaps: frozenset[int] = frozenset()
    may_be_turned: bool = False

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
        """The colours of which something was added to an earlier board."""
        now = {p.colour for p in self.pieces if before.codes[p.cell] != self.pieces.codes[p.cell]}
        return tuple(colour for colour in COLOURS if colour in now)

    def is_unsure(self, cell: int) -> bool:
        """Whether what was seen on a cell cannot be relied on."""
        return cell in self.hidden or cell in self.perhaps or self.confidence.get(cell, 1.0) < SURE

    def moved(self, way: Alignment) -> SeenBoard:
        """The same: a printed board has one frame only."""
        return self

    def with_board(self, pieces: Pieces) -> SeenBoard:
        """The same doubts about another board."""
        return replace(self, pieces=pieces)

    def over(self, before: Pieces) -> SeenBoard:
        """The same, laid over an earlier board: what could not be seen stands as it stood, and
        where the photo does not tell which way round the board lies, it lies as it did."""
        seen = self
        if self.may_be_turned:
            turned = self.turned()
            if turned._changes(before) < self._changes(before):
                seen = turned
        codes = bytearray(seen.pieces.codes)
        for cell in seen.hidden:
            codes[cell] = codes[cell] or before.codes[cell]
        return replace(seen, pieces=Pieces(bytes(codes)), may_be_turned=False)

    def turned(self) -> SeenBoard:
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
        )

    def _changes(self, before: Pieces) -> int:
        pairs = zip(self.pieces.codes, before.codes, strict=True)
        return sum(
            now != then and cell not in self.hidden for cell, (now, then) in enumerate(pairs)
        )

    @classmethod
    def from_json(cls, value: Any) -> SeenBoard:
        """A board from a position's JSON or from a reading's. Raises PositionError.

        Of the JSON only ``pieces`` are needed; ``seen`` says what else was doubtful:
        ``{"hidden": ["C5"], "perhaps": [], "may_be_turned": false}``.
        """
        if not isinstance(value, Mapping):
            raise PositionError('a board is a JSON object with "pieces"')
        entries = value.get("pieces")
        if not isinstance(entries, list | tuple):
            raise PositionError('"pieces" must be a list')
        standing: dict[int, Piece] = {}
        confidence: dict[int, float] = {}
        for entry in entries:
            piece, sureness = _piece(entry)
            if standing.setdefault(piece.cell, piece) != piece:
                raise PositionError(f"two pieces stand on {entry['cell']}")
            if sureness is not None:
                confidence[piece.cell] = sureness
        doubts = value.get("seen")
        doubts = doubts if isinstance(doubts, Mapping) else {}
        return cls(
            Pieces.of(standing.values()),
            confidence,
            _cells(doubts.get("hidden", ())),
            _cells(doubts.get("perhaps", ())),
            doubts.get("may_be_turned") is True,
        )


def opposite(cell: int) -> int:
    """The cell that is drawn where this one is once the board is turned round."""
    return cell_at(_LAST_COLUMN - column_of(cell), -height_of(cell) % (2 * RING))


def _piece(entry: Any) -> tuple[Piece, float | None]:
    if not isinstance(entry, Mapping):
        raise PositionError('each entry of "pieces" must be a JSON object')
    cell = _cell(entry.get("cell"))
    name, colour, kind = entry.get("cell"), entry.get("colour"), entry.get("kind")
    if colour not in COLOURS:
        raise PositionError(f"the piece on {name} is {colour!r}; colours are {', '.join(COLOURS)}")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise PositionError(f'the piece on {name} is a {kind!r}; it must be "seed" or "sprout"')
    sureness = entry.get("confidence")
    if not isinstance(sureness, int | float) or isinstance(sureness, bool):
        sureness = None
    return Piece(cell, str(colour), _KINDS[kind]), sureness


def _cell(name: Any) -> int:
    if not isinstance(name, str):
        raise PositionError(f"{name!r} is no cell: a cell is a word such as C5")
    try:
        return cell_from_name(name)
    except CellError as error:
        raise PositionError(str(error)) from None


def _cells(names: Any) -> frozenset[int]:
    if not isinstance(names, list | tuple):
        raise PositionError("cells must be a list of words such as C5")
    return frozenset(map(_cell, names))
