"""Club nights in a browser: paired, looked over, shown on the wall."""

import time
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from asking import ask, wait
from dashboards import set_screen, start_dashboard, text
from evening.test_events import change, finish, start
from palago.webui.app import services_of
from selenium.webdriver.common.by import By


def test_an_organiser_begins_pairs_and_enters_results_and_carries_it_elsewhere(
    dashboard: Any, browser: Any, tmp_path: Path
) -> None:
    browser.get(f"{dashboard.url}/evenings")
    wait(browser, lambda: browser.find_element(By.ID, "start-evening").is_displayed(), "the form")
    browser.find_element(By.ID, "evening-players").send_keys("Ann\nBen\n")
    browser.find_element(By.ID, "start-evening").click()
    wait(browser, lambda: text(browser, "#people").count("Leaves") == 2, "two players")
    browser.find_element(By.ID, "join-name").send_keys("Cem, Late, ann")
    browser.find_element(By.CSS_SELECTOR, "#join-form button").click()
    wait(browser, lambda: text(browser, "#people").count("Leaves") == 4, "two more")
    wait(browser, lambda: text(browser, "#refused") == "Ann takes part already.", "she is there")
    browser.find_element(By.ID, "next-round").click()
    wait(browser, lambda: text(browser, "#round-title") == "Round 1 of 3", "the first round")
    browser.find_element(By.ID, "next-round").click()
    wait(browser, lambda: "Still playing" in text(browser, "#refused"), "it says what is missing")
    for number in (0, 1):
        browser.execute_script(
            "const choice = document.querySelectorAll('.pairings select')[arguments[0]];"
            "choice.value = '[1,0]'; choice.dispatchEvent(new Event('change'))",
            number,
        )
        wait(browser, lambda n=number: text(browser, "#pairings").count("1 ") > n, "the result")
    wait(browser, lambda: text(browser, "#standings").count("1") >= 2, "the standings")
    set_screen(browser, 1366, 768)
    assert "SB" in text(browser, "thead") and "Bh" not in text(browser, ".standings thead")
    assert "Bh" not in text(browser, "#of-standings"), "it tells nobody apart here"
    browser.find_element(By.ID, "drop-round").click()
    wait(browser, lambda: "cannot be taken back" in text(browser, "#refused"), "why")
    browser.find_element(By.ID, "next-round").click()
    wait(browser, lambda: text(browser, "#round-title") == "Round 2 of 3", "the second round")
    browser.execute_script("document.querySelector('#earlier details').open = true")
    browser.find_element(By.ID, "last-round").click()
    wait(browser, lambda: text(browser, "#round-title") == "Round 2 of 2", "the last round")
    assert browser.find_elements(By.CSS_SELECTOR, "#earlier [open]"), "what was unfolded stays so"

    here, table = browser.current_url, text(browser, "#standings")
    save = browser.find_element(By.CSS_SELECTOR, "a[href$='/file']").get_attribute("href")
    file = tmp_path / "evening.zip"
    file.write_bytes(dashboard.app.test_client().get(save.removeprefix(dashboard.url)).data)
    browser.get(f"{dashboard.url}/evenings")
    damaged = tmp_path / "IMG_1.HEIC"
    damaged.write_bytes(b"\0\0\0\x18ftypheic\xff\xfe")
    browser.find_element(By.ID, "import-file").send_keys(str(damaged))
    why = "IMG_1.HEIC was not imported. This file is neither a game nor a club night"
    wait(browser, lambda: text(browser, "#toasts").startswith(why), "which file, and why")
    browser.find_element(By.ID, "import-file").send_keys(str(file))
    assert text(browser, "#import") == "One moment…" or "/evenings/" in browser.current_url
    wait(browser, lambda: "/evenings/" in browser.current_url, "the club night")
    assert browser.current_url != here
    wait(browser, lambda: text(browser, "#standings") == table, "the same standings")


def test_a_page_that_does_not_know_its_evening_yet_offers_nothing(client: Any) -> None:
    event = start(client, ["Ann", "Ben"])["id"]
    page = client.get(f"/evenings/{event}").text
    for part in ("next-round", "drop-round", "last-round", "of-standings"):
        assert f'id="{part}" hidden>' in page


