"""The dice of a reading: a value beside the tiles, in the reading's JSON."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

from msgspec import Meta

from ...calibration.sets.dice import FACES as FACES
from ...engine.tiles.alignment import Alignment
from ...engine.tiles.dice_seen import DieSeen, moved_place
from ...engine.tiles.observation import Share, as_written

Finite = Annotated[float, Meta(ge=-1e9, le=1e9)]
Length = Annotated[float, Meta(ge=0, le=1e9)]
Pixel = Annotated[tuple[Finite, Finite], Meta(title="two numbers, x and y")]
STATES = ("lying", "cocked", "hidden", "rolling")
Face = Annotated[str, Meta(pattern=rf"^({'|'.join(FACES)})\Z", title=f"one of {', '.join(FACES)}")]
DieState = Annotated[
    str, Meta(pattern=rf"^({'|'.join(STATES)})\Z", title=f"one of {', '.join(STATES)}")
]


@dataclass(frozen=True)
class DieReading:
    """One die: the face on top, how sure, and where the photo shows it.

    `face` is one of FACES, or None where the top cannot be told: because the die is `cocked`,
    half `hidden` or still `rolling`, or bears a symbol that nobody has taught. `center` is the
    middle of its top face in pixels and `side` its edge in pixels, seen head on. `place` and `edge`
    are the same in the board's frame, in sides of a tile from the middle of cell 0,0, y downwards;
    None and 0 where there is no board. `chances` are those of FACES where many frames tell them.
    It `lay` there when a film began.
    """

    face: Face | None
    center: Pixel
    confidence: Share
    side: Length = 0.0
    state: DieState = "lying"
    place: Pixel | None = None
    edge: Length = 0.0
    chances: tuple[Share, ...] = ()
    lay: bool = False

    def __repr__(self) -> str:
        x, y = self.center
        shown = self.face or self.state
        return f"<Die at pixel {x:.0f}, {y:.0f}: {shown}, {self.confidence:.3f}>"

    def moved(self, alignment: Alignment) -> DieReading:
        """The same die in another frame of the board."""
        if self.place is None:
            return self
        return replace(self, place=moved_place(self.place, alignment))

    def as_seen(self) -> DieSeen:
        """All that the reader knows of it, for the referee."""
        place, edge = self.place, self.edge or 0.5
        if place is None:
            place, edge = self.center, self.side or 1.0
        lies, by_board = self.state == "lying", self.place is not None
        chances = tuple(zip(FACES, self.chances, strict=False))
        return DieSeen(self.face, self.confidence, place, edge, lies, by_board, chances, self.lay)

    def to_json(self) -> dict[str, Any]:
        """The die's entry in the reading's JSON."""
        entry: dict[str, Any] = {
            "face": self.face,
            "center": [round(float(value), 2) for value in self.center],
            "confidence": as_written(self.confidence),
            "state": self.state,
            "side": round(float(self.side), 2),
        }
        if self.place is not None:
            entry["place"] = [round(float(value), 3) for value in self.place]
            entry["edge"] = round(float(self.edge), 3)
        return entry
