"""What was read of a photographed Palanquée board: a value that can be printed and saved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ....engine.palanquee.table.board import cell_from_name, cell_name
from ....engine.palanquee.table.pieces import NUMBERS, SEED, Piece, Pieces
from ....engine.palanquee.table.seen import SeenBoard, opposite
from ....engine.phrases import ENGLISH
from ....engine.stamp import counted, stamped
from ....engine.tiles.observation import SURE, as_written
from ...readings.warnings import CellWarning as CellWarning
from ...readings.warnings import cell_sentence

#: The English sentences of what a reading can warn of, in the order in which pages say them.
#: ``{cell}`` names a cell.
WARNINGS = ENGLISH.below("counters_read.")

NOTHING = "nothing"
"""Where perhaps no piece stands at all, and where nothing tells seeds from sprouts."""


@dataclass(frozen=True)
class OtherPiece:
    """What else may stand on a cell, and how likely: a piece, or nothing without a colour."""

    chance: float
    colour: str | None = None
    kind: str = ""

    @property
    def name(self) -> str:
        """As the reading's JSON says it: "blue seed" or "nothing"."""
        return NOTHING if self.colour is None else f"{self.colour} {self.kind}"

    @property
    def code(self) -> int:
        """As the engine's boards have it, 0 for nothing."""
        return 0 if self.colour is None else NUMBERS[self.colour] + SEED * (self.kind == "seed")


@dataclass(frozen=True)
class CounterReading:
    """One piece: its cell by its one name, colour and kind, how sure, where the photo shows its
    foot (None where nobody knows any more), and what else may stand there."""

    cell: str
    colour: str
    kind: str
    confidence: float
    center: tuple[float, float] | None
    others: tuple[OtherPiece, ...] = ()

    @property
    def is_sure(self) -> bool:
        """Whether it can be relied on."""
        return self.confidence >= SURE

    def to_json(self) -> dict[str, Any]:
        """The piece's entry in the reading's JSON."""
        others = {other.name: round(other.chance, 4) for other in self.others}
        told: dict[str, Any] = {"cell": self.cell, "colour": self.colour, "kind": self.kind}
        told["confidence"] = as_written(self.confidence)
        if self.center is not None:
            told["center"] = [round(v, 2) for v in self.center]
        return told | ({"others": others} if others else {})


@dataclass(frozen=True)
class LooseCounter:
    """A piece beside the board: its colour, how sure it is one, and where the photo shows it."""

    colour: str
    confidence: float
    center: tuple[float, float]

    def to_json(self) -> dict[str, Any]:
        """The piece's entry in the reading's JSON."""
        place = [round(v, 2) for v in self.center]
        return {"colour": self.colour, "confidence": round(self.confidence, 4), "center": place}


