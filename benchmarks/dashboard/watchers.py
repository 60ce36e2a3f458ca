"""Twenty browsers' worth of watching and five phones' worth of sending, for dashboard.py.

Runs as a process of its own, so that it takes nothing from the server's: ``python
watchers.py URL GAME WATCHERS PHOTO…`` prints when each watcher heard of each version and
when it had the game as it stands, by the machine's monotonic clock. Each photo is a sender, which
sends it four times.
"""

from __future__ import annotations

import http.client
import json
import sys
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit

TIMES_EACH = 4


class Watcher(threading.Thread):
    """Does what a page does: listens, and loads the game when it has changed."""

    def __init__(self, url: str, game: str) -> None:
        super().__init__(daemon=True)
        self.url, self.game = url, game
        self.stream = connection(url)
        self.heard: dict[int, float] = {}
        self.seen: dict[int, float] = {}
        self.ready = threading.Event()
        self._wake = threading.Condition()
        threading.Thread(target=self._load, daemon=True).start()

    def run(self) -> None:
        self.stream.request("GET", f"/api/v1/games/{self.game}/stream")
        for raw in self.stream.getresponse():
            line = raw.decode().strip()
            if line.startswith("id: "):
                with self._wake:
                    self.heard.setdefault(int(line[4:]), time.monotonic())
                    self._wake.notify()
                self.ready.set()

    def _load(self) -> None:
        loader = connection(self.url)
        while True:
            with self._wake:
                self._wake.wait_for(lambda: max(self.heard, default=0) > max(self.seen, default=0))
            loader.request("GET", f"/api/v1/games/{self.game}")
            version = json.loads(loader.getresponse().read())["version"]
            now = time.monotonic()
            for number in range(max(self.seen, default=0) + 1, version + 1):
                self.seen[number] = now


def connection(url: str) -> http.client.HTTPConnection:
    """A connection of its own, as each browser has."""
    address = urlsplit(url)
    return http.client.HTTPConnection(address.hostname or "", address.port, timeout=60)


def send(url: str, game: str, photo: bytes) -> None:
    """Send one photo several times, each when the answer to the one before has come."""
    sender = connection(url)
    kind = {"Content-Type": "image/jpeg"}
    for _ in range(TIMES_EACH):
        sender.request("POST", f"/api/v1/games/{game}/photos", photo, kind)
        answer = sender.getresponse()
        answer.read()
        assert answer.status == 201, answer.status


def main() -> None:
    """Watch and send until every watcher has seen every change."""
    url, game, count, *names = sys.argv[1:]
    watchers = [Watcher(url, game) for _ in range(int(count))]
    for watcher in watchers:
        watcher.start()
    assert all(watcher.ready.wait(60) for watcher in watchers)
    photos = [Path(name).read_bytes() for name in names]
    senders = [threading.Thread(target=send, args=(url, game, photo)) for photo in photos]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    looker = connection(url)
    looker.request("GET", f"/api/v1/games/{game}")
    last = json.loads(looker.getresponse().read())["version"]
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and any(last not in w.seen for w in watchers):
        time.sleep(0.02)
    print(json.dumps([{"heard": w.heard, "seen": w.seen} for w in watchers]))


if __name__ == "__main__":
    main()
