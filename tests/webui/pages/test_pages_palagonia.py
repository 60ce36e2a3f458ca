"""Palagonia and Palagem by tap: dice, points shared, palagems chosen and claimed."""

from pathlib import Path
from typing import Any

import pytest
from asking import (
    ask,
    begin_on_the_page,
    change,
    imported,
    lay,
    new_game,
    open_game,
    shown_game,
    wait,
)
from board_photos import POSITION
from dashboards import above_buttons, set_screen, text
from further_cases import further
from palago.engine.tiles.board import Board
from palago.webui.app import services_of
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait
from table_photos import photo_of

THREE = Board.from_text("0,0a 1,0c 0,1b")
FIVE = "0,0b 0,1a 1,-1b 1,0b 2,-1b"
SIX = Board.from_text("0,0a 1,0c 0,1b 1,1a -1,1c -1,2a")
#: Ann and Bob choose their palagems.
CHOSEN: list[tuple[str, dict[str, Any]]] = [
    (what, more)
    for rhombus in ("0,0a 1,0a 0,1a 1,1a", "0,0a 1,0a 0,1a 1,1c")
    for what, more in (("set_board", {"board": rhombus}), ("confirm", {}))
]
#: And Ann lays hers first.
PLAYED: list[tuple[str, dict[str, Any]]] = [
    (what, more)
    for board in ("0,0a", "0,0a 1,0a", "0,0a 1,0a 0,1a", "0,0a 1,0a 0,1a 1,1a")
    for what, more in (("set_board", {"board": board}), ("confirm", {}))
]


def test_dice_and_points_by_tap(dashboard: Any, browser: Any) -> None:
    begin_on_the_page(browser, dashboard.url, "palagonia", "Ann", "Bob", "Cleo")
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
    assert "1,0a" in browser.find_element(By.CSS_SELECTOR, "#verdict p").text
    named = [place.text for place in browser.find_elements(By.CSS_SELECTOR, ".place-names text")]
    assert sorted(named) == ["0,0", "0,1", "1,0"], "what the sentence names can be found"
    browser.find_element(By.ID, "confirm").click()
    wait.until(lambda b: "Cleo" in b.find_element(By.CSS_SELECTOR, "#verdict h1").text)
    assert browser.find_element(By.CSS_SELECTOR, "#timeline small").text == "playing 3 tiles"
    assert "45 tiles left" in browser.find_element(By.ID, "scores").text
    assert len(browser.find_elements(By.CSS_SELECTOR, ".die")) == 2
    browser.find_element(By.ID, "open-menu").click()
    browser.find_element(By.ID, "set-names").click()
    browser.find_elements(By.CSS_SELECTOR, "#seats input")[2].send_keys("tta")
    browser.find_element(By.CSS_SELECTOR, "#names-dialog .key").click()
    wait.until(lambda b: "Cleotta" in b.find_element(By.CSS_SELECTOR, "#verdict h1").text)


def test_whose_die_a_live_camera_saw_is_said_while_others_still_roll(
    dashboard: Any, browser: Any
) -> None:
    _, game = shown_game(
        dashboard, browser, "palagonia", options={"players": ["Ann", "Bob", "Cleo"]}
    )
    seen = {"rolls": (("Ann", "4"), ("Bob", "rotate")), "next": "Cleo"}
    services_of(dashboard.app).live.set_state(game, "rolled", **seen)
    said = "Rolled: Ann 4 and Bob Rotate. Cleo is next."
    wait(browser, lambda: text(browser, "#live-state") == said, "by name and in words")


def die(face: str, confidence: float = 0.98) -> dict[str, Any]:
    """A die as a reading tells it."""
    return {"face": face, "confidence": confidence, "center": [90, 90], "state": "lying"}


