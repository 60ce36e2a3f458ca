"""The browser's own camera in a real browser: it referees a game, and it is calibrated."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from camera_films import decoded, sheet_views, write_film
from dashboards import open_chromium, set_screen, start_dashboard, text
from palago.engine.tiles.board import Board
from palago.webui.app import services_of
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait
from table_photos import photo_of

FIRST = Board.from_text("0,0b 1,0b")
SECOND = Board.from_text("0,0b 1,0b 0,1c -1,1c")
SIZE = (800, 600)

OpenCamera = Callable[..., Any]


@pytest.fixture
def browser_with_camera(tmp_path: Path) -> Iterator[OpenCamera]:
    """A function that opens a browser whose camera shows a film."""
    opened = []

    def open_with(film: Path, *flags: str) -> Any:
        fake = ("use-fake-device-for-media-stream", "use-fake-ui-for-media-stream")
        browser = open_chromium(
            tmp_path / "profile", *fake, f"use-file-for-fake-video-capture={film}", *flags
        )
        opened.append(browser)
        set_screen(browser, 390, 844)
        return browser

    yield open_with
    for browser in opened:
        browser.quit()


@pytest.fixture
def table_film(tmp_path: Path) -> Path:
    """A table on which two tiles lie, and after some seconds two more."""
    film = tmp_path / "table.y4m"
    pictures = [decoded(photo_of(b, size=SIZE, around=SECOND)) for b in (FIRST, SECOND)]
    write_film(film, [(pictures[0], 6), (pictures[1], 80)], rate=1)
    return film


def wait(browser: Any, condition: Callable[[], Any], what: str, seconds: float = 60) -> None:
    WebDriverWait(browser, seconds, 0.1).until(lambda _: condition(), what)


def element(browser: Any, selector: str) -> Any:
    return browser.find_element(By.CSS_SELECTOR, selector)


def start_camera(browser: Any) -> None:
    wait(browser, lambda: element(browser, "body[data-ready]"), "the game opens")
    element(browser, "#camera").click()
    element(browser, "#live-start").click()
    wait(browser, lambda: element(browser, "#viewfinder").is_displayed(), "the camera runs")


def moves(browser: Any) -> int:
    return len(browser.find_elements(By.CSS_SELECTOR, "#timeline li"))


def test_a_phones_camera_referees_a_game(
    configuration: Any, browser_with_camera: OpenCamera, table_film: Path
) -> None:
    real = replace(configuration, reader="palago.webui.jobs.reading:read_tiles")
    dashboard, stop = start_dashboard(real)
    client = dashboard.app.test_client()
    game = client.post("/api/v1/games", json={"kind": "palago"}).json["id"]
    browser = browser_with_camera(table_film)
    browser.get(f"{dashboard.url}/games/{game}")
    start_camera(browser)
    assert not element(browser, "#live-dialog").is_displayed()
    wait(browser, lambda: moves(browser) == 1, "the first move is seen")
    wait(browser, lambda: moves(browser) == 2, "the second move is seen")
    wait(
        browser,
        lambda: (
            browser.execute_script(
                "return document.querySelectorAll('#photo-pane .overlay g[data-cell]').length"
            )
            == 4
        ),
        "the picture shows the reading",
    )
    assert element(browser, "#verdict h1").text == "White to move"
    shown = client.get(f"/api/v1/games/{game}").json
    assert len(shown["tiles"]) == 4 and shown["live"]["key"] != "off"

    element(browser, "#take").click()  # a single photo comes from the running camera
    known = shown["version"]
    wait(
        browser,
        lambda: client.get(f"/api/v1/games/{game}").json["version"] > known,
        "the photo is read",
    )
    element(browser, "#live-stop").click()
    wait(browser, lambda: not element(browser, "#live").is_displayed(), "the camera is off")
    assert browser.execute_script("return document.getElementById('viewfinder').srcObject") is None
    wait(browser, lambda: not client.get(f"/api/v1/games/{game}/live").json["state"], "all know it")
    assert not [line for line in browser.get_log("browser") if "Uncaught" in line["message"]]
    stop()


def test_a_camera_that_is_gone_watches_no_more(
    configuration: Any, browser_with_camera: OpenCamera, table_film: Path
) -> None:
    """Unplugged, it was taken for a table at rest."""
    dashboard, stop = start_dashboard(configuration)
    client = dashboard.app.test_client()
    game = client.post("/api/v1/games", json={"kind": "palago"}).json["id"]

    def is_off() -> bool:
        return client.get(f"/api/v1/games/{game}/live").json["state"] is None

    browser = browser_with_camera(table_film)
    browser.get(f"{dashboard.url}/games/{game}")
    start_camera(browser)
    wait(browser, lambda: not is_off(), "the game is watched")
    browser.execute_script(
        "const [track] = document.getElementById('viewfinder').srcObject.getVideoTracks();"
        "track.stop(); track.dispatchEvent(new Event('ended'))"  # as when it is unplugged
    )
    wait(browser, lambda: "was cut off" in element(browser, "#live-help").text, "it says so")
    wait(browser, lambda: is_off() and not element(browser, "#live").is_displayed(), "all know", 12)
    stop()


def address_in_the_network() -> str:
    """This machine's address as others see it, skipped where there is none."""
    from palago.webui.server.addresses import address_on_the_network

    found = address_on_the_network()
    if found is None or found.startswith("127."):
        pytest.skip("this machine is in no network")
    try:
        socket.create_server((found, 0)).close()
    except OSError:
        pytest.skip("this machine's address cannot be listened on")
    return found


