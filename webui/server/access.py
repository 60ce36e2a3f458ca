"""Who is asking and what they may do; strange web pages cannot ask in their name.

There are no accounts. This machine itself may do everything, unless a PIN was set. From elsewhere
a browser shows a key or PIN once and holds a session from then on; programs send it along as
``Authorization: Bearer KEY``. A browser's request that changes something must come from our own
pages: its origin must be ours, and where a session comes with it, so must that page's token.
"""

from __future__ import annotations

import hmac
import ipaddress
import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Protocol
from urllib.parse import urlsplit

from flask import Request, Response, g

from ..store.event_store import EventStore
from ..store.stored import UnknownGame
from .configuration import Configuration
from .keys import Keys
from .routes import Right
from .sessions import LIFETIME, Session, Sessions

SAFE_METHODS = frozenset(("GET", "HEAD", "OPTIONS"))
CSRF_HEADER = "X-CSRF-Token"
SESSION_COOKIE, CSRF_COOKIE = "palago-referee", "palago-page"
#: Whoever speaks for somebody else says so in one of these.
FORWARDING = (
    *("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"),
    *("X-Forwarded-Server", "X-Real-IP", "X-Client-IP", "True-Client-IP", "CF-Connecting-IP"),
)


class WhoMay(Protocol):
    """Of the services of a dashboard those that tell who may do what."""

    @property
    def configuration(self) -> Configuration:
        """What the dashboard was started with."""

    @property
    def events(self) -> EventStore:
        """All games."""

    @property
    def keys(self) -> Keys:
        """What opens the right to change games."""

    @property
    def sessions(self) -> Sessions:
        """The browsers that have shown it."""


class WrongKey(Exception):
    """What was shown is neither the PIN nor the key."""


class RefereesOnly(Exception):
    """Who only looks on may not have this."""


def right_of(parts: WhoMay, request: Request) -> Right:
    """What the sender of a request may do. Raises WrongKey and TooManyTries."""
    configuration = parts.configuration
    if may_without_key(configuration, request) or session_of(parts, request) is not None:
        return Right.REFEREE
    shown = bearer(request)
    if shown is not None:
        if parts.keys.opens(shown, request.remote_addr or ""):
            return Right.REFEREE
        raise WrongKey
    return Right.NOTHING if configuration.pin_to_view else Right.LOOK


def may_try(parts: WhoMay, request: Request) -> bool:
    """Whether the sender needs to show nothing, or has shown what may open something. Asked before
    a large body is taken; a key is compared only when all of the request is there."""
    return (
        may_without_key(parts.configuration, request)
        or session_of(parts, request) is not None
        or bearer(request) is not None
    )


def may_change() -> bool:
    """Whether the sender of this request is a referee."""
    return bool(g.get("right", Right.NOTHING) is Right.REFEREE)


def is_hidden(parts: WhoMay, game: str) -> bool:
    """Whether a game lies in the bin and who asks is no referee: only they see it there."""
    if not game or may_change():
        return False
    with suppress(UnknownGame):  # whoever looks for it says so
        return parts.events.summary(game).deleted
    return False


def require_referee() -> None:
    """For what only a part of a route's answers needs. Raises RefereesOnly."""
    if not may_change():
        raise RefereesOnly


def may_without_key(configuration: Configuration, request: Request) -> bool:
    """Whether the sender needs to show nothing: where all is open, or at this machine."""
    if configuration.open_to_all:
        return True
    return configuration.pin is None and is_this_machine(request)


def is_this_machine(request: Request) -> bool:
    """Whether a request was made on this machine, for itself.

    Not one that came through a proxy here, nor one sent to a foreign name that leads here: that is
    a strange web page in a browser on this machine (DNS rebinding).
    """
    if not _is_loopback(request.remote_addr or ""):
        return False
    if any(name in request.headers for name in FORWARDING):
        return False
    return is_name_of_this_machine(_host_name(request.host))


