"""What a wheel carries besides the program: the guide's pages and a sample photo.

In a checkout they lie elsewhere: the photo among the samples, the guide where ``make docs`` has
put it, and what it is made of in ``docs``.
"""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent


def guide_folder() -> Path | None:
    """The folder of the guide's pages, None where it was not built."""
    return _first(_HERE / "carried" / "help", _HERE.parent / "site")


def guide_sources() -> Path | None:
    """The folder of the guide's Markdown, None outside a checkout."""
    return _first(_HERE.parent / "docs")


def sample_photo() -> Path | None:
    """The photo that a new dashboard shows, None where it is missing."""
    return _first(_HERE / "carried" / "table.jpg", _HERE.parent / "sample_images" / "table.jpg")


def _first(*places: Path) -> Path | None:
    return next((path for path in places if path.exists()), None)
