"""The printed board as the program believes it to stand: what was seen, and what people know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from ...engine.palanquee.play.match import PalanqueeMatch
from ...engine.palanquee.position import PalanqueePosition
from ...engine.palanquee.table.board import cell_from_name, cell_name
from ...engine.palanquee.table.pieces import COLOURS, Pieces
from ...engine.palanquee.table.seen import SeenBoard
from ..store.stored import StoredEvent
from .sight import PhotoSeen, SetColours

if TYPE_CHECKING:
    from ...vision.counters.seed_sign import SeedSign

#: What a person says stands on a cell: a colour, and whether it is a seed; None for nothing.
PieceTold = tuple[str, bool] | None

#: The reading of an empty board.
NOTHING: Mapping[str, Any] = {"pieces": ()}
_KINDS = {"seed": True, "sprout": False}


@dataclass(frozen=True)
class BoardSight:
    """What was seen of the board: a reading's JSON, and by cell what people know better.

    ``digest`` names the photo; both are None where nobody has looked. ``ways`` are what the game's
    photos so far took seeds to be told by.
    """

    reading: Mapping[str, Any] | None = None
    by_hand: Mapping[int, PieceTold] = field(default_factory=dict)
    digest: str | None = None
    palette: SetColours = field(default_factory=SetColours)
    ways: tuple[str, ...] = ()

    #: No tiles lie on a printed board, and none were pointed out in its photo.
    tiles: ClassVar[Mapping[Any, Any]] = {}
    shown: ClassVar[tuple[Any, ...]] = ()

    @property
    def photo(self) -> PhotoSeen | None:
        """The photo that shows the board."""
        if self.digest is None or self.reading is None:
            return None
        image = self.reading.get("image", {})
        return PhotoSeen(self.digest, int(image.get("width", 0)), int(image.get("height", 0)))

    @cached_property
    def observation(self) -> SeenBoard:
        """The sight as the referee takes it."""
        return SeenBoard.from_json(NOTHING if self.reading is None else self.reading).corrected(
            self.by_hand
        )

    @property
    def is_board(self) -> bool:
        """Whether a board was seen at all."""
        return self.reading is not None and (
            bool(self.reading.get("corners")) or bool(self.reading.get("pieces"))
        )

    def lies_as(self, match: PalanqueeMatch) -> bool:
        """Whether nothing was seen that differs from what was agreed on."""
        if not self.is_board:
            return True
        before = match.position.pieces
        return self.observation.over(before).board == before.lying

    def lying(self, agreed: PalanqueePosition) -> PalanqueePosition:
        """The board of which people speak: as it was agreed on last."""
        return agreed

    def standing(self, match: PalanqueeMatch) -> Pieces:
        """What was seen, laid over what was agreed on where it could not be seen."""
        return self.observation.over(match.position.pieces).board

    def named_in(self, board: PalanqueePosition, names_matter: bool) -> BoardSight:
        """The same sight: pieces have colours of their own."""
        return self

    def told_to_reader(self, with_dice: bool, seeds_by: SeedSign | None) -> dict[str, Any]:
        """What is known of the table before its next photo."""
        way = self.way(seeds_by)
        return {} if way is None else {"seeds_by": way}

    def way(self, told: SeedSign | None) -> SeedSign | None:
        """By what seeds are told here: as somebody has said, or as the first photos agree."""
        from ...vision.counters.seed_sign import found_way

        return told or found_way(self.ways)

    def agreed(self, position: PalanqueePosition) -> BoardSight:
        """What is still known of the sight after an action; nothing where it shows another one."""
        if not self.is_board:
            return self
        same = self.observation.over(position.pieces).board == position.pieces.lying
        return self if same else BoardSight(ways=self.ways)

    def after(self, event: StoredEvent) -> BoardSight:
        """The sight after something was seen or said. Raises ValueError."""
        if event.kind == "photo_read":
            from ...vision.counters.seed_sign import with_one_more

            reading, digest = event.data["reading"], event.data["photo"]
            again = digest is not None and digest == self.digest
            ways = self.ways if again else with_one_more(self.ways, reading.get("seeds_by"))
            SeenBoard.from_json(reading)  # a bad one is refused before it is stored
            return BoardSight(reading, self.by_hand if again else {}, digest, ways=ways)
        if event.kind == "piece_set":
            cell, told = told_piece(event.data)
            return replace(self, by_hand={**self.by_hand, cell: told})
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
                    **{name: entry.get(name) for name in ("cell", "colour", "kind", "center")},
                    "unsure": self.observation.is_unsure(cell_from_name(entry["cell"])),
                }
                for entry in self.reading.get("pieces", ())
                if cell_from_name(entry["cell"]) not in self.by_hand
            ],
            "by_hand": {
                cell_name(cell): told and [told[0], "seed" if told[1] else "sprout"]
                for cell, told in self.by_hand.items()
            },
            "beside": self.reading.get("beside", []),
            "corners": self.reading.get("corners", []),
        }
        return {"seen": seen}


def told_piece(data: Mapping[str, Any]) -> tuple[int, PieceTold]:
    """The cell of a correction, and what stands there. Raises ValueError."""
    cell = cell_from_name(str(data.get("cell")))
    colour, kind = data.get("colour"), data.get("kind")
    if colour is None and kind is None:
        return cell, None
    if colour not in COLOURS or kind not in _KINDS:
        raise ValueError('"colour" and "kind" must name a piece, or both be missing')
    return cell, (str(colour), _KINDS[kind])
