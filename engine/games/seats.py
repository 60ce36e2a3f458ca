"""Who sits at the table, of what was agreed on before a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta

from ..values import Refusing, value_of

#: Of any game, in a record too.
MOST_PLAYERS = 16
SeatNames = Annotated[tuple[str, ...], Meta(title="a list of names")] | None


@dataclass(frozen=True)
class Seats:
    """The players in the order of their turns; their teams, or the colours that they play."""

    players: SeatNames = None
    teams: SeatNames = None
    colours: SeatNames = None


def seats_of(options: Mapping[str, Any], error: Refusing) -> Seats:
    """The seats in a game's options. Raises an ``error`` made of the sentence."""
    return value_of(Seats, options, error)
