"""On the page of a game: a move that was read wrongly is put right in its place."""

from __future__ import annotations

from typing import Any

from asking import change, lay, open_game, shown_game, tap_at, wait
from dashboards import script, set_screen, text
from selenium.webdriver.common.by import By

TURNS = ("0,0b 1,0b", "-1,1c 0,1c", "2,0b 2,1c", "-2,1a -2,2a")
MIDDLE_OF_CELL = """
const { x, y, width, height } = document
  .querySelector(`#diagram-pane [data-cell="${arguments[0]}"]`).getBoundingClientRect();
return [x + width / 2, y + height / 2].map(Math.round);
"""


def press(browser: Any, name: str) -> None:
    wait(browser, lambda: browser.find_element(By.ID, name).is_displayed(), f"{name} is there")
    browser.find_element(By.ID, name).click()


def open_move(browser: Any, number: int) -> None:
    """Choose a move of the record, and say that it was read wrong."""
    browser.find_element(By.CSS_SELECTOR, f"#timeline li:nth-child({number}) button").click()
    press(browser, "correct")
    wait(browser, lambda: f"Move {number}" in text(browser, "#correcting"), "it is put right")


def tap(browser: Any, cell: str) -> None:
    tap_at(browser, *script(browser, MIDDLE_OF_CELL, cell))


def moves(client: Any, game: str) -> list[str]:
    return [one["move"] for one in client.get(f"/api/v1/games/{game}").json["timeline"]]


def test_a_move_is_put_right_by_touch_and_undone_by_one(dashboard: Any, browser: Any) -> None:
    set_screen(browser, 412, 915)
    client, game = shown_game(dashboard, browser)
    for number in range(1, 5):
        lay(client, game, " ".join(TURNS[:number]))
    open_game(browser, dashboard.url, game)
    open_move(browser, 3)
    tap(browser, "2,0")
    wait(browser, lambda: "2,0c" in text(browser, "#verdict"), "the tile is turned")
    assert moves(client, game) == list(TURNS), "nothing is stored yet"
    press(browser, "confirm")
    wait(browser, lambda: "Move 4 stands as it was." in text(browser, "#toasts"), "what changed")
    assert moves(client, game)[2] == "2,0c 2,1c"
    assert "put right" in text(browser, "#timeline li:nth-child(3)")
    browser.find_element(By.CSS_SELECTOR, "#toasts button").click()
    wait(browser, lambda: moves(client, game) == list(TURNS), "one undo takes it back")


def test_it_is_asked_before_a_later_move_is_taken_away(dashboard: Any, browser: Any) -> None:
    client, game = shown_game(dashboard, browser)
    for number in range(1, 5):
        lay(client, game, " ".join(TURNS[:number]))
    open_game(browser, dashboard.url, game)
    open_move(browser, 3)
    menu = "document.getElementById('set-board').click()"
    script(browser, menu)
    field = browser.find_element(By.ID, "ask-long")
    wait(browser, field.is_displayed, "it asks for a board")
    field.clear()
    field.send_keys(" ".join((*TURNS[:2], "-2,1b -2,2b")))
    browser.find_element(By.ID, "ask-yes").click()
    press(browser, "confirm")
    wait(browser, lambda: "Move 4 no longer fits" in text(browser, "#ask"), "it is asked")
    browser.find_element(By.CSS_SELECTOR, "#ask button[value=no]").click()
    wait(browser, lambda: text(browser, "#correcting") != "", "it goes on being put right")
    assert moves(client, game) == list(TURNS)
    press(browser, "confirm")
    wait(browser, lambda: "Move 4 no longer fits" in text(browser, "#ask"), "it is asked again")
    browser.find_element(By.ID, "ask-yes").click()
    wait(browser, lambda: moves(client, game) == [*TURNS[:2], "-2,1b -2,2b"], "as was wished")
    change(client, game, "undo")
    assert moves(client, game) == list(TURNS)


def test_who_thinks_better_of_it_sees_the_game_as_it_stands(dashboard: Any, browser: Any) -> None:
    client, game = shown_game(dashboard, browser)
    for number in range(1, 4):
        lay(client, game, " ".join(TURNS[:number]))
    open_game(browser, dashboard.url, game)
    open_move(browser, 2)
    tap(browser, "0,1")
    lay(client, game, " ".join(TURNS))
    press(browser, "correct-cancel")
    wait(
        browser,
        lambda: len(browser.find_elements(By.CSS_SELECTOR, "#diagram-pane g.tile")) == 8,
        "",
    )
    assert moves(client, game) == list(TURNS)
