"""Connections that wait, drip or send too much cost nobody else a page.

Waitress reads requests in one thread and hands whole ones to others, so a slow sender holds no
thread; but it counts connections only in all, and takes every body to its end. Here who holds most
of them loses one where there are too many, headers have ten seconds, and are looked at before a
body is taken. With that no other server is needed: benchmarks/attack.md says how long pages take
meanwhile.
"""

from __future__ import annotations

import re
import selectors
import shutil
import socket
import ssl
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from waitress.channel import HTTPChannel  # type: ignore[import-untyped]
from waitress.parser import HTTPRequestParser, ParsingError  # type: ignore[import-untyped]
from waitress.server import TcpWSGIServer  # type: ignore[import-untyped]
from waitress.utilities import BadRequest  # type: ignore[import-untyped]

from .configuration import Configuration
from .limits import REFUSED, SMALL_BODY, most_body_bytes
from .tls import EncryptedSocket, NothingYet
from .tries import network_of

#: Of all. Behind a router or a proxy a club's sixty screens are one address, and a browser holds up
#: to six; on Windows 512 can be listened to.
MOST_CONNECTIONS = 400
SECONDS_FOR_HEADERS = 10.0
#: Seconds that a body may take, and more by as much as it brings at this pace.
SECONDS_FOR_A_BODY, LEAST_BYTES_PER_SECOND = 30.0, 5_000
#: Seconds in which something of an answer must be taken: it holds memory, and its thread waits.
SECONDS_TO_TAKE_MORE = 20.0
MOST_HEADER_BYTES = 16_384
#: Waitress would look for a minute whether other lines, or spaces without end, can be matched.
_LINE = re.compile(rb"[^ ]+ [^ ]+(?: HTTP/[0-9]\.[0-9])?")
_ENDLESS_SPACE = re.compile(rb"\s{50}")
#: Bodies on their way, of one address and of all.
MOST_BYTES_OF_ONE, MOST_BYTES_OF_ALL = 220_000_000, 400_000_000
#: What stays free on the disk, so that games can still be kept.
BYTES_KEPT_FREE = 200_000_000
#: Seconds in which the rest of a refused body is read: else the sender would not see why.
SECONDS_TO_LINGER = 2.0


@dataclass(frozen=True)
class Doors:
    """What the server asks the application before it takes a body.

    ``may_send_much`` says whether a request (method, path, headers, address, scheme) may carry more
    than a few words. With ``encryption`` connections may be encrypted.
    """

    configuration: Configuration
    may_send_much: Callable[[str, str, dict[str, str], str, str], bool]
    encryption: ssl.SSLContext | None = None


class Server(TcpWSGIServer):  # type: ignore[misc]
    """Waitress with limits by address."""

    def __init__(self, *args: Any, doors: Doors, **kwargs: Any) -> None:
        self.doors = doors
        self.channel_class = _Channel
        super().__init__(*args, **kwargs)
        with suppress(ImportError, ValueError, OSError):  # Windows has no such limit
            import resource

            files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(files, 3 * MOST_CONNECTIONS), most))

    @property
    def channels(self) -> list[_Channel]:
        """The open connections, the oldest first."""
        return list(self.active_channels.values())

    def accept(self) -> Any:
        taken, encryption = super().accept(), self.doors.encryption
        if taken is None or encryption is None:
            return taken
        connection, address = taken
        return EncryptedSocket(connection, encryption), address

    def handle_accept(self) -> None:
        """Take one more connection; where there are too many, the address that has most loses the
        one that it misses least.

        So nobody takes the place of others; and who shares an address with an attacker is still
        heard, as it is never the newest that goes.
        """
        super().handle_accept()
        channels = self.channels
        if len(channels) > MOST_CONNECTIONS:
            ((most, _),) = Counter(channel.address for channel in channels).most_common(1)
            min((c for c in channels[:-1] if c.address == most), key=_missed).handle_close()

    def maintenance(self, now: float) -> None:
        """Close connections that have waited too long; called every second."""
        super().maintenance(now)
        for channel in self.channels:
            if channel.is_overdue(now):
                channel.drop()

    def bytes_on_their_way(self, address: str | None = None) -> int:
        """How large the bodies are that are being taken, of one address or all."""
        return sum(
            request.expected_bytes
            for channel in self.channels
            if address is None or channel.address == address
            for request in (*channel.requests, channel.request)
            if request is not None
        )


def _missed(channel: _Channel) -> tuple[bool, bool, float]:
    """How much a connection would be missed: least where it has waited long for a request, as
    browsers open another one unasked."""
    return not channel.waits, channel.is_taking_a_body, channel.waits_since


