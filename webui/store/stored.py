"""What the database gives: events, and what a list says of each game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

#: The kind of an event that puts earlier ones right: ``instead`` holds by their numbers what counts
#: in their place, null for themselves.
RECORD_CORRECTED = "record_corrected"


class UnknownGame(LookupError):
    """No game has this name."""


class VersionConflict(Exception):
    """Somebody else changed the game first. ``version`` is where it stands now."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the game is already at version {version}")
        self.version = version


@dataclass(frozen=True)
class StoredEvent:
    """One change: ``version`` counts a game's events from 1. ``by`` is that of the correction by
    which it counts as it stands here, 0 where it was stored so."""

    version: int
    at: datetime
    kind: str
    data: Mapping[str, Any]
    by: int = 0

    @property
    def instead(self) -> tuple[int, ...]:
        """The numbers of the events that it puts right."""
        is_one = self.kind == RECORD_CORRECTED
        return tuple(map(int, self.data["instead"])) if is_one else ()

    @property
    def mark(self) -> EventMark:
        """As much of it as decides what counts."""
        return EventMark(self.version, self.kind, self.instead)

    def to_json(self) -> dict[str, Any]:
        """The event as an export and the audit show it."""
        at = self.at.isoformat(timespec="milliseconds")
        return {"version": self.version, "at": at, "kind": self.kind, "data": dict(self.data)}


class EventMark(NamedTuple):
    """An event's number and kind, and the numbers of those that it puts right: enough to know what
    counts."""

    version: int
    kind: str
    instead: tuple[int, ...] = ()


@dataclass(frozen=True)
class GameSummary:
    """One line of the list of games."""

    id: str
    kind: str
    title: str
    version: int
    created: datetime
    changed: datetime
    deleted: bool