def test_what_is_said_of_the_last_round_of_those_who_left_and_of_a_refused_file(
    dashboard: Any, browser: Any
) -> None:
    client = dashboard.app.test_client()
    event = start(client, ["Ann", "Ben", "Cem"], kind="palagonia", seats=3)["id"]
    change(client, event, "next_round")
    change(client, event, "leave", name="Cem")
    browser.get(f"{dashboard.url}/evenings/{event}")
    wait(browser, lambda: text(browser, "#round-title") == "Round 1 of 1", "the round")
    assert text(browser, "#next-round") == "Pair one more: round 2"
    assert text(browser, "#people-count") == "2 of 3"
    set_screen(browser, 1366, 768)
    assert text(browser, "p.tie").startswith("Bh (Buchholz): ")
    assert text(browser, "p.tie + p.tie").startswith("SB (Sonneborn-Berger): ")
    assert text(browser, "p.tie + p.tie").endswith("games won count.")
    assert "Cem out after round\u00a01" in text(browser, "#standings")
    browser.get(f"{dashboard.url}/show?event={event}")
    wall = "return document.getElementById('slide-standings').textContent"
    left = "Cem out after round\u00a01"
    wait(browser, lambda: left in browser.execute_script(wall), "who has left, on the wall")
    assert "Bh" in browser.execute_script(wall.replace("slide-standings", "slide")), "why first"
    browser.back()
    wait(browser, lambda: text(browser, "#people"), "the evening again")

    client.delete(f"/api/v1/events/{event}")
    browser.find_element(By.CSS_SELECTOR, "a[href$='/file']").click()
    wait(browser, lambda: text(browser, "#toasts"), "why there is no file")


def test_a_night_deleted_by_mistake_comes_back_and_its_people_come_again(
    dashboard: Any, browser: Any
) -> None:
    event = start(dashboard.app.test_client(), ["Ann", "Ben", "Cem"])["id"]
    browser.get(f"{dashboard.url}/evenings/{event}")
    wait(browser, lambda: text(browser, "#people"), "the people")
    browser.find_element(By.ID, "delete").click()
    wait(browser, lambda: "in the bin" in text(browser, "#in-bin"), "where it is")
    browser.get(f"{dashboard.url}/evenings")
    browser.find_element(By.ID, "bin").click()
    wait(browser, lambda: "Bring back" in text(browser, "#evenings"), "it in the bin")
    browser.find_element(By.CSS_SELECTOR, "#evenings button").click()
    wait(browser, lambda: text(browser, "#none") == "The bin is empty.", "that it is back")
    browser.find_element(By.ID, "bin").click()
    wait(browser, lambda: text(browser, "#same-people"), "whom to ask again")
    browser.find_element(By.ID, "same-people").click()
    players = browser.find_element(By.ID, "evening-players")
    wait(browser, lambda: players.get_property("value") == "Ann\nBen\nCem", "those people")


JOIN_AND_PAIR = """
const body = JSON.stringify({ change: 'join', name: 'Eva' });
const token = document.querySelector('meta[name=csrf-token]').content;
const headers = { 'Content-Type': 'application/json', 'X-CSRF-Token': token };
fetch(arguments[0], { method: 'POST', headers, body })
  .then(() => document.querySelector('#next-round').click());
"""
CHOOSE = """
for (const choice of document.querySelectorAll('.pairings select')) {
  choice.value = '[1,0]';
  choice.dispatchEvent(new Event('change'));
}"""


def test_results_of_two_tables_that_come_at_once_are_both_entered(
    dashboard: Any, browser: Any
) -> None:
    event = start(dashboard.app.test_client(), ["Ann", "Ben", "Cem", "Dag"])["id"]
    change(dashboard.app.test_client(), event, "next_round")
    browser.get(f"{dashboard.url}/evenings/{event}")
    wait(browser, lambda: text(browser, "#pairings").count("to move") == 2, "two tables")
    browser.execute_script(CHOOSE)  # both with the version that was seen
    won = partial(browser.find_elements, By.CSS_SELECTOR, "#pairings .won")
    wait(browser, lambda: len(won()) == 2, "both results")
    browser.execute_script(JOIN_AND_PAIR, f"/api/v1/events/{event}/changes")
    wait(browser, lambda: "Round 2" in text(browser, "#round-title"), "with the late comer")
    assert text(browser, "#refused") == ""


