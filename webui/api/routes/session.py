"""The PIN: opening and closing this browser's right to change games."""

from __future__ import annotations

from flask import Response, jsonify, request

from ...server import access
from ...server.limits import PIN_TRIES
from ...services import services
from .. import api
from ..fields import json_body, text_field
from ..problems import problem
from ..requests import guarded


@api.get("/session")
def show_session() -> Response:
    """Whether a PIN is set, and whether this browser has shown it."""
    configuration = services().configuration
    return jsonify(
        pin_needed=configuration.pin is not None,
        may_change=access.may_change(configuration, request),
    )


@api.post("/session")
@guarded(rate=("session", PIN_TRIES))
def open_session() -> Response | tuple[Response, int]:
    """Show the PIN."""
    parts = services()
    pin = text_field(json_body(), "pin", most=64)
    if not access.pin_matches(parts.configuration, pin):
        return problem(401, "wrong_pin")
    access.open_session()
    return jsonify(may_change=True)


@api.delete("/session")
@guarded()
def close_session() -> Response:
    """Give the right to change back."""
    access.close_session()
    return jsonify(may_change=services().configuration.pin is None)
