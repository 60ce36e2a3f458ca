"""Where no board is found, a person shows a tile."""

from pathlib import Path
from typing import Any

import pytest
from asking import hand, new_game, tap_at
from board_photos import POSITION, board_photo
from dashboards import set_screen
from palago.engine.palanquee.position_json import position_from_json
from palago.engine.tiles.board import Board
from palago.vision.benchmark.truth import find_cases
from palago.webui.app import services_of
from palago.webui.command_line import main
from palago.webui.watching.intake import read_again
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait
from table_photos import photo_of

PAIR = Board("0,0b 1,0b")
MIDDLE = (320 - 60, 240 - 10)


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


def test_nobody_points_at_tiles_on_a_printed_board(client: Any) -> None:
    path = f"/api/v1/games/{new_game(client, 'palanquee')['id']}"
    photo = board_photo(position_from_json(POSITION).pieces)
    assert client.post(f"{path}/photos", data=photo).status_code == 201
    before = client.get(path).json
    shown = client.post(f"{path}/photos/shown", json={"points": [[1, 2]]})
    assert shown.status_code == 422 and client.get(path).json["seen"] == before["seen"]
    assert "corners" in shown.json["error"]["message"]


def offered(dashboard: Any, browser: Any, path: str) -> tuple[WebDriverWait[Any], Any]:
    """Press the button on the page of a game whose board was missed: a wait, and the button."""
    set_screen(browser, 390, 844)
    browser.get(dashboard.url + path.removeprefix("/api/v1"))
    wait = WebDriverWait(browser, 20, 0.05)
    button = wait.until(lambda b: b.find_element(By.ID, "show-tile"))
    wait.until(lambda _: button.is_displayed())
    button.click()
    return wait, button


def test_it_is_shown_by_a_tap_in_the_photo(dashboard: Any, browser: Any) -> None:
    path = missed(dashboard.app.test_client())
    wait, button = offered(dashboard, browser, path)
    picture = browser.find_element(By.CSS_SELECTOR, "#photo-pane svg.overlay")
    hand(browser).move_to_element_with_offset(picture, -25, -4).click().perform()
    found = "#photo-pane g[data-cell]"
    wait.until(lambda b: len(b.find_elements(By.CSS_SELECTOR, found)) == 2)
    button.click()  # where only a part was found: another tile shows more
    tile = browser.find_element(By.CSS_SELECTOR, found)
    hand(browser).move_to_element(tile).click().perform()
    wait.until(lambda b: not b.find_element(By.ID, "busy").is_displayed())
    wait.until(lambda _: button.is_displayed() and button.is_enabled())
    assert len(dashboard.app.test_client().get(path).json["tiles"]) == 2


def test_corners_are_tapped_nearer_and_what_to_do_is_said_beside_the_photo(
    dashboard: Any, browser: Any
) -> None:
    wait, _ = offered(dashboard, browser, missed(dashboard.app.test_client()))
    the_photo = "const photo = document.querySelector('#photo-pane svg.overlay');"

    def seen() -> list[float]:
        text = browser.execute_script(f"{the_photo} return photo.getAttribute('viewBox')")
        return [float(number) for number in text.split()]

    def tap(x: float, y: float) -> None:
        """Tap a place of the photo."""
        on_screen = (
            f"{the_photo} const at = new DOMPoint(...arguments)"
            ".matrixTransform(photo.getScreenCTM()); return [at.x, at.y]"
        )
        tap_at(browser, *browser.execute_script(on_screen, x, y))

    def said() -> str:
        return str(browser.find_element(By.CSS_SELECTOR, "#verdict p").text)

    assert said() == "Tap the middle of one tile."
    tap(180, 260)  # the table beside the tiles
    wait.until(lambda _: "four neighbouring corners" in said())
    left, top, width, height = seen()
    assert width == pytest.approx(640 / 2.5) and left < 180 < left + width
    assert top < 260 < top + height
    assert not browser.find_elements(By.CSS_SELECTOR, "[role=alert]:not(:empty)")
    for x, y in ((200, 220), (240, 180), (300, 210), (280, 290)):
        tap(x, y)
    wait.until(lambda b: len(b.find_elements(By.CSS_SELECTOR, "#photo-pane g[data-cell]")) == 2)


def test_a_photo_that_had_to_be_shown_is_a_case_in_which_nothing_was_right(
    client: Any, configuration: Any, tmp_path: Path
) -> None:
    path = missed(client)
    client.post(f"{path}/photos/shown", json={"points": [list(MIDDLE)]})
    client.post(f"{path}/changes", json={"change": "confirm"})
    told = client.get("/api/v1/learning").json
    assert (told["photos"], told["tiles"], told["right"]) == (1, 2, 0)
    assert [photo["right"] for photo in told["to_share"]] == [0]
    out = tmp_path / "set"
    assert main(["bench", "collect", "--data", str(configuration.data), "--out", str(out)]) == 0
    assert [len(case.tiles) for case in find_cases(out)] == [2]


def test_a_shown_board_is_found_again_where_the_photo_is_read_again(client: Any) -> None:
    path = missed(client)
    client.post(f"{path}/photos/shown", json={"points": [list(MIDDLE)]})
    parts = services_of(client.application)
    read_again(parts, path.rsplit("/", 1)[1])
    assert len(client.get(path).json["tiles"]) == 2
