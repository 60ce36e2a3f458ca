"""Photos and films dropped on the page: sent in pieces, read, asked about, made a game."""

import io
import json
import math
import pickle
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from asking import open_page, until, wait
from dashboards import client_of, script, set_screen, text
from digitising.test_gaps import shots
from palago.engine.tiles.alignment import Alignment
from palago.engine.tiles.board import Board, Tile
from palago.engine.tiles.observation import Observation
from palago.engine.values import value_of
from palago.vision.readings.reading import Reading, TileReading
from palago.vision.training.scenes.films.acts import Act
from palago.vision.training.scenes.films.videos import StagedTable
from palago.webui.digitising.digitise import follow
from palago.webui.digitising.kept_shots import kept_shots
from palago.webui.digitising.place import JobFolder
from palago.webui.digitising.questions import questions_of
from palago.webui.digitising.reading import read_folder
from palago.webui.digitising.record import digitised_record
from palago.webui.digitising.settling import Settled
from palago.webui.tables.choice import table_of
from palago.webui.workers.worker import JobRefused
from PIL import ExifTags, Image

OWNER = "Anna Adamson"
BOARDS = [Board.from_text("0,0a 1,0c")]
for laid in ("0,1a 1,1b", "2,0a 2,1c"):
    BOARDS.append(Board((*BOARDS[-1], *(Tile.from_text(word) for word in laid.split()))))


@pytest.fixture(scope="module")
def photos() -> dict[str, bytes]:
    """A photo of each turn as a phone writes it, and a file that is none."""
    stage = StagedTable(7, 640, 360, tiles_across=11)
    found = {}
    for number, board in enumerate(BOARDS):
        coded = io.BytesIO()
        picture = Image.fromarray(np.rot90(stage.picture(board)[..., ::-1]))
        picture.save(coded, "JPEG", quality=95, exif=_told_by_a_phone(number))
        found[f"photo {number + 8}.jpg"] = coded.getvalue()
    return found | {"photo 20.jpg": b"no photo at all"}


def _told_by_a_phone(number: int) -> Image.Exif:
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = 6  # held upright: turned a quarter to the right when shown
    exif[ExifTags.Base.Model] = "Phone 7"
    exif[ExifTags.Base.DateTime] = f"2026:11:2{number} 20:15:00"
    exif.get_ifd(ExifTags.IFD.GPSInfo)[ExifTags.GPS.GPSLatitudeRef] = "N"
    exif[ExifTags.Base.Artist] = OWNER
    return exif


def begin(client: Any, title: str = "Club night", **more: Any) -> str:
    job = client.post("/api/v1/digitisings", json={"title": title, **more})
    assert job.status_code == 201, job.json
    return f"/api/v1/digitisings/{job.json['id']}"


def send(client: Any, path: str, name: str, data: bytes) -> None:
    at = 0
    while at < len(data):
        sent = client.post(f"{path}/files?name={name}&at={at}", data=data[at : at + 300_000])
        assert sent.status_code == 200, sent.json
        at = sent.json["size"]


def done(client: Any, path: str, seconds: float = 240) -> dict[str, Any]:
    found = until(
        lambda: client.get(path).json, lambda job: job["status"] in ("done", "failed"), seconds
    )
    return dict(found)


def jobs(client: Any, known: Sequence[str] = ()) -> list[str]:
    """The addresses of what is digitised, the newest first, without those that are known."""
    kept = client.get("/api/v1/digitisings").json["digitisings"]
    return [path for one in kept if (path := f"/api/v1/digitisings/{one['id']}") not in known]


