"""Crowds at the door: connections that are held and senders of broken photos, while others use the
page.

The crowds come from addresses of their own on this machine (127.0.1.1, …), which Linux has
without further ado; where a system has only 127.0.0.1, they share it with everybody else.
"""

from __future__ import annotations

import http.client
import json
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from server import TABLE, Server

#: A file that looks like a JPEG and ends after its header.
BROKEN = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00" + b"\xff" * 22
HELD_CONNECTIONS, CROWDS, SENDERS = 420, 30, 26
#: What is sent by connections that are held then, without a look at the answer.
HELD = {
    "sent no whole header": b"GET / HTTP/1.1\r\nX-Slow: ",
    "asked 100 times at once": 100 * b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "took no answer": b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n",
}
HONEST = "127.0.3.1"


def load() -> list[str]:
    """Lines on how long honest people wait meanwhile."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            held = [_held(server, crowds, did) for did in HELD for crowds in (1, CROWDS)]
            return [*held, _broken(server)]
        finally:
            server.kill()


def _held(server: Server, crowds: int, did: str) -> str:
    """Pages while connections are held open, from so many addresses."""
    held = []
    try:
        for number in range(HELD_CONNECTIONS):
            source = f"127.0.1.{1 + number % crowds}"
            held.append(server.connected(source))
            held[-1].setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            held[-1].sendall(HELD[did])
        spent = []
        for _ in range(20):
            begun = time.perf_counter()
            status = server.ask("GET", "/", source=HONEST)[0]
            assert status == 200
            spent.append(1000 * (time.perf_counter() - begun))
    finally:
        for connection in held:
            connection.close()
    where = "one address" if crowds == 1 else f"{crowds} addresses"
    return (
        f"{len(spent)} pages while {HELD_CONNECTIONS} connections of {where} {did}: "
        f"{sorted(spent)[len(spent) // 2]:.0f} ms in the middle, {max(spent):.0f} ms at most."
    )


def _broken(server: Server) -> str:
    """Honest photos while a crowd behind one address sends broken ones as fast as it can."""
    game = json.loads(server.ask("POST", "/api/v1/games", {"kind": "analysis"})[1])["id"]
    photo = TABLE.read_bytes()
    path = f"/api/v1/games/{game}/photos"
    assert server.ask("POST", path, photo, HONEST)[0] == 201  # the reader has started
    stop, counts = threading.Event(), [0]
    spent: list[float] = []
    with _crowd(server, path, stop, counts):
        time.sleep(1.0)
        for _ in range(5):
            begun = time.perf_counter()
            status = server.ask("POST", path, photo, HONEST)[0]
            assert status == 201, status
            spent.append(time.perf_counter() - begun)
    return (
        f"{len(spent)} photos while {SENDERS} senders of another address sent {counts[0]} files of "
        f"{len(BROKEN)} bytes: {sorted(spent)[len(spent) // 2]:.1f} s in the middle, "
        f"{max(spent):.1f} s at most, none refused."
    )


@contextmanager
def _crowd(server: Server, path: str, stop: threading.Event, counts: list[int]) -> Iterator[None]:
    def send() -> None:
        while not stop.is_set():
            try:
                server.ask("POST", path, BROKEN, "127.0.2.1")
                counts[0] += 1
            except (OSError, http.client.HTTPException):
                time.sleep(0.01)

    senders = [threading.Thread(target=send, daemon=True) for _ in range(SENDERS)]
    for sender in senders:
        sender.start()
    try:
        yield
    finally:
        stop.set()
        for sender in senders:
            sender.join(60)


if __name__ == "__main__":
    print("\n".join(load()))
