"""What stands in a saved reading of a printed board, as types, and the reading that it says."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from msgspec import Struct

from ....engine.palanquee.table.board import cell_name
from ....engine.palanquee.table.pieces import COLOURS
from ....engine.palanquee.table.pieces_json import (
    PieceSaid,
    PositionError,
    WordList,
    cell_named,
    said_in,
)
from ....engine.stamp import require_stamp
from ....engine.tiles.observation import Share
from ...readings.dice import Finite, Pixel
from ...readings.reading_file import ImageSaid
from ...readings.warnings import FOREIGN, CellWarning
from .reading import NOTHING, WARNINGS, BoardReading, CounterReading, LooseCounter, OtherPiece


class CounterSaid(PieceSaid, frozen=True):
    """A piece; ``others`` are the chances of what else it may be."""

    confidence: Share | None = None
    center: Pixel | None = None
    others: dict[str, Share] | None = None

    def counter(self) -> CounterReading:
        """The piece. Raises PositionError."""
        piece = self.piece(COLOURS, f"colours are {', '.join(COLOURS)}")
        others = tuple(self._other(name, chance) for name, chance in (self.others or {}).items())
        sure = 1.0 if self.confidence is None else self.confidence
        return CounterReading(
            cell_name(piece.cell), self.colour, self.kind, sure, self.center, others
        )

    def _other(self, said: str, chance: float) -> OtherPiece:
        colour, _, kind = said.partition(" ")
        if said == NOTHING:
            return OtherPiece(chance)
        if colour not in COLOURS or kind not in ("seed", "sprout"):
            raise PositionError(f"the piece on {self.cell} cannot be a {said[:40]!r} instead")
        return OtherPiece(chance, colour, kind)


class CellWarningSaid(Struct, frozen=True):
    """A warning; earlier versions wrote one ``cell`` and no ``values``."""

    code: str
    cells: WordList = ()
    values: dict[str, int] = {}
    words: str = ""
    cell: str | None = None

    def warning(self, standing: Collection[CounterReading]) -> CellWarning:
        """The warning; foreign where its code is unknown. Raises PositionError."""
        if self.code not in WARNINGS:
            return CellWarning(FOREIGN, words=self.words or self.code)
        named = self.cells or (() if self.cell is None else (self.cell,))
        cells = tuple(cell_name(cell_named(name)) for name in named)
        least = min((one.confidence for one in standing if one.cell in cells), default=1.0)
        known = {"count": max(1, len(cells)), "percent": round(100 * least)}
        needed = {name: of for name, of in known.items() if f"{{{name}}}" in WARNINGS[self.code]}
        return CellWarning(self.code, cells, needed | self.values)


class DoubtsSaid(Struct, frozen=True):
    """What is doubtful about a board that was seen."""

    hidden: WordList = ()
    perhaps: WordList = ()
    may_be_turned: bool = False


class BoardReadingSaid(Struct, frozen=True):
    """A whole reading: only the pieces are needed."""

    pieces: tuple[CounterSaid, ...]
    image: ImageSaid = ImageSaid()
    corners: tuple[Pixel, ...] = ()
    beside: tuple[LooseCounter, ...] = ()
    warning_codes: tuple[CellWarningSaid, ...] = ()
    seen: DoubtsSaid = DoubtsSaid()
    seeds_by: str | None = None
    elapsed_ms: dict[str, Finite] = {}


def board_reading_from(value: object) -> BoardReading:
    """The reading in a JSON object. Raises PositionError."""
    said = said_in(BoardReadingSaid, value)
    require_stamp("board-reading", value, PositionError, is_named=False)
    pieces: dict[str, CounterReading] = {}
    for piece in (entry.counter() for entry in said.pieces):
        known = pieces.setdefault(piece.cell, piece)
        if (known.colour, known.kind) != (piece.colour, piece.kind):
            raise PositionError(f"two pieces stand on {piece.cell}")
    image, standing = said.image, tuple(pieces.values())
    warnings = tuple(told.warning(standing) for told in said.warning_codes)
    found = BoardReading(
        image.path, image.width, image.height, standing, said.corners, warnings,
        said.seeds_by or NOTHING, said.elapsed_ms, said.beside,
    )  # fmt: skip
    return _with_doubts(found, said.seen)


def _with_doubts(reading: BoardReading, said: DoubtsSaid) -> BoardReading:
    """The reading with what is doubtful beside its pieces, as far as no warning says so."""
    perhaps = _names(said.perhaps) - reading.cells_named("perhaps")
    more = [CellWarning("perhaps", (cell,)) for cell in sorted(perhaps)]
    if said.may_be_turned and not reading.may_be_turned:
        more.append(CellWarning("heading"))
    warnings = list(reading.warnings)
    if beyond := tuple(sorted(_names(said.hidden) - reading.cells_not_seen)):
        # Earlier versions counted what lies beyond the photo's edge, and named it here alone.
        warnings = [warning for warning in warnings if warning.code != "cut_board"]
        more.append(CellWarning("cut_board", beyond, {"count": len(beyond)}))
    return replace(reading, warnings=(*warnings, *more))


def _names(cells: Iterable[str]) -> frozenset[str]:
    """Cells by their one name. Raises PositionError."""
    return frozenset(cell_name(cell_named(name)) for name in cells)