def test_photos_sent_in_pieces_become_a_game(
    client: Any, configuration: Any, photos: dict[str, bytes]
) -> None:
    path = begin(client)
    for name, data in photos.items():
        send(client, path, name, data)
    # A piece that comes twice, as after a lost answer, changes nothing.
    again = client.post(f"{path}/files?name=photo 8.jpg&at=300", data=b"again")
    assert again.json["size"] == len(photos["photo 8.jpg"])
    assert client.post(f"{path}/start", json={}).json["status"] == "waiting"
    found = done(client, path)
    assert found["status"] == "done" and len(found["played"]) == 3
    # Its boards are drawn in the colours that the photos show.
    white, blue = found["colours"].split()
    assert int(white[1:], 16) > int(blue[1:], 16)
    colours = {"board": found["board"], "colours": "#f0c080 #103060"}
    assert "#103060" in client.get("/api/v1/diagram.svg", query_string=colours).text
    wrong = client.get("/api/v1/diagram.svg", query_string=colours | {"colours": "red blue"})
    assert wrong.status_code == 400
    # All is read: nothing of whose photos these are, nor when they were taken, is left.
    folder = configuration.data / "digitising" / path.rsplit("/", 1)[1]
    left = [file for file in folder.rglob("*") if file.is_file()]
    assert left and not [file for file in left if OWNER.encode() in file.read_bytes()]
    assert not [file for file in left if b"2026:11:2" in file.read_bytes()]
    # So it is where the server ended before all of them were bare.
    late = folder / "photos" / "photo 8.jpg"
    late.write_bytes(photos["photo 8.jpg"])
    chosen = {"data_folder": str(configuration.data)}
    assert read_folder(str(folder), "palago", chosen) == {"shots": 3}
    assert OWNER.encode() not in late.read_bytes()
    # What was seen is read again as the first version kept it, its module having another name then.
    place = JobFolder(folder)
    seen = kept_shots(place, table_of("palago").digitised)
    first = pickle.dumps((*seen, None), protocol=0)
    earlier = first.replace(b"webui.tables.shots", b"webui.digitising.sightings")
    assert b"sightings" in earlier
    place.pickled_shots.write_bytes(earlier)
    place.shots.unlink()
    assert read_folder(str(folder), "palago", chosen) == {"shots": 3}
    (question,) = found["asked"]
    assert question["source"] == "photo 20.jpg"
    assert question["what"].startswith("This is no photo")  # and not where it lies
    assert [answer["answer"]["what"] for answer in question["answers"]] == ["skip"]
    for odd in ({"what": "rolled", "faces": ["7"]}, {"what": "gap"}, {"what": "began"}):
        refused = client.post(f"{path}/answers", json={"source": "photo 20.jpg", **odd})
        assert refused.status_code == 400
    answer = {"source": "photo 20.jpg", "what": "skip"}
    settled = client.post(f"{path}/answers", json=answer).json
    assert settled["questions"] == 0 and settled["moves"] == 3
    game = client.post(f"{path}/game", json={}).json
    assert [bool(entry["photo"]) for entry in game["timeline"]] == [True] * 3
    digest = game["timeline"][0]["photo"]
    original = client.get(f"/api/v1/photos/{digest}")
    assert original.mimetype == "image/jpeg"
    shown = client.get(f"/api/v1/photos/{digest}?size=shown").data
    assert Image.open(io.BytesIO(shown)).size[0] > Image.open(io.BytesIO(shown)).size[1]
    assert client.get(path).json["game"] == game["id"]
    _put_right_and_carried(client, game)
    # After another answer a game can be made of what is found now; the first one stays.
    fine = {"source": question["source"], "what": "fine"}
    assert client.post(f"{path}/answers", json=fine).json["game"] is None
    another = client.post(f"{path}/game", json={}).json
    assert another["id"] != game["id"] and client.get(path).json["game"] == another["id"]
    assert client.delete(path).status_code == 200 and client.get(path).status_code == 404
    assert client.get(f"/api/v1/games/{game['id']}").json["timeline"]


def _put_right_and_carried(client: Any, game: Any) -> None:
    """A move of what was digitised that was read wrongly: files, reviews and studies tell it as it
    was put right."""
    read = [entry["move"] for entry in game["timeline"]]
    name = read[1].split()[0]  # as "0,1a"
    q, r = map(int, name[:-1].split(","))
    rotation = {"a": 2, "b": 4, "c": 0}[name[-1]]
    changes = [{"change": "turn_tile", "q": q, "r": r, "rotation": rotation}, {"change": "confirm"}]
    body = {"version": game["version"], "move": 2, "changes": changes}
    done = client.post(f"/api/v1/games/{game['id']}/corrections", json=body).json
    true = [read[0], read[1].replace(name, f"{q},{r}{'abc'[rotation // 2]}"), read[2]]
    assert [entry["move"] for entry in done["timeline"]] == true
    record = f"/api/v1/games/{game['id']}/record?format="
    for form in ("zip", "json", "sgf", "text"):
        again = client.post("/api/v1/imports", data=client.get(record + form).data).json
        assert [entry["move"] for entry in again["timeline"]] == true, form
        study = client.post("/api/v1/studies", json={"game": game["id"]}).json
    assert true[1] in json.dumps(client.get(f"/api/v1/studies/{study['id']}").json)