def waiting_for_a_roll(client: Any) -> str:
    """A game after its first lay: Bob's dice are to be entered."""
    game = str(new_game(client, "palagonia", options={"players": ["Ann", "Bob", "Cleo"]})["id"])
    empty = photo_of(Board(), dice=[die("3")], warning_codes=[{"code": "no_board"}])
    shown = client.post(f"/api/v1/games/{game}/photos", data=empty).json
    assert shown["verdict"]["text"] == "Who begins?"  # and no board is missed before it is laid
    assert change(client, game, "roll", faces=["3", "2", "2"])["verdict"]["text"] == "Ann: 3"
    client.post(f"/api/v1/games/{game}/photos", data=photo_of(THREE, dice=[die("3")]))
    assert change(client, game, "confirm")["dice"]["seen"] == []
    return game


def test_a_roll_that_was_entered_wrongly_is_told_anew_and_the_table_stays_seen(client: Any) -> None:
    game = new_game(client, "palagonia", options={"players": ["Ann", "Ben", "Cem"]})["id"]
    change(client, game, "roll", faces=["2", "3", "4"])
    change(client, game, "set_board", board="0,0a 1,0a 0,1a 1,1a")
    change(client, game, "confirm")
    change(client, game, "roll", faces=["2", "remove"])
    change(client, game, "set_players", players=["Anna", "Ben", "Cem"])
    laid = "0,0a 1,0a 0,1a 1,1a 2,0a 3,0a 4,0a"
    asked = change(client, game, "set_board", board=laid)["verdict"]
    assert asked["text"] == "Not allowed"
    (way,) = [one for one in asked["choices"] if one["text"] == "The roll was another"]
    told = change(client, game, way["change"])
    assert told["verdict"]["text"] == "Which roll was it?" and told["dice"]["needed"] == 2
    assert change(client, game, "roll", faces=["3", "remove"])["verdict"]["legal"]
    assert ask(client, game, way["change"]).status_code == 422, (
        "what is allowed is as it was rolled"
    )
    for _ in range(2):
        back = change(client, game, "undo")
    assert back["verdict"]["text"] == "Not allowed"
    for what in ("redo", "redo", "confirm"):
        told = change(client, game, what)
    body = {"version": told["version"], "move": 2, "changes": []}
    opened = client.post(f"/api/v1/games/{game}/corrections", json=body).json
    assert [die["face"] for die in opened["dice"]["faces"]] == ["3", "remove"]
    moved = {
        **body,
        "move": 1,
        "changes": [{"change": "set_board", "board": "0,0b 1,0a 0,1a 1,1a"}],
    }
    moved["changes"].append({"change": "confirm"})
    answer = client.post(f"/api/v1/games/{game}/corrections", json=moved).json
    assert answer["correction"]["is_stored"] and len(answer["timeline"]) == 2


def test_a_photo_without_a_board_is_no_word_any_more_once_the_dice_are_entered(client: Any) -> None:
    game = waiting_for_a_roll(client)
    empty = photo_of(Board(), warning_codes=[{"code": "no_board"}])
    shown = client.post(f"/api/v1/games/{game}/photos", data=empty).json
    assert shown["verdict"]["text"] == "No board in this photo"
    shown = change(client, game, "roll", faces=["3", "remove"])
    assert shown["verdict"]["text"] == "Bob: 3 or Remove"
    assert shown["verdict"]["detail"] == "Obey one die: a number says how many tiles to lay."


def test_dice_that_are_not_seen_leave_open_what_the_table_leaves_open(client: Any) -> None:
    game = waiting_for_a_roll(client)
    shown = client.post(f"/api/v1/games/{game}/photos", data=photo_of(SIX)).json
    said = shown["verdict"]
    assert (said["text"], said["level"], said["can_confirm"]) == (
        "Which roll was it?", "unsure", False,
    )  # fmt: skip
    assert said["detail"] == "One die showed 3, as the table looks now."
    doubtful = photo_of(SIX, dice=[die("3"), die("remove", 0.5)])
    shown = client.post(f"/api/v1/games/{game}/photos", data=doubtful).json
    assert shown["dice"]["seen"] == ["3", None]
    assert shown["verdict"]["detail"] == said["detail"]


