"""Dice as they were seen beside the tiles: what they show, how sure that is, and where they lie."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from ..lattice import cell_centre
from .alignment import Alignment
from .observation import SURE

Place = tuple[float, float]


@dataclass(frozen=True)
class DieSeen:
    """One die: its top, how sure, and where.

    ``face`` is the word for what it shows, None where the top cannot be told. ``place`` and
    ``edge`` are in sides of a tile in the board's frame where one is ``by_board``, else in pixels
    of a camera that stands still. Only a die that ``lies`` counts, not one that leans, rolls or is
    half hidden. ``chances`` are those of all that may be on top, where they are known. It ``lay``
    there when the camera began to watch, so nobody has rolled it since.
    """

    face: str | None
    confidence: float
    place: Place
    edge: float
    lies: bool = True
    by_board: bool = True
    chances: tuple[tuple[str, float], ...] = ()
    lay: bool = False

    @property
    def is_sure(self) -> bool:
        """Whether its face can be relied on."""
        return self.face is not None and self.lies and self.confidence >= SURE

    def moved(self, alignment: Alignment) -> DieSeen:
        """The same die in another frame of the board."""
        return replace(self, place=moved_place(self.place, alignment)) if self.by_board else self


def moved_place(place: Place, alignment: Alignment) -> Place:
    """A place in the plane of the tiles in another frame of the board."""
    angle = alignment.sixths * math.pi / 3
    c, s = math.cos(angle), math.sin(angle)
    x, y = cell_centre(alignment.shift)
    return c * place[0] - s * place[1] + x, s * place[0] + c * place[1] + y
