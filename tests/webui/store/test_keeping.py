"""What is kept is kept whole, and what nobody shows is nowhere: kills, damage, EXIF, deletion."""

import io
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import pytest
from dashboards import client_of, opened
from palago.engine.tiles.board import Board
from palago.webui.app import close_app, create_app, services_of
from palago.webui.command_line import main
from palago.webui.store.files.data_folder import FolderInUse
from palago.webui.watching.intake import enter_photo
from PIL import ExifTags, Image
from sqlalchemy.engine.default import DefaultDialect
from table_photos import photo_of

PAIR = Board.from_text("0,0b 1,0b")
FOUR = Board.from_text("0,0b 1,0b 0,1c -1,1c")
PHOTO = photo_of(FOUR, size=(640, 480))


def analysis(client: Any) -> str:
    return str(client.post("/api/v1/games", json={"kind": "analysis", "title": "Kept"}).json["id"])


def sent(client: Any, game: str, data: bytes = PHOTO) -> str:
    answer = client.post(f"/api/v1/games/{game}/photos", data=data)
    assert answer.status_code == 201, answer.json
    return str(answer.json["photo"]["digest"])


def from_a_phone(data: bytes) -> bytes:
    """A JPEG with what a phone writes into it."""
    known = Image.Exif()
    known[ExifTags.Base.Orientation] = 6
    known[ExifTags.Base.Make] = "Phones"
    known.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.FocalLength] = 5.4
    known.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.BodySerialNumber] = "SN-4711"
    known.get_ifd(ExifTags.IFD.GPSInfo)[ExifTags.GPS.GPSLatitude] = (47.0, 22.0, 30.0)
    block = b"Exif\0\0" + known.tobytes().removeprefix(b"Exif\0\0")
    return data[:2] + b"\xff\xe1" + (len(block) + 2).to_bytes(2, "big") + block + data[2:]


def files_of(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_photos_are_shown_from_a_folder_whose_name_is_relative(configuration: Any) -> None:
    with client_of(configuration, data=Path(os.path.relpath(configuration.data))) as client:
        photo = f"/api/v1/photos/{sent(client, analysis(client))}"
        assert all(client.get(photo + which).status_code == 200 for which in ("", "?copy=original"))


def test_reading_a_photo_for_a_program_never_touches_the_store(
    client: Any, configuration: Any
) -> None:
    digest = sent(client, analysis(client))
    before = files_of(configuration.data)
    for data in (PHOTO, photo_of(PAIR)):
        answer = client.post("/api/v1/readings", data=data)
        assert answer.status_code == 200 and answer.json["image"]["path"] is None
    assert client.get(f"/api/v1/photos/{digest}?copy=original").data == PHOTO
    assert files_of(configuration.data) == before


def test_a_photo_loses_its_exif_on_arrival(client: Any, configuration: Any) -> None:
    game = analysis(client)
    digest = sent(client, game, from_a_phone(PHOTO))
    kept = client.get(f"/api/v1/photos/{digest}?copy=original").data
    assert kept == PHOTO and not dict(Image.open(io.BytesIO(kept)).getexif())
    everything = b"".join(path.read_bytes() for path in files_of(configuration.data))
    assert b"SN-4711" not in everything

    # What the reader wants to know is kept apart: the copies are upright, also when made anew.
    for _ in range(2):
        shown = Image.open(io.BytesIO(client.get(f"/api/v1/photos/{digest}").data))
        assert shown.height > shown.width
        next(configuration.data.rglob("shown.jpg")).unlink()
    exported = client.get(f"/api/v1/games/{game}/record?format=zip").data
    client.post(f"/api/v1/games/{game}/changes", json={"change": "delete"})
    assert client.delete(f"/api/v1/games/{game}").json["photos"] == 1
    back = client.post("/api/v1/imports", data=exported).json
    assert back["photo"]["digest"] == digest
    shown = Image.open(io.BytesIO(client.get(f"/api/v1/photos/{digest}").data))
    assert shown.height > shown.width


def test_a_damaged_original_heals_when_the_photo_comes_again(
    client: Any, configuration: Any
) -> None:
    game = analysis(client)
    digest = sent(client, game)
    original = next(configuration.data.rglob("original"))
    for damage in (b"x" * len(PHOTO), b"", PHOTO[:1000]):
        original.write_bytes(damage)
        assert sent(client, game) == digest
        assert original.read_bytes() == PHOTO


def test_what_a_killed_server_left_is_never_served_and_swept_at_the_next_start(
    configuration: Any,
) -> None:
    with opened(configuration) as app:
        client, parts = app.test_client(), services_of(app)
        shown = sent(client, analysis(client))
        orphan = parts.photos.add(photo_of(PAIR), "image/jpeg")
        begun = client.post("/api/v1/digitisings", json={"kind": "palago", "title": "Kept"})
        film = begun.json["id"]
        assert client.get(f"/api/v1/photos/{orphan}?copy=original").status_code == 404
        assert client.get(f"/api/v1/photos/{orphan}").status_code == 404
        data = configuration.data
        left = [
            data / "passing" / "0123" / "sent",
            data / ".passing-0123456789ab",
            data / "tmp1a2b3c4d.photo",
            data / "tmp1a2b3c4d" / "palago-tiles.pdf",
            data / "photos" / shown[:2] / shown[2:] / ".0123456789ab",
            data / "reviews" / ".passing-0123456789ab",
            data / "digitising" / "d0123" / "sent" / "film.mp4",  # its note was not written yet
            data / "digitising" / film / ".game.zip.part",
            data / "digitising" / film / "readings" / "ab.77.part",
        ]
        for path in left:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b"left")
    with opened(configuration) as app:
        assert not [path for path in left if path.exists()]
        assert not [path for path in files_of(data) if orphan[2:] in str(path)]
        assert app.test_client().get(f"/api/v1/photos/{shown}?copy=original").data == PHOTO
        assert app.test_client().get("/api/v1/digitisings").json["digitisings"]


