"""The printed board as the program believes it to stand: what was seen, and what people know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Any, Protocol

from msgspec import Meta

from ...engine.games.tables import Table
from ...engine.palanquee.table.board import cell_from_name, cell_name
from ...engine.palanquee.table.pieces import COLOURS, Pieces
from ...engine.palanquee.table.seen import SeenBoard, opposite
from ...engine.tiles.diagram import SetColours
from ...engine.values import fitting
from ...vision.counters.readings.reading import WARNINGS, BoardReading
from ...vision.counters.seed_sign import SeedSign, agreed_sign, with_one_more
from ..store.stored import StoredEvent
from .page import EventFields, PhotoDoubt, TableSight
from .sight import PhotoSeen

#: What a person says stands on a cell: a colour, and whether it is a seed; None for nothing.
PieceTold = tuple[str, bool] | None

_Word = Annotated[str, Meta(max_length=12)] | None
#: What is said of a piece by hand, that a photo is not about this game, and that it was read from
#: the board's other side.
PIECE_EVENTS: EventFields = {
    "piece_set": {"cell": Annotated[str, Meta(max_length=12)], "colour?": _Word, "kind?": _Word},
    "photo_put_aside": {},
    "board_turned": {},
}
_UNSEEN = BoardReading(None, 0, 0)
#: Warnings that have another place on the page: the headline, and the marks on single pieces.
_SAID_ELSEWHERE = ("no_board", "unsure")
_KINDS = {"seed": True, "sprout": False}


@dataclass(frozen=True)
class _SeedsTold:
    seeds_by: SeedSign | None = None


class PrintedBoard(Table, Protocol):
    """What stands on a printed board in a game that is played there."""

    @property
    def pieces(self) -> Pieces:
        """The pieces on its cells."""

    @property
    def players(self) -> tuple[str, ...]:
        """The colours that play."""


@dataclass(frozen=True, eq=False)
class BoardSight(TableSight):
    """What was seen of the board: a reading, and by cell what people know better.

    ``digest`` names the photo; both are None where nobody has looked. ``ways`` are what the game's
    photos so far took seeds to be told by.
    """

    reading: BoardReading | None = None
    by_hand: Mapping[int, PieceTold] = field(default_factory=dict)
    digest: str | None = None
    palette: SetColours = field(default_factory=SetColours)
    ways: tuple[str, ...] = ()

    elsewhere = "lay_tiles"

    @property
    def photo(self) -> PhotoSeen | None:
        if self.digest is None or self.reading is None:
            return None
        return PhotoSeen(self.digest, self.reading.width, self.reading.height)

    @cached_property
    def seen(self) -> SeenBoard:
        return (self.reading or _UNSEEN).observation().corrected(self.by_hand)

    @property
    def is_board(self) -> bool:
        """Whether a board was seen at all."""
        return self.reading is not None and bool(self.reading.corners or self.reading.pieces)

    @property
    def lacks_board(self) -> bool:
        return self.reading is not None and not self.is_board

    def lies_still(self, agreed: PrintedBoard) -> bool:
        pieces = agreed.pieces
        return not self.is_board or self.seen.over(pieces, agreed.players).board == pieces.lying

    @property
    def unsure(self) -> int:
        """How many cells want a look; how many are covered is told beside them."""
        asked = {piece.cell for piece in self.seen.pieces} | self.seen.perhaps
        return sum(map(self.seen.is_unsure, asked))

    @property
    def lacks_sign(self) -> bool:
        """Whether nothing shows what tells seeds."""
        warnings = () if self.reading is None else self.reading.warnings
        return any(warning.code == "seeds" for warning in warnings)

    @property
    def covered(self) -> tuple[str, ...]:
        """The cells over which something lies, but for those that people know better."""
        return self._not_seen("hidden")

    @property
    def cut(self) -> tuple[str, ...]:
        """The cells beyond the photo's edge, but for those that people know better."""
        return self._not_seen("cut_board")

    def _not_seen(self, code: str) -> tuple[str, ...]:
        named = set() if self.reading is None else self.reading.cells_named(code)
        return tuple(name for name in self.places(sorted(self.seen.hidden)) if name in named)

    def doubts(self, language: str) -> list[PhotoDoubt]:
        """The photo's warnings, but for cells that people know better; single pieces are marked."""
        warnings = () if self.reading is None else self.reading.warnings
        known = set(self.places(self.by_hand))
        doubts = []
        for code in WARNINGS:
            found = [w for w in warnings if w.code == code not in _SAID_ELSEWHERE]
            named = dict.fromkeys(cell for warning in found for cell in warning.cells)
            cells = tuple(cell for cell in named if cell not in known)
            if found and (cells or not named):
                count = len(cells) or found[0].values.get("count", 1)
                doubts.append(PhotoDoubt.of(code, language, cells, count=count))
        return [*doubts, *self.hatched(language)]

    def hatched(self, language: str) -> list[PhotoDoubt]:
        """What the marks on cells mean that the photo does not show."""
        cells = self.places(sorted(self.seen.hidden))
        return [PhotoDoubt.of("hatched", language, cells)] if cells else []

    def places(self, cells: Iterable[int]) -> tuple[str, ...]:
        """Cells by the names that are printed."""
        return tuple(map(cell_name, cells))

    def standing(self, agreed: PrintedBoard) -> Pieces:
        """What was seen, laid over what was agreed on where it could not be seen."""
        return self.seen.over(agreed.pieces, agreed.players).board

    def told_to_reader(self, known: Mapping[str, Any]) -> dict[str, Any]:
        """What the reader takes of all that is ``known`` of the table: by what seeds are told."""
        return {"seeds_by": seeds_told_by(known) or self.way}

    @property
    def way(self) -> SeedSign | None:
        """By what seeds are told here as far as the first photos agree."""
        return agreed_sign(self.ways)

    def agreed(self, position: PrintedBoard) -> BoardSight:
        """What is still known of the sight after an action; nothing where it shows another one."""
        return self if self.lies_still(position) else self.cleared()

    def cleared(self) -> BoardSight:
        """What is known before a photo shows the next board: by what seeds are told."""
        return BoardSight(ways=self.ways)

    def known_by(self, board: Any, names_matter: bool, keeps_pieces: bool) -> BoardSight:
        """The sight as the board lies by what was agreed on, where the photo does not tell: so its
        cells have the names by which people correct them."""
        if self.reading is None or not self.reading.observation().is_turned(board.pieces):
            return self
        return replace(self, reading=self.reading.from_opposite())

    def after(self, event: StoredEvent) -> BoardSight:
        """The sight after something was seen or said. Raises ValueError."""
        if event.kind == "photo_read":
            reading, digest = BoardReading.from_json(event.data["reading"]), event.data["photo"]
            again = digest is not None and digest == self.digest
            ways = self.ways if again else with_one_more(self.ways, reading.seeds_by)
            return BoardSight(reading, self.by_hand if again else {}, digest, ways=ways)
        if event.kind == "piece_set":
            cell, told = told_piece(event.data)
            return replace(self, by_hand={**self.by_hand, cell: told})
        if event.kind == "board_turned" and self.reading is not None:
            by_hand = {opposite(cell): told for cell, told in self.by_hand.items()}
            return replace(self, reading=self.reading.from_opposite(), by_hand=by_hand)
        if event.kind == "photo_put_aside":
            return BoardSight(ways=self.ways[:-1])
        return self

    def to_json(self) -> dict[str, Any]:
        """What the page draws over the photo."""
        if self.reading is None:
            return {"seen": None}
        seen = {
            "pieces": [
                {
                    "cell": piece.cell,
                    "colour": piece.colour,
                    "kind": piece.kind,
                    "center": piece.center,
                    "unsure": self.seen.is_unsure(cell_from_name(piece.cell)),
                }
                for piece in self.reading.pieces
                if cell_from_name(piece.cell) not in self.by_hand
            ],
            "by_hand": {
                cell_name(cell): told and [told[0], "seed" if told[1] else "sprout"]
                for cell, told in self.by_hand.items()
            },
            "beside": [piece.to_json() for piece in self.reading.beside],
            "corners": self.reading.corners,
            "hidden": self.places(sorted(self.seen.hidden)),
        }
        return {"seen": seen}


def seeds_told_by(options: Mapping[str, Any]) -> SeedSign | None:
    """By what seeds are told as somebody has said, None where nobody has."""
    return fitting(_SeedsTold, options).seeds_by


def told_piece(data: Mapping[str, Any]) -> tuple[int, PieceTold]:
    """The cell of a correction, and what stands there. Raises ValueError."""
    cell = cell_from_name(str(data.get("cell")))
    colour, kind = data.get("colour"), data.get("kind")
    if colour is None and kind is None:
        return cell, None
    if colour not in COLOURS or kind not in _KINDS:
        raise ValueError('"colour" and "kind" must name a piece, or both be missing')
    return cell, (str(colour), _KINDS[kind])
