"""``--https``: a certificate of our own, and connections that are encrypted with it.

The server takes both kinds of connection: a browser that asked for plain HTTP is led to the
encrypted address.
"""

from __future__ import annotations

import contextlib
import datetime
import errno
import ipaddress
import socket
import ssl
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from werkzeug import Request
from werkzeug.utils import redirect

from ..errors import BadInput
from ..store.files.whole_files import write_whole

#: A handshake begins with it, and no request in plain HTTP.
FIRST_OF_TLS = b"\x16"

VALID_DAYS = 397


class NothingYet(Exception):
    """What has arrived of an encrypted connection cannot be read before more of it arrives."""


class EncryptedSocket:
    """A connection's socket for waitress, which never waits: what it takes and sends is plain.

    It is encrypted where the first byte says so, which is known once something was received. One
    thread may take while another one sends.
    """

    def __init__(self, plain: socket.socket, context: ssl.SSLContext) -> None:
        self._socket = plain
        self._context = context
        self._lock = threading.Lock()
        self._has_begun = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._socket, name)

    @property
    def scheme(self) -> str:
        """``https``, or ``http`` where the connection is a plain one."""
        return "https" if isinstance(self._socket, ssl.SSLSocket) else "http"

    def recv(self, size: int) -> bytes:
        """What has arrived, nothing where the connection has ended. Raises NothingYet."""
        with self._lock:
            try:
                if not self._has_begun and self._socket.recv(1, socket.MSG_PEEK) == FIRST_OF_TLS:
                    self._socket = self._context.wrap_socket(
                        self._socket, server_side=True, do_handshake_on_connect=False
                    )
                self._has_begun = True
                data = self._socket.recv(size)
                if isinstance(self._socket, ssl.SSLSocket):
                    data += self._socket.recv(self._socket.pending())  # no poll tells of it
            except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
                raise NothingYet from None
            except ssl.SSLError:  # they do not speak with us
                return b""
            return data

    def send(self, data: bytes) -> int:
        """Send as much as can be sent now. Raises OSError."""
        with self._lock:
            try:
                return self._socket.send(data)
            except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
                raise BlockingIOError(errno.EWOULDBLOCK, "not now") from None
            except ssl.SSLError as error:
                raise ConnectionResetError(errno.ECONNRESET, str(error)) from None

    def shutdown(self, how: int) -> None:
        """Say that nothing more is sent. Raises OSError."""
        self._say_the_end()
        self._socket.shutdown(how)

    def close(self) -> None:
        """Say that nothing more is sent, and close."""
        self._say_the_end()
        self._socket.close()

    def _say_the_end(self) -> None:
        """Else who listens could not tell the end from a line that was cut."""
        with self._lock, contextlib.suppress(OSError, ValueError):
            if isinstance(self._socket, ssl.SSLSocket):
                self._socket.unwrap()


class EncryptedOnly:
    """WSGI middleware: leads who asks for plain HTTP to the same address, encrypted. Not for good,
    as the next dashboard here may be a plain one."""

    def __init__(self, app: Callable[..., Iterable[bytes]]) -> None:
        self._app = app

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if environ["wsgi.url_scheme"] == "https":
            return self._app(environ, start_response)
        encrypted = Request(environ).url.replace("http", "https", 1)
        return redirect(encrypted, 307)(environ, start_response)


def server_context(folder: Path, addresses: Iterable[str]) -> ssl.SSLContext:
    """A context with the dashboard's own certificate, made where there is none that is valid.
    Raises BadInput where the package that makes certificates is not installed."""
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
