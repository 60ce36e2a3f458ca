"""Who may referee: showing a PIN or key, inviting another referee, listing and ending sessions."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from flask import Response, jsonify, request

from ...server import access
from ...server.addresses import address_for_others, qr_svg
from ...server.keys import INVITATION_SECONDS
from ...server.limits import HEAVY
from ...server.sessions import Session, device_named
from ...server.tries import TooManyTries
from ...services import services
from .. import api
from ..fields import BadRequest, flag_field, json_body, text_field
from ..problems import come_again, problem, wrong_key
from ..requests import guarded


@api.get("/session")
def show_session() -> Response:
    """What this browser may do, and what it has to show to do more."""
    configuration = services().configuration
    return jsonify(
        pin_needed=configuration.asks_for == "pin",
        key_needed=configuration.asks_for == "key",
        may_change=access.may_change(),
    )


@api.post("/session")
@guarded()
def open_session() -> Response | tuple[Response, int]:
    """Show the PIN or a key, and become a referee."""
    parts = services()
    body = json_body()
    address = request.remote_addr or ""
    if parts.configuration.open_to_all:
        return jsonify(may_change=True)
    handed_over = None
    try:
        if "key" in body:
            handed_over = parts.keys.hands_over(text_field(body, "key", most=64))
            opened = parts.keys.admits(text_field(body, "key", most=64), address)
        elif "pin" in body:
            opened = parts.keys.opens(text_field(body, "pin", most=64), address)
        else:
            raise BadRequest('send the "pin" or a "key"')
    except TooManyTries as error:
        return come_again(error.seconds, "too_many_tries")
    if not opened:
        return wrong_key()
    before = access.session_of(parts, request)
    token = parts.sessions.open(device_named(request.headers.get("User-Agent", "")), address)
    for ended in (None if before is None else before.id, handed_over):
        if ended is not None:
            parts.sessions.end(ended)
    response = jsonify(may_change=True)
    access.give_session(request, response, token)
    return response


@api.delete("/session")
@guarded()
def close_session() -> Response:
    """Give the right to change back."""
    parts = services()
    own = access.session_of(parts, request)
    if own is not None:
        parts.sessions.end(own.id)
    response = jsonify(may_change=access.may_without_key(parts.configuration, request))
    access.take_session(request, response)
    return response


@api.get("/sessions")
@guarded()
def list_sessions() -> Response:
    """The browsers that may change games, the newest first."""
    return jsonify(_listed())


@api.delete("/sessions")
@guarded()
def end_other_sessions() -> Response:
    """End all sessions but this browser's own, and all invitations."""
    parts = services()
    own = access.session_of(parts, request)
    parts.keys.withdraw()
    parts.sessions.end_all(but=None if own is None else own.id)
    return jsonify(_listed())


@api.delete("/sessions/<session>")
@guarded()
def end_session(session: str) -> Response | tuple[Response, int]:
    """End one session: that browser looks on from now on."""
    if not services().sessions.end(session):
        return problem(404, "unknown_session")
    return jsonify(_listed())


@api.post("/invitations")
@guarded(rate=("heavy", HEAVY))
def invite() -> tuple[Response, int]:
    """A code for one more referee, or for one in this one's place; good once, for a few minutes.

    ``game`` is where it leads. A browser without a session of its own has no role to hand over.
    """
    parts, body = services(), json_body()
    own = access.session_of(parts, request)
    gives_role = flag_field(body, "hand_over", False) and own is not None
    game = text_field(body, "game", most=32, default="")
    key = parts.keys.invite(own.id if gives_role and own is not None else None)
    start = address_for_others(parts.configuration, request)
    url = f"{start}join{f'?game={quote(game)}' if game else ''}#{key}"
    answer = jsonify(url=url, picture=qr_svg(url), seconds=INVITATION_SECONDS)
    return answer, 201


def _listed() -> dict[str, Any]:
    parts = services()
    own = access.session_of(parts, request)
    return {"sessions": [_session_json(s, own) for s in parts.sessions.listed()]}


def _session_json(session: Session, own: Session | None) -> dict[str, Any]:
    return {
        "id": session.id,
        "device": session.device,
        "address": session.address,
        "opened": session.opened.isoformat(timespec="seconds"),
        "seen": session.seen.isoformat(timespec="seconds"),
        "own": own is not None and own.id == session.id,
    }
