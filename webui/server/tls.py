"""``--https``: a certificate of our own, and encryption in front of the server.

The server itself speaks plain HTTP on the loopback address; a relay in the same process decrypts,
and leads a browser that was asked for plain HTTP to the encrypted address.
The relay remembers which of its connections belongs to whom, so that rate limits still count the
phone and not the relay.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import ipaddress
import re
import socket
import ssl
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from ..errors import BadInput
from ..store.files.whole_files import write_whole
from .connections import MOST_CONNECTIONS, MOST_HEADER_BYTES
from .tries import network_of

#: Of one address, streams included; the server behind counts those that wait.
MOST_OF_ONE = 80
CHUNK = 1 << 16
HANDSHAKE_SECONDS = 10
SECONDS_TO_LOOK_AGAIN, SECONDS_TO_RECOVER = 0.02, 1.0
#: A handshake begins with it, and no request in plain HTTP.
FIRST_OF_TLS = b"\x16"
#: The path and host of a plain request.
_ASKED = re.compile(
    rb"[A-Z]+ (?P<path>/[!-~]*) HTTP/1\.[01]\r\n(?:[^\r\n]+\r\n)*?"
    rb"Host: *(?P<host>[\w.:\[\]-]+) *\r\n",
    re.IGNORECASE,
)
VALID_DAYS = 397


class Relay:
    """Takes encrypted connections and passes them on, in a thread of its own."""

    def __init__(self, listener: socket.socket, inner: tuple[str, int], context: ssl.SSLContext):
        self._listener = listener
        self._inner = inner
        self._context = context
        self._peers: dict[int, str] = {}
        self._open = 0
        self._by_sender: Counter[str] = Counter()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="https", daemon=True)

    def start(self) -> None:
        """Begin to take connections."""
        self._thread.start()

    def stop(self) -> None:
        """End all connections."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=5)

    def peer(self, port: int) -> str | None:
        """Whose connection comes from this port of the relay."""
        return self._peers.get(port)

    def sender_of(self, inner: tuple[str, int]) -> str:
        """Whose connection it is that comes from an address of the relay."""
        return self._peers.get(inner[1], "")

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.set_exception_handler(lambda loop, context: None)  # visitors who hang up
        self._listener.setblocking(False)
        taking = self._loop.create_task(self._take())
        self._loop.run_forever()
        taking.cancel()

    async def _take(self) -> None:
        visits = set[asyncio.Task[None]]()
        while True:
            try:
                connection, address = await self._loop.sock_accept(self._listener)
            except OSError:  # too many open files: some will be closed
                await asyncio.sleep(SECONDS_TO_RECOVER)
                continue
            visit = self._loop.create_task(self._visit(connection, address[0]))
            visits.add(visit)  # the loop itself would forget it
            visit.add_done_callback(visits.discard)

    async def _visit(self, connection: socket.socket, peer: str) -> None:
        sender = network_of(peer)
        if self._open >= MOST_CONNECTIONS or self._by_sender[sender] >= MOST_OF_ONE:
            connection.close()
            return
        self._open += 1
        self._by_sender[sender] += 1
        try:
            async with asyncio.timeout(HANDSHAKE_SECONDS):
                encrypted = await _first_byte(connection) == FIRST_OF_TLS
                if not encrypted:
                    await _lead_to_https(connection)
            if encrypted:
                await self._relay(connection, peer)
            else:
                connection.close()
        except (OSError, TimeoutError):
            connection.close()
        finally:
            self._open -= 1
            self._by_sender -= Counter([sender])  # without those that are at nothing

    async def _relay(self, connection: socket.socket, peer: str) -> None:
        reader = asyncio.StreamReader()
        protocol = asyncio.StreamReaderProtocol(reader)
        transport, _ = await self._loop.connect_accepted_socket(
            lambda: protocol,
            connection,
            ssl=self._context,
            ssl_handshake_timeout=HANDSHAKE_SECONDS,
        )
        writer = asyncio.StreamWriter(transport, protocol, reader, self._loop)
        port = 0
        try:
            inner_reader, inner_writer = await asyncio.open_connection(*self._inner)
            port = inner_writer.get_extra_info("sockname")[1]
            self._peers[port] = peer
            onward = asyncio.ensure_future(_pass(reader, inner_writer))
            await _pass(inner_reader, writer)
            onward.cancel()
        except OSError:
            writer.close()
        finally:
            self._peers.pop(port, None)