@dataclass(frozen=True, repr=False)
class BoardReading:
    """A photo's board; `corners` are S top, A top, A bottom, S bottom, empty without a board.
    `seeds_by` is what seeds were told by: mark, size, height, cube or nothing; `beside` are pieces
    on the table beside the board."""

    path: str | None = field(compare=False)
    width: int
    height: int
    pieces: tuple[CounterReading, ...] = ()
    corners: tuple[tuple[float, float], ...] = ()
    warnings: tuple[CellWarning, ...] = ()
    seeds_by: str = NOTHING
    elapsed_ms: Mapping[str, float] = field(default_factory=dict, compare=False)
    beside: tuple[LooseCounter, ...] = ()

    def __repr__(self) -> str:
        unsure = len(self.unsure_pieces)
        doubt = f", {unsure} unsure" if unsure else ""
        return f"<Reading of {self.path or 'pixels'}: {counted(len(self.pieces), 'piece')}{doubt}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: the photo with the reading drawn over it, else the board."""
        from ....engine.palanquee.table.diagram import position_svg
        from ...readings.notebook import reading_html

        return reading_html(self, position_svg(self.observation().pieces))

    def overlay(self, photo: Any = None) -> Any:
        """The photo with the reading drawn over it: an array (h, w, 3) of uint8, BGR, shrunk where
        it is large. The ``photo`` is opened again by its path where none is given. Raises
        PhotoError. (A name for arrays would load NumPy for every command's help.)"""
        from ...readings.notebook import drawn_over
        from .overlay import draw_board_overlay

        return drawn_over(self, draw_board_overlay, photo)

    @property
    def is_placed(self) -> bool:
        """Whether it says where in the photo its board is; that no board is there says it, too."""
        return bool(self.corners) or not self.pieces

    @property
    def unsure_pieces(self) -> tuple[CounterReading, ...]:
        """The pieces that should be checked by eye."""
        return tuple(piece for piece in self.pieces if not piece.is_sure)

    @property
    def sentences(self) -> list[str]:
        """All that the reading warns of, in English."""
        return list(map(cell_sentence, self.warnings))

    def observation(self) -> SeenBoard:
        """All that the reader knows of the board, for the referee."""
        pieces = [(cell_from_name(piece.cell), piece) for piece in self.pieces]
        return SeenBoard(
            Pieces.of(Piece(cell, piece.colour, piece.kind == "seed") for cell, piece in pieces),
            {cell: piece.confidence for cell, piece in pieces},
            frozenset(map(cell_from_name, self.cells_not_seen)),
            frozenset(map(cell_from_name, self.cells_named("perhaps"))),
            self.may_be_turned,
            {cell: {o.code: o.chance for o in p.others} for cell, p in pieces if p.others},
        )

    @property
    def may_be_turned(self) -> bool:
        """Whether the photo does not tell which way round the board lies."""
        return any(warning.code == "heading" for warning in self.warnings)

    def cells_named(self, code: str) -> set[str]:
        """The cells of which a warning of this code speaks."""
        return {cell for w in self.warnings if w.code == code for cell in w.cells}

    @property
    def cells_not_seen(self) -> frozenset[str]:
        """The cells that are covered or lie beyond the photo's edge."""
        return frozenset(self.cells_named("cut_board") | self.cells_named("hidden"))

    def from_opposite(self) -> BoardReading:
        """The same board taken to lie the other way round."""

        def other(cell: str) -> str:
            return cell_name(opposite(cell_from_name(cell)))

        pieces = tuple(replace(piece, cell=other(piece.cell)) for piece in self.pieces)
        moved = ((w, tuple(map(other, w.cells))) for w in self.warnings)
        warnings = tuple(CellWarning(w.code, cells, w.values, w.words) for w, cells in moved)
        corners = self.corners[2:] + self.corners[:2]
        return replace(self, pieces=pieces, corners=corners, warnings=warnings)

    def to_json(self) -> dict[str, Any]:
        """The reading in the format of the game's files; ``seen`` are doubts beside the pieces."""
        told = {
            "game": "palanquee",
            "image": {"path": self.path, "width": self.width, "height": self.height},
            "pieces": [piece.to_json() for piece in self.pieces],
            "beside": [piece.to_json() for piece in self.beside],
            "corners": [[round(x, 2), round(y, 2)] for x, y in self.corners],
            "warnings": self.sentences,
            "warning_codes": [_warning_json(warning) for warning in self.warnings],
            "seen": {
                "hidden": sorted(self.cells_not_seen),
                "perhaps": sorted(self.cells_named("perhaps")),
                "may_be_turned": self.may_be_turned,
            },
            "seeds_by": self.seeds_by,
            "elapsed_ms": {stage: round(value, 1) for stage, value in self.elapsed_ms.items()},
        }
        return stamped("board-reading", told)

    @classmethod
    def from_json(cls, value: object) -> BoardReading:
        """Read what `to_json` wrote, or an earlier version of it; of a board that nobody has
        photographed the ``pieces`` are enough. Raises PositionError."""
        from .reading_file import board_reading_from

        return board_reading_from(value)


def _warning_json(warning: CellWarning) -> dict[str, Any]:
    """The warning's entry in the reading's JSON; ``cell`` is what earlier versions read."""
    first = warning.cells[0] if warning.cells else None
    return {"code": warning.code, "cell": first} | warning.to_json()
