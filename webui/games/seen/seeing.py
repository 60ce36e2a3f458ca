"""What was seen on a table, by the table's shape: tiles one by one, or a printed board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ....engine.games.tables import TableShape
from ...store.stored import StoredEvent
from ..palanquee.sight import BoardSight
from .sight import Sight, sight_after


@dataclass(frozen=True)
class Seeing:
    """How the sight of a table begins, and what becomes of it by an event."""

    nothing: Callable[[], Any]
    after: Callable[[Any, StoredEvent], Any]


_TILES = Seeing(Sight, sight_after)
_SEEING = {"palanquee board": Seeing(BoardSight, BoardSight.after)}


def seeing_of(shape: TableShape) -> Seeing:
    """How tables of a shape are seen."""
    return _SEEING.get(shape.name, _TILES)
