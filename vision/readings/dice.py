"""The dice of a reading: a value beside the tiles, in the reading's JSON."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from ...engine.tiles.alignment import Alignment
from ...engine.tiles.dice_seen import DieSeen, moved_place

FACES = ("2", "3", "4", "5", "remove", "rotate")
STATES = ("lying", "cocked", "hidden", "rolling")


@dataclass(frozen=True)
class DieReading:
    """One die: the face on top, how sure, and where the photo shows it.

    `face` is one of FACES, or None where the top cannot be told: because the die is `cocked`,
    half `hidden` or still `rolling`, or bears a symbol that nobody has taught. `center` is the
    middle of its top face in pixels and `side` its edge in pixels, seen head on. `place` and `edge`
    are the same in the board's frame, in sides of a tile from the middle of cell 0,0, y downwards;
    None and 0 where there is no board.
    """

    face: str | None
    center: tuple[float, float]
    confidence: float
    side: float
    state: str = "lying"
    place: tuple[float, float] | None = None
    edge: float = 0.0

    def moved(self, way: Alignment) -> DieReading:
        """The same die in another frame of the board."""
        if self.place is None:
            return self
        return replace(self, place=moved_place(self.place, way))

    def seen(self) -> DieSeen:
        """All that the reader knows of it, for the referee."""
        lies = self.state == "lying"
        if self.place is None:
            edge = self.side or 1.0
            return DieSeen(self.face, self.confidence, self.center, edge, lies, by_board=False)
        return DieSeen(self.face, self.confidence, self.place, self.edge or 0.5, lies)

    def to_json(self) -> dict[str, Any]:
        """The die's entry in the reading's JSON."""
        entry: dict[str, Any] = {
            "face": self.face,
            "center": [round(value, 2) for value in self.center],
            "confidence": round(self.confidence, 4),
            "state": self.state,
            "side": round(self.side, 2),
        }
        if self.place is not None:
            entry["place"] = [round(value, 3) for value in self.place]
            entry["edge"] = round(self.edge, 3)
        return entry

    @classmethod
    def from_json(cls, value: Any) -> DieReading:
        """Read what `to_json` wrote. Raises ValueError, KeyError or TypeError."""
        face, state = value["face"], value.get("state", "lying")
        if face is not None and face not in FACES:
            raise ValueError(f"a die shows {face!r}, not one of {', '.join(FACES)}")
        if state not in STATES:
            raise ValueError(f"a die is {state!r}, not one of {', '.join(STATES)}")
        confidence = float(value["confidence"])
        if not 0.0 <= confidence <= 1.0:
            raise ValueError(f"a confidence is {confidence}, not between 0 and 1")
        place = value.get("place")
        return cls(
            face,
            _pair(value["center"]),
            confidence,
            _length(value.get("side", 0.0)),
            state,
            None if place is None else _pair(place),
            _length(value.get("edge", 0.0)),
        )


def _pair(value: Any) -> tuple[float, float]:
    x, y = (float(number) for number in value)
    if not (math.isfinite(x) and math.isfinite(y)):
        raise ValueError("a position is not a finite number")
    return x, y


def _length(value: Any) -> float:
    length = float(value)
    if not (math.isfinite(length) and length >= 0):
        raise ValueError("a length is no number from 0 on")
    return length
