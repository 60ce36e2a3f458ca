"""What a page does when others act: the server comes back, games are binned, tables are laid."""

import socket
from typing import Any

import pytest
from asking import change, open_game, shown_game, wait
from dashboards import HURRY, first_on_pages, set_screen, start_dashboard, text
from palago.engine.tiles.board import Board
from palago.webui.app import services_of
from palago.webui.live_hub import ALL_GAMES
from selenium.webdriver.common.by import By
from table_photos import photo_of

PAIR = Board.from_text("0,0b 1,0b")


def shown(browser: Any, name: str) -> bool:
    return bool(browser.find_element(By.ID, name).is_displayed())


@pytest.mark.usefixtures("hurried")
def test_a_page_finds_the_server_again_and_goes_on(configuration: Any, browser: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    dashboard, stop = start_dashboard(configuration, port=port)
    client = dashboard.app.test_client()
    game = client.post("/api/v1/games", json={"kind": "palago"}).json["id"]
    client.post(f"/api/v1/games/{game}/photos", data=photo_of(PAIR))
    open_game(browser, dashboard.url, game)
    assert text(browser, "#verdict h1") == "White: legal move"
    stop()
    wait(browser, lambda: "Connecting" in text(browser, "#link"), "it says that the line is lost")
    browser.find_element(By.ID, "confirm").click()
    wait(browser, lambda: "cannot be reached" in text(browser, "#toasts"), "a tap says so too")
    dashboard, stop = start_dashboard(configuration, port=port)
    wait(browser, lambda: text(browser, "#link") == "", "the line is back")
    browser.find_element(By.ID, "confirm").click()
    wait(browser, lambda: text(browser, "#verdict h1") == "Blue to move", "the move is confirmed")
    browser.get("about:blank")
    browser.get_log("browser")  # the lost line is in the console, and rightly so
    stop()


def test_many_tabs_of_one_browser_all_follow_a_game(dashboard: Any, browser: Any) -> None:
    """A browser has six connections to a server, and a stream keeps one of them."""
    client, game = shown_game(dashboard, browser)
    tabs = [browser.current_window_handle]
    for _ in range(6):
        browser.switch_to.new_window("tab")
        tabs.append(browser.current_window_handle)
        with first_on_pages(browser, HURRY):
            open_game(browser, dashboard.url, game)
    change(client, game, "set_board", board="0,0a 1,0c")
    for tab in reversed(tabs):
        browser.switch_to.window(tab)
        wait(browser, lambda: "legal move" in text(browser, "#verdict h1"), "the tab follows")
        assert text(browser, "#link") == "", "nothing alarms"
        if tab != tabs[0]:
            browser.close()


@pytest.mark.usefixtures("hurried")
def test_a_page_hears_by_its_stream_and_asks_where_there_is_none(
    dashboard: Any, browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = services_of(dashboard.app).live
    client, game = shown_game(dashboard, browser)
    wait(browser, lambda: hub.watchers(game) >= 1, "a page's own stream is open")
    browser.get(f"{dashboard.url}/tables")
    wait(browser, lambda: hub.watchers(ALL_GAMES) >= 1, "and the one of all games")
    monkeypatch.setattr(hub, "_most_streams", 0)
    open_game(browser, dashboard.url, game)
    change(client, game, "set_board", board="0,0a 1,0c")
    wait(browser, lambda: "legal move" in text(browser, "#verdict h1"), "it asks")
    assert text(browser, "#link") == "", "nothing alarms"
    browser.get("about:blank")
    browser.get_log("browser")  # that there was no stream is in the console, and rightly so


def test_a_binned_game_says_so_and_comes_back(dashboard: Any, browser: Any) -> None:
    client, game = shown_game(dashboard, browser)
    assert not shown(browser, "in-bin")
    browser.execute_script("document.getElementById('delete').click()")
    wait(browser, lambda: "Undo" in text(browser, "#toasts"), "the page says that it is in the bin")
    assert shown(browser, "in-bin")
    browser.find_element(By.ID, "restore").click()
    wait(browser, lambda: not shown(browser, "in-bin"), "it is back")
    assert not text(browser, "#toasts"), "nobody says that it is in the bin"
    assert client.get(f"/api/v1/games/{game}").json["deleted"] is False


def test_a_phone_turns_to_the_photo_but_not_under_a_finger(dashboard: Any, browser: Any) -> None:
    client, game = shown_game(dashboard, browser, "analysis")
    path = f"/api/v1/games/{game}"

    def show_photo(seed: int) -> None:
        client.post(f"{path}/photos", data=photo_of(PAIR, seed=seed))
        version = "return Number(document.body.dataset.version)"
        newest = client.get(path).json["version"]
        wait(browser, lambda: browser.execute_script(version) == newest, "seen at once", 5)

    assert shown(browser, "diagram-pane") and not shown(browser, "photo-pane"), "to lay tiles on"
    assert not shown(browser, "view-photo"), "nothing was photographed"
    set_screen(browser, 1366, 768)
    assert not shown(browser, "photo-pane"), "a laptop gives its room to the diagram"
    set_screen(browser, 390, 844)
    show_photo(0)
    assert shown(browser, "photo-pane")
    browser.find_element(By.ID, "view-diagram").click()
    show_photo(1)
    assert shown(browser, "diagram-pane") and not shown(browser, "photo-pane"), "as was chosen"
    client.post(f"{path}/changes", json={"change": "undo"})
    client.post(f"{path}/changes", json={"change": "undo"})
    open_game(browser, dashboard.url, game)
    browser.find_element(By.ID, "diagram-pane").click()
    show_photo(2)
    assert shown(browser, "diagram-pane") and not shown(browser, "photo-pane"), "it was touched"


def test_a_page_that_is_not_there_leads_back(dashboard: Any, browser: Any) -> None:
    browser.get(f"{dashboard.url}/games/nowhere")
    assert text(browser, "h1") == "There is no such page."
    browser.find_element(By.CSS_SELECTOR, "main a").click()
    wait(browser, lambda: browser.find_elements(By.ID, "take"), "the first page")
    browser.get_log("browser")
