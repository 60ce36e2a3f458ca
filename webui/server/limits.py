"""How often requests may come, by address and kind, and how large their bodies may be.

All that is called ``MOST_…`` in the dashboard, here and elsewhere, bounds what a hostile request
can cost in time, memory and disk. Each stands far above what a club needs: no game, no photo and no
evening comes near it. Where a number needs another reason, that stands beside it.
"""

from __future__ import annotations

import re
import threading
import time
from dataclasses import dataclass

from .configuration import MEGABYTE, Configuration
from .tries import MOST_ADDRESSES


@dataclass(frozen=True)
class Rate:
    """``burst`` requests at once, and ``per_second`` in the long run."""

    per_second: float
    burst: int


CHANGES = Rate(per_second=100.0, burst=300)
UPLOADS = Rate(per_second=40.0, burst=120)
HEAVY = Rate(per_second=2.0, burst=20)
#: Bytes of changes, boards and options: a busy evening sends a few kilobytes a second.
BYTES = Rate(per_second=300_000.0, burst=5_000_000)


class RateLimiter:
    """Counts requests by kind and address."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}

    def wait(self, kind: str, address: str, rate: Rate, cost: float = 1.0) -> float:
        """0 where the request may go on, else the seconds after which it may come again. ``cost``
        is how much of the rate it takes, at most the burst."""
        now = time.monotonic()
        with self._lock:
            left, at = self._buckets.pop((kind, address), (float(rate.burst), now))
            left = min(rate.burst, left + (now - at) * rate.per_second)
            allowed = left >= cost
            # Put back at the end: the order of the dictionary is that of last use.
            self._buckets[kind, address] = (left - cost if allowed else left, now)
            if len(self._buckets) > MOST_ADDRESSES:
                del self._buckets[next(iter(self._buckets))]
        return 0.0 if allowed else (cost - left) / rate.per_second


#: A changed board, a reading, a setting: no page and no program needs more.
SMALL_BODY = 300_000
MOST_FRAME_BYTES = 4 * MEGABYTE
#: Films come in pieces.
MOST_PIECE_BYTES = 8 * MEGABYTE
#: What a form adds to the photo in it.
_ROUND_A_PHOTO = 100_000

#: The header in which the server tells the application why it did not take a body.
REFUSED = "PALAGO_REFUSED"

_IMPORT = re.compile(r"/api/v1/imports")
_FRAME = re.compile(r"/api/v1/games/[^/]+/frames")
_PIECE = re.compile(r"/api/v1/digitisings/[^/]+/files")
_PHOTO = re.compile(r"/api/v1/((games|tile-sets)/[^/]+/photos|readings|calibrations/[^/]+/views)")


def most_body_bytes(configuration: Configuration, method: str, path: str) -> int:
    """The largest body that a request may have."""
    large = {
        _IMPORT: configuration.most_import_bytes,
        _FRAME: MOST_FRAME_BYTES,
        _PIECE: MOST_PIECE_BYTES,
        _PHOTO: configuration.most_upload_bytes + _ROUND_A_PHOTO,
    }
    found = (most for place, most in large.items() if method == "POST" and place.fullmatch(path))
    return next(found, SMALL_BODY)
