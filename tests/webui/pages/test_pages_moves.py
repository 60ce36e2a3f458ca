"""Moves in pictures, and photos that wait: what is marked, what a suggestion would look like."""

import socket
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from asking import change, new_game, open_game, shown_game, tap_at, wait, when_ready
from dashboards import keep_pages, set_screen, start_dashboard, text
from palago.engine.tiles.board import Board
from palago.webui.app import services_of
from selenium.webdriver.common.by import By
from table_photos import photo_of

PAIR, FOUR = "0,0b 1,0b", "0,0b 1,0b 0,1c -1,1c"
#: What the search says; how it searches is told elsewhere.
FOUND: dict[str, Any] = {
    "solution": {"result": "unknown", "moves": None, "line": []},
    "parries": None,
    "move": ["0,1c", "-1,1c"],
}


def count(browser: Any, selector: str) -> int:
    return len(browser.find_elements(By.CSS_SELECTOR, selector))


def test_the_last_move_stays_marked_until_the_next(dashboard: Any, browser: Any) -> None:
    client, game = shown_game(dashboard, browser)
    path = f"/api/v1/games/{game}"
    for number, board in enumerate((PAIR, FOUR), start=1):
        client.post(f"{path}/photos", data=photo_of(Board.from_text(board)))
        client.post(f"{path}/changes", json={"change": "confirm"})
        entries = f"#timeline li:nth-child({number})"
        wait(browser, partial(count, browser, entries), "the move is on record")
        wait(browser, lambda: count(browser, "#diagram-pane path.last") == 4, "a rim a tile")
        wait(browser, lambda: count(browser, "#photo-pane g.last") == 2, "on the photo too")
    cells = client.get(path).json["last"]
    assert sorted(map(tuple, cells)) == [(-1, 1), (0, 1)]


MIDDLE_OF_CELL = """
const place = document.querySelector(`#diagram-pane [data-cell="${arguments[0]}"]`);
const { x, y, width, height } = place.getBoundingClientRect();
return [x + width / 2, y + height / 2].map(Math.round);
"""


@pytest.mark.parametrize(
    ("size", "kind"), [((1366, 768), "palago"), ((390, 844), "palago"), ((360, 640), "analysis")]
)
def test_a_tile_stays_under_the_finger_that_lays_it(
    dashboard: Any, browser: Any, size: tuple[int, int], kind: str
) -> None:
    client = dashboard.app.test_client()
    set_screen(browser, *size)
    game = new_game(client, kind)["id"]
    change(client, game, "set_board", board=PAIR)
    if kind == "palago":
        change(client, game, "confirm")
    open_game(browser, dashboard.url, game)
    board, path = PAIR, f"/api/v1/games/{game}"
    first = browser.execute_script(MIDDLE_OF_CELL, "0,0")
    # So far as a move reaches; and before it is confirmed the next, of which the page then asks.
    laid = [("1,-1", "abc"), ("2,-2", "abc"), ("0,1", "a"), ("-1,1", "a")]
    for number, (cell, letters) in enumerate(laid[: 4 if kind == "palago" else 2], start=3):
        x, y = browser.execute_script(MIDDLE_OF_CELL, cell)
        for letter in letters:  # laid, turned, and turned again
            tap_at(browser, x, y)
            wanted = Board.from_text(f"{board} {cell}{letter}").to_text()
            wait(browser, lambda now=wanted: client.get(path).json["board"] == now, "it lies there")
            wait(browser, lambda n=number: count(browser, "#diagram-pane g.tile") == n, "is shown")
            assert browser.execute_script(MIDDLE_OF_CELL, "0,0") == first
        board = wanted
    assert bool(count(browser, "#choices button")) == (kind == "palago")
    if kind == "analysis":  # once the hand rests, what may come next is in sight
        middle = partial(browser.execute_script, MIDDLE_OF_CELL, "0,0")
        wait(browser, lambda: middle() != first, "there is room for the next")


def test_coordinates_stand_at_the_edge_when_wanted(dashboard: Any, browser: Any) -> None:
    _, game = shown_game(dashboard, browser, "analysis", board=FOUR)
    assert count(browser, ".coordinates") == 0
    browser.find_element(By.ID, "open-menu").click()
    browser.find_element(By.ID, "coordinates").click()
    assert count(browser, "#diagram-pane .coordinates text") >= 4
    open_game(browser, dashboard.url, game)
    assert count(browser, ".coordinates") == 1, "it is remembered"
    browser.execute_script("localStorage.clear()")


def test_a_suggestion_lies_there_as_a_ghost_and_can_be_played(
    dashboard: Any, browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services_of(dashboard.app).thinkers, "run", lambda *_, **__: FOUND)
    client, game = shown_game(dashboard, browser, "analysis", board=PAIR)
    advise = browser.find_element(By.ID, "advise")
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", advise)
    advise.click()
    wait(browser, lambda: count(browser, "#advised .playable"), "a suggestion")
    assert count(browser, "#diagram-pane .ghost") == 2
    button = browser.find_element(By.CSS_SELECTOR, "#advised .playable .key")
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
    button.click()
    laid = Board.from_text(FOUR).to_text()
    wait(browser, lambda: client.get(f"/api/v1/games/{game}").json["board"] == laid, "it is laid")
    wait(browser, lambda: count(browser, "#diagram-pane .ghost") == 0, "no ghost is left")


@pytest.mark.usefixtures("hurried")
def test_a_photo_taken_while_the_server_is_away_is_sent_when_it_is_back(
    configuration: Any, browser: Any, tmp_path: Path
) -> None:
    keep_pages(browser, True)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    dashboard, stop = start_dashboard(configuration, port=port)
    _, game = shown_game(dashboard, browser)
    browser.execute_script("return navigator.serviceWorker.ready.then(() => true)")
    browser.refresh()  # from now on the worker keeps the page
    when_ready(browser)
    stop()
    photo = tmp_path / "table.jpg"
    photo.write_bytes(photo_of(Board.from_text(PAIR)))
    browser.find_element(By.ID, "photo").send_keys(str(photo))
    wait(browser, lambda: "kept here" in text(browser, "#toasts"), "it says that it keeps it")
    browser.refresh()
    wait(browser, lambda: browser.execute_script("return document.body.dataset.version"), "kept")
    assert "Last seen here" in text(browser, "#link"), "what was kept is not said to be so now"
    dashboard, stop = start_dashboard(configuration, port=port)
    client = dashboard.app.test_client()
    wait(browser, lambda: client.get(f"/api/v1/games/{game}").json["photo"], "the photo is sent")
    wait(browser, lambda: "legal move" in text(browser, "h1"), "judged")
    browser.execute_script(
        "navigator.serviceWorker.getRegistrations()"
        ".then((all) => all.forEach((one) => one.unregister()))"
    )
    browser.get("about:blank")
    browser.get_log("browser")  # the lost line is in the console, and rightly so
    stop()