def test_a_photo_after_each_roll_for_the_start_tells_who_rolled_what(
    dashboard: Any, browser: Any
) -> None:
    client = dashboard.app.test_client()
    game = str(new_game(client, "palagonia", options={"players": ["Ann", "Bob", "Cleo"]})["id"])

    def sent(seed: int, *dice: dict[str, Any]) -> dict[str, Any]:
        photo = photo_of(Board(), seed=seed, dice=list(dice), warning_codes=[{"code": "no_board"}])
        return dict(client.post(f"/api/v1/games/{game}/photos", data=photo).json)

    assert sent(0)["verdict"]["detail"].startswith("No die is seen in this")
    several = sent(1, die("2"), die("remove"))["verdict"]["detail"]
    assert several == "The photo shows 2, Remove: enter who rolled what."
    assert change(client, game, "undo") and sent(2, die("4"))["dice"]["seen"] == ["4"]
    assert sent(2, die("4"))["dice"]["seen"] == ["4"], "the same photo once more"
    open_game(browser, dashboard.url, game)
    wait(browser, lambda: "Photograph the next" in text(browser, "#verdict p"), "it goes on")
    assert not browser.find_element(By.ID, "show-tile").is_displayed(), "no tile lies there yet"
    assert sent(3)["verdict"]["detail"].startswith("No die is seen in this photo")
    wait(browser, lambda: "No die" in text(browser, "#verdict p"), "it is told by hand")
    press(browser, 1, "3")
    sent(4, die("rotate", 0.8))
    wait(browser, lambda: "Seen so far: 4, Rotate?" in text(browser, "#verdict p"), "not sure")
    press(browser, 0, "5")  # it was misread
    sent(5, die("2"))  # one too many: a photo was taken twice
    wait(browser, lambda: "in this order" in text(browser, "#verdict p"), "all are seen")
    assert chosen(browser) == ["5", "3", "Rotate"]
    browser.find_element(By.XPATH, "//button[.='Enter 5 · 3 · Rotate']").click()
    wait(browser, lambda: text(browser, "#verdict h1") == "Ann: 5", "the start is decided")


def press(browser: Any, die: int, face: str) -> None:
    """Enter a die's face by hand; the page may draw the buttons again at any moment."""
    wait(browser, lambda: browser.execute_script(PRESS, die, face), f"{face} can be entered")


PRESS = """
const row = document.querySelectorAll('.die')[arguments[0]];
const button = [...row.querySelectorAll('button')].find((one) => one.innerText === arguments[1]);
button.click();
return button.getAttribute('aria-pressed') === 'true';
"""


def chosen(browser: Any) -> list[str]:
    """What each die is taken to show."""
    found: list[str] = browser.execute_script(
        "return [...document.querySelectorAll('.die [aria-pressed=true]')].map(b => b.innerText)"
    )
    return found


def test_dice_in_the_photo_are_entered_by_one_tap(dashboard: Any, browser: Any) -> None:
    client = dashboard.app.test_client()
    game = waiting_for_a_roll(client)
    photo = photo_of(SIX, dice=[die("remove"), die("3")])
    client.post(f"/api/v1/games/{game}/photos", data=photo)
    open_game(browser, dashboard.url, game)
    wait(browser, lambda: "Which roll" in text(browser, "#verdict h1"), "it asks")
    assert text(browser, "#verdict p") == "Did the dice show 3 and Remove, as in the photo?"
    assert chosen(browser) == ["Remove", "3"]
    enter = browser.find_element(By.CSS_SELECTOR, ".dice .key")
    assert enter.text == "Enter Remove · 3"
    browser.find_element(By.CSS_SELECTOR, ".die button:nth-of-type(3)").click()  # it was a 4
    assert enter.text == "Enter 4 · 3"
    enter.click()
    wait(browser, lambda: "Bob: legal" in text(browser, "#verdict h1"), "it is judged")
    shown = client.get(f"/api/v1/games/{game}").json
    assert [one["face"] for one in shown["dice"]["faces"]] == ["3", "4"]


