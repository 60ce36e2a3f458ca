"""A locked, foreign, newer or damaged database and a full disk: a sentence and the right status."""

import errno
import sqlite3
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from asking import new_game
from dashboards import opened
from palago.engine.tiles.board import Board
from palago.webui.app import close_app, create_app, services_of
from palago.webui.command_line import main
from palago.webui.store import opening
from palago.webui.store.event_store import EventStore
from palago.webui.store.opening import DatabaseUnavailable
from palago.webui.tables import choice
from sqlalchemy import event
from table_photos import photo_of

NEW = {"kind": "analysis", "title": "x"}
PHOTO = photo_of(Board.from_text("0,0b 1,0b"), size=(640, 480))


@pytest.fixture
def app(configuration: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setattr(opening, "READING_SECONDS", 0.2)
    monkeypatch.setattr(opening, "WRITING_SECONDS", 0.4)
    with opened(configuration) as made:
        made.test_client().post("/api/v1/games", json=NEW)
        yield made


def locked(path: Path) -> sqlite3.Connection:
    """Another program that keeps everybody out of the database."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA locking_mode=EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    return other


def test_a_locked_database_is_said_soon_and_over_when_it_is_free(
    app: Any, configuration: Any
) -> None:
    services_of(app).events.engine.dispose()
    other = locked(configuration.data / "games.sqlite")
    client = app.test_client()
    for path in ("/api/v1/games", "/games/x", "/api/v1/games/x"):
        begun = time.monotonic()
        answer = client.get(path)
        assert answer.status_code == 503 and "in use by another program" in answer.text
        assert time.monotonic() - begun < 6
    refused = client.post("/api/v1/games", json=NEW)
    assert refused.status_code == 503 and refused.headers["Retry-After"] == "5"
    with pytest.raises(DatabaseUnavailable, match="another program"):
        EventStore(configuration.database_url)
    other.close()
    assert len(client.get("/api/v1/games").json["games"]) == 1


def test_one_that_writes_for_long_keeps_no_reader_waiting(app: Any, configuration: Any) -> None:
    other = sqlite3.connect(configuration.data / "games.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert app.test_client().get("/api/v1/games").status_code == 200
    assert app.test_client().post("/api/v1/games", json=NEW).status_code == 503
    other.close()


def test_a_damaged_database_is_named(app: Any, configuration: Any) -> None:
    services_of(app).events.engine.dispose()
    path = configuration.data / "games.sqlite"
    size = path.stat().st_size
    path.write_bytes(path.read_bytes()[:4096] + b"\xaa" * (size - 4096))
    for url in ("/api/v1/games", "/api/v1/games/x"):
        answer = app.test_client().get(url)
        assert answer.status_code == 503 and "damaged" in answer.json["error"]["message"]


def foreign(path: Path, table: str) -> None:
    with sqlite3.connect(path) as database:
        database.execute(f"CREATE TABLE {table}")


def test_what_goes_wrong_is_said_on_a_page_and_to_programs_in_the_language_of_who_asks(
    app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise KeyError("x")

    for endpoint in ("pages.games", "api.list_games"):
        monkeypatch.setitem(app.view_functions, endpoint, broken)
    client, french = app.test_client(), {"Accept-Language": "fr"}
    page, answer = client.get("/", headers=french), client.get("/api/v1/games", headers=french)
    assert page.status_code == answer.status_code == 500
    assert page.mimetype == "text/html" and answer.json["error"]["code"] == "failed"
    for said in (page.text, answer.json["error"]["message"]):
        assert "le journal du serveur dit pourquoi" in said
    game = new_game(client)["id"]
    monkeypatch.setattr(choice, "_PAGES", {})
    unknown = client.get(f"/games/{game}", headers=french)
    assert unknown.status_code == 422 and "La table de ce jeu (tiles)" in unknown.text


def newer(path: Path) -> None:
    EventStore(f"sqlite:///{path}").close()
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version=99")


def cut_short(path: Path) -> None:
    EventStore(f"sqlite:///{path}").close()
    path.write_bytes(path.read_bytes()[:5000])


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (partial(foreign, table="bookmarks (url TEXT)"), "another program"),
        (partial(foreign, table="games (id INTEGER, score INTEGER)"), "another program"),
        (newer, "later version"),
        (
            partial(Path.write_bytes, data=b"this is a diary, no database" * 200),
            "not a database",
        ),
        (cut_short, "malformed"),
    ],
)
def test_a_database_that_is_not_ours_stays_untouched(
    configuration: Any, capsys: pytest.CaptureFixture[str], make: Any, says: str
) -> None:
    configuration.data.mkdir(parents=True)
    path = configuration.data / "games.sqlite"
    make(path)
    before = path.read_bytes()
    assert main(["serve", "--port", "0", "--data", str(configuration.data)]) == 2
    said = capsys.readouterr().err
    assert says in said and "Traceback" not in said
    assert len(path.read_bytes()) == len(before)


def test_an_earlier_database_opens(configuration: Any) -> None:
    close_app(create_app(configuration))
    with sqlite3.connect(configuration.data / "games.sqlite") as database:
        database.execute("PRAGMA user_version=0")
    close_app(create_app(configuration))


def test_a_full_disk_is_said_and_nothing_half_is_kept(
    app: Any, configuration: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, parts = app.test_client(), services_of(app)
    game = parts.events.games()[0].id

    def full(*_args: Any, **_more: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        answer = client.post(f"/api/v1/games/{game}/photos", data=PHOTO)
        assert answer.status_code == 507 and "full" in answer.json["error"]["message"]
    with monkeypatch.context() as patch:
        patch.setattr("palago.webui.store.files.photo_store.move_whole", full)
        answer = client.post(f"/api/v1/games/{game}/photos", data=PHOTO)
        assert answer.status_code == 507
    assert client.get(f"/api/v1/games/{game}").json["version"] == 1

    parts.events.engine.dispose()

    @event.listens_for(parts.events.engine, "connect")
    def small(connection: Any, _record: object) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count={pages}")

    for _ in range(40):
        answer = client.post("/api/v1/games", json={**NEW, "options": {"players": ["x" * 20_000]}})
        if answer.status_code != 201:
            break
    assert answer.status_code == 507 and "full" in answer.json["error"]["message"]
    assert client.get("/api/v1/games").status_code == 200
    close_app(app)
    with opened(configuration):
        photos = [path for path in (configuration.data / "photos").rglob("*") if path.is_file()]
        assert photos == []


def test_deleted_for_good_is_nowhere_on_disk(app: Any, configuration: Any) -> None:
    client = app.test_client()
    players = ["Archaeopteryx", "Pflaumenkuchen"]
    night = {"kind": "palago", "title": "Friday night", "players": players}
    event = client.post("/api/v1/events", json=night).json["id"]
    assert client.delete(f"/api/v1/events/{event}").status_code == 200
    game = new_game(client, title="Quetzalcoatlus night")["id"]
    path = f"/api/v1/games/{game}"
    for number in range(30):
        words = f"Zwetschgenkuchen {number} " + "z" * 300
        client.post(f"{path}/changes", json={"change": "comment", "text": words})
    client.post(f"{path}/photos", data=PHOTO)

    def on_disk() -> bytes:
        return b"".join(p.read_bytes() for p in configuration.data.rglob("*") if p.is_file())

    assert b"Quetzalcoatlus" in on_disk() and b"Zwetschgenkuchen" in on_disk()
    etag = client.get(f"{path}/diagram.svg?at=1").headers["ETag"]
    client.post(f"{path}/changes", json={"change": "delete"})
    assert client.delete(path).json["photos"] == 1
    left = on_disk()
    for told in ("Quetzalcoatlus", "Zwetschgenkuchen", "Friday night", *players):
        assert told.encode() not in left
    assert game.encode() not in left and PHOTO[:2000] not in left
    gone = client.get(f"{path}/diagram.svg?at=1", headers={"If-None-Match": etag})
    assert gone.status_code == 404


def test_browsers_keep_no_picture_without_asking_again(app: Any) -> None:
    client = app.test_client()
    game = client.post("/api/v1/games", json=NEW).json["id"]
    digest = client.post(f"/api/v1/games/{game}/photos", data=PHOTO).json["photo"]["digest"]
    paths = [f"/api/v1/photos/{digest}{copy}" for copy in ("", "?copy=thumbnail")]
    for path in (*paths, f"/api/v1/games/{game}/diagram.svg?at=1"):
        answer = client.get(path)
        assert answer.headers["Cache-Control"] == "private, no-cache"
        same = client.get(path, headers={"If-None-Match": answer.headers["ETag"]})
        assert same.status_code == 304 and not same.data
    original = client.get(f"/api/v1/photos/{digest}?copy=original")
    assert original.headers["Cache-Control"] == "private, no-store"
    client.delete(f"/api/v1/photos/{digest}")
    for path in paths:
        assert client.get(path, headers={"If-None-Match": "*"}).status_code == 404