def test_a_result_that_did_not_reach_the_server_is_not_shown(dashboard: Any, browser: Any) -> None:
    event = start(dashboard.app.test_client(), ["Ann", "Ben"])["id"]
    change(dashboard.app.test_client(), event, "next_round")
    browser.get(f"{dashboard.url}/evenings/{event}")
    wait(browser, lambda: "to move" in text(browser, "#pairings"), "the table")
    cut_off = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    browser.execute_cdp_cmd("Network.enable", {})
    browser.execute_cdp_cmd("Network.emulateNetworkConditions", cut_off)
    browser.execute_script(CHOOSE)
    wait(browser, lambda: text(browser, "#refused"), "why not")
    browser.execute_cdp_cmd("Network.emulateNetworkConditions", {**cut_off, "offline": False})
    choice = browser.find_element(By.CSS_SELECTOR, ".pairings select")
    assert choice.get_attribute("value") == ""
    browser.get_log("browser")  # that it was cut off was meant


@pytest.mark.usefixtures("hurried")
def test_the_overview_and_the_wall_follow_the_games(dashboard: Any, browser: Any) -> None:
    client = dashboard.app.test_client()
    event = start(client, ["Ann", "Ben", "Cem", "Dag"])["id"]
    pairings = change(client, event, "next_round").json["rounds"][0]["pairings"]
    game = pairings[1]["game"]
    browser.get(f"{dashboard.url}/tables?event={event}")
    wait(browser, lambda: text(browser, "#tables").count("to move") == 2, "both tables")
    ask(client, game, "set_board", board="0,0a 1,0a 5,5a")
    wait(browser, lambda: browser.find_elements(By.CSS_SELECTOR, ".asks"), "one stands out")

    set_screen(browser, 1920, 1080)
    browser.get(f"{dashboard.url}/games/{game}")
    browser.find_element(By.ID, "open-share").click()
    plain_http = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
    browser.execute_script(plain_http)
    browser.find_element(By.ID, "copy-link").click()
    wait(browser, lambda: text(browser, "#toasts") == "The link is copied.", "copied all the same")
    above = "return document.getElementById('toasts').matches(':popover-open')"
    assert browser.execute_script(above), "and said above the dialog"
    browser.find_element(By.CSS_SELECTOR, f'#share [href="/games/{game}/show"]').click()
    wait(browser, lambda: "wrong" in text(browser, "#headline") or text(browser, "#headline"), "it")
    assert browser.find_elements(By.CSS_SELECTOR, "main button") == []
    ask(client, game, "set_board", board="0,0b 1,0b")
    wait(browser, lambda: "legal move" in text(browser, "#headline"), "what is legal now")
    tall = "return document.documentElement.scrollHeight <= innerHeight"
    assert browser.execute_script(tall), "all of it fits on the wall"

    assert text(browser, "#show").lower().count("table 2") <= 1

    set_screen(browser, 390, 844)
    browser.get(f"{dashboard.url}/games/{game}")
    wait(browser, lambda: "table 2" in text(browser, ".title"), "which table it is")
    whole = "const it = document.querySelector('.title'); return it.scrollHeight - it.clientHeight"
    assert browser.execute_script(whole) <= 1, "and all of it is to be read"
    set_screen(browser, 1920, 1080)

    browser.get(f"{dashboard.url}/show?event={event}&seconds=3")
    shown: set[str] = set()
    deadline = time.monotonic() + 20
    while len(shown) < 2 and time.monotonic() < deadline:
        shown.add(browser.find_element(By.ID, "show").get_attribute("data-game"))
        shown.discard(None)
        time.sleep(0.05)
    assert shown == {pairing["game"] for pairing in pairings}


