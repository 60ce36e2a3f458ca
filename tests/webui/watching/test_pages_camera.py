"""The browser's own camera in a real browser: it referees a game, and it is calibrated."""

import re
import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from asking import new_game, open_game, wait, when_ready
from camera_films import decoded, sheet_views, show, write_film
from dashboards import open_chromium, set_screen, start_dashboard, text
from palago.engine.tiles.board import Board
from palago.webui.app import services_of
from palago.webui.server.addresses import address_on_the_network
from palago.webui.watching import live_sessions
from selenium.webdriver.common.by import By
from table_photos import photo_of

SIZE = (800, 600)
SECOND = Board.from_text("0,0b 1,0b 0,1c -1,1c")
#: A table on which two tiles lie, and after that two more.
TABLES = [
    decoded(photo_of(board, size=SIZE, around=SECOND))
    for board in (Board.from_text("0,0b 1,0b"), SECOND)
]


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the browser's camera sees."""
    path = tmp_path_factory.mktemp("film") / "seen.y4m"
    write_film(path, [(TABLES[0], 1)], rate=5)
    return path


@pytest.fixture(scope="module")
def chromium_with_camera(film: Path) -> Iterator[Any]:
    """A browser whose camera shows the film, and which believes every certificate."""
    fake = ("use-fake-device-for-media-stream", "use-fake-ui-for-media-stream")
    shown = f"use-file-for-fake-video-capture={film}"
    opened = open_chromium(film.parent / "profile", *fake, shown, "ignore-certificate-errors")
    set_screen(opened, 390, 844)
    yield opened
    opened.quit()


@pytest.fixture
def filming(chromium_with_camera: Any, film: Path) -> Iterator[Any]:
    """The browser, before whose camera the first table lies; its console must stay clean."""
    show(film, TABLES[0])
    chromium_with_camera.get_log("browser")
    yield chromium_with_camera
    said = chromium_with_camera.get_log("browser")
    chromium_with_camera.get("about:blank")
    assert not [line for line in said if "Uncaught" in line["message"]]


def element(browser: Any, selector: str) -> Any:
    return browser.find_element(By.CSS_SELECTOR, selector)


def start_camera(browser: Any) -> None:
    element(browser, "#camera").click()
    element(browser, "#live-start").click()
    wait(browser, lambda: element(browser, "#viewfinder").is_displayed(), "the camera runs")


def count(browser: Any, selector: str) -> int:
    return len(browser.find_elements(By.CSS_SELECTOR, selector))


def test_a_phones_camera_referees_a_game(configuration: Any, filming: Any, film: Path) -> None:
    real = replace(configuration, reader="palago.webui.jobs.reading:read_tiles")
    dashboard, stop = start_dashboard(real)
    client = dashboard.app.test_client()
    game = new_game(client)["id"]
    open_game(filming, dashboard.url, game)
    start_camera(filming)
    assert not element(filming, "#live-dialog").is_displayed()
    wait(filming, lambda: count(filming, "#timeline li") == 1, "the first move is seen")
    show(film, TABLES[1])
    wait(filming, lambda: count(filming, "#timeline li") == 2, "the second move is seen")
    read = "#photo-pane .overlay g[data-cell]"
    wait(filming, lambda: count(filming, read) == 4, "the picture shows the reading")
    assert text(filming, "#verdict h1") == "White to move"
    shown = client.get(f"/api/v1/games/{game}").json
    assert len(shown["tiles"]) == 4 and shown["live"]["key"] != "off"

    element(filming, "#take").click()  # a single photo comes from the running camera
    known = shown["version"]
    wait(
        filming,
        lambda: client.get(f"/api/v1/games/{game}").json["version"] > known,
        "the photo is read",
    )
    element(filming, "#live-stop").send_keys("\n")
    wait(filming, lambda: not element(filming, "#live").is_displayed(), "the camera is off")
    assert filming.execute_script("return document.getElementById('viewfinder').srcObject") is None
    assert filming.execute_script("return document.activeElement.id") == "camera", "goes on"
    wait(filming, lambda: not client.get(f"/api/v1/games/{game}/live").json["state"], "all know it")
    stop()


