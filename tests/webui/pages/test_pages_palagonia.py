"""Palagonia and Palagem by tap: dice, points shared, palagems chosen and claimed."""

from __future__ import annotations

from typing import Any

from asking import change
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait


def test_dice_and_points_by_tap(dashboard: Any, browser: Any) -> None:
    browser.get(dashboard.url)
    browser.find_element(By.CSS_SELECTOR, "[data-kind=palagonia]").click()
    for name, field in zip(
        ("Ann", "Bob", "Cleo"),
        browser.find_elements(By.CSS_SELECTOR, "#players input"),
        strict=True,
    ):
        field.clear()
        field.send_keys(name)
    browser.find_element(By.ID, "start").click()
    # While one page gives way to the next, nothing can be asked of it.
    wait = WebDriverWait(browser, 20, 0.05, ignored_exceptions=[WebDriverException])
    wait.until(lambda b: b.find_element(By.CSS_SELECTOR, "#verdict h1").text == "Who begins?")
    for row, face in enumerate(("2", "3", "Remove")):
        die = browser.find_elements(By.CSS_SELECTOR, ".die")[row]
        next(b for b in die.find_elements(By.TAG_NAME, "button") if b.text == face).click()
    wait.until(lambda b: b.find_element(By.CSS_SELECTOR, "#verdict h1").text == "Bob: 3")
    assert "lays 3 tiles" in browser.find_element(By.CSS_SELECTOR, "#verdict p").text
    client = dashboard.app.test_client()
    game = browser.current_url.rsplit("/", 1)[1]
    change(client, game, "set_board", board="0,0a 1,0a 0,1a")
    wait.until(lambda b: b.find_element(By.ID, "confirm").is_displayed())
    browser.find_element(By.ID, "confirm").click()
    wait.until(lambda b: "Cleo" in b.find_element(By.CSS_SELECTOR, "#verdict h1").text)
    assert "45 tiles left" in browser.find_element(By.ID, "scores").text
    assert len(browser.find_elements(By.CSS_SELECTOR, ".die")) == 2


def test_the_worked_example_is_shown_loop_by_loop_and_shared(client: Any) -> None:
    """A creature is closed with three tiles: its points go to the mover and the player before."""
    players = {"players": ["Ann", "Bob", "Cleo"]}
    game = client.post("/api/v1/games", json={"kind": "palagonia", "options": players}).json["id"]
    change(client, game, "roll", faces=["5", "2", "3"])
    base = "0,0a 0,1a 1,0b -1,1c -1,0b"
    change(client, game, "set_board", board=base)
    state = change(client, game, "confirm")
    assert state["timeline"][0]["who"] == "Ann"
    refused = client.post(f"/api/v1/games/{game}/changes", json={"change": "confirm"})
    assert refused.status_code == 422
    state = change(client, game, "roll", faces=["2", "rotate"])
    assert [die["legal"] for die in state["dice"]["faces"]] == [True, False]
    assert "six neighbours" in state["dice"]["faces"][1]["why"]


def test_a_record_of_each_game_comes_back_the_same(client: Any) -> None:
    players = {"players": ["Ann", "Bob"], "palagems": ["aaaa", "aaab"]}
    game = client.post("/api/v1/games", json={"kind": "palagem", "options": players}).json["id"]
    for board in ("0,0a", "0,0a 1,0a", "0,0a 1,0a 0,1a", "0,0a 1,0a 0,1a 1,1a"):
        change(client, game, "set_board", board=board)
        state = change(client, game, "confirm")
    assert state["over"]
    assert state["result"]["winner"] == "Ann"
    for wished in ("json", "sgf", "text", "zip"):
        file = client.get(f"/api/v1/games/{game}/record?format={wished}").data
        again = client.post("/api/v1/imports", data=file)
        assert again.status_code == 201, again.json
        assert again.json["result"] == state["result"]
        assert [e["move"] for e in again.json["timeline"]] == [e["move"] for e in state["timeline"]]


def test_files_that_are_no_games_are_refused_in_a_sentence(client: Any) -> None:
    for data in (b"", b"PK\x03\x04broken", b"{", b"[1]", b"(;", b"\xff\xfe\0", b"0,0a 9"):
        answer = client.post("/api/v1/imports", data=data)
        assert answer.status_code == 422
        assert len(answer.json["error"]["message"]) > 10
    assert client.get("/api/v1/games").json["games"] == []
