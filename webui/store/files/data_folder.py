"""The folder of one dashboard: held by one server at a time, with a corner for files in passing."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from ....engine.whole_file import PASSING
from ...errors import BadInput

LOCK_FILE, CORNER = "server.lock", "passing"
#: What earlier versions could leave in the folder when they were killed, and a key of theirs.
_LEFT_BEHIND = re.compile(r"tmp[a-z0-9_]{8}(\.photo)?|session\.key")


class FolderInUse(BadInput):
    """Another dashboard serves this folder already; the message says which and what to do.
    ``port`` is where it listens, None where it does not say."""

    port: int | None = None


class DataFolder:
    """Holds a folder until it is released, or the process has ended in whatever way.

    Two servers on one folder would not hear of each other's changes, and each would sweep away the
    other's unfinished files.
    """

    def __init__(self, path: Path) -> None:
        """Make the folder where it is new, and hold it. Raises FolderInUse, OSError."""
        path.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._lock: IO[str] | None = _locked(path / LOCK_FILE)
        if self._lock is None:
            process, port = _holder(path / LOCK_FILE)
            refused = FolderInUse(
                f"another dashboard{process} already serves {path}: "
                "stop it, or choose another folder with --data"
            )
            refused.port = port
            raise refused
        self._corner = path / CORNER
        self._sweep()

    def served_on(self, port: int) -> None:
        """Tell who finds the folder held on which port we listen."""
        if self._lock is not None:
            _note(self._lock, port)

    def release(self) -> None:
        """Let another server have the folder."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    @contextmanager
    def passing(self) -> Iterator[Path]:
        """A folder for files that are needed for a moment."""
        folder = self._corner / secrets.token_hex(8)
        folder.mkdir(parents=True)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _sweep(self) -> None:
        """Take away what a killed server has left."""
        shutil.rmtree(self._corner, ignore_errors=True)
        for left in self.path.iterdir():
            if left.name.startswith(PASSING) or _LEFT_BEHIND.fullmatch(left.name):
                with contextlib.suppress(OSError):
                    shutil.rmtree(left) if left.is_dir() else left.unlink()


def _locked(path: Path) -> IO[str] | None:
    """The lock file, held open; None where another process holds it."""
    file = open(path, "a+", encoding="ascii")  # noqa: SIM115 - it stays open while we serve
    try:
        _lock(file)
    except BlockingIOError:
        file.close()
        return None
    except OSError:
        pass  # some network file systems cannot lock: better to serve than to refuse
    with contextlib.suppress(OSError):
        file.truncate(0)
    _note(file, os.getpid())
    return file


def _note(file: IO[str], number: int) -> None:
    with contextlib.suppress(OSError):  # a full disk does not stop those who look on
        file.write(f"{number}\n")
        file.flush()


def _lock(file: IO[str]) -> None:
    if sys.platform == "win32":
        import msvcrt

        file.seek(1 << 20)  # far behind the text, which others may read
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError from error
        file.seek(0)
    else:
        try:
            import fcntl
        except ImportError:  # a system that can hold no files: two servers are not told apart
            return
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _holder(path: Path) -> tuple[str, int | None]:
    """Which process holds the lock, in words, and its port."""
    try:
        process, *port = map(int, path.read_text(encoding="ascii").split())
        return f" (process {process})", port[0] if port else None
    except (OSError, ValueError):
        return "", None
