"""Who may referee: showing a PIN or key, inviting another referee, listing and ending sessions."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict
from urllib.parse import quote

from flask import Response, jsonify, request
from msgspec import UNSET, Meta, UnsetType

from ...sent import BadRequest, Id, Sent
from ...server import access
from ...server.addresses import address_for_others, qr_svg
from ...server.keys import INVITATION_SECONDS
from ...server.limits import HEAVY
from ...server.sessions import device_named
from ...services import parts
from .. import api
from ..answer_types import SessionAnswer, SessionsAnswer
from ..problems import problem
from ..requests import guarded

Secret = Annotated[str, Meta(max_length=64)]


class Credentials(Sent):
    """The PIN, or a key."""

    pin: Secret | UnsetType = UNSET
    key: Secret | UnsetType = UNSET


class Invitation(Sent):
    """One more referee, or one in this one's place; ``game`` is where the code leads."""

    game: Id = ""
    hand_over: bool = False


class RightAnswer(TypedDict):
    """Whether this browser may change games."""

    may_change: bool


class InvitationAnswer(TypedDict):
    """An address that makes its reader a referee, as a QR code too, and the ``seconds`` that it is
    good."""

    url: str
    picture: str
    seconds: int


@api.get("/session")
@guarded(answer=SessionAnswer)
def show_session() -> dict[str, Any]:
    """What this browser may do, and what it has to show to do more."""
    configuration = parts.configuration
    return {
        "pin_needed": configuration.asks_for == "pin",
        "key_needed": configuration.asks_for == "key",
        "may_change": access.may_change(),
    }


@api.post("/session")
@guarded(answer=RightAnswer)
def open_session(body: Credentials) -> Response:
    """Show the PIN or a key, and become a referee."""
    address = request.remote_addr or ""
    if parts.configuration.open_to_all:
        return jsonify(may_change=True)
    handed_over = None
    if body.key is not UNSET:
        handed_over = parts.keys.hands_over(body.key)
        opened = parts.keys.admits(body.key, address)
    elif body.pin is not UNSET:
        opened = parts.keys.opens(body.pin, address)
    else:
        raise BadRequest('send the "pin" or a "key"')
    if not opened:
        raise access.WrongKey
    before = access.session_of(parts, request)
    token = parts.sessions.open(device_named(request.headers.get("User-Agent", "")), address)
    for ended in (None if before is None else before.id, handed_over):
        if ended is not None:
            parts.sessions.end(ended)
    response = jsonify(may_change=True)
    access.give_session(request, response, token)
    return response


@api.delete("/session")
@guarded(answer=RightAnswer)
def close_session() -> Response:
    """Give the right to change back."""
    own = access.session_of(parts, request)
    if own is not None:
        parts.sessions.end(own.id)
    response = jsonify(may_change=access.may_without_key(parts.configuration, request))
    access.take_session(request, response)
    return response


@api.get("/sessions")
@guarded(answer=SessionsAnswer)
def list_sessions() -> dict[str, Any]:
    """The browsers that may change games, the newest first."""
    return _listed()


@api.delete("/sessions")
@guarded(answer=SessionsAnswer)
def end_other_sessions() -> dict[str, Any]:
    """End all sessions but this browser's own, and all invitations."""
    own = access.session_of(parts, request)
    parts.keys.withdraw()
    parts.sessions.end_all(but=None if own is None else own.id)
    return _listed()


@api.delete("/sessions/<session>")
@guarded(answer=SessionsAnswer)
def end_session(session: str) -> Any:
    """End one session: that browser looks on from now on."""
    if not parts.sessions.end(session):
        return problem(404, "unknown_session")
    return _listed()


@api.post("/invitations")
@guarded(rate=("heavy", HEAVY), status=201, answer=InvitationAnswer)
def invite(body: Invitation) -> dict[str, Any]:
    """A code for one more referee, or for one in this one's place; good once, for a few minutes.

    ``game`` is where it leads. A browser without a session of its own has no role to hand over.
    """
    own = access.session_of(parts, request)
    key = parts.keys.invite(own.id if body.hand_over and own is not None else None)
    start = address_for_others(parts.configuration, request)
    url = f"{start}join{f'?game={quote(body.game)}' if body.game else ''}#{key}"
    return {"url": url, "picture": qr_svg(url), "seconds": INVITATION_SECONDS}


def _listed() -> dict[str, Any]:
    own = access.session_of(parts, request)
    sessions = [
        {
            "id": one.id,
            "device": one.device,
            "address": one.address,
            "opened": one.opened.isoformat(timespec="seconds"),
            "seen": one.seen.isoformat(timespec="seconds"),
            "own": own is not None and own.id == one.id,
        }
        for one in parts.sessions.listed()
    ]
    return {"sessions": sessions}
