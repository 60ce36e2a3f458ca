"""The server's time, to which the clocks on all screens are set."""

from __future__ import annotations

from typing import TypedDict

from ...games.clocks import now
from .. import api
from ..requests import guarded


class TimeAnswer(TypedDict):
    """Seconds since 1970."""

    now: float


@api.get("/time")
@guarded()
def tell_time() -> TimeAnswer:
    """Seconds since 1970 by the server's clock."""
    return {"now": now()}