def test_a_restart_goes_on_with_all_that_wait(configuration: Any, photos: dict[str, bytes]) -> None:
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w") as archive:
        for name, data in photos.items():
            archive.writestr(f"../../{name}", data)
        archive.writestr("notes.txt", "nothing to be read")
    with client_of(configuration) as client:
        paths = [begin(client, title) for title in ("first", "second")]
        send(client, paths[0], "game.zip", zipped.getvalue())
        send(client, paths[1], "photo 8.jpg", photos["photo 8.jpg"])
        for path in paths:
            assert client.post(f"{path}/start", json={}).status_code == 200
        assert client.get(paths[1]).json["status"] == "waiting"
        readings = configuration.data / "digitising" / paths[0].rsplit("/", 1)[1] / "readings"
        until(lambda: list(readings.glob("*.json")), seconds=120)
    before = {path: path.stat().st_mtime_ns for path in readings.glob("*.json")}
    with client_of(configuration) as client:
        for path, turns in zip(paths, (3, 1), strict=True):
            found = done(client, path)
            assert (found["status"], len(found["played"])) == ("done", turns), found
        assert before and all(path.stat().st_mtime_ns == at for path, at in before.items())
        outside = [p for p in configuration.data.rglob("photo*") if "digitising" not in p.parts]
        assert not [p for p in outside if p.is_file()]


def test_what_another_version_kept_in_its_own_way_is_read_anew(
    client: Any, configuration: Any, photos: dict[str, bytes]
) -> None:
    path = begin(client)
    for name in ("photo 8.jpg", "photo 20.jpg"):
        send(client, path, name, photos[name])
    client.post(f"{path}/start", json={})
    assert done(client, path)["status"] == "done"
    kept = configuration.data / "digitising" / path.rsplit("/", 1)[1] / "shots.json"
    kept.write_bytes(kept.read_bytes().replace(b'"version":1', b'"version":2', 1))
    answer = {"source": "photo 20.jpg", "what": "skip"}
    refused = client.post(f"{path}/answers", json=answer)
    assert refused.status_code == 422 and "read anew" in refused.json["error"]["message"]
    found = done(client, path)
    assert (found["status"], len(found["played"]), found["asked"]) == ("done", 1, [])
    assert client.post(f"{path}/game", json={}).status_code == 201
    # Films are not kept once they are read.
    for photo in (kept.parent / "photos").iterdir():
        photo.unlink()
    kept.write_bytes(b"")
    with pytest.raises(JobRefused, match="send it again"):
        read_folder(str(kept.parent), "palago", {"data_folder": str(configuration.data)})


def test_what_cannot_be_read_is_said(client: Any) -> None:
    path = begin(client)
    assert client.post(f"{path}/start", json={}).status_code == 422
    assert client.post(f"{path}/game", json={}).status_code == 422
    send(client, path, "film.mp4", b"no film at all")
    client.post(f"{path}/start", json={})
    found = done(client, path)
    assert found["status"] == "failed" and "video" in found["why"]
    for tongue, words in (("en", found["why"]), ("fr", "lisible"), ("zh-Hant", "影片")):
        assert words in client.get(path, headers={"Accept-Language": tongue}).json["why"]
    assert client.post(f"{path}/files?name=&at=0", data=b"x").status_code == 400
    assert client.post(f"{path}/answers", json={"what": "tile", "source": ""}).status_code == 400
    assert client.get("/api/v1/digitisings/nothing").status_code == 404


# -- answers: all later turns follow


def test_a_tile_that_is_told_lies_there_in_all_later_photos() -> None:
    """A tile is misread for the whole evening, and each photo lies in a frame of its own."""
    ways = [Alignment(0, (0, 0)), Alignment(2, (1, -3)), Alignment(4, (-2, 5))]
    wrong = dict.fromkeys(((1, 1),), 0.6)
    seen = [Observation(BOARDS[0])]
    for board, way in zip(BOARDS[1:], ways[1:], strict=True):
        misread = board.turn((1, 1), (board[1, 1].rotation + 2) % 6)
        seen.append(Observation(misread, wrong).moved(way))
    taken = shots(*seen)
    game = follow(taken, Settled(), "palago", is_film=False)
    question = next(q for q in questions_of(game) if q["source"] == "1.jpg")
    offered = [answer for answer in question["answers"] if answer["answer"]["what"] == "tile"]
    assert len(offered) == 4  # three ways to lie, and no tile
    right = next(a for a in offered if a.get("board") and Board.from_text(a["board"]) == BOARDS[1])
    settled = Settled().with_answer({"source": "1.jpg", **right["answer"]}, game)
    again = follow(taken, value_of(Settled, settled.to_json()), "palago", is_film=False)
    boards: list[Any] = [step.after.board for step in again.steps]
    assert [board.canonical() for board in boards] == [board.canonical() for board in BOARDS]
    assert not questions_of(again)


