"""A proxy in front of the dashboard says whom it speaks for; only the one that was named may."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any


class BehindProxy:
    """Takes the sender's address and scheme from a proxy's headers: limits hold for each phone, not
    for the proxy."""

    def __init__(self, app: Callable[..., Iterable[bytes]], proxy: str) -> None:
        self._app = app
        self._proxy = proxy

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if environ.get("REMOTE_ADDR") == self._proxy:
            senders = environ.get("HTTP_X_FORWARDED_FOR", "").split(",")
            if last := senders[-1].strip():  # what stands before it, anybody may have written
                environ["REMOTE_ADDR"] = last[:64]
            if environ.get("HTTP_X_FORWARDED_PROTO") in ("http", "https"):
                environ["wsgi.url_scheme"] = environ["HTTP_X_FORWARDED_PROTO"]
        return self._app(environ, start_response)
