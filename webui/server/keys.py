"""What opens the right to referee: a random key, or a PIN that people type, and invitations.

A key has 128 bits: nobody guesses it. A PIN can be guessed, so wrong ones make everybody wait.
Nothing of these is kept in plain: what is compared are hashes.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import threading
import time
import unicodedata
from dataclasses import dataclass

from .tries import TriesLimiter

KEY_BYTES = 16
LEAST_PIN_CHARACTERS, MOST_PIN_CHARACTERS = 6, 64
#: How long the code that a referee shows to another one can be used.
INVITATION_SECONDS = 600.0
MOST_INVITATIONS = 32


def new_key() -> str:
    """A random key of 128 bits, short enough for a QR code."""
    return secrets.token_urlsafe(KEY_BYTES)


def is_key(text: str) -> bool:
    """Whether a text can be a key: long enough, and of characters that a URL takes as they are."""
    return len(text) >= len(new_key()) and re.fullmatch(r"[A-Za-z0-9_-]+", text) is not None


def plain_pin(typed: str) -> str:
    """A PIN as it is compared: spaces around it and what cannot be seen do not count."""
    seen = "".join(c for c in unicodedata.normalize("NFKC", typed) if c.isprintable())
    return seen.strip()


@dataclass(frozen=True)
class _OpenInvitation:
    """Until when it is good, and whose role it hands over."""

    until: float
    from_session: str | None


class Keys:
    """Compares what is shown with the PIN, the key and the invitations of one dashboard.

    Where there is a PIN there is no key. Every comparison is counted first, so that whoever has
    to wait does not learn whether the last try was right.
    """

    def __init__(self, pin: str | None, key: str | None) -> None:
        self._salt = secrets.token_bytes(16)
        self._has_pin = pin is not None
        self._secret = self._hash(plain_pin(pin) if pin is not None else key or new_key())
        self._invitations: dict[bytes, _OpenInvitation] = {}
        self._lock = threading.Lock()
        self._key_tries = TriesLimiter()
        self._pin_tries = TriesLimiter(together=True)

    def opens(self, shown: str, address: str) -> bool:
        """Whether this is the PIN, or the key where no PIN is set. Raises TooManyTries, without
        comparing, where this address has to wait."""
        if not self._has_pin:
            return self._key_tries.attempt(address, lambda: self._is_secret(shown))
        return self._pin_tries.attempt(address, lambda: self._is_secret(plain_pin(shown)))

    def admits(self, key: str, address: str) -> bool:
        """Whether this is the key or an invitation, which is used up by it. Raises TooManyTries,
        without comparing, where this address has to wait."""
        return self._key_tries.attempt(
            address,
            lambda: self._use_invitation(key) or (not self._has_pin and self._is_secret(key)),
        )

    def invite(self, from_session: str | None = None) -> str:
        """A key that opens one session within the next minutes. Where the role is handed over, it
        is that of the session ``from_session``."""
        key, now = new_key(), time.monotonic()
        with self._lock:
            self._forget_old(now)
            while len(self._invitations) >= MOST_INVITATIONS:
                del self._invitations[next(iter(self._invitations))]
            self._invitations[self._hash(key)] = _OpenInvitation(
                now + INVITATION_SECONDS, from_session
            )
        return key

    def hands_over(self, key: str) -> str | None:
        """The session whose role an invitation hands over, None where it is one more role. To be
        asked before the invitation is used up."""
        with self._lock:
            known = self._invitations.get(self._hash(key))
            return None if known is None else known.from_session

    def withdraw(self) -> None:
        """Have no invitation be good any more."""
        with self._lock:
            self._invitations.clear()

    def _use_invitation(self, key: str) -> bool:
        with self._lock:
            self._forget_old(time.monotonic())
            return self._invitations.pop(self._hash(key), None) is not None

    def _forget_old(self, now: float) -> None:
        self._invitations = {
            key: known for key, known in self._invitations.items() if known.until > now
        }

    def _is_secret(self, shown: str) -> bool:
        return hmac.compare_digest(self._hash(shown), self._secret)

    def _hash(self, text: str) -> bytes:
        return hmac.digest(self._salt, text.encode("utf-8", "surrogatepass"), hashlib.sha256)
