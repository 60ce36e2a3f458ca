"""What a wheel carries besides the program: the guide's pages and a sample photo.

In a checkout they lie elsewhere: the photo among the samples, the guide where ``make docs`` has
put it, and what it is made of in ``docs``.
"""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent
_PLACES = {
    "guide": (_HERE / "carried" / "help", _HERE.parent / "site"),
    "guide's sources": (_HERE.parent / "docs",),
    "photo": (_HERE / "carried" / "table.jpg", _HERE.parent / "sample_images" / "table.jpg"),
}


def guide_folder() -> Path | None:
    """The folder of the guide's pages, None where it was not built."""
    return _first("guide")


def guide_sources() -> Path | None:
    """The folder of the guide's Markdown, None outside a checkout."""
    return _first("guide's sources")


def sample_photo() -> Path | None:
    """The photo that a new dashboard shows, None where it is missing."""
    return _first("photo")


def _first(name: str) -> Path | None:
    return next((path for path in _PLACES[name] if path.exists()), None)
