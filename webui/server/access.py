"""Who may look, who may change, and that a strange web page cannot do it in their name.

There are no accounts. A PIN, where one is set, opens changes for one browser until its cookie is
dropped; programs send it as ``Authorization: Bearer PIN``. A browser's request that changes
something must come from our own pages: its origin must be ours, and where a session cookie comes
with it, so must that session's token.
"""

from __future__ import annotations

import hmac
import ipaddress
import os
import secrets
import socket
from pathlib import Path
from urllib.parse import urlsplit

from flask import Request, session

from .configuration import Configuration

SAFE_METHODS = frozenset(("GET", "HEAD", "OPTIONS"))
CSRF_HEADER = "X-CSRF-Token"


def csrf_token() -> str:
    """This browser's token, which the pages carry and send with every change."""
    if "csrf" not in session:
        session["csrf"] = secrets.token_urlsafe(24)
    return str(session["csrf"])


def open_session() -> None:
    """Let this browser change games from now on."""
    session.permanent = True
    session["may_change"] = True
    csrf_token()


def close_session() -> None:
    """Take the right to change back from this browser."""
    session.pop("may_change", None)


def pin_matches(configuration: Configuration, pin: str) -> bool:
    """Whether it is the PIN that the dashboard was started with; compared in constant time."""
    return configuration.pin is None or hmac.compare_digest(
        pin.encode(), configuration.pin.encode()
    )


def bearer_pin(request: Request) -> str | None:
    """The PIN that a program sent along, None where it sent none."""
    scheme, _, value = request.headers.get("Authorization", "").partition(" ")
    return value.strip() if scheme.lower() == "bearer" and value else None


def may_change(configuration: Configuration, request: Request) -> bool:
    """Whether the sender has shown the PIN, or none is needed."""
    if configuration.pin is None or session.get("may_change"):
        return True
    pin = bearer_pin(request)
    return pin is not None and pin_matches(configuration, pin)


def is_forged(request: Request) -> bool:
    """Whether a changing request was made by another site's page in a browser."""
    if request.method in SAFE_METHODS:
        return False
    if request.headers.get("Sec-Fetch-Site", "none") not in ("same-origin", "none"):
        return True
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc.lower() != request.host.lower():
        return True
    if "csrf" not in session or bearer_pin(request) is not None:
        return False
    return not hmac.compare_digest(
        request.headers.get(CSRF_HEADER, "").encode(), str(session["csrf"]).encode()
    )


def host_is_ours(configuration: Configuration, host: str) -> bool:
    """Whether a request was addressed to this machine.

    A strange name that leads to our address is how a web page elsewhere would reach us (DNS
    rebinding); an address itself, this machine's names and ``.local`` ones cannot be strange.
    """
    name = urlsplit(f"//{host}").hostname or ""
    if name in {"localhost", socket.gethostname().lower(), *configuration.hosts}:
        return True
    if name.endswith((".local", ".localhost", ".home.arpa", ".lan")):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def session_secret(configuration: Configuration) -> bytes:
    """The key that signs cookies: made once, kept in the data folder for its owner only."""
    if configuration.secret is not None:
        return configuration.secret
    path: Path = configuration.data / "session.key"
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_bytes()
    with os.fdopen(descriptor, "wb") as file:
        file.write(secrets.token_bytes(32))
    return path.read_bytes()
