"""What was agreed on with a game beside its own options: who plays, what colours are called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta

from ...engine.games.seats import MOST_PLAYERS
from ...engine.values import fitting
from .names import MOST_NAME

ColourCalled = Annotated[str, Meta(min_length=1)]


@dataclass(frozen=True)
class PageOptions:
    """``colours`` is what people call the set's two colours."""

    players: tuple[str, ...] = ()
    colours: tuple[ColourCalled, ColourCalled] | None = None

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> PageOptions:
        """Those of a game's options that fit."""
        return fitting(cls, options)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, as far as there is room for them; empty where none was given."""
        names = tuple(name.strip()[:MOST_NAME] for name in self.players[:MOST_PLAYERS])
        return names if any(names) else ()
