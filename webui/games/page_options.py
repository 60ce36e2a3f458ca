"""What was agreed on with a game beside its own options: who plays, what the program plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from msgspec import Meta

from ...engine.games.seats import MOST_PLAYERS
from ...engine.palago.search.levels import LEVELS
from ...engine.values import fitting
from ...vision.counters.seed_sign import SeedSign
from .names import MOST_NAME

ColourCalled = Annotated[str, Meta(min_length=1)]


@dataclass(frozen=True)
class ProgramSeat:
    """The program's place in a game; ``at_table``: a person lays its tiles on a real table."""

    colour: Literal["white", "blue"]
    level: Literal[tuple(level.name for level in LEVELS)]  # type: ignore[valid-type]
    at_table: bool = False


@dataclass(frozen=True)
class PageOptions:
    """``colours`` is what people call the set's two colours.

    ``partner`` is the program's place in a game of two colours. On a printed board ``program`` are
    the colours that it plays, and ``seeds_by`` says what seeds are told by.
    """

    players: tuple[str, ...] = ()
    colours: tuple[ColourCalled, ColourCalled] | None = None
    partner: ProgramSeat | None = None
    program: tuple[str, ...] = ()
    seeds_by: SeedSign | None = None

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> PageOptions:
        """Those of a game's options that fit."""
        return fitting(cls, options)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, as far as there is room for them; empty where none was given."""
        names = tuple(name.strip()[:MOST_NAME] for name in self.players[:MOST_PLAYERS])
        return names if any(names) else ()
