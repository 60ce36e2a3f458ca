"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

#: How the names of files begin that are being written: what was killed leaves such a one behind.
PASSING = ".passing-"


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A file to be written, which takes the place of ``path`` when that is done. Whatever fails
    leaves everything as it was. Raises OSError where it cannot take the place."""
    draft = path.with_name(PASSING + os.urandom(6).hex())
    try:
        yield draft
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def contents(given: Any) -> Any:
    """What is in an opened file, its bytes where it was opened as text, too; any buffer as bytes;
    whatever else was given as it is."""
    given = getattr(given, "buffer", given)
    given = given.read() if hasattr(given, "read") else given
    return bytes(given) if isinstance(given, bytearray | memoryview) else given


def not_there(name: str | Path, what: str = "file") -> str:
    """That there is no such file, or ``what`` else was named, and what to do."""
    return f"there is no {what} {name}: check its name and folder"


def why_not_opened(name: str | Path, error: Exception) -> str:
    """Why a file cannot be opened, and what to do."""
    if isinstance(error, FileNotFoundError):
        return not_there(name)
    if isinstance(error, IsADirectoryError | PermissionError) and os.path.isdir(name):
        return f"{name} is a folder: name a file in it"
    return f"cannot read {name}: {getattr(error, 'strerror', None) or error}"
