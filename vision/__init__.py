"""From a photo of the table to a Reading: which tiles lie where, and how sure that is.

`read` is all that most callers need.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .photos.photo import PhotoError
    from .reader import read
    from .readings.reading import Reading, TileReading

__all__ = ["PhotoError", "Reading", "TileReading", "read", "reader_of"]

_PLACES = {
    "PhotoError": ".photos.photo",
    "Reading": ".readings.reading",
    "TileReading": ".readings.reading",
    "read": ".reader",
}
#: What reads photos of a kind of table, by the name of the table's shape.
_READERS = {
    "tiles": (".reader", "read"),
    "palanquee board": (".counters.reader", "read_counters"),
}


def reader_of(table: str) -> Callable[[Any], Any]:
    """What reads photos of a kind of table, "tiles" or "palanquee board". Raises ValueError."""
    if table not in _READERS:
        raise ValueError(f"photos of a table of {table} cannot be read here")
    module, name = _READERS[table]
    reader: Callable[[Any], Any] = getattr(import_module(module, __name__), name)
    return reader


def __getattr__(name: str) -> Any:
    """Give the names above without importing numpy and OpenCV before they are needed."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_PLACES[name], __name__), name)
