"""What is kept: events in a database, photos as files beside it."""

from .event_store import (
    DatabaseUnavailable,
    Event,
    EventMark,
    EventStore,
    GameSummary,
    UnknownGame,
    VersionConflict,
)
from .photo_store import PhotoStore, UnknownPhoto

__all__ = [
    "DatabaseUnavailable",
    "Event",
    "EventMark",
    "EventStore",
    "GameSummary",
    "PhotoStore",
    "UnknownGame",
    "UnknownPhoto",
    "VersionConflict",
]
