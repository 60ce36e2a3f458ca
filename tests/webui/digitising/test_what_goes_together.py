"""What is dropped together is one film or photos: nothing of it is ever left unread in silence."""

import io
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from asking import wait, when_ready
from dashboards import script, text
from digitising.test_digitise_page import begin, done, send
from digitising.test_naming_players import opened
from palago.webui.texts import say

NO_FILM, NO_PHOTO = b"no film at all", b"no photo at all"


def zipped(files: Mapping[str, bytes]) -> bytes:
    coded = io.BytesIO()
    with zipfile.ZipFile(coded, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return coded.getvalue()


@pytest.mark.parametrize(
    ("sent", "named"),
    [
        ({"one.mp4": NO_FILM, "two.MOV": NO_FILM}, ("one.mp4", "two.MOV")),
        ({"one.mp4": NO_FILM, "a.jpg": NO_PHOTO}, ("one.mp4",)),
        ({"one.mp4": NO_FILM, "all.zip": zipped({"a.jpg": NO_PHOTO})}, ("one.mp4",)),
        ({"all.zip": zipped({"one.mp4": NO_FILM, "b/a.jpg": NO_PHOTO})}, ("one.mp4",)),
        ({"one.3gp": NO_FILM, "two.3gp": NO_FILM}, ("one.3gp", "two.3gp")),
        ({"all.zip": zipped({"a/one.mp4": NO_FILM, "b/two.mp4": NO_FILM})}, ("one.mp4", "two.mp4")),
    ],
)
def test_films_or_photos_that_cannot_go_together_are_refused_by_name(
    sent: Mapping[str, bytes], named: tuple[str, ...], client: Any
) -> None:
    path = begin(client)
    for name, data in sent.items():
        send(client, path, name, data)
    client.post(f"{path}/start", json={})
    assert done(client, path)["status"] == "failed"
    for tongue, said in (("en", "one film"), ("fr", "un seul film"), ("zh-Hant", "一部影片")):
        why = client.get(path, headers={"Accept-Language": tongue}).json["why"]
        assert said in why and all(name in why for name in named), why
    assert client.get(path).json["wants_other_files"]


def test_what_a_mac_notes_beside_a_film_in_a_zip_is_no_film(client: Any) -> None:
    path = begin(client)
    send(client, path, "all.zip", zipped({"one.mp4": NO_FILM, "__MACOSX/._one.mp4": b"notes"}))
    client.post(f"{path}/start", json={})
    assert "no video that can be read" in done(client, path)["why"]


def test_the_short_film_that_a_phone_puts_beside_a_photo_is_left_out(client: Any) -> None:
    path = begin(client)
    for name, data in {"IMG_1.HEIC": NO_PHOTO, "IMG_1.mov": NO_FILM}.items():
        send(client, path, name, data)
    client.post(f"{path}/start", json={})
    found = done(client, path)
    assert found["status"] == "done" and not found["wants_other_files"], found
    assert [asked["source"] for asked in found["asked"]] == ["IMG_1.HEIC"]


@pytest.mark.parametrize(("width", "tongue"), [(390, "zh-Hant"), (1366, "fr")])
def test_the_page_refuses_them_before_anything_is_sent(
    dashboard: Any, browser: Any, tmp_path: Path, width: int, tongue: str
) -> None:
    client = dashboard.app.test_client()
    known = client.get("/api/v1/digitisings").json["digitisings"]
    for name in ("game.mp4", "later.MOV", "1.jpg", "Later.JPG", "notes.txt"):
        (tmp_path / name).write_bytes(b"neither")
    for name, within in (
        ("films.zip", ("in/one.mp4", "in/two.mov", "in/._two.mov")), ("words.zip", ("in/it.pdf",)),
    ):  # fmt: skip
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            for member in within:
                archive.writestr(member, b"neither")
    opened(dashboard, browser, width, tongue)
    when_ready(browser)
    files = browser.find_element("id", "files")
    for names, key, films in (
        (("films.zip",), "films", ("one.mp4", "two.mov")),
        (("words.zip", "notes.txt"), "neither", ("it.pdf", "notes.txt")),
        (("game.mp4", "1.jpg"), "mixed", ("game.mp4",)),
        (("game.mp4", "later.MOV", "Later.JPG"), "mixed", ("game.mp4",)),
        (("game.mp4", "later.MOV"), "films", ("game.mp4", "later.MOV")),
    ):
        files.send_keys("\n".join(str(tmp_path / name) for name in names))
        before, after = say(tongue, f"page.digitise_{key}", films="|", files="|").split("|")
        wait(browser, lambda: text(browser, "#sending").startswith(before), key)  # noqa: B023
        told = text(browser, "#sending")
        assert told.endswith(after), told
        assert all(name in told for name in films), told
        assert all((name in told) == (name in films) for name in names), told
        script(browser, "document.getElementById('files').value = ''")
    assert client.get("/api/v1/digitisings").json["digitisings"] == known
    # Of a folder only what can be read is sent; the rest is named, and stays so once it is read.
    folder = tmp_path / "Club, 12 May"
    folder.mkdir()
    for name in ("1.jpg", "1.mov", "._1.jpg", ".DS_Store", "2.CR2", "notes.txt"):
        (folder / name).write_bytes(b"neither")
    with zipfile.ZipFile(folder / "all.zip", "w") as archive:  # no zip within it is read
        for member in ("3.jpg", "old.zip"):
            archive.writestr(member, b"neither")
    place = {"x": width // 2, "y": 100, "data": {"items": [], "files": [str(folder)]}}
    place["data"]["dragOperationsMask"] = 1
    for step in ("dragEnter", "dragOver", "drop"):
        browser.execute_cdp_cmd("Input.dispatchDragEvent", {"type": step, **place})
    before, _ = say(tongue, "page.digitise_passed_over", files="|").split("|")
    wait(browser, lambda: f" {before}" in f" {text(browser, '#sending')}", "it is not sent")
    wait(browser, lambda: text(browser, "#sending").startswith(before), "the others are read")
    left_out = re.findall(r"\w+\.\w+", text(browser, "#sending"), re.ASCII)
    assert {*left_out} == {"2.CR2", "notes.txt", "old.zip"}
    assert client.get("/api/v1/digitisings").json["digitisings"][0]["title"] == folder.name
    asked = "return performance.getEntriesByType('resource').map(({ name }) => name)"
    sent = [name for name in script(browser, asked) if "/files?" in name]
    assert len(sent) == 2 and any("name=1.jpg&" in one for one in sent)
    for sent in client.get("/api/v1/digitisings").json["digitisings"]:
        if sent["id"] not in {one["id"] for one in known}:
            client.delete(f"/api/v1/digitisings/{sent['id']}")
    assert script(browser, "return document.scrollingElement.scrollWidth") <= width


def test_where_the_files_are_refused_other_ones_are_chosen(dashboard: Any, browser: Any) -> None:
    """So they are where some were sent before a page was closed: without the others it is no
    game."""
    client = dashboard.app.test_client()
    half = begin(client)
    send(client, half, "1.jpg", b"neither")
    path = begin(client, kind="palagem", palagems=["abca", "cabb"])
    for name in ("game.mp4", "1.jpg"):
        send(client, path, name, b"neither")
    client.post(f"{path}/start", json={})
    browser.get(f"{dashboard.url}/digitise")
    again = "#list [data-status=failed] .row button.key"
    wait(browser, lambda: browser.find_elements("css selector", again), "it is refused")
    assert browser.find_elements("css selector", again.replace("failed", "filling"))
    assert client.delete(half).status_code == 200
    noted = "event.preventDefault(); document.body.dataset.asked = ''"
    script(browser, f"document.getElementById('files').onclick = (event) => {{ {noted}; }}")
    browser.find_element("css selector", again).click()
    assert script(browser, "return 'asked' in document.body.dataset")
    assert browser.find_element("id", "kind").get_attribute("value") == "palagem"