def test_the_worked_example_is_shown_loop_by_loop_and_shared(client: Any) -> None:
    """A creature is closed with three tiles: its points go to the mover and the player before."""
    game = new_game(client, "palagonia", options={"players": ["Ann", "Bob", "Cleo"]})["id"]
    change(client, game, "roll", faces=["5", "2", "3"])
    base = "0,0a 0,1a 1,0b -1,1c -1,0b"
    state = lay(client, game, base)
    assert state["timeline"][0]["who"] == "Ann"
    refused = client.post(f"/api/v1/games/{game}/changes", json={"change": "confirm"})
    assert refused.status_code == 422
    state = change(client, game, "roll", faces=["2", "rotate"])
    assert [die["legal"] for die in state["dice"]["faces"]] == [True, False]
    why = state["dice"]["faces"][1]["why"]
    assert why == "No tile has six neighbours: none can be rotated.", "no rule by its number"


def test_what_everybody_rolled_for_the_start_is_seen(client: Any) -> None:
    game = str(new_game(client, "palagonia", options={"players": ["Ann", "Bob", "Cleo"]})["id"])
    for faces, said in (
        ("rotate rotate remove", "Rolled: Ann Rotate, Bob Rotate, Cleo Remove. Everybody rolls"),
        ("5 5 remove", "Rolled: Ann 5, Bob 5, Cleo Remove. Enter"),
        ("2 4", "Rolled: Ann 2, Bob 4. Bob begins and lays 4 tiles."),
    ):
        shown = change(client, game, "roll", faces=faces.split())
        assert shown["verdict"]["detail"].startswith(said)


def test_a_creature_that_was_not_paid_is_shown_without_points_afterwards(client: Any) -> None:
    """One of the tiles that closed the worm is not part of it."""
    game = str(new_game(client, "palagonia", options={"players": ["Ann", "Bob", "Cleo"]})["id"])
    change(client, game, "roll", faces=["5", "2", "2"])
    for board in (FIVE, f"{FIVE} 2,-2b 3,-2c 4,-2a"):
        shown = lay(client, game, board)
        if board == FIVE:
            change(client, game, "roll", faces=["3", "2"])
    [item] = shown["verdict"]["items"]
    assert item["text"].startswith("White worm: no points, loops 1, legs 2.")
    printed = client.get(f"/games/{game}/print").data.decode()
    assert "Ann 0, Bob 0, Cleo 0" in printed, "who has no point has a line too"
    assert change(client, game, "roll", faces=["2", "3"])["verdict"]["items"] == [], "it is told"
    assert lay(client, game, f"{FIVE} 2,-2b 3,-2c 4,-2a 4,-1a 3,0a")["verdict"]["items"] == [], (
        "Cleo closed nothing"
    )


@pytest.mark.parametrize(
    ("kind", "begun"),
    [
        ("palagonia", [("roll", {"faces": ["4", "2"]})]),
        ("palagem", CHOSEN[:2]),
        ("palagem", CHOSEN),
        ("palagem", [*CHOSEN, *PLAYED]),
        ("palanquee", [("act", {"action": action}) for action in ("grow J7", "grow J5")]),
    ],
)
def test_a_game_is_kept_as_a_file_from_its_first_choice_to_its_end(
    client: Any, kind: str, begun: list[tuple[str, Any]]
) -> None:
    more = {"board": POSITION} if kind == "palanquee" else {}
    game = new_game(client, kind, options={"players": ["Ann", "Bob"]}, **more)["id"]
    for what, more in begun:
        told = change(client, game, what, **more)
    for form in ("zip",) if begun == CHOSEN[:2] else ("zip", "json", "sgf", "text"):
        file = client.get(f"/api/v1/games/{game}/record?format={form}")
        assert file.status_code == 200, file.json
        back = imported(client, file.data)
        for name in ("turn", "result", "over", "board"):
            assert back[name] == told[name]
        assert [e["move"] for e in back["timeline"]] == [e["move"] for e in told["timeline"]]
    assert told["over"] == (kind == "palagem" and len(begun) > len(CHOSEN))