def test_a_photo_that_is_left_out_is_as_if_it_had_not_been_taken() -> None:
    other = Board((*BOARDS[1], Tile(2, -1, 0)))
    taken = shots(BOARDS[0], BOARDS[1], other, BOARDS[2])
    asked = questions_of(follow(taken, Settled(), "palago", is_film=False))
    assert asked
    game = follow(taken, Settled(skipped=frozenset(("2.jpg",))), "palago", is_film=False)
    assert [step.after.board for step in game.steps] == BOARDS and not questions_of(game)


def test_what_the_referee_asks_is_answered_by_a_tap() -> None:
    """Two turns at once: which tiles were first is a question with pictures."""
    taken = shots(BOARDS[0], BOARDS[2])
    game = follow(taken, Settled(), "palago", is_film=False)
    answers = [answer for question in questions_of(game) for answer in question["answers"]]
    played = [one for one in answers if one["answer"]["what"] == "played"]
    assert len(played) >= 2 and all(one["players"] == ["blue", "white"] for one in played)
    first = played[0]["answer"]
    settled = Settled().with_answer({"source": "1.jpg", **first}, game)
    again = follow(taken, settled, "palago", is_film=False)
    assert len(again.steps) == 3 and again.steps[-1].after.board == BOARDS[2]
    assert digitised_record(again, "club night", None).moves[1].move == first["actions"][0]


def test_a_question_is_drawn_as_its_photo_lies(client: Any) -> None:
    turn = [math.radians(60 * k) for k in range(6)]  # the top corner of the frame is on the right
    corners = tuple((50 + 20 * math.cos(angle), 50 + 20 * math.sin(angle)) for angle in turn)
    reading = Reading(None, 99, 99, tiles=(TileReading(0, 0, 0, 0.9, (50.0, 50.0), corners),))
    table = table_of("palago").digitised
    assert table.heading(reading, Alignment()) == 90
    assert table.heading(reading, Alignment(2)) == 330
    query = {"board": "0,0a 1,0c", "heading": 330}
    assert "rotate(330)" in client.get("/api/v1/diagram.svg", query_string=query).text
    taken = [replace(shot, reading=reading) for shot in shots(BOARDS[0], BOARDS[2])]
    (question,) = questions_of(follow(taken, Settled(), "palago", is_film=False))
    assert question["heading"] in range(30, 360, 60)


# -- the page


def test_the_page_shows_what_is_seen_and_settles_a_question_by_a_tap(
    dashboard: Any, browser: Any, photos: dict[str, bytes], tmp_path: Path
) -> None:
    for name, data in photos.items():
        (tmp_path / name).write_bytes(data)
    client = dashboard.app.test_client()
    earlier = jobs(client)
    set_screen(browser, 390, 844)
    open_page(browser, f"{dashboard.url}/digitise")
    script(
        browser,
        "document.getElementById('files').hidden = false;"
        "const list = document.getElementById('list'); window.told = [];"
        "new MutationObserver(() => { for (const line of list.children)"
        " window.told.push(line.innerText); })"
        ".observe(list, { childList: true, subtree: true });"
        "window.both = []; const shown = (id) => !document.getElementById(id).hidden;"
        "new MutationObserver(() => { if (shown('none') && shown('sent')) window.both.push(1); })"
        ".observe(document.body, { attributes: true, subtree: true });",
    )
    files = browser.find_element("id", "files")
    files.send_keys("\n".join(str(path) for path in sorted(tmp_path.iterdir())))
    listed = "return document.querySelector('#list > li').dataset.status === 'done'"
    wait(browser, lambda: jobs(client, earlier), "it is sent")
    (path,) = jobs(client, earlier)
    wait(browser, lambda: client.get(path).json["progress"], "it is read")
    done(client, path)
    wait(browser, lambda: script(browser, listed), "it is done")
    wait(browser, lambda: "photo 20.jpg" in text(browser, ".questions h3"), "it asks")
    wait(browser, lambda: not text(browser, "#sending"), "nothing is said to go on")
    assert script(browser, "return window.both") == []
    told = script(browser, "return window.told")
    assert all(told), "no card is ever empty"
    assert not [words for words in told if "Not sent" in words]
    assert all(" · " in words for words in told if "%" in words)
    assert text(browser, "#list strong").startswith(f"{len(photos)} photos, ")
    script(browser, "document.querySelector('#list .danger').focus()")
    script(browser, "document.querySelector('.questions .choices button:last-child').click()")
    wait(browser, lambda: "Nothing to ask: 3 moves" in text(browser, "#list p"), "it is settled")
    assert script(browser, "return document.activeElement.matches('#list .danger')")
    assert text(browser, "#list li").count("3 moves") == 1
    script(browser, "document.querySelector('#list .key').click()")
    wait(browser, lambda: "/games/" in browser.current_url, "the game opens")


