"""What a phone shows first of Palanquée's board as a live camera sees it."""

from __future__ import annotations

from typing import Any

from asking import hand, shown_game
from board_photos import POSITION, board_photo
from dashboards import above_buttons, set_screen
from palago.engine.palanquee.position_json import position_from_json
from palago.webui.app import services_of
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait


def test_the_verdict_is_the_first_thing_seen(dashboard: Any, browser: Any) -> None:
    shown_game(dashboard, browser, "palanquee", options={"players": ["Ann", "Ben"]}, board=POSITION)
    game = browser.current_url.rpartition("/")[2]
    live = services_of(dashboard.app).live
    live.set_state(game, "still")
    added = {"cell": "J7", "colour": "blue", "kind": "sprout"}
    seen = position_from_json(POSITION | {"pieces": [*POSITION["pieces"], added]}).pieces
    path = f"/api/v1/games/{game}/photos"
    assert dashboard.app.test_client().post(path, data=board_photo(seen)).status_code == 201
    wait = WebDriverWait(browser, 20, 0.05, ignored_exceptions=[WebDriverException])
    found = "return document.querySelector('#verdict h1').textContent"
    wait.until(lambda b: b.execute_script(found) == "Not allowed")
    wait.until(lambda b: b.find_element(By.ID, "live").is_displayed())
    for width, height in ((360, 640), (412, 915)):
        set_screen(browser, width, height)
        assert above_buttons(browser, ".options button"), "an answer is under the buttons"
        for _ in range(2):  # also while a cell is asked about
            lines = "#verdict", ".stage", "#live", "#kind-panel"
            tops = [browser.find_element(By.CSS_SELECTOR, line).rect["y"] for line in lines]
            assert tops == sorted(tops), width
            cell = browser.find_element(By.CSS_SELECTOR, '.cells [data-cell="K6"] polygon')
            hand(browser).move_to_element(cell).click().perform()
    live.tell_off(game)
