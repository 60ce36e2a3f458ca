"""What the database gives: events, and what a list says of each game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple


class UnknownGame(LookupError):
    """No game has this name."""


class VersionConflict(Exception):
    """Somebody else changed the game first. ``version`` is where it stands now."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the game is already at version {version}")
        self.version = version


@dataclass(frozen=True)
class StoredEvent:
    """One change: ``version`` counts a game's events from 1."""

    version: int
    at: datetime
    kind: str
    data: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """The event as an export and the audit show it."""
        at = self.at.isoformat(timespec="milliseconds")
        return {"version": self.version, "at": at, "kind": self.kind, "data": dict(self.data)}


class EventMark(NamedTuple):
    """An event's number and kind: enough to know whether it counts."""

    version: int
    kind: str


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
