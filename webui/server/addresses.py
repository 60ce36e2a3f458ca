"""Under which address others in the network find this dashboard."""

from __future__ import annotations

import io
import ipaddress
import socket
import sys
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

from flask import Request

from .access import is_name_of_this_machine
from .configuration import Configuration

Wsgi = Callable[..., Iterable[bytes]]


def address_on_the_network() -> str | None:
    """This machine's address as others see it; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return None


def address_for_others(configuration: Configuration, request: Request) -> str:
    """The first page as a phone can open it, ending in a slash. It is the address that the sender
    used, unless that one only works on this machine."""
    asked = urlsplit(request.host_url)
    if configuration.address is None or not is_name_of_this_machine(asked.hostname or ""):
        return request.host_url
    port = f":{asked.port}" if asked.port else ""
    return f"{asked.scheme}://{in_url(configuration.address)}{port}/"


def qr_svg(url: str) -> str:
    """An address as a QR code, for a phone to photograph."""
    import segno

    drawn = io.BytesIO()
    segno.make(url, error="m").save(drawn, kind="svg", border=2, scale=5, xmldecl=False)
    return drawn.getvalue().decode()


def in_url(address: str) -> str:
    """An address as it is written in a URL: IPv6 in brackets."""
    try:
        is_ipv6 = ipaddress.ip_address(address).version == 6
    except ValueError:
        return address
    return f"[{address}]" if is_ipv6 else address


def addresses(configuration: Configuration, here: str, port: int, scheme: str, page: str) -> str:
    """The addresses alone, one a line; ``here`` is the host that works on this machine."""
    lines = [f"The dashboard is open at {scheme}://{in_url(here)}:{port}{page}"]
    if configuration.address is not None:
        others = "Others in this network look on"
        if configuration.asks_for != "key":
            others = "On a phone in the same network"
        lines.append(f"{others}: {_there(configuration, port, scheme)}{page}")
        if configuration.asks_for == "key":
            lines.append(f"Referees open: {_for_phones(configuration, port, scheme, page)}")
    return "\n".join(lines)


def welcome(configuration: Configuration, here: str, port: int, scheme: str, page: str) -> str:
    """The addresses with a code for the phone, and who may do what."""
    lines = [addresses(configuration, here, port, scheme, page)]
    is_reached = configuration.address is not None
    code = _qr_code(_for_phones(configuration, port, scheme, page)) if is_reached else ""
    lines += [code] if code else []
    if configuration.asks_for == "key":
        how = "Scan the code with a phone" if code else "Open the last address on a phone"
        lines.append(f"{how} to referee; all others see boards only.")
    elif configuration.asks_for == "pin":
        seen = "seen or changed" if configuration.pin_to_view else "changed"
        lines.append(f"The PIN is asked for before a game is {seen}, on this machine too.")
    else:
        lines.append("Open to all: everyone on this network can change and erase games (--open).")
    lines.append("Ctrl-C stops it. Games are kept.")
    return "\n".join(lines)


def _there(configuration: Configuration, port: int, scheme: str) -> str:
    return f"{scheme}://{in_url(configuration.address or '')}:{port}"


def _for_phones(configuration: Configuration, port: int, scheme: str, page: str) -> str:
    """What a phone's camera should see: the key stands behind the ``#``, which is never sent."""
    there = _there(configuration, port, scheme)
    if configuration.asks_for != "key":
        return f"{there}{page}"
    game = page.removeprefix("/games/") if page.startswith("/games/") else ""
    query = f"?game={game}" if game else ""
    return f"{there}/join{query}#{configuration.key}"


def _qr_code(text: str) -> str:
    """The code as a terminal draws it; empty where its blocks cannot be written."""
    import segno

    drawn = io.StringIO()
    segno.make(text, error="m").terminal(out=drawn, compact=True, border=2)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return drawn.getvalue().rstrip("\n")


def behind_proxy(app: Wsgi, proxy: str) -> Wsgi:
    """An application that takes the sender's address and scheme from the headers of a proxy at an
    address: limits hold for each phone, not for the proxy."""

    def spoken_for(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if environ.get("REMOTE_ADDR") == proxy:
            # What stands before the last comma anybody may have written, a quotation mark, too:
            # Werkzeug's ProxyFix takes what follows that for a part of it.
            last = environ.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
            environ["REMOTE_ADDR"] = last[:64] or proxy
            if environ.get("HTTP_X_FORWARDED_PROTO") in ("http", "https"):
                environ["wsgi.url_scheme"] = environ["HTTP_X_FORWARDED_PROTO"]
        return app(environ, start_response)

    return spoken_for
