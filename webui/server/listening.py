"""The port on which a dashboard listens, and which dashboard may have it already."""

from __future__ import annotations

import socket
import ssl
import sys
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection

from ..errors import BadInput
from .addresses import in_url

USUAL_PORT = 8765
#: So many ports after the usual one are tried where that is taken.
TRIED = 20
#: Where nobody answers for so long, no dashboard is.
SECONDS_TO_ANSWER = 3.0


def listener_on(host: str, port: int | None) -> socket.socket:
    """A socket that listens on a port; None: the usual one, or the next that is free. Raises
    BadInput."""
    if port is None:
        for near in range(USUAL_PORT, USUAL_PORT + TRIED):
            with suppress(BadInput):
                return listener_on(host, near)
    wished = USUAL_PORT if port is None else port
    if not 0 <= wished <= 65535:
        raise BadInput(f"{wished} is no port: choose one from 1 to 65535")
    try:
        family = socket.getaddrinfo(host, wished, type=socket.SOCK_STREAM)[0][0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        if sys.platform != "win32":  # there it would let two programs have the same port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, wished))
        listener.listen(256)
    except OSError as error:
        raise BadInput(
            f"cannot listen on {host} port {wished} ({error.strerror or error}): "
            "choose another --port"
        ) from None
    return listener


def dashboard_at(host: str, port: int | None) -> str | None:
    """The address of the dashboard that answers on a port of this machine (None: the usual one), or
    None."""
    port = USUAL_PORT if port is None else port
    # Nothing secret is sent, and a dashboard's certificate is its own.
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    for scheme, connection in (
        ("http", HTTPConnection(host, port, timeout=SECONDS_TO_ANSWER)),
        ("https", HTTPSConnection(host, port, timeout=SECONDS_TO_ANSWER, context=trusting)),
    ):
        with suppress(OSError, OverflowError, HTTPException), closing(connection):
            connection.request("GET", "/api/v1/openapi.json")
            if b'"Palago dashboard"' in connection.getresponse().read(200):
                return f"{scheme}://{in_url(host)}:{port}/"
    return None
