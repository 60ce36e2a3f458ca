"""What is kept: events in a database, photos as files beside it."""

from .event_store import (
    EventMark,
    EventStore,
    GameSummary,
    StoredEvent,
    UnknownGame,
    VersionConflict,
)
from .opening import DatabaseUnavailable
from .photo_store import PhotoStore, UnknownPhoto

__all__ = [
    "DatabaseUnavailable",
    "EventMark",
    "EventStore",
    "GameSummary",
    "PhotoStore",
    "StoredEvent",
    "UnknownGame",
    "UnknownPhoto",
    "VersionConflict",
]
