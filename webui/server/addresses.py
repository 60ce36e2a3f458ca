"""Under which address others in the network find this dashboard."""

from __future__ import annotations

import io
import ipaddress
import socket
from urllib.parse import urlsplit

from flask import Request

from .access import is_name_of_this_machine
from .configuration import Configuration


def address_on_the_network() -> str | None:
    """This machine's address as others see it; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return None


def address_for_others(configuration: Configuration, request: Request) -> str:
    """The first page as a phone can open it, ending in a slash.

    It is the address that the sender used, unless that one only works on this machine.
    """
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
