"""Puzzles on the page: laid by taps and by keys, answered, and remembered by the browser."""

from dataclasses import replace
from typing import Any

from asking import open_page, wait
from dashboards import script, set_screen, text
from palago.engine.palago.puzzles.puzzle import Puzzle, dump_puzzles, puzzles_that_came
from palago.engine.tiles.board import Board, Tile
from selenium.webdriver.common.keys import Keys

WIN = next(p for p in puzzles_that_came() if p.kind == "win_in_1" and len(p.line[0]) == 2)
PARRY = next(p for p in puzzles_that_came() if p.kind == "only_parry")


def opened(browser: Any, url: str, puzzle: Puzzle) -> None:
    browser.get("about:blank")
    open_page(browser, f"{url}/puzzles#{puzzle.name}")


def lay(browser: Any, puzzle: Puzzle) -> None:
    """Tap each place of the solution as often as its tile has to be turned."""
    for tile in puzzle.line[0]:
        place = f'#board [data-cell="{tile.q},{tile.r}"]'
        for _ in range(tile.rotation // 2 + 1):
            old = drawing(browser)
            tap = "dispatchEvent(new MouseEvent('click', {bubbles: true}))"
            script(browser, f"document.querySelector('{place}').{tap}")
            wait(browser, lambda was=old: was != drawing(browser), "the tile is drawn")


def drawing(browser: Any) -> Any:
    return browser.find_element("css selector", "#board svg")


def test_the_api_gives_puzzles_answers_and_solutions(client: Any) -> None:
    levels = client.get("/api/v1/puzzles").json["levels"]
    assert sum(len(level["puzzles"]) for level in levels) == len(puzzles_that_came())
    path = f"/api/v1/puzzles/{PARRY.name}"
    shown = client.get(f"{path}?language=fr").json
    assert shown["board"] == PARRY.board.to_text() and "line" not in shown
    assert "seul coup" in shown["task"]
    assert client.get(f"{path}/solution").json["line"][0]["move"] == str(PARRY.line[0])
    right = client.get(f"{path}/answer", query_string={"moves": str(PARRY.line[0])}).json
    assert right["status"] == "solved"
    begun = client.get(f"{path}/answer", query_string={"moves": str(PARRY.line[0]).split()[0]}).json
    assert (begun["status"], begun["text"]) == ("begun", "One more tile")
    assert client.get(f"{path}/answer?moves=").status_code == 400
    assert client.get(f"{path}/answer?moves=nothing").status_code == 422
    assert client.get("/api/v1/puzzles/nothing").status_code == 404


def test_a_clubs_own_puzzles_stand_beside_those_that_came(client: Any, configuration: Any) -> None:
    count = len(puzzles_that_came())
    folder = configuration.data / "puzzles"
    folder.mkdir()
    board = Board(Tile(tile.q + 50, tile.r, tile.rotation) for tile in WIN.board)
    own = replace(WIN, board=board, source="Club final/7")
    (folder / "club.json").write_text(dump_puzzles([own]))
    (folder / "broken.json").write_text("{")
    levels = client.get("/api/v1/puzzles").json["levels"]
    assert sum(len(level["puzzles"]) for level in levels) == count + 1
    assert "Club final" in client.get(f"/api/v1/puzzles/{own.name}").json["source"]


ROOM_BESIDE_WORDS = """
return Math.min(...[...document.querySelectorAll('.levels button')].map((level) => {
  const words = document.createRange();
  words.selectNodeContents(level);
  return level.getBoundingClientRect().right - words.getBoundingClientRect().right;
}));
"""


def test_a_puzzle_is_solved_on_a_phone_and_remembered(dashboard: Any, browser: Any) -> None:
    opened(browser, dashboard.url, WIN)
    assert "close a creature" in text(browser, "#task")
    assert script(browser, ROOM_BESIDE_WORDS) >= 4
    lay(browser, WIN)
    browser.find_element("id", "check").click()
    wait(browser, lambda: text(browser, "#told") == "Right: that wins.", "the answer")
    assert script(browser, "return document.activeElement.id") == "next"
    browser.find_element("id", "next").click()
    wait(browser, lambda: WIN.name not in browser.current_url, "the next puzzle")
    opened(browser, dashboard.url, WIN)
    assert "solved this one" in text(browser, "#told")


def test_with_keys_alone_a_wrong_answer_is_refused_and_the_solution_shown(
    dashboard: Any, browser: Any
) -> None:
    set_screen(browser, 1366, 768)
    opened(browser, dashboard.url, PARRY)
    board = browser.find_element("id", "board")
    board.send_keys(Keys.ENTER)  # the cursor comes to the first tile
    laid = 0
    while laid < 2:  # to the right of it: the first two empty places of the row
        board.send_keys(Keys.ARROW_RIGHT)
        if "empty" in text(browser, "#spoken"):
            board.send_keys(Keys.ENTER)
            wait(browser, lambda: "tile a" in text(browser, "#spoken"), "it is told")
            laid += 1
    board.send_keys("c")
    wait(browser, lambda: text(browser, "#told").startswith("Not"), "the refusal")
    wait(browser, lambda: browser.find_elements("css selector", "#board .ghost"), "what it missed")
    browser.find_element("css selector", "body").send_keys("r")
    wait(browser, lambda: not text(browser, "#told"), "another try")
    browser.find_element("id", "show").send_keys(Keys.ENTER)
    wait(browser, lambda: str(PARRY.line[0]) in text(browser, "#told"), "the solution")
    held = "return document.activeElement.id"
    assert script(browser, held) == "next"
    tops = "return [...document.querySelectorAll('#walk > button')].map((one) => one.offsetTop)"
    assert len(set(script(browser, tops))) == 1  # back and forth stand in one row
    browser.find_element("id", "next").send_keys(Keys.ENTER)
    wait(browser, lambda: script(browser, held) == "board", "the next puzzle's board")