def test_a_camera_that_is_gone_is_told_and_goes_on_once_it_is_back(
    dashboard: Any, filming: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unplugged, it was taken for a table at rest."""
    monkeypatch.setattr(live_sessions, "SECONDS_OF_SILENCE", 1.0)
    client = dashboard.app.test_client()
    game = new_game(client)["id"]

    def says() -> str | None:
        return (client.get(f"/api/v1/games/{game}/live").json["state"] or {}).get("key")

    open_game(filming, dashboard.url, game)
    start_camera(filming)
    wait(filming, lambda: says() not in (None, "cut"), "the game is watched")
    unplugged = "const found = navigator.mediaDevices; window.open_ = found.getUserMedia;"
    filming.execute_script(
        f"{unplugged} found.getUserMedia = async (asked) => {{"
        "  window.asked = asked.video.deviceId; throw new DOMException('', 'NotFoundError'); };"
        "const [track] = document.getElementById('viewfinder').srcObject.getVideoTracks();"
        "track.stop(); track.dispatchEvent(new Event('ended'))"  # as when it is unplugged
    )
    wait(filming, lambda: "was cut off" in text(filming, "#live-help"), "it says so")
    wait(filming, lambda: says() == "cut", "all know", 12)
    assert "No pictures come" in text(filming, "#live-state")
    wait(filming, lambda: filming.execute_script("return window.asked"), "it looks for that camera")
    assert "by itself" in text(filming, "#live-help")
    filming.execute_script("navigator.mediaDevices.getUserMedia = window.open_")
    wait(filming, lambda: says() not in (None, "cut"), "it goes on by itself")
    assert not element(filming, "#live-dialog").is_displayed()
    services_of(dashboard.app).live.stop(game)  # as another device does that takes over
    closed = "return document.getElementById('viewfinder').srcObject === null"
    wait(filming, lambda: filming.execute_script(closed), "this one films no more")
    services_of(dashboard.app).live.set_state(game, "still")
    wait(filming, lambda: "Watching" in text(filming, "#live-state"), "another one films")
    element(filming, "#camera").click()
    assert "Another camera films this game" in text(filming, "#live-help")
    element(filming, "#live-start").click()
    wait(filming, lambda: element(filming, "#viewfinder").is_displayed(), "this one films")
    wait(filming, lambda: says() in ("reading", "lost", "still"), "and is watched by")
    element(filming, "#live-stop").click()
    wait(filming, lambda: says() is None, "it is off")


def address_in_the_network() -> str:
    """This machine's address as others see it, skipped where there is none."""
    found = address_on_the_network()
    if found is None or found.startswith("127."):
        pytest.skip("this machine is in no network")
    try:
        socket.create_server((found, 0)).close()
    except OSError:
        pytest.skip("this machine's address cannot be listened on")
    return found


def test_another_machines_camera_needs_https_and_opens_with_it(
    configuration: Any, filming: Any
) -> None:
    pytest.importorskip("cryptography", reason="the https extra is not installed")
    from palago.webui.server.tls import server_context

    def joined(dashboard: Any) -> None:
        game = new_game(dashboard.app.test_client())["id"]
        filming.get(f"{dashboard.url}/join?game={game}#{keyed.key}")
        wait(filming, lambda: filming.current_url.endswith(f"/games/{game}"), "the game")
        when_ready(filming)

    host = address_in_the_network()
    keyed = replace(configuration, key="k" * 22)
    plain, stop = start_dashboard(keyed, host=host)
    joined(plain)
    element(filming, "#camera").click()
    assert "--https" in element(filming, "#live-help").text
    assert not element(filming, "#live-start").is_displayed()
    stop()

    other = replace(keyed, data=configuration.data / "encrypted")
    other.data.mkdir()
    encrypted, stop = start_dashboard(other, server_context(other.data, [host]), host=host)
    joined(encrypted)
    start_camera(filming)
    wait(filming, lambda: count(filming, "#timeline li") >= 1, "the first move is seen")
    stop()


def test_a_camera_is_calibrated_by_showing_it_the_sheet(
    configuration: Any, filming: Any, film: Path
) -> None:
    dashboard, stop = start_dashboard(configuration)
    filming.get(f"{dashboard.url}/settings")
    element(filming, "#begin").click()
    wait(filming, lambda: "Show the sheet" in text(filming, "#wish"), "it says what to do")
    element(filming, "#live").click()
    wait(filming, lambda: element(filming, "#viewfinder").is_displayed(), "the camera runs")
    for number, view in enumerate(sheet_views(SIZE), start=1):
        show(film, view)
        taken = f"{number} view"
        wait(filming, lambda: text(filming, "#views").startswith(taken), taken)  # noqa: B023
    wait(filming, lambda: element(filming, "#finish").is_enabled(), "nothing is missing")
    assert element(filming, "#wish").text.startswith("That is enough")
    assert not element(filming, "#viewfinder").is_displayed()
    assert count(filming, "#coverage .seen") == 12
    element(filming, "#finish").click()
    element(filming, "#ask-text").send_keys("Club phone")
    element(filming, "#ask-yes").click()
    wait(filming, lambda: "is calibrated" in text(filming, "#wish"), "the lens is fitted")
    assert element(filming, "#camera").get_attribute("value") == "Club phone"
    settings = dashboard.app.test_client().get("/api/v1/settings").json
    assert settings["cameras"] == ["Club phone"] and settings["camera"] == "Club phone"
    stop()


def test_the_sheet_is_printed_from_the_page(client: Any) -> None:
    answer = client.get("/api/v1/sheets/charuco.pdf?language=fr")
    assert answer.status_code == 200 and answer.data.startswith(b"%PDF-")
    assert "palago-charuco.pdf" in answer.headers["Content-Disposition"]
    assert client.get("/api/v1/sheets/passwd.pdf").status_code == 400
    for kind, sheets in (
        ("palagonia", ["tiles", "dice", "scorecard"]),
        ("palanquee", ["palanquee"]),
    ):
        rules = client.get(f"/rules/{kind}").text
        assert re.findall('href="/api/v1/sheets/(.+?).pdf"', rules) == sheets


def box(browser: Any, place: str) -> dict[str, float]:
    """The edges of what a page shows, in pixels from the window's corner."""
    found = "return document.querySelector(arguments[0]).getBoundingClientRect().toJSON()"
    return dict(browser.execute_script(found, place))


def test_nothing_that_the_camera_says_moves_what_the_page_shows(
    dashboard: Any, browser: Any
) -> None:
    client, live = dashboard.app.test_client(), services_of(dashboard.app).live
    more = {"options": {"players": ["Anna", "Ben", "Cleo"]}}

    def top_while(game: str, key: str, words: str, place: str) -> float:
        live.set_state(game, key, count=2)
        wait(browser, lambda: words in text(browser, "#live-state"), words)
        return box(browser, place)["top"]

    unsure = ("unsure", "cannot be told")
    for width, kind, body, place, longest in (
        (390, "palago", {}, "#photo-pane, #diagram-pane", unsure),
        (360, "palago", {}, "#verdict", unsure),
        (390, "palagonia", more, ".dice", ("start_who", "who rolled")),
        (1366, "palago", {}, "#verdict", unsure),
        (1920, "palago", {}, "#verdict", ("changed", "has changed")),
    ):
        set_screen(browser, width, {360: 640, 390: 844, 1366: 768, 1920: 1080}[width])
        game = new_game(client, kind, **body)["id"]
        open_game(browser, dashboard.url, game)
        assert top_while(game, "still", "Watching", place) == top_while(game, *longest, place) > 0
        if kind == "palago":  # and where this device films
            browser.execute_script("document.getElementById('viewfinder').hidden = false")
            filming = [top_while(game, *said, "#verdict") for said in (("still", "Watch"), unsure)]
            assert filming[0] == filming[1]
        live.set_state(game, "off")
    set_screen(browser, 360, 640)
    for kind in ("palago", "palanquee"):  # on a small phone the whole card is above the buttons
        game = new_game(client, kind)["id"]
        open_game(browser, dashboard.url, game)
        browser.execute_script("document.getElementById('viewfinder').hidden = false")
        top = top_while(game, *unsure, "#verdict")
        assert top < box(browser, "#verdict")["bottom"] <= box(browser, ".actions")["top"], kind
        live.set_state(game, "off")
    set_screen(browser, 390, 844)


def test_a_camera_that_enters_dice_asks_for_them_in_sight_beside_a_board_that_keeps_its_place(
    dashboard: Any, browser: Any
) -> None:
    client, live = dashboard.app.test_client(), services_of(dashboard.app).live
    game = new_game(client, "palagonia", options={"players": ["Anna", "Ben", "Cleo"]})["id"]

    def change(**wished: Any) -> None:
        assert client.post(f"/api/v1/games/{game}/changes", json=wished).status_code == 200

    def edge(side: str, place: str) -> float:
        return box(browser, place)[side]

    def says(words: str, where: str = "#verdict p") -> None:
        wait(browser, lambda: text(browser, where) == words, words)

    set_screen(browser, 360, 640)
    open_game(browser, dashboard.url, game)
    live.set_state(game, "still", enters_dice=True)
    says("Everybody rolls one die, one after the other.")
    live.set_state(game, "start_who", enters_dice=True)
    wait(browser, lambda: "who rolled" in text(browser, "#live-state"), "who begins is asked")
    assert edge("top", "#live") > 0 and edge("bottom", ".dice") <= edge("top", ".actions")
    assert "key" not in element(browser, "#take").get_attribute("class")
    live.set_state(game, "still", enters_dice=True)
    change(change="roll", faces=["3", "2", "remove"])
    change(change="set_board", board="0,0a 1,0c 0,1b")
    change(change="confirm")
    says("Roll the dice.")
    shown = "#photo-pane:not([hidden]), #diagram-pane:not([hidden])"
    rolling = edge("top", shown), edge("bottom", shown)
    live.set_state(game, "roll_unsure", enters_dice=True)
    wait(browser, lambda: "not seen well" in text(browser, "#live-state"), "it is asked")
    assert edge("bottom", "#live") < edge("top", ".dice") < edge("bottom", ".dice")
    assert edge("bottom", ".dice") <= edge("top", ".actions")
    change(change="roll", faces=["2", "3"])
    live.set_state(game, "still", enters_dice=True)
    wait(browser, lambda: "2 or 3" in text(browser, "#verdict h1"), "the roll is entered")
    assert (edge("top", shown), edge("bottom", shown)) == rolling
    change(change="undo")
    live.set_state(game, "off")
    says("Roll the dice and enter them.")
    set_screen(browser, 390, 844)