def test_another_machines_camera_needs_https_and_opens_with_it(
    configuration: Any, browser_with_camera: OpenCamera, table_film: Path
) -> None:
    pytest.importorskip("cryptography", reason="the https extra is not installed")
    from palago.webui.server.tls import server_context

    host = address_in_the_network()
    browser = browser_with_camera(table_film, "ignore-certificate-errors")
    keyed = replace(configuration, key="k" * 22)
    plain, stop = start_dashboard(keyed, host=host)
    game = plain.app.test_client().post("/api/v1/games", json={"kind": "palago"}).json["id"]
    browser.get(f"{plain.url}/join?game={game}#{keyed.key}")
    wait(browser, lambda: element(browser, "body[data-ready]"), "the game opens")
    element(browser, "#camera").click()
    assert "--https" in element(browser, "#live-help").text
    assert not element(browser, "#live-start").is_displayed()
    stop()

    other = replace(keyed, data=configuration.data / "encrypted")
    other.data.mkdir()
    context = server_context(other.data, [host])
    dashboard, stop = start_dashboard(other, context, host=host)
    game = dashboard.app.test_client().post("/api/v1/games", json={"kind": "palago"}).json["id"]
    browser.get(f"{dashboard.url}/join?game={game}#{keyed.key}")
    wait(browser, lambda: element(browser, "body[data-ready]"), "the game opens")
    start_camera(browser)
    wait(browser, lambda: moves(browser) >= 1, "the first move is seen")
    stop()


def test_a_camera_is_calibrated_by_showing_it_the_sheet(
    configuration: Any, browser_with_camera: OpenCamera, tmp_path: Path
) -> None:
    film = tmp_path / "sheet.y4m"
    write_film(film, [(view, 1) for view in sheet_views(SIZE)], rate=2)
    dashboard, stop = start_dashboard(configuration)
    browser = browser_with_camera(film)
    browser.get(f"{dashboard.url}/settings")
    element(browser, "#begin").click()
    wait(browser, lambda: "Show the sheet" in element(browser, "#wish").text, "it says what to do")
    element(browser, "#live").click()
    wait(browser, lambda: element(browser, "#viewfinder").is_displayed(), "the camera runs")
    wait(browser, lambda: element(browser, "#finish").is_enabled(), "nothing is missing", 120)
    assert element(browser, "#wish").text.startswith("That is enough")
    assert not element(browser, "#viewfinder").is_displayed()
    assert (
        browser.execute_script("return document.querySelectorAll('#coverage .seen').length") == 12
    )
    element(browser, "#finish").click()
    element(browser, "#ask-text").send_keys("Club phone")
    element(browser, "#ask-yes").click()
    wait(browser, lambda: "is calibrated" in element(browser, "#wish").text, "the lens is fitted")
    assert element(browser, "#camera").get_attribute("value") == "Club phone"
    settings = dashboard.app.test_client().get("/api/v1/settings").json
    assert settings["cameras"] == ["Club phone"] and settings["camera"] == "Club phone"
    stop()


def test_the_sheet_is_printed_from_the_page(client: Any) -> None:
    answer = client.get("/api/v1/sheets/charuco.pdf?language=fr")
    assert answer.status_code == 200 and answer.data.startswith(b"%PDF-")
    assert "palago-charuco.pdf" in answer.headers["Content-Disposition"]
    assert client.get("/api/v1/sheets/passwd.pdf").status_code == 400


def test_on_a_phone_nothing_that_the_camera_says_moves_what_it_shows(
    dashboard: Any, browser: Any
) -> None:
    client, live = dashboard.app.test_client(), services_of(dashboard.app).live
    more = {"options": {"players": ["Anna", "Ben", "Cleo"]}}

    def top_while(game: str, key: str, words: str, place: str) -> float:
        live.set_state(game, key, count=2)
        wait(browser, lambda: words in text(browser, "#live-state"), words)
        top = "return document.querySelector(arguments[0]).getBoundingClientRect().top"
        return float(browser.execute_script(top, place))

    for kind, body, place, longest in (
        ("palago", {}, "#photo-pane, #diagram-pane", ("unsure", "cannot be told")),
        ("palagonia", more, ".dice", ("start_who", "who rolled")),
    ):
        game = client.post("/api/v1/games", json={"kind": kind, **body}).json["id"]
        browser.get(f"{dashboard.url}/games/{game}")
        wait(browser, lambda: browser.find_elements(By.CSS_SELECTOR, "body[data-ready]"), "open")
        assert top_while(game, "still", "Watching", place) == top_while(game, *longest, place) > 0
        live.set_state(game, "off")
