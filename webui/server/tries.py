"""Wrong keys and PINs make the next try wait, twice as long each time.

Tries are counted before anything is compared, so that an answer tells nothing to whoever has to
wait. One count goes by address; another one, for what can be guessed, by all addresses together.
"""

from __future__ import annotations

import ipaddress
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

#: More addresses than a club has phones; beyond it the one that was quiet longest is forgotten.
MOST_ADDRESSES = 4096


class TooManyTries(Exception):
    """Come again later. ``seconds`` says when."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"try again in {seconds:.0f} s")
        self.seconds = seconds


@dataclass(frozen=True)
class Patience:
    """``free`` wrong tries cost nothing; after that each doubles the pause, up to ``most`` seconds.
    One wrong try is forgiven every ``forgiven_after`` seconds."""

    free: int
    first: float
    most: float
    forgiven_after: float


WITH_ONE = Patience(free=5, first=12.0, most=900.0, forgiven_after=600.0)
WITH_ALL = Patience(free=30, first=2.0, most=60.0, forgiven_after=30.0)


@dataclass
class _WrongTries:
    wrong: int = 0
    at: float = 0.0

    def wait(self, now: float, patience: Patience) -> float:
        """Seconds until the next try."""
        over = self._left(now, patience) - patience.free
        if over < 0:
            return 0.0
        pause: float = min(patience.first * 2.0 ** min(over, 30), patience.most)
        return max(0.0, self.at + pause - now)

    def one_more(self, now: float, patience: Patience) -> None:
        """Count a wrong try."""
        self.wrong = self._left(now, patience) + 1
        self.at = now

    def _left(self, now: float, patience: Patience) -> int:
        return max(0, self.wrong - int((now - self.at) / patience.forgiven_after))


class TriesLimiter:
    """Counts wrong tries by address, and ``together`` by all addresses, too."""

    def __init__(
        self, *, together: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._counts: dict[str, _WrongTries] = {}
        self._everybody = _WrongTries() if together else None

    def attempt(self, address: str, is_right: Callable[[], bool]) -> bool:
        """Whether a try is right. Raises TooManyTries, without looking, where it has to wait."""
        key = network_of(address)
        with self._lock:
            now = self._clock()
            count = self._counts.pop(key, None) or _WrongTries()
            self._counts[key] = count  # at the end: the order is that of last use
            if len(self._counts) > MOST_ADDRESSES:
                del self._counts[next(iter(self._counts))]
            wait = count.wait(now, WITH_ONE)
            if self._everybody is not None:
                wait = max(wait, self._everybody.wait(now, WITH_ALL))
            if wait > 0:
                raise TooManyTries(wait)
            if is_right():
                del self._counts[key]
                return True
            count.one_more(now, WITH_ONE)
            if self._everybody is not None:
                self._everybody.one_more(now, WITH_ALL)
            return False


def network_of(address: str) -> str:
    """Whose address it is: of IPv6 the first half, which one household has as a whole."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(known, ipaddress.IPv6Address):
        if known.ipv4_mapped is not None:
            return str(known.ipv4_mapped)
        return str(ipaddress.ip_network((known, 64), strict=False))
    return str(known)
