"""Where no board is found, a person shows a tile."""

from __future__ import annotations

from typing import Any

from dashboards import set_screen
from palago.engine.tiles.board import Board
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait
from table_photos import photo_of

PAIR = Board("0,0b 1,0b")
MIDDLE = (640 - 60, 480 - 10)


def missed(client: Any) -> str:
    game: str = client.post("/api/v1/games", json={"kind": "palago"}).json["id"]
    client.post(f"/api/v1/games/{game}/photos", data=photo_of(PAIR, missed=True))
    return f"/api/v1/games/{game}"


def test_a_tap_on_a_tile_leads_to_the_board(client: Any) -> None:
    path = missed(client)
    assert client.get(path).json["verdict"]["text"] == "No board in this photo"
    beside = client.post(f"{path}/photos/shown", json={"points": [[3, 3]]})
    assert beside.status_code == 422 and "corners" in beside.json["error"]["message"]
    for wrong in ([], [[1, 2]] * 2, [["a", 2]], [[1]], "x", [[1e400, 2]]):
        assert client.post(f"{path}/photos/shown", json={"points": wrong}).status_code == 400
    found = client.post(f"{path}/photos/shown", json={"points": [list(MIDDLE)]})
    assert found.status_code == 201 and len(found.json["tiles"]) == 2
    assert found.json["verdict"]["text"] == "White: legal move"


def test_without_a_photo_there_is_nothing_to_show(client: Any) -> None:
    game = client.post("/api/v1/games", json={"kind": "palago"}).json["id"]
    shown = client.post(f"/api/v1/games/{game}/photos/shown", json={"points": [[1, 2]]})
    assert shown.status_code == 422 and "no photo" in shown.json["error"]["message"]


def test_it_is_shown_by_a_tap_in_the_photo(dashboard: Any, browser: Any) -> None:
    path = missed(dashboard.app.test_client())
    set_screen(browser, 390, 844)
    browser.get(dashboard.url + path.removeprefix("/api/v1"))
    wait = WebDriverWait(browser, 20, 0.05)
    button = wait.until(lambda b: b.find_element(By.ID, "show-tile"))
    wait.until(lambda _: button.is_displayed())
    button.click()
    picture = browser.find_element(By.CSS_SELECTOR, "#photo-pane svg.overlay")
    ActionChains(browser).move_to_element_with_offset(picture, -25, -4).click().perform()
    wait.until(lambda b: len(b.find_elements(By.CSS_SELECTOR, "#photo-pane g[data-cell]")) == 2)
    assert not button.is_displayed()