def is_name_of_this_machine(name: str) -> bool:
    """Whether a host's name or address can mean nothing but this very machine."""
    here = {"localhost", socket.gethostname().lower()}
    return name in here or name.endswith(".localhost") or _is_loopback(name)


def bearer(request: Request) -> str | None:
    """The PIN or key that a program sent along, None where it sent none."""
    scheme, _, value = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not value.strip():
        return None
    try:
        return value.strip().encode("latin-1").decode("utf-8")
    except UnicodeError:
        return value.strip()


def session_of(parts: WhoMay, request: Request) -> Session | None:
    """The session that came along, None where there is none (any more)."""
    token = request.cookies.get(_cookie(request, SESSION_COOKIE))
    return parts.sessions.of(token) if token else None


def lasting_right(parts: WhoMay, request: Request) -> Callable[[], bool]:
    """Whether the right to see what this request asked for still holds, for long answers."""
    token = request.cookies.get(_cookie(request, SESSION_COOKIE))
    needs_session = parts.configuration.pin_to_view and bearer(request) is None
    if not needs_session or not token:
        return lambda: True
    return lambda: parts.sessions.of(token) is not None


def give_session(request: Request, response: Response, token: str) -> None:
    """Have the browser keep a session's token, where no script can read it."""
    _set_cookie(request, response, SESSION_COOKIE, token)
    if browser_of(request) is None:
        _set_cookie(request, response, CSRF_COOKIE, secrets.token_urlsafe(24))


def take_session(request: Request, response: Response) -> None:
    """Have the browser forget its session."""
    response.delete_cookie(_cookie(request, SESSION_COOKIE), secure=request.is_secure)


def page_token(request: Request, give: Callable[[Callable[[Response], Response]], object]) -> str:
    """This browser's token, which the pages carry and send with every change. ``give`` has the
    response changed that is under way, to keep the token in a cookie."""
    token = browser_of(request) or secrets.token_urlsafe(24)

    def keep(response: Response) -> Response:
        _set_cookie(request, response, CSRF_COOKIE, token)
        return response

    give(keep)
    return token


def is_forged(request: Request) -> bool:
    """Whether a changing request was made by another site's page in a browser."""
    if request.method in SAFE_METHODS:
        return False
    if request.headers.get("Sec-Fetch-Site", "none") not in ("same-origin", "none"):
        return True
    origin = request.headers.get("Origin")
    if origin is not None and _origin_host(origin) != request.host.lower():
        return True
    if bearer(request) is not None or _cookie(request, SESSION_COOKIE) not in request.cookies:
        return False
    kept, sent = browser_of(request), request.headers.get(CSRF_HEADER, "")
    return kept is None or not hmac.compare_digest(sent.encode(), kept.encode())


def host_is_ours(configuration: Configuration, host: str) -> bool:
    """Whether a request was addressed to this machine.

    A strange name that leads to our address is how a web page elsewhere would reach us (DNS
    rebinding); an address itself, this machine's names and ``.local`` ones cannot be strange.
    """
    name = _host_name(host)
    if is_name_of_this_machine(name) or name in configuration.hosts:
        return True
    if name.endswith((".local", ".home.arpa", ".lan")):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _host_name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _origin_host(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


def _is_loopback(address: str) -> bool:
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(known, "ipv4_mapped", None)
    return bool((mapped or known).is_loopback)


def _cookie(request: Request, name: str) -> str:
    """A cookie's name. Encrypted ones have names of their own, bound to this host by browsers:
    one that was given over https cannot be replaced over http, and is not sent there."""
    return f"__Host-{name}" if request.is_secure else name


def browser_of(request: Request) -> str | None:
    """The token that this browser keeps, None where it has not seen a page yet."""
    return request.cookies.get(_cookie(request, CSRF_COOKIE)) or None


def _set_cookie(request: Request, response: Response, name: str, value: str) -> None:
    response.set_cookie(
        _cookie(request, name),
        value,
        max_age=LIFETIME + timedelta(days=1),
        httponly=True,
        samesite="Strict",
        secure=request.is_secure,
    )