class _Channel(HTTPChannel):  # type: ignore[misc]
    """One connection."""

    lingers = False
    lingers_until = 0.0
    has_asked = False

    def __init__(self, server: Server, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        super().__init__(server, sock, addr, adj, map=map)
        self.parser_class = partial(_Parser, self)

    @cached_property
    def address(self) -> str:
        """Whose connection it is; asked of all for each that comes."""
        return network_of(self.addr[0])

    @property
    def scheme(self) -> str:
        """Whether it is encrypted (``https``), as far as something was received."""
        return self.socket.scheme if isinstance(self.socket, EncryptedSocket) else "http"

    @property
    def waits(self) -> bool:
        """Whether no request is being answered, nor an answer sent."""
        return not self.requests and not self.total_outbufs_len

    @property
    def is_taking_a_body(self) -> bool:
        """Whether the headers have come and the body has not."""
        request = self.request
        return request is not None and bool(request.headers_finished)

    @property
    def waits_since(self) -> float:
        """Since when the next request is waited for."""
        return float(self.request.begun if self.request is not None else self.last_activity)

    def is_overdue(self, now: float) -> bool:
        """Whether the sender has taken longer than it may."""
        if self.lingers_until:
            return now > self.lingers_until
        if self.total_outbufs_len and now - self.last_activity > SECONDS_TO_TAKE_MORE:
            return True
        if not self.waits:
            return False
        request = self.request
        if request is None:
            return not self.has_asked and now - self.creation_time > SECONDS_FOR_HEADERS
        taken = now - float(request.begun)
        if not request.headers_finished:
            return taken > SECONDS_FOR_HEADERS
        received = int(request.body_bytes_received)
        return taken > SECONDS_FOR_A_BODY + received / LEAST_BYTES_PER_SECOND

    def drop(self) -> None:
        """Close at once, whoever still sends or takes nothing."""
        self.lingers = False
        self.handle_close()

    def service(self) -> None:
        """Answer one request. Who sent more without waiting, as no browser does, may ask anew: all
        the answers that it does not take would have to be kept."""
        with self.requests_lock:
            for more in self.requests[1:]:
                more.close()
                self.requests[0].headers["CONNECTION"] = "close"
            del self.requests[1:]
            self.lingers |= self.requests[0].error is not None
        super().service()

    def check_client_disconnected(self) -> bool:
        """Whether who takes a long answer has hung up; or asks for more, as no browser does."""
        with suppress(OSError, ValueError), selectors.DefaultSelector() as seen:
            seen.register(self.socket, selectors.EVENT_READ)
            return bool(seen.select(0))
        return True  # it was closed meanwhile

    def received(self, data: bytes) -> bool:
        self.has_asked = True
        return bool(super().received(data))

    def readable(self) -> bool:
        return bool(self.lingers_until) or bool(super().readable())

    def handle_read(self) -> None:
        try:
            if not self.lingers_until:
                super().handle_read()
                return
            more = self.recv(1 << 16)
        except NothingYet:
            return
        except OSError:
            more = b""
        if not more:
            self.drop()

    def handle_close(self) -> None:
        if self.lingers and self.connected and not self.lingers_until:
            self.will_close = False
            self.lingers_until = time.time() + SECONDS_TO_LINGER
            try:
                self.socket.shutdown(socket.SHUT_WR)
                return
            except OSError:
                pass  # the sender is gone already
        super().handle_close()


class _Parser(HTTPRequestParser):  # type: ignore[misc]
    """One request, whose body is taken when its headers say nothing against it."""

    expected_bytes = 0
    path = ""

    def __init__(self, channel: _Channel, adj: Any) -> None:
        super().__init__(adj)
        self.adj: Any = adj
        self.begun = time.time()
        self._channel = channel

    def received(self, data: bytes) -> int:
        consumed = int(super().received(data))
        body: Any = self.body_rcv
        if self.chunked and len(body.control_line) + len(body.trailer) > MOST_HEADER_BYTES:
            self.error, self.completed = BadRequest("Chunk size is too long"), True
        return consumed

    def parse_header(self, header_plus: bytes) -> None:
        line = header_plus.partition(b"\r\n")[0]
        if not _LINE.fullmatch(line) or _ENDLESS_SPACE.search(header_plus):
            raise ParsingError("Start line or header is invalid")
        try:
            super().parse_header(header_plus)
            if "TRANSFER_ENCODING" in self.headers or (
                self.chunked and "CONTENT_LENGTH" in self.headers
            ):  # of another version, or with two lengths: where it ends, others may see otherwise
                raise ParsingError("Transfer-Encoding is not taken here")
        except (ParsingError, ValueError) as error:
            self.expect_continue = False
            raise ParsingError(str(error)) from None
        self.url_scheme = self._channel.scheme
        self.headers.pop(REFUSED, None)
        if not (self.chunked or self.content_length):
            self.expect_continue = False  # of what? waitress would wait for it
            return
        server = self._channel.server
        most = most_body_bytes(server.doors.configuration, self.command, self.path)
        self.adj = copy(self.adj)
        self.adj.max_request_body_size = most + 1
        expected = most if self.chunked else self.content_length
        refusal = self._refusal(server, expected, most)
        if refusal is None:
            self.expected_bytes = expected
        else:
            self._refuse(refusal)

    def _refusal(self, server: Server, expected: int, most: int) -> str | None:
        if expected > most:
            return "body_too_large"
        if expected <= SMALL_BODY:
            return None
        address, doors = self._channel.address, server.doors
        sender, scheme = self._channel.addr[0], self._channel.scheme
        if not doors.may_send_much(self.command, self.path, self.headers, sender, scheme):
            return ""  # the application says what is missing
        if (
            server.bytes_on_their_way(address) + expected > MOST_BYTES_OF_ONE
            or server.bytes_on_their_way() + expected > MOST_BYTES_OF_ALL
        ):
            return "too_much_at_once"
        if not has_room(doors.configuration.data, expected):
            return "disk_full"
        return None

    def _refuse(self, why: str) -> None:
        """Let the application answer at once, as if there were no body, and hang up: what comes of
        the body could else be taken for a request, of nobody's page."""
        self.headers |= {REFUSED: why, "CONNECTION": "close"}
        for name in ("CONTENT_LENGTH", "EXPECT"):
            self.headers.pop(name, None)
        self.chunked, self.content_length, self.body_rcv = False, 0, None
        self.expect_continue = False
        self._channel.lingers = True


def has_room(folder: Path, size: int) -> bool:
    """Whether so many bytes fit on the disk of a folder and leave some free."""
    try:
        return shutil.disk_usage(folder).free - size > BYTES_KEPT_FREE
    except OSError:
        return True  # a file system that does not say
