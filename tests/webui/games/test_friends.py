"""Friendly creatures are saved from the analysis page and score in the next game."""

import json
from typing import Any

from asking import new_game, open_game
from palago.engine.creatures.algebra import creature_of_sum
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait


def analysis_of(client: Any, algebra: str) -> str:
    """An analysis with one creature on the table."""
    board, _ = creature_of_sum(algebra)
    return str(new_game(client, "analysis", board=board.to_json())["id"])


def test_a_printed_board_has_no_creatures(client: Any) -> None:
    game = new_game(client, "palanquee", options={"players": ["Ann", "Ben"]})["id"]
    wanted = {"name": "Our pet", "colour": "blue", "q": 0, "r": 0, "game": game}
    refused = client.post("/api/v1/friends", json=wanted)
    assert refused.status_code == 422 and "No tiles lie" in refused.json["error"]["message"]


def test_a_creature_is_saved_by_touch_and_counts_from_then_on(dashboard: Any, browser: Any) -> None:
    client = dashboard.app.test_client()
    shipped = client.get("/api/v1/friends").json["creatures"]
    game = analysis_of(client, "0a+1a+2a+2a+5b--3c")
    open_game(browser, dashboard.url, game)
    wait = WebDriverWait(browser, 20, 0.05)
    browser.find_element(By.CSS_SELECTOR, "#items li[data-level=win] > button").click()
    saver = "#items .parts li:last-child button"
    wait.until(lambda b: b.find_element(By.CSS_SELECTOR, saver).is_displayed())
    browser.execute_script(f"document.querySelector('{saver}').click()")
    browser.find_element(By.ID, "ask-text").send_keys("Our pet")
    browser.find_element(By.ID, "ask-yes").click()
    wait.until(lambda b: "Our pet" in b.find_element(By.ID, "toasts").text)
    kept = client.get("/api/v1/friends").json["creatures"]
    assert [c["name"] for c in kept] == [*(c["name"] for c in shipped), "Our pet"]
    assert kept[-1]["picture"].startswith("<svg")
    file = dashboard.configuration.data / "friendly_creatures.json"
    assert "Our pet" in file.read_text("utf-8")

    solitaire = {"players": ["Ann"], "rules": "solitaire"}
    started = new_game(client, "palagonia", options=solitaire)
    assert "Our pet" in json.dumps(started["options"]["friends"])

    browser.get(f"{dashboard.url}/settings")
    named = "#friends li:last-child"
    wait.until(lambda b: b.find_elements(By.CSS_SELECTOR, named))
    assert browser.find_element(By.CSS_SELECTOR, named).text.startswith("Our pet")
    browser.find_element(By.CSS_SELECTOR, f"{named} button").click()
    browser.find_element(By.ID, "ask-yes").click()
    wait.until(lambda b: len(b.find_elements(By.CSS_SELECTOR, "#friends li")) == len(shipped))
    assert len(client.get("/api/v1/friends").json["creatures"]) == len(shipped)


def test_the_shipped_names_are_translated(client: Any) -> None:
    named = client.get("/api/v1/friends?language=fr").json["creatures"]
    assert {"Snail": "Escargot"}.items() <= {c["name"]: c["shown"] for c in named}.items()
    assert all(c["name"] != c["shown"] for c in named)


def test_what_cannot_be_saved_is_refused_in_a_sentence(client: Any) -> None:
    game = analysis_of(client, "0a+1a+2a+2a+5b--3c")
    tiles = client.get(f"/api/v1/games/{game}").json["tiles"]
    cell = {"q": tiles[0]["q"], "r": tiles[0]["r"]}

    def save(**fields: Any) -> Any:
        return client.post("/api/v1/friends", json={"game": game, "name": "One", **cell, **fields})

    assert {save(colour="white").status_code, save(colour="blue").status_code} == {201, 422}
    again = [save(colour=colour, name="Two") for colour in ("white", "blue")]
    assert all(answer.status_code == 422 for answer in again)
    assert any("same shape" in answer.json["error"]["message"] for answer in again)
    assert save(colour="red").status_code == 400
    assert save(colour="white", game="nowhere").status_code == 404
    assert client.delete("/api/v1/friends/Nobody").status_code == 422
