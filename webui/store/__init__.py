"""What is kept: events in a database, photos as files beside it."""

from .event_store import (
    Event,
    EventMark,
    EventStore,
    GameSummary,
    UnknownGame,
    VersionConflict,
)
from .opening import DatabaseUnavailable
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
