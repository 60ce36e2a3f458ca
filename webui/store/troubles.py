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
    if "locked" in said or "busy" in said:
        return LOCKED
    if "full" in said or "no space" in said:
        return FULL
    if "malformed" in said or "not a database" in said or "disk i/o error" in said:
        return DAMAGED
    if "readonly" in said or "read-only" in said:
        return UNWRITABLE
    if is_gone or "connect" in said or "unable to open" in said:
        return AWAY
    return None
