"""What can be wrong with the disk and the database, as a status and a sentence's key."""

from __future__ import annotations

import errno
import sqlite3
from dataclasses import dataclass

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@dataclass(frozen=True)
class Trouble:
    """A status of HTTP, the key of the sentence, and when to come again where that can help."""

    status: int
    key: str
    seconds: float | None = None


LOCKED = Trouble(503, "database_locked", 5)
FULL = Trouble(507, "disk_full")
DAMAGED = Trouble(503, "database_damaged")
AWAY = Trouble(503, "database_away", 5)
UNWRITABLE = Trouble(507, "disk_unwritable")
#: What databases say of each, the first that fits counts.
_SAID = {
    LOCKED: ("locked", "busy"),
    FULL: ("full", "no space"),
    DAMAGED: ("malformed", "not a database", "disk i/o error"),
    UNWRITABLE: ("readonly", "read-only"),
    AWAY: ("connect", "unable to open"),
}


def trouble_of(error: BaseException) -> Trouble | None:
    """What is wrong, None where the error is none of the disk or the database."""
    if isinstance(error, PoolTimeout):
        return LOCKED
    if isinstance(error, DBAPIError):
        return _of_database(str(error.orig).lower(), error.connection_invalidated)
    if isinstance(error, sqlite3.Error):  # met while a connection was opened
        return _of_database(str(error).lower(), False)
    if isinstance(error, OSError):
        if error.errno in _NO_ROOM:
            return FULL
        if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM, errno.EIO):
            return UNWRITABLE
    return None


def _of_database(said: str, is_gone: bool) -> Trouble | None:
    known = (trouble for trouble, words in _SAID.items() if any(word in said for word in words))
    return next(known, AWAY if is_gone else None)
