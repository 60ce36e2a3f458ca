"""On the page of a game: a move that was read wrongly is put right in its place."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from asking import change, imported, lay, new_game, open_game, shown_game, tap_at, wait
from board_photos import board_photo
from dashboards import script, set_screen, start_dashboard, text
from palago.engine.palanquee.table.board import cell_from_name
from palago.engine.palanquee.table.pieces import Piece
from palago.engine.tiles.board import Board
from selenium.webdriver.common.by import By
from table_photos import photo_of

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


GARDEN: dict[str, Any] = {"options": {"players": ["Ann", "Ben"]}}
STOOD = (
    *(("C5", "blue", True), ("H9", "green", True)),
    *(("C6", "blue", False), ("H10", "green", False)),
)
IN_REACH = """
const { left, top, width, height } = document.getElementById(arguments[0]).getBoundingClientRect();
return [0.1, 0.5, 0.9].every((share) => document
  .elementFromPoint(left + width / 2, top + share * height)?.closest(`#${arguments[0]}`));
"""


def choose_word(browser: Any, word: str) -> None:
    """Press one of the buttons beside Palanquée's board."""
    browser.find_element(By.CSS_SELECTOR, f"#kind-panel [data-word={word}]").click()


def test_on_a_small_phone_the_way_out_is_in_reach(dashboard: Any, browser: Any) -> None:
    set_screen(browser, 360, 640)
    client, game = shown_game(dashboard, browser)
    for number in range(1, 4):
        lay(client, game, " ".join(TURNS[:number]))
    open_game(browser, dashboard.url, game)
    browser.find_element(By.CSS_SELECTOR, "#timeline li:nth-child(2) button").click()
    wait(browser, lambda: script(browser, IN_REACH, "correct"), "the button is not covered")
    press(browser, "correct")
    for is_edited in (False, True):
        if is_edited:
            script(browser, "document.getElementById('edit-board').click()")
            wait(browser, lambda: text(browser, "#editor") != "", "the editor is open")
        for name in ("correct-cancel", "confirm"):
            wait(browser, partial(script, browser, IN_REACH, name), f"{name} is not covered")


def test_a_misread_piece_of_a_photo_is_put_right_on_the_board(dashboard: Any, browser: Any) -> None:
    set_screen(browser, 412, 915)
    client, game = shown_game(dashboard, browser, "palanquee", **GARDEN)
    pieces = [Piece(cell_from_name(cell), colour, seed) for cell, colour, seed in STOOD]
    for number in range(1, 5):
        misread = {"C6": ("blue", "seed")} if number > 2 else None
        photo = board_photo(pieces[:number], misread=misread)
        assert client.post(f"/api/v1/games/{game}/photos", data=photo).status_code == 201
        change(client, game, "confirm")
    open_game(browser, dashboard.url, game)
    open_move(browser, 3)
    assert "then confirm" in text(browser, "#correcting-how")
    tap(browser, "C6")
    choose_word(browser, "blue_sprout")
    wait(browser, lambda: "a sprout grows on C6" in text(browser, "#verdict"), "it is one")
    press(browser, "confirm")
    wait(browser, lambda: "Move 3 is now: a sprout grows" in text(browser, "#toasts"), "told")
    assert moves(client, game) == ["sow C5", "sow H9", "grow C6", "grow H10"]


def test_without_photos_it_is_said_that_the_move_is_played_anew(
    dashboard: Any, browser: Any
) -> None:
    client, game = shown_game(dashboard, browser, "palanquee", **GARDEN)
    for action in ("sow C5", "sow H9", "grow C6", "grow H10"):
        change(client, game, "act", action=action)
    open_game(browser, dashboard.url, game)
    open_move(browser, 3)
    said = "The record says: a sprout grows on C6. Play what was really played."
    assert text(browser, "#correcting-how") == said
    tap(browser, "D5")
    choose_word(browser, "grow")
    wait(browser, lambda: "a sprout grows on D5" in text(browser, "#toasts"), "it is played")
    assert moves(client, game) == ["sow C5", "sow H9", "grow D5", "grow H10"]