async def _first_byte(connection: socket.socket) -> bytes:
    """What comes first, which stays where it is. No loop of asyncio has a call for that."""
    while True:
        try:
            return connection.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            await asyncio.sleep(SECONDS_TO_LOOK_AGAIN)


async def _lead_to_https(connection: socket.socket) -> None:
    """Answer a plain HTTP request: the same address, encrypted. Not for good, as the next dashboard
    here may be a plain one."""
    loop, request = asyncio.get_running_loop(), b""
    while b"\r\n\r\n" not in request and len(request) < MOST_HEADER_BYTES:
        more = await loop.sock_recv(connection, CHUNK)
        if not more:
            return
        request += more
    if asked := _ASKED.match(request):
        where = b"https://%b%b" % (asked["host"], asked["path"])
        said = b"307 Temporary Redirect\r\nLocation: %b" % where
    else:
        said = b"400 Bad Request"
    head = b"HTTP/1.1 %b\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" % said
    await loop.sock_sendall(connection, head)


async def _pass(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    try:
        while data := await source.read(CHUNK):
            target.write(data)
            await target.drain()
    except (OSError, ssl.SSLError):
        pass
    finally:
        target.close()


class BehindRelay:
    """WSGI middleware: the request as it came to the relay, encrypted and from its true sender."""

    def __init__(self, app: Callable[..., Iterable[bytes]], relay: Relay) -> None:
        self._app = app
        self._relay = relay

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        # One that hung up meanwhile is nobody, and surely not this machine.
        peer = self._relay.peer(int(environ.get("REMOTE_PORT") or 0))
        environ["REMOTE_ADDR"] = peer or "0.0.0.0"
        environ["wsgi.url_scheme"] = "https"
        return self._app(environ, start_response)


def server_context(folder: Path, addresses: Iterable[str]) -> ssl.SSLContext:
    """A context with the dashboard's own certificate, made where there is none that is valid.

    Raises BadInput where the package that makes certificates is not installed.
    """
    certificate, key = folder / "certificate.pem", folder / "certificate.key"
    if _still_good(certificate, key, set(addresses)):
        with contextlib.suppress(ssl.SSLError):  # one of the two files is damaged
            return _loaded(certificate, key)
    _make(certificate, key, sorted(set(addresses)))
    return _loaded(certificate, key)


def _loaded(certificate: Path, key: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(certificate, key)
    return context


def _still_good(certificate: Path, key: Path, addresses: set[str]) -> bool:
    if not certificate.is_file() or not key.is_file():
        return False
    x509 = _cryptography()
    try:
        known = x509.load_pem_x509_certificate(certificate.read_bytes())
        names = known.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, x509.ExtensionNotFound):
        return False
    soon = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=7)
    listed = {str(name.value) for name in names}
    return bool(known.not_valid_after_utc > soon and addresses <= listed)


def _make(certificate: Path, key: Path, addresses: list[str]) -> None:
    x509 = _cryptography()
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    private = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Palago dashboard")])
    now = datetime.datetime.now(datetime.UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=VALID_DAYS))
        .add_extension(x509.SubjectAlternativeName([_name(a) for a in addresses]), False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False)
        .sign(private, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    pkcs8, plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    write_whole(key, private.private_bytes(pem, pkcs8, plain), private=True)
    write_whole(certificate, signed.public_bytes(pem))


def _name(address: str) -> Any:
    x509 = _cryptography()
    try:
        return x509.IPAddress(ipaddress.ip_address(address))
    except ValueError:
        return x509.DNSName(address)


def _cryptography() -> Any:
    try:
        from cryptography import x509
    except ImportError:
        raise BadInput(
            "--https needs one more package: install palago[https], or start without --https"
        ) from None
    return x509
