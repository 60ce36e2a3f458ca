"""Who may change games: sessions that are kept here, so that they can be listed and ended.

A browser holds a random token; the file in the data folder holds only its hash, and a slow hash of
the PIN or key that they were opened with. Under another PIN or key none of them counts.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import secrets
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from ...engine.stamp import stamped
from ...engine.values import value_of
from ..store.files.whole_files import write_whole

#: How long a browser that is not used keeps its right.
LIFETIME = timedelta(days=30)
#: How much later it is written down that a session was used.
NOTED_AFTER = timedelta(hours=1)
MOST_SESSIONS = 100
Moment = Annotated[datetime, Meta(tz=True)]
_SCRYPT = {"n": 2**14, "r": 8, "p": 1, "dklen": 32}


@dataclass(frozen=True)
class Session:
    """One browser's right. ``id`` names it in lists, and opens nothing."""

    id: str
    token_hash: str
    opened: Moment
    seen: Moment
    device: str
    address: str


@dataclass(frozen=True)
class _SessionsFile:
    """The file: the hash of what opened the sessions, and the sessions."""

    secret: str
    sessions: tuple[Session, ...]


class Sessions:
    """The open sessions of one dashboard, kept in a file.

    ``secret`` is the PIN or key that opens them; only its hash is written down. A hash that is
    slow on purpose is made when a file is read or written, and not by each start.
    """

    def __init__(
        self, file: Path, secret: str, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._file = file
        self._now = now
        self._lock = threading.Lock()
        self._by_hash: dict[str, Session] = {}
        self._hash: Callable[[], str] = cache(lambda: _hash_of_secret(secret))
        kept = _kept(file)
        if kept is not None and _is_same_secret(secret, kept.secret):
            self._hash = lambda: kept.secret
            self._by_hash = {s.token_hash: s for s in kept.sessions}
            self._forget_old()
        else:
            file.unlink(missing_ok=True)

    def open(self, device: str, address: str) -> str:
        """Open a session and return the token that its browser keeps. Raises OSError."""
        token, now = secrets.token_urlsafe(32), self._now()
        session = Session(
            secrets.token_urlsafe(9), _token_hash(token), now, now, device[:80], address[:64]
        )
        with self._lock:
            self._forget_old()
            known = sorted(self._by_hash.values(), key=lambda s: s.seen)[-MOST_SESSIONS + 1 :]
            wished = {s.token_hash: s for s in (*known, session)}
            self._write(wished)
            self._by_hash = wished
        return token

    def of(self, token: str) -> Session | None:
        """The session that a token opens, None where there is none (any more)."""
        with self._lock:
            found = self._by_hash.get(_token_hash(token))
            if found is None:
                return None
            now = self._now()
            if now - found.seen > LIFETIME:
                return None
            if now - found.seen > NOTED_AFTER:
                found = replace(found, seen=now)
                self._by_hash[found.token_hash] = found
                with contextlib.suppress(OSError):  # that it was used can be noted later
                    self._write(self._by_hash)
            return found

    def listed(self) -> list[Session]:
        """All sessions, the newest first."""
        with self._lock:
            self._forget_old()
            return sorted(self._by_hash.values(), key=lambda s: s.opened, reverse=True)

    def end(self, session: str) -> bool:
        """End a session by its id; False where there is none."""
        with self._lock:
            left = {h: s for h, s in self._by_hash.items() if s.id != session}
            if len(left) == len(self._by_hash):
                return False
            self._keep_only(left)
            return True

    def end_all(self, but: str | None = None) -> int:
        """End all sessions but one; returns how many."""
        with self._lock:
            left = {h: s for h, s in self._by_hash.items() if s.id == but}
            ended = len(self._by_hash) - len(left)
            self._keep_only(left)
            return ended

    def _keep_only(self, left: dict[str, Session]) -> None:
        self._by_hash = left
        try:
            self._write(left)
        except OSError:
            # What was ended must not come back after a restart, even where the disk is full.
            self._file.unlink(missing_ok=True)

    def _forget_old(self) -> None:
        now = self._now()
        self._by_hash = {h: s for h, s in self._by_hash.items() if now - s.seen <= LIFETIME}

    def _write(self, sessions: dict[str, Session]) -> None:
        listed = [
            asdict(s) | {"opened": s.opened.isoformat(), "seen": s.seen.isoformat()}
            for s in sessions.values()
        ]
        content = stamped("sessions", {"secret": self._hash(), "sessions": listed})
        write_whole(self._file, json.dumps(content, indent=1).encode(), private=True)


def device_named(user_agent: str) -> str:
    """What a person would call a browser, from what it says of itself."""
    browsers = {"Firefox/": "Firefox", "FxiOS/": "Firefox", "Edg": "Edge", "OPR/": "Opera"}
    browsers |= {"SamsungBrowser/": "Samsung Internet", "CriOS/": "Chrome", "Chrome/": "Chrome"}
    browsers |= {"Safari/": "Safari"}
    systems = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows"}
    systems |= {"Mac OS X": "Mac", "CrOS": "ChromeOS", "Linux": "Linux"}
    browser = next((name for mark, name in browsers.items() if mark in user_agent), "")
    system = next((name for mark, name in systems.items() if mark in user_agent), "")
    return " · ".join(word for word in (browser, system) if word)


def _token_hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _hash_of_secret(secret: str, salt: str | None = None) -> str:
    salt = salt or secrets.token_hex(16)
    found = hashlib.scrypt(
        secret.encode("utf-8", "surrogatepass"), salt=bytes.fromhex(salt), **_SCRYPT
    )
    return f"{salt}:{found.hex()}"


def _is_same_secret(secret: str, kept: str) -> bool:
    salt, _, _ = kept.partition(":")
    try:
        return hmac.compare_digest(_hash_of_secret(secret, salt), kept)
    except ValueError:
        return False


def _kept(file: Path) -> _SessionsFile | None:
    """What the file holds; None where it is not there, or damaged: then all scan or type anew."""
    try:
        return value_of(_SessionsFile, json.loads(file.read_bytes()))
    except (OSError, ValueError, RecursionError):
        return None