def test_a_photo_that_is_not_noted_here_is_not_swept(configuration: Any, tmp_path: Path) -> None:
    with opened(configuration) as app:
        digest = sent(app.test_client(), analysis(app.test_client()))
    # By another database, and by an earlier version that forgot to note it.
    close_app(create_app(replace(configuration, database=f"sqlite:///{tmp_path / 'other.sqlite'}")))
    with sqlite3.connect(configuration.data / "games.sqlite") as database:
        database.execute("DELETE FROM photo_uses")
        database.execute("DELETE FROM settings")
    with opened(configuration) as app:
        assert app.test_client().get(f"/api/v1/photos/{digest}?copy=original").data == PHOTO


def test_a_second_server_on_a_folder_is_refused_in_a_sentence(
    configuration: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    with opened(configuration):
        with pytest.raises(FolderInUse, match=f"process {os.getpid()}"):
            create_app(configuration)
        assert main(["serve", "--port", "0", "--data", str(configuration.data)]) == 2
        assert "already serves" in capsys.readouterr().err
    close_app(create_app(configuration))


def test_an_empty_or_damaged_key_of_an_earlier_version_stops_nothing(configuration: Any) -> None:
    configuration.data.mkdir(parents=True)
    for name in ("session.key", "sessions.json"):
        (configuration.data / name).write_bytes(b"")
    with opened(configuration) as app:
        assert app.test_client().get("/").status_code == 200
        assert app.test_client().post("/api/v1/games", json={"kind": "analysis"}).status_code == 201


class InProcess:
    """The reading processes' work done here, so that a kill at any step can be tried."""

    def run(self, job: str, arguments: dict[str, Any], **_limits: Any) -> Any:
        module, _, function = job.partition(":")
        return getattr(import_module(module), function)(**arguments)


@contextmanager
def killed_at(step: int) -> Iterator[None]:
    """End this process without any farewell when it has touched the disk so many times."""
    left = [step]

    def counted(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **more: Any) -> Any:
            left[0] -= 1
            if left[0] == 0:
                os._exit(137)
            return real(*args, **more)

        return call

    patch = pytest.MonkeyPatch()
    for owner, name in ((os, "replace"), (os, "fsync"), (shutil, "rmtree"), (Path, "mkdir")):
        patch.setattr(owner, name, counted(getattr(owner, name)))
    patch.setattr(DefaultDialect, "do_commit", counted(DefaultDialect.do_commit))
    yield
    patch.undo()


def evening(configuration: Any, game: str, tell: int, step: int) -> None:
    """Photos come, the one that was there before goes with its game; told through a pipe."""
    app = create_app(configuration)
    parts = replace(services_of(app), readers=cast(Any, InProcess()))
    client = app.test_client()
    with killed_at(step):
        for photo in (PHOTO, photo_of(PAIR, size=(640, 480))):
            event = enter_photo(parts, game, photo)
            os.write(tell, f"+{event.data['photo']}".encode())
        assert client.delete(f"/api/v1/games/{parts.events.games(deleted=True)[0].id}").json
        os.write(tell, b"-")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.parametrize("stride", [7, pytest.param(1, marks=pytest.mark.slow)])
def test_a_kill_at_any_step_loses_nothing_confirmed_and_leaves_nothing_behind(
    configuration: Any, stride: int
) -> None:
    template = replace(configuration, data=configuration.data / "template")
    with opened(template) as app:
        parts = replace(services_of(app), readers=cast(Any, InProcess()))
        old, game = (analysis(app.test_client()) for _ in range(2))
        binned = photo_of(Board.from_text("0,0a 1,0a"), size=(640, 480))
        enter_photo(parts, old, binned)
        app.test_client().post(f"/api/v1/games/{old}/changes", json={"change": "delete"})
    for step in range(3, 400, stride):
        data = configuration.data / f"step-{step}"
        shutil.copytree(template.data, data)
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                evening(replace(template, data=data), game, write, step)
            except BaseException:
                os._exit(1)
            os._exit(0)
        os.close(write)
        with os.fdopen(read) as pipe:
            told = pipe.read()
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert status in (0, 137)
        _check(replace(template, data=data), told)
        shutil.rmtree(data)
        if status == 0:
            break
    assert step > 15 and status == 0


def _check(configuration: Any, told: str) -> None:
    with opened(configuration) as app:
        parts = services_of(app)
        client = app.test_client()
        games = [*parts.events.games(), *parts.events.games(deleted=True)]
        shown = {
            event.data["photo"]
            for summary in games
            for event in parts.events.events(summary.id)
            if event.data.get("photo")
        }
        confirmed = {part for part in told.replace("-", "").split("+") if part}
        assert confirmed <= shown
        for digest in shown:
            original = client.get(f"/api/v1/photos/{digest}?copy=original")
            assert parts.photos.digest_of(original.data) == digest
        on_disk = {
            p.parent.parent.name + p.parent.name for p in configuration.data.rglob("original")
        }
        assert on_disk == shown
        assert len(games) == (1 if "-" in told else len(games))
        kept = {path.name for path in files_of(configuration.data)}
        photos = {"original", "shown.jpg", "thumbnail.jpg"}
        assert {n for n in kept - photos if not n.startswith("games.sqlite")} == {"server.lock"}
