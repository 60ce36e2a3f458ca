"""Photos on their way in: hostile ones, many at once, watched by many, and gone for good."""

import http.client
import io
import json
import os
import threading
import time
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from asking import change, new_game, until
from dashboards import client_of, start_dashboard
from palago.engine.tiles.board import Board
from palago.webui.workers.usage import memory_of
from palago.webui.workers.waiting import Pauses
from table_photos import photo_of

PAIR = Board.from_text("0,0b 1,0b")
FOUR = Board.from_text("0,0b 1,0b 0,1c -1,1c")


def analysis(client: Any) -> str:
    return str(new_game(client, "analysis")["id"])


def send(client: Any, game: str, data: bytes, **query: Any) -> Any:
    return client.post(f"/api/v1/games/{game}/photos", data=data, query_string=query)


NO_PHOTOS = [
    b"", b"hello", b"%PDF-1.7 a document", b"\xff\xd8\xff" + b"\0" * 100,
    b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + b"\x00\x00\x75\x30" * 2 + b"\x08\x06\0\0\0",
    b"GIF89a" + b"\0" * 50,
    b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
    b"PK\x03\x04" + b"\0" * 50,
]  # fmt: skip


def test_what_is_no_photo_is_refused_in_a_sentence(configuration: Any) -> None:
    with client_of(configuration, reader="palago.webui.jobs.reading:read_tiles") as client:
        game = analysis(client)
        for data in NO_PHOTOS:
            answer = send(client, game, data)
            assert answer.status_code == 422
            assert len(answer.json["error"]["message"]) > 15
        assert client.get(f"/api/v1/games/{game}").json["version"] == 1
        assert not [path for path in (configuration.data / "photos").rglob("*") if path.is_file()]


def test_a_photo_that_hangs_or_breaks_the_reader_costs_nobody_else(
    configuration: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Pauses, "FIRST", 0.1)
    with client_of(configuration, reader_seconds=1.0) as client:
        game = analysis(client)
        assert send(client, game, photo_of(PAIR)).status_code == 201
        trouble: Any
        for trouble in ({"crash": True}, {"hang": True}):
            assert send(client, game, photo_of(PAIR, **trouble)).status_code == 422
            assert send(client, game, photo_of(FOUR)).status_code == 201
        assert client.get(f"/api/v1/games/{game}").json["board"] == FOUR.to_text()


def test_sent_names_are_never_used(client: Any, configuration: Any) -> None:
    game = analysis(client)
    file = (io.BytesIO(photo_of(PAIR)), "../../../etc/passwd\0.jpg")
    answer = client.post(f"/api/v1/games/{game}/photos", data={"photo": file})
    assert answer.status_code == 201
    digest = answer.json["photo"]["digest"]
    names = {path.name for path in (configuration.data / "photos").rglob("*") if path.is_file()}
    assert names == {"original", "shown.jpg", "thumbnail.jpg"}
    assert client.get(f"/api/v1/photos/{digest}").data[:3] == b"\xff\xd8\xff"
    for strange in ("..%2f..%2fsession.key", "a" * 64, "%00", "../session.key"):
        assert client.get(f"/api/v1/photos/{strange}").status_code in (404, 308)


def test_a_deleted_photo_is_gone_and_the_game_stays(client: Any, configuration: Any) -> None:
    game = analysis(client)
    digest = send(client, game, photo_of(FOUR)).json["photo"]["digest"]
    assert client.delete(f"/api/v1/photos/{digest}").status_code == 200
    assert client.get(f"/api/v1/photos/{digest}").status_code == 404
    assert not [p for p in (configuration.data / "photos").rglob("*") if p.is_file()]
    assert client.get(f"/api/v1/games/{game}").json["board"] == FOUR.to_text()
    exported = client.get(f"/api/v1/games/{game}/record?format=zip").data
    assert not [n for n in zipfile.ZipFile(io.BytesIO(exported)).namelist() if "photos/" in n]


