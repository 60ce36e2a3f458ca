"""Files that are there whole and on disk, or not at all."""

from __future__ import annotations

import errno
import filecmp
import os
from pathlib import Path

from ....engine.whole_file import whole_file


def write_whole(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write a file at once, in place of the one that is there; ``private`` for its owner only.
    Raises OSError, and then leaves everything as it was."""
    with whole_file(path) as draft:
        new = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        with os.fdopen(os.open(draft, new, 0o600 if private else 0o666), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    _put_on_disk(path.parent)


def move_whole(source: Path, target: Path) -> None:
    """Move a file: its new place holds all of it, or what was there before. Raises OSError."""
    if target.is_file() and filecmp.cmp(source, target, shallow=False):
        source.unlink()  # Windows replaces no file that somebody reads
        return
    with open(source, "rb+") as file:
        os.fsync(file.fileno())
    try:
        os.replace(source, target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        write_whole(target, source.read_bytes())  # the two are on different disks
        source.unlink()
    _put_on_disk(target.parent)


def _put_on_disk(folder: Path) -> None:
    """Have the new name on disk, too, where the system can."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        pass
    finally:
        os.close(descriptor)
