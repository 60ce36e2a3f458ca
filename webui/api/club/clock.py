"""The server's time, to which the clocks on all screens are set."""

from __future__ import annotations

from flask import Response, jsonify

from ...games.clocks import now
from .. import api
from ..requests import guarded


@api.get("/time")
@guarded()
def tell_time() -> Response:
    """Seconds since 1970 by the server's clock."""
    return jsonify(now=now())