def test_a_photo_that_overtakes_another_change_says_so(client: Any) -> None:
    game = analysis(client)
    change(client, game, "place_tile", q=5, r=5, rotation=0, version=1)
    answer = send(client, game, photo_of(PAIR), version=1)
    assert answer.status_code == 201
    assert answer.json["overtook"] == [2]
    undone = client.post(f"/api/v1/games/{game}/changes", json={"change": "undo"}).json
    assert undone["board"] == "5,5a"


def test_a_photo_that_its_sender_kept_is_entered_once(client: Any) -> None:
    game, photo = analysis(client), photo_of(PAIR)
    address = f"/api/v1/games/{game}/photos?kept=true"
    sent = client.post(address, data=photo).json  # this answer was lost on its way
    later = send(client, game, photo_of(FOUR)).json
    again = client.post(address, data=photo)
    assert (again.status_code, again.json["version"]) == (201, later["version"])
    assert sent["version"] < later["version"] and again.json["board"] == FOUR.to_text()


class Watching(threading.Thread):
    """One browser that watches a game and notes when it hears of each version."""

    def __init__(self, url: str, game: str) -> None:
        super().__init__(daemon=True)
        address = urlsplit(url)
        self.connection = http.client.HTTPConnection(
            address.hostname or "", address.port, timeout=60
        )
        self.game = game
        self.heard: dict[int, float] = {}
        self.ready = threading.Event()

    def run(self) -> None:
        self.connection.request("GET", f"/api/v1/games/{self.game}/stream")
        answer = self.connection.getresponse()
        for raw in answer:
            line = raw.decode().strip()
            if line.startswith("id: "):
                self.heard.setdefault(int(line[4:]), time.monotonic())
                self.ready.set()


def test_twenty_watch_while_five_send(configuration: Any) -> None:
    dashboard, stop = start_dashboard(configuration)
    address = urlsplit(dashboard.url)

    def request(method: str, path: str, body: bytes | None = None, **headers: str) -> Any:
        connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=60)
        connection.request(method, f"/api/v1{path}", body, headers)
        answer = connection.getresponse()
        said = json.loads(answer.read())
        assert answer.status in (200, 201), said
        return said

    new = json.dumps({"kind": "analysis"}).encode()
    game = request("POST", "/games", new, **{"Content-Type": "application/json"})["id"]
    photos = [photo_of(FOUR, seed=seed) for seed in range(5)]
    request("POST", f"/games/{game}/photos", photos[0])
    watchers = [Watching(dashboard.url, game) for _ in range(20)]
    for watcher in watchers:
        watcher.start()
    assert all(watcher.ready.wait(30) for watcher in watchers)

    confirmed: dict[int, float] = {}

    def upload(photo: bytes) -> None:
        for _ in range(4):
            version = request("POST", f"/games/{game}/photos", photo)["version"]
            confirmed.setdefault(version, time.monotonic())

    before = memory_of(os.getpid())
    senders = [threading.Thread(target=upload, args=(photo,)) for photo in photos]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join(60)
    last = request("GET", f"/games/{game}")["version"]
    assert last == 2 + 20
    until(lambda: all(last in watcher.heard for watcher in watchers), seconds=10)
    for watcher in watchers:
        assert set(range(3, last + 1)) <= set(watcher.heard)
    events = request("GET", f"/games/{game}/events")["events"]
    assert [event["version"] for event in events] == list(range(1, last + 1))
    assert memory_of(os.getpid()) - before < 150_000_000
    stop()


@pytest.mark.slow
def test_memory_is_stable_over_five_hundred_photos(configuration: Any) -> None:
    dashboard, stop = start_dashboard(configuration)
    client = dashboard.app.test_client()
    game = analysis(client)
    photos = [photo_of(FOUR, seed=seed) for seed in range(50)]
    sizes = []
    for number in range(500):
        assert send(client, game, photos[number % 50]).status_code == 201
        if number % 100 == 99:
            sizes.append(memory_of(os.getpid()))
    assert sizes[-1] - sizes[1] < 30_000_000
    assert Path(dashboard.configuration.data).is_dir()
    stop()