def test_what_is_sent_over_a_broken_line_arrives_once(
    dashboard: Any, browser: Any, photos: dict[str, bytes], tmp_path: Path
) -> None:
    """A line breaks while a photo is sent, and again as reading is to begin; more is dropped then.
    What was left half sent goes as other files are sent in its place."""
    client = dashboard.app.test_client()
    left = begin(client, "left")
    (tmp_path / "one.jpg").write_bytes(photos["photo 8.jpg"])
    earlier = jobs(client)
    open_page(browser, f"{dashboard.url}/digitise")
    mine = f"#digitising-{left.rsplit('/', 1)[1]}"
    wait(browser, lambda: "once more" in text(browser, mine), "it says that some is missing")
    script(
        browser,
        "const real = window.fetch; window.told = []; const lost = { files: 1, start: 1 };"
        "window.fetch = (address, ...more) => {"
        " const [, step] = /(files|start)/.exec(address) ?? [];"
        " if (!lost[step]) return real(address, ...more);"
        " lost[step] -= 1; return Promise.reject(new TypeError('lost')); };"
        "const said = document.getElementById('sending');"
        "new MutationObserver(() => window.told.push(said.innerText))"
        ".observe(said, { childList: true });"
        "window.drop = (...named) => { const dataTransfer = new DataTransfer();"
        " for (const name of named) dataTransfer.items.add(new File(['no photo'], name));"
        " const dropped = new DragEvent('drop', { dataTransfer });"
        " document.getElementById('drop').dispatchEvent(dropped); };"
        "window.drop('.DS_Store'); document.getElementById('files').hidden = false;",
    )
    wait(browser, lambda: ".DS_Store" in text(browser, "#sending"), "it says what cannot be read")
    browser.find_element("css selector", f"{mine} .key").click()
    browser.find_element("id", "files").send_keys(str(tmp_path / "one.jpg"))
    script(browser, "window.drop('two.jpg', 'game.palago.json')")
    leaves = "return window.dispatchEvent(new Event('beforeunload', { cancelable: true }))"
    assert not script(browser, leaves), "the browser asks before what is sent is lost"
    assert text(browser, "#toasts").startswith("Waiting: 1 before it")
    sent = "return window.told.filter((words) => words.startsWith('Sent.')).length"
    wait(browser, lambda: script(browser, sent) == 2, "both are sent")
    assert script(browser, leaves)
    told = script(browser, "return window.told")
    assert sum("goes on by itself" in words for words in told) == 2
    assert not [words for words in told if "game.palago.json" in words]
    assert [len(done(client, path)["played"]) for path in jobs(client, earlier)] == [0, 1]
    assert client.get(left).status_code == 404


@pytest.mark.slow
def test_a_film_becomes_a_game(client: Any, tmp_path: Path) -> None:
    film = tmp_path / "game.mp4"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"mp4v"), 10, (960, 540))
    acts = [Act(BOARDS[0], wait=2.0)]
    for before, after in pairwise(BOARDS):
        acts.append(Act(after, tuple(sorted(after.cells - before.cells)), wait=2.5))
    for _, frame in StagedTable(7).frames(BOARDS[0], acts, 10.0):
        writer.write(frame)
    writer.release()
    path = begin(client)
    send(client, path, "game.mp4", film.read_bytes())
    client.post(f"{path}/start", json={})
    found = done(client, path, 900)
    assert found["status"] == "done" and len(found["played"]) == 3
