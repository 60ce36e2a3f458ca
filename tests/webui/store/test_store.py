"""The event store: nothing confirmed is lost, and of two writers the later one is told."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from palago.webui.games.kept.desk import Desk
from palago.webui.games.play import ChangeRefused
from palago.webui.games.views import game_view
from palago.webui.store.event_store import EventStore
from palago.webui.store.files.photo_files import UnknownPhoto
from palago.webui.store.files.photo_store import PhotoStore
from palago.webui.store.neighbours import Neighbours
from palago.webui.store.opening import DatabaseUnavailable, open_database
from palago.webui.store.schema import Base
from palago.webui.store.stored import UnknownGame, VersionConflict
from palago.webui.tables.sight import Sight


@pytest.fixture(scope="module")
def postgresql() -> Iterator[str]:
    """The URL of a PostgreSQL server that runs for these tests only."""
    programs = Path(_postgres_programs())
    # Not in pytest's own folder: another run of pytest would close it to the server's user.
    folder = Path(tempfile.mkdtemp(prefix="palago-postgresql-"))
    user = {"user": "nobody"} if os.geteuid() == 0 else {}
    if user:
        shutil.chown(folder, "nobody")
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **user}
    quiet |= {"cwd": folder}
    data = folder / "data"
    trust = ["-A", "trust", "-U", "palago", "--no-sync"]
    subprocess.run([programs / "initdb", "-D", data, *trust], check=True, **quiet)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    flags: list[Any] = ["-D", data, "-p", str(port), "-k", folder, "-h", "127.0.0.1", "-F"]
    server = subprocess.Popen([programs / "postgres", *flags], **quiet)
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            break
        except OSError:
            time.sleep(0.1)
    time.sleep(0.5)
    yield f"postgresql://palago@127.0.0.1:{port}/postgres"
    server.send_signal(signal.SIGINT)
    server.wait(timeout=20)
    shutil.rmtree(folder)


def _postgres_programs() -> str:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return str(found[-1].parent)
    on_path = shutil.which("initdb")
    if on_path is None:
        pytest.skip("PostgreSQL is not installed here")
    return str(Path(on_path).resolve().parent)


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[EventStore]:
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    else:
        url = request.getfixturevalue("postgresql")
    opened = EventStore(url)
    yield opened
    opened.close()


def new_game(desk: Desk) -> str:
    return desk.start({"kind": "analysis", "title": "Test", "options": {}})


def test_events_come_back_as_they_were_stored(store: EventStore) -> None:
    desk = Desk(store)
    game = new_game(desk)
    desk.change(game, "tile_placed", {"q": 0, "r": 0, "rotation": 2}, 1)
    desk.change(game, "game_renamed", {"title": "Übung 練習"}, 2)
    events = store.events(game)
    assert [event.version for event in events] == [1, 2, 3]
    assert events[1].data == {"q": 0, "r": 0, "rotation": 2}
    assert store.summary(game).title == "Übung 練習"
    assert all(event.at.tzinfo is not None for event in events)
    first, again = desk.state(game), Desk(store).state(game)
    assert game_view(again, "en") == game_view(first, "en") and again.title == "Übung 練習"


def test_the_later_of_two_writers_is_told(store: EventStore) -> None:
    desk = Desk(store)
    game = new_game(desk)
    outcomes: list[str] = []

    def place(q: int) -> None:
        try:
            desk.change(game, "tile_placed", {"q": q, "r": 0, "rotation": 0}, 1)
            outcomes.append("stored")
        except VersionConflict as conflict:
            outcomes.append("told" if conflict.version == 2 else "?")

    with ThreadPoolExecutor(6) as at_once:
        list(at_once.map(place, range(6)))
    assert sorted(outcomes) == ["stored", *["told"] * 5]
    assert len(Sight.of(desk.state(game).sight).tiles) == 1


def test_without_a_version_all_changes_are_kept(store: EventStore) -> None:
    desk = Desk(store)
    game = new_game(desk)

    def place(q: int) -> None:
        desk.change(game, "tile_placed", {"q": q, "r": 0, "rotation": 0}, None)

    with ThreadPoolExecutor(6) as at_once:
        list(at_once.map(place, range(6)))
    assert len(Sight.of(desk.state(game).sight).tiles) == 6
    assert [event.version for event in store.events(game)] == list(range(1, 8))


def test_purging_forgets_a_game_and_names_its_own_photos(store: EventStore, tmp_path: Path) -> None:
    photos = PhotoStore(tmp_path / "photos", store.writing_sessions)
    desk = Desk(store)
    first, second = new_game(desk), new_game(desk)
    shared, own = photos.add(b"shared", "image/png"), photos.add(b"own", "image/png")
    for game, digest in ((first, shared), (second, shared), (first, own)):
        store.append(
            game, "photo_read", {"photo": digest}, version=store.version(game), at=datetime.now(UTC)
        )
    assert store.purge(first) == [own]
    photos.delete(own)
    with pytest.raises(UnknownGame):
        store.events(first)
    with pytest.raises(UnknownPhoto):
        photos.file(own)
    assert photos.file(shared).read_bytes() == b"shared"
    assert not [f for f in (tmp_path / "photos").rglob("*") if f.is_file() and own[2:] in str(f)]


cells: dict[str, Any] = {"q": st.integers(-2, 2), "r": st.integers(-2, 2)}
changes: Any = st.one_of(
    st.tuples(
        st.sampled_from(["tile_placed", "tile_turned"]),
        st.fixed_dictionaries({**cells, "rotation": st.integers(0, 5)}),
    ),
    st.tuples(st.just("tile_removed"), st.fixed_dictionaries(cells)),
    st.tuples(st.sampled_from(["undone", "redone", "colours_flipped"]), st.just({})),
)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(todo=st.lists(changes, max_size=12))
def test_undo_and_redo_lead_back_and_forth(tmp_path_factory: Any, todo: list[Any]) -> None:
    store = EventStore(f"sqlite:///{tmp_path_factory.mktemp('undo') / 'games.sqlite'}")
    desk = Desk(store)
    game = new_game(desk)
    done = 0
    for kind, data in todo:
        try:
            desk.change(game, kind, data, None)
            done += {"undone": -1}.get(kind, 1)
        except ChangeRefused:
            continue
    before = desk.state(game).sight.to_json()
    for _ in range(done):
        desk.change(game, "undone", {}, None)
    assert not Sight.of(desk.state(game).sight).tiles
    with pytest.raises(ChangeRefused, match="nothing to undo"):
        desk.change(game, "undone", {}, None)
    for _ in range(done):
        desk.change(game, "redone", {}, None)
    assert desk.state(game).sight.to_json() == before
    assert Desk(store).state(game).sight.to_json() == before
    store.close()


def test_a_redone_change_follows_what_happened_in_between(tmp_path: Path) -> None:
    store = EventStore(f"sqlite:///{tmp_path / 'games.sqlite'}")
    desk = Desk(store)
    game = new_game(desk)
    desk.change(game, "tile_placed", {"q": 0, "r": 0, "rotation": 0}, None)
    desk.change(game, "options_changed", {"show_threats": False}, None)
    desk.change(game, "undone", {}, None)
    desk.change(game, "game_renamed", {"title": "Later"}, None)
    desk.change(game, "redone", {}, None)
    for there in (desk, Desk(store)):
        state = there.state(game)
        assert (Sight.of(state.sight).board.to_text(), state.title) == ("0,0a", "Later")
        assert state.shows_threats is False
    store.close()


def test_a_killed_server_loses_nothing_that_was_confirmed(tmp_path: Path) -> None:
    program = textwrap.dedent(
        f"""
        from palago.webui.store.event_store import EventStore
        from palago.webui.games.kept.desk import Desk
        desk = Desk(EventStore("sqlite:///{(tmp_path / "games.sqlite").as_posix()}"))
        game = desk.start({{"kind": "analysis", "title": "", "options": {{}}}})
        print(game, flush=True)
        for q in range(100_000):
            desk.change(game, "tile_placed", {{"q": q, "r": 0, "rotation": 0}}, q + 1)
            print(q, flush=True)
        """
    )
    writer = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    game = writer.stdout.readline().strip()
    for _ in range(8):
        confirmed = int(writer.stdout.readline())
    writer.kill()
    confirmed = max([confirmed, *(int(line) for line in writer.stdout.read().split())])
    writer.wait()
    kept = Sight.of(
        Desk(EventStore(f"sqlite:///{tmp_path / 'games.sqlite'}")).state(game).sight
    ).tiles
    assert len(kept) >= confirmed + 1


@pytest.mark.parametrize(
    "url", ["nonsense://x", "postgresql://me:secret@127.0.0.1:1/x", "sqlite:////proc/none/x", "??"]
)
def test_a_database_that_cannot_be_opened_is_named_in_a_sentence(url: str) -> None:
    with pytest.raises(DatabaseUnavailable) as refusal:
        EventStore(url)
    assert "secret" not in str(refusal.value)
    assert len(str(refusal.value)) > 20


def test_a_damaged_database_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").write_text("no database " * 99)
    with pytest.raises(DatabaseUnavailable, match="damaged; put a copy"):
        EventStore(f"sqlite:///{tmp_path / 'games.sqlite'}")


def _note(own: list[dict[str, Any]], news: Any) -> None:
    own.append(dict(news))


def test_dashboards_on_one_database_hear_of_each_others_changes(postgresql: str) -> None:
    stores = [EventStore(postgresql) for _ in range(2)]
    heard: list[list[dict[str, Any]]] = [[], []]
    both = [
        Neighbours(store.engine, partial(_note, own))
        for store, own in zip(stores, heard, strict=True)
    ]
    latest = time.monotonic() + 20
    while not heard[1] and time.monotonic() < latest:  # until the other one listens
        both[0].tell(game="g", version=7, kind="photo_read")
        time.sleep(0.05)
    assert heard[1][0] == {"game": "g", "version": 7, "kind": "photo_read"}
    assert heard[0] == [], "nobody hears of what is his own"
    for neighbour in both:
        neighbour.close()
    for store in stores:
        store.close()


def test_two_dashboards_may_start_at_once_on_an_empty_database(postgresql: str) -> None:
    Base.metadata.drop_all(open_database(postgresql))
    with ThreadPoolExecutor(6) as at_once:
        for opened in at_once.map(EventStore, [postgresql] * 6):  # or why it did not open
            opened.close()
