"""Editing a board by hand, turning the diagram, and making a game of a board."""

from collections.abc import Callable
from typing import Any

from asking import hand, shown_game, wait
from dashboards import set_screen
from palago.engine.tiles.board import Board
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select
from table_photos import photo_of

FOUR = "0,0b 1,0b 0,1c -1,1c"


def opened(browser: Any, dashboard: Any, **body: Any) -> tuple[Any, str]:
    set_screen(browser, 1280, 800)
    return shown_game(dashboard, browser, "analysis", **body)


def place(browser: Any, cell: str) -> Any:
    return browser.find_element(By.CSS_SELECTOR, f"#diagram-pane [data-cell='{cell}']")


def menu(browser: Any, name: str) -> None:
    browser.find_element(By.ID, "open-menu").click()
    browser.execute_script("arguments[0].click()", browser.find_element(By.ID, name))


def test_tiles_are_laid_dragged_erased_and_cleared(dashboard: Any, browser: Any) -> None:
    client, game = opened(browser, dashboard)

    def lies(board: str) -> Callable[[], bool]:
        def asked() -> bool:
            return bool(client.get(f"/api/v1/games/{game}").json["board"] == board)

        return asked

    menu(browser, "edit-board")
    browser.find_element(By.CSS_SELECTOR, "[data-tool='2']").click()
    place(browser, "0,0").click()
    wait(browser, lies("0,0b"), "a tap lays the tile of the palette")
    wait(browser, lambda: browser.find_elements(By.CSS_SELECTOR, "[data-cell='1,0']"), "shown")
    palette = browser.find_element(By.CSS_SELECTOR, "[data-tool='4']")
    hand(browser).drag_and_drop(palette, place(browser, "1,0")).perform()
    wait(browser, lies("0,0b 1,0c"), "dragged from the palette")
    browser.find_element(By.CSS_SELECTOR, "[data-tool='4']").click()
    pressed = browser.find_elements(By.CSS_SELECTOR, ".editor [aria-pressed=true]")
    if pressed:
        pressed[0].click()
    wait(browser, lambda: browser.find_elements(By.CSS_SELECTOR, ".tile[data-cell='1,0']"), "lies")
    hand(browser).drag_and_drop(place(browser, "1,0"), place(browser, "0,1")).perform()
    wait(browser, lies("0,0b 0,1c"), "a tile is dragged to another place")
    browser.find_element(By.CSS_SELECTOR, "[data-tool='erase']").click()
    wait(browser, lambda: browser.find_elements(By.CSS_SELECTOR, ".tile[data-cell='0,1']"), "there")
    place(browser, "0,1").click()
    wait(browser, lies("0,0b"), "taken away")
    browser.find_element(By.ID, "clear-board").click()
    wait(browser, lies(""), "cleared")


def test_a_board_becomes_a_game(dashboard: Any, browser: Any) -> None:
    client, game = opened(browser, dashboard, board=Board.from_text(FOUR).to_json())
    menu(browser, "edit-board")
    Select(browser.find_element(By.ID, "edit-turn")).select_by_value("blue")
    assert browser.find_element(By.ID, "advise-for").get_attribute("value") == "blue"
    menu(browser, "make-game")
    browser.find_element(By.ID, "make-players").send_keys("Ann, Ben")
    browser.find_element(By.CSS_SELECTOR, "#make-form .key").click()
    wait(browser, lambda: game not in browser.current_url, "another game")
    made = client.get(f"/api/v1/games/{browser.current_url.rsplit('/', 1)[1]}").json
    assert made["kind"] == "palago" and made["board"] == Board.from_text(FOUR).to_text()
    assert made["verdict"]["text"] == "Ben (Blue) to move"


def test_the_diagram_lies_as_the_photo(dashboard: Any, browser: Any) -> None:
    client, game = opened(browser, dashboard)
    client.post(f"/api/v1/games/{game}/photos", data=photo_of(Board.from_text(FOUR), heading=30))
    wait(browser, lambda: browser.find_elements(By.CSS_SELECTOR, "#diagram-pane .tile"), "read")
    menu(browser, "lies")
    turned = "return document.querySelector('#diagram-pane svg > g').getAttribute('transform')"
    angle = float(browser.execute_script(turned)[len("rotate(") : -1])
    assert abs(angle - 30) < 1
    browser.execute_script("localStorage.clear()")
