"""Rate limits: buckets that fill again, one for each address and kind of request."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

#: More addresses than a club has phones; beyond it the ones that were quiet longest are dropped.
MOST_BUCKETS = 4096


@dataclass(frozen=True)
class Rate:
    """``burst`` requests at once, and ``per_second`` in the long run."""

    per_second: float
    burst: int


PIN_TRIES = Rate(per_second=1 / 12, burst=5)
CHANGES = Rate(per_second=100.0, burst=300)
UPLOADS = Rate(per_second=40.0, burst=120)
HEAVY = Rate(per_second=2.0, burst=20)


class RateLimiter:
    """Counts requests by kind and address."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}

    def wait(self, kind: str, address: str, rate: Rate) -> float:
        """0 where the request may go on, else the seconds after which it may come again."""
        now = time.monotonic()
        with self._lock:
            left, at = self._buckets.pop((kind, address), (float(rate.burst), now))
            left = min(rate.burst, left + (now - at) * rate.per_second)
            allowed = left >= 1.0
            # Put back at the end: the order of the dictionary is that of last use.
            self._buckets[kind, address] = (left - 1.0 if allowed else left, now)
            if len(self._buckets) > MOST_BUCKETS:
                del self._buckets[next(iter(self._buckets))]
        return 0.0 if allowed else (1.0 - left) / rate.per_second