def test_the_wall_lights_the_winning_creature_and_names_the_table_once(
    dashboard: Any, browser: Any
) -> None:
    client = dashboard.app.test_client()
    event = start(client, ["Ann", "Ben", "Cem", "Dag"])["id"]
    pairings = change(client, event, "next_round").json["rounds"][0]["pairings"]
    finish(client, pairings[0]["game"])
    browser.get(f"{dashboard.url}/games/{pairings[0]['game']}/show")
    wait(browser, lambda: browser.find_elements(By.CSS_SELECTOR, "#board .glow .body"), "it is lit")
    browser.execute_cdp_cmd("Network.enable", {})
    asked = {"headers": {"Accept-Language": "zh-Hant"}}
    browser.execute_cdp_cmd("Network.setExtraHTTPHeaders", asked)
    browser.get(f"{dashboard.url}/show?event={event}&seconds=60")
    wait(browser, lambda: "桌" in text(browser, "#table-name"), "the table")
    assert text(browser, "#table-name") == "俱樂部之夜 · 第 1 輪 · 第 1 桌"
    browser.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {}})
    change(client, event, "score", round=1, table=2, score=[0.5, 0.5])
    browser.get(f"{dashboard.url}/games/{pairings[1]['game']}/show")
    wait(browser, lambda: text(browser, "#board").count("½") == 2, "a result, and no bare board")
    browser.get(f"{dashboard.url}/tables?event={event}")
    wait(browser, lambda: text(browser, "#tables").count("½") == 2, "nor among all tables")
    assert len(browser.find_elements(By.CSS_SELECTOR, "#tables .board img")) == 1


def shown_game(browser: Any) -> Any:
    return browser.execute_script("return document.getElementById('show').dataset.game")


def test_the_wall_shows_the_game_just_won_until_another_begins(
    configuration: Any, browser: Any
) -> None:
    dashboard, stop = start_dashboard(configuration)
    client = dashboard.app.test_client()
    try:
        # Another one was begun and left: it hides nothing.
        client.post("/api/v1/games", json={"kind": "palago"})
        won = client.post("/api/v1/games", json={"kind": "palago"}).json["id"]
        browser.get(f"{dashboard.url}/show")
        wait(browser, lambda: shown_game(browser) == won, "the latest")
        wait(browser, lambda: "to move" in text(browser, "#headline"), "the game")
        live = services_of(dashboard.app).live
        for key, says in (("covered", "Most of the board"), ("cut", "No pictures"), ("off", "")):
            live.set_state(won, key)
            wait(browser, lambda: text(browser, "#wall-live")[:11] == says[:11], key)  # noqa: B023
        live.set_state(won, "changed")
        browser.refresh()
        wait(browser, lambda: "has changed" in text(browser, "#wall-live"), "opened after")
        live.tell_off(won)
        finish(client, won)
        wait(browser, lambda: "wins" in text(browser, "#headline"), "who has won, open before")
        browser.refresh()
        wait(browser, lambda: "wins" in text(browser, "#headline"), "and opened after")
        following = client.post("/api/v1/games", json={"kind": "palago"}).json["id"]
        wait(browser, lambda: shown_game(browser) == following, "the next game")
        browser.get("about:blank")
    finally:
        stop()


def test_on_a_phone_a_long_name_widens_no_page_of_an_evening(dashboard: Any, browser: Any) -> None:
    client = dashboard.app.test_client()
    names = ["Wilhelmina-Alexandrina von Hohenlohe-Ohr", "Ben", "Cem"]
    event = start(client, names, kind="palagonia", seats=3)["id"]
    change(client, event, "next_round")
    change(client, event, "score", round=1, table=1, score=[0.5, 0.5, 0])
    set_screen(browser, 390, 844)
    browser.get(f"{dashboard.url}/evenings/{event}")
    wait(browser, lambda: "Wilhelmina" in text(browser, "#pairings"), "who plays")
    assert "SB" in text(browser, ".standings thead"), "what tells equals apart, on a phone, too"
    chosen = browser.find_element(By.CSS_SELECTOR, ".pairings option:checked")
    assert chosen.text == "Wilhelmina-Alexandrina von Hohenlohe-Ohr and Ben shared the win"
    reach = "return Math.max(...[...document.querySelectorAll(arguments[0])].map((it) => it.{}))"
    right = reach.format("getBoundingClientRect().right")
    assert browser.execute_script(right, "#pairings *") <= 390
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 390

    browser.get(f"{dashboard.url}/evenings/{event}/print")
    assert browser.execute_script(reach.format("scrollWidth"), ".sheet") <= 390
    assert browser.execute_script(right, ".sheet th, .sheet td") <= 390, "nothing is cut"
    assert f"{date.today():%b} {date.today().day}, " in text(browser, "header")
    set_screen(browser, 1920, 1080)