def test_a_small_phone_shows_all_of_a_turn(dashboard: Any, browser: Any) -> None:
    client = dashboard.app.test_client()
    game = str(new_game(client, "palagonia", options={"players": ["Ann", "Bob", "Cleo"]})["id"])
    change(client, game, "roll", faces=["2", "3", "4"])
    change(client, game, "set_board", board="0,0a 1,0a 2,0a 3,0a")
    set_screen(browser, 360, 640)
    open_game(browser, dashboard.url, game)
    browser.execute_script("document.getElementById('hints-done').click()")
    assert "It is Ann's turn." in text(browser, "#verdict p") and not text(browser, "#items")
    assert above_buttons(browser, "#verdict p")
    browser.find_element(By.ID, "confirm").click()
    wait(browser, lambda: text(browser, ".die"), "the dice to enter")
    widths = "return [...document.querySelectorAll('.die button')].map((die) => die.offsetWidth)"
    assert min(browser.execute_script(widths)) >= 44, "too small for a finger"
    change(client, game, "roll", faces=["2", "3"])
    wait(browser, lambda: text(browser, ".rolled"), "what was rolled")
    wait(browser, lambda: above_buttons(browser, "#verdict, #record, #scores"), "all of it")
    browser.find_element(By.ID, "open-menu").click()
    high = browser.execute_script("return document.getElementById('menu').scrollHeight")
    assert high < 2 * 640, "the menu is a long way to scroll"


def test_the_page_says_why_a_file_is_refused(dashboard: Any, browser: Any, tmp_path: Path) -> None:
    shown_game(dashboard, browser, "palagem", title="Tea", options={"players": ["Ann", "Bob"]})
    allowed = {"behavior": "allow", "downloadPath": str(tmp_path)}
    browser.execute_cdp_cmd("Page.setDownloadBehavior", allowed)
    browser.find_element(By.ID, "open-menu").click()
    browser.find_element(By.CSS_SELECTOR, "#menu [href$=json]").click()
    wait(browser, lambda: "still choosing" in text(browser, "#toasts"), "it says why")
    browser.find_element(By.ID, "open-menu").click()
    browser.find_element(By.CSS_SELECTOR, "#menu [href$=zip]").click()
    wait(browser, (tmp_path / "tea.zip").is_file, "the other file is saved")


@pytest.mark.parametrize(("width", "height"), [(390, 844), *further([(1280, 800)])])
def test_two_turns_in_one_photo_are_told_apart_by_a_tap(
    dashboard: Any, browser: Any, width: int, height: int
) -> None:
    client = dashboard.app.test_client()
    game = str(new_game(client, "palagonia", options={"players": ["Ann", "Bob", "Cleo"]})["id"])
    change(client, game, "roll", faces=["4", "2", "3"])
    lay(client, game, "0,0a 1,0a 2,0a 3,0a")
    change(client, game, "roll", faces=["2", "3"])
    whole = "0,0a 1,0a 2,0a 3,0a 4,0a 5,0a 6,0a 7,0a 8,0a"
    change(client, game, "set_board", board=whole)
    set_screen(browser, width, height)
    open_game(browser, dashboard.url, game)
    *two, one, _, _, _ = browser.find_elements(By.CSS_SELECTOR, "#choices button")
    assert all("1 Bob, 2 Cleo" in button.text for button in two) and "One turn" in one.text
    scroll = "arguments[0].scrollIntoView({ block: 'center' })"
    browser.execute_script(scroll, one)
    one.click()
    wait(browser, lambda: text(browser, "#verdict h1") == "Bob: 2 or 3", "the table is put back")
    browser.find_element(By.ID, "undo").click()
    selector = "#choices button[aria-label*='playing 2 tiles']"
    wait(browser, lambda: browser.find_elements(By.CSS_SELECTOR, selector), "it is asked again")
    again = browser.find_element(By.CSS_SELECTOR, selector)
    browser.execute_script(scroll, again)
    again.click()
    said = "Which roll was it?"
    wait(browser, lambda: said in text(browser, "#verdict h1"), "the second turn's dice are asked")
    assert client.get(f"/api/v1/games/{game}").json["board"] == whole
    browser.execute_script("document.getElementById('hints').hidden = false")
    is_shown = "return document.getElementById('hints').offsetHeight > 0"
    assert not browser.execute_script(is_shown), "the dice come first, and need the room"