def test_where_a_records_photo_shows_no_tiles_they_are_touched_on_the_diagram(
    dashboard: Any, browser: Any
) -> None:
    set_screen(browser, 412, 915)
    client = dashboard.app.test_client()
    game = str(new_game(client)["id"])
    for number in (1, 2):
        photo = photo_of(Board.from_text(" ".join(TURNS[:number])), seed=number)
        assert client.post(f"/api/v1/games/{game}/photos", data=photo).status_code == 201
        change(client, game, "confirm")
    record = client.get(f"/api/v1/games/{game}/record?format=zip").data
    with ZipFile(BytesIO(record)) as zipped:  # as of a digitised game: without its events
        kept = {name: zipped.read(name) for name in zipped.namelist() if name != "game.json"}
    with ZipFile(record := BytesIO(), "w") as zipped:
        for name, data in kept.items():
            zipped.writestr(name, data)
    again = imported(client, record.getvalue())["id"]
    open_game(browser, dashboard.url, again)
    wait(browser, lambda: browser.find_element(By.ID, "photo-pane").is_displayed(), "its photo")
    open_move(browser, 1)
    tap(browser, moves(client, again)[0].split()[0][:-1])
    wait(browser, lambda: browser.find_element(By.ID, "undo").is_enabled(), "it is turned")
    press(browser, "confirm")
    wait(browser, lambda: "Move 1 is put right." in text(browser, "#toasts"), "it is told")


def test_a_roll_is_told_anew_on_the_page(dashboard: Any, browser: Any) -> None:
    more: dict[str, Any] = {"options": {"players": ["Ann", "Ben", "Cy"]}}
    client, game = shown_game(dashboard, browser, "palagonia", **more)
    change(client, game, "roll", faces=["3", "2", "2"])
    lay(client, game, "-2,1a -1,1a 0,0a")
    change(client, game, "roll", faces=["2", "3"])
    lay(client, game, "-2,1a -1,1a 0,0a 0,-1a 1,-2c")
    open_game(browser, dashboard.url, game)
    open_move(browser, 2)
    press(browser, "correct-roll")
    dice = "return document.querySelectorAll('#kind-panel .die').length"
    wait(browser, lambda: script(browser, dice) == 2, "its dice are asked for")
    for die, face in ((1, 1), (2, 3)):
        row = f"#kind-panel .die:nth-of-type({die})"
        browser.find_element(By.CSS_SELECTOR, f"{row} button:nth-of-type({face})").click()
    press(browser, "confirm")
    wait(browser, lambda: "Move 2 is put right." in text(browser, "#toasts"), "it is told")
    record = client.get(f"/api/v1/games/{game}/record?format=json").json
    assert [turn["move"] for turn in record["moves"]][2] == "roll 2:4"


def test_moves_that_were_confirmed_together_say_so(dashboard: Any, browser: Any) -> None:
    client, game = shown_game(dashboard, browser)
    lay(client, game, TURNS[0])
    change(client, game, "set_board", board=" ".join(TURNS[:3]))
    change(client, game, "confirm", move=" / ".join(TURNS[1:3]))
    open_game(browser, dashboard.url, game)
    browser.find_element(By.CSS_SELECTOR, "#timeline li:nth-child(3) button").click()
    press(browser, "correct")
    said = "Moves 2 to 3 were confirmed together and are put right together."
    wait(browser, lambda: said in text(browser, "#correcting"), "both are told")


def test_who_only_looks_on_is_not_offered_it(configuration: Any, browser: Any) -> None:
    running, stop = start_dashboard(replace(configuration, pin="482913"))
    try:
        referee, onlooker = (running.app.test_client() for _ in range(2))
        referee.environ_base["HTTP_AUTHORIZATION"] = "Bearer 482913"
        game = str(new_game(referee)["id"])
        for number in (1, 2):
            lay(referee, game, " ".join(TURNS[:number]))
        open_game(browser, running.url, game)
        browser.find_element(By.CSS_SELECTOR, "#timeline li:nth-child(1) button").click()
        wait(browser, lambda: browser.find_element(By.ID, "now").is_displayed(), "it is shown")
        assert not browser.find_element(By.ID, "correct").is_displayed()
        path, body = f"/api/v1/games/{game}/corrections", {"version": 5, "move": 1}
        assert referee.post(path, json=body).status_code == 200
        assert onlooker.post(path, json=body).status_code in (401, 403)
    finally:
        stop()
