"""A whole refereed game in a real browser: photos in, a mistake, a misread, a win, out and in."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path
from typing import Any

from asking import hand, shown_game, wait
from dashboards import script, text
from digitising.test_gaps import TURNS, boards
from palago.engine.palago.move import Move
from palago.engine.tiles.board import Board, Tile
from selenium.webdriver.common.by import By
from table_photos import photo_of


class Page:
    """The page of one game, as a person uses it."""

    def __init__(self, browser: Any, folder: Path) -> None:
        self.browser = browser
        self.folder = folder
        self.photos = 0

    def element(self, selector: str) -> Any:
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def wait(self, condition: Any, what: str) -> None:
        wait(self.browser, condition, what, 60)

    def verdict(self) -> str:
        return text(self.browser, "#verdict h1")

    def detail(self) -> str:
        return text(self.browser, "#verdict p")

    def send_photo(self, photo: bytes, expected: str) -> None:
        self.photos += 1
        path = self.folder / f"photo{self.photos}.jpg"
        path.write_bytes(photo)
        self.element("#photo").send_keys(str(path))
        self.wait(lambda: expected in f"{self.verdict()} {self.detail()}", f"{expected!r} is said")

    def press(self, selector: str) -> None:
        self.wait(lambda: self.element(selector).is_displayed(), f"{selector} is there")
        self.element(selector).click()

    def confirm(self, moves: int) -> None:
        self.press("#confirm")
        self.wait(lambda: self.moves() == moves, f"{moves} moves are recorded")

    def moves(self) -> int:
        return len(self.browser.find_elements(By.CSS_SELECTOR, "#timeline li"))

    def body(self) -> str:
        return "ready" if self.element("body").get_attribute("data-ready") is not None else ""

    def rotation(self, cell: tuple[int, int]) -> int:
        base, game = self.browser.current_url.split("/games/")
        tiles = json.loads(fetch(f"{base}/api/v1/games/{game}"))["tiles"]
        return next(int(t["rotation"]) for t in tiles if (t["q"], t["r"]) == cell)

    def touch_tile(self, q: int, r: int, hold: float = 0.0) -> None:
        self.browser.execute_script(
            "document.querySelector('#diagram-pane').scrollIntoView({block: 'center'})"
        )
        tile = self.element(f"#diagram-pane [data-cell='{q},{r}'] path")
        actions = hand(self.browser).move_to_element(tile).click_and_hold()
        actions.pause(hold).release().perform()


def test_a_refereed_game_from_an_empty_start(dashboard: Any, browser: Any, tmp_path: Path) -> None:
    page = Page(browser, tmp_path)
    browser.get(dashboard.url)
    page.press("[data-kind=palago]")
    page.element("#new-name").send_keys("Final")
    games, client = "/api/v1/games", dashboard.app.test_client()
    known = client.get(games).json["count"]
    script(browser, "for (const tap of 'ab') document.getElementById('start').click()")
    page.wait(lambda: "/games/" in browser.current_url and "ready" in page.body(), "the game opens")
    page.wait(lambda: page.verdict() == "White to move", "White begins")
    assert client.get(games).json["count"] == known + 1, "a double tap begins one game"

    board = Board()
    for number, after in enumerate(boards(TURNS), start=1):
        mover = "White" if number % 2 else "Blue"
        if number == 4:
            _play_illegally_first(page, board)
        if number == 6:
            _correct_a_misread(page, after, Tile.from_text(TURNS[5].split()[1]), mover)
        elif number == len(TURNS):
            page.send_photo(photo_of(after, seed=number), "wins")
        else:
            page.send_photo(photo_of(after, seed=number), f"{mover}: legal move")
        page.confirm(number)
        board = after
    assert page.verdict() == "Blue wins: a creature of Blue is closed."

    game = browser.current_url.rsplit("/", 1)[1]
    exported = fetch(f"{dashboard.url}/api/v1/games/{game}/record?format=zip")
    path = tmp_path / "final.zip"
    path.write_bytes(exported)
    browser.get(dashboard.url)
    page.wait(lambda: page.element("#games li"), "the list is there")
    page.element("#import-file").send_keys(str(path))
    page.wait(lambda: "/games/" in browser.current_url and "ready" in page.body(), "it opens again")
    again = browser.current_url.rsplit("/", 1)[1]
    first, second = (
        json.loads(fetch(f"{dashboard.url}/api/v1/games/{name}")) for name in (game, again)
    )
    assert again != game
    assert [e["move"] for e in first["timeline"]] == [str(Move.from_text(turn)) for turn in TURNS]
    for key in ("board", "title", "result", "version"):
        assert first[key] == second[key]
    for key in ("move", "photo"):
        assert [e[key] for e in second["timeline"]] == [e[key] for e in first["timeline"]]


def _play_illegally_first(page: Page, board: Board) -> None:
    far = max(board.frontier())
    wrong = Board((*board, Tile(*far, 0), Tile(far[0] + 3, far[1], 0)))
    page.send_photo(photo_of(wrong), "Not allowed")
    assert "do not touch each other" in page.detail()
    assert not page.element("#confirm").is_displayed()
    assert page.browser.find_elements(By.CSS_SELECTOR, "#photo-pane .lit")


def _correct_a_misread(page: Page, after: Board, tile: Tile, mover: str) -> None:
    shown = (tile.rotation + 2) % 6
    photo = photo_of(after, unsure=(tile.cell,), misread={tile.cell: shown})
    page.send_photo(photo, "Please check 1 tile")
    page.press("#view-diagram")
    for rotation in ((shown + 2) % 6, tile.rotation):
        page.touch_tile(*tile.cell)
        page.wait(lambda r=rotation: page.rotation(tile.cell) == r, "the tile is turned")
    page.wait(lambda: page.verdict() == f"{mover}: legal move", "it is judged at once")
    page.press("#view-photo")


def fetch(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=10) as response:
        return bytes(response.read())


def test_a_comment_before_the_first_move_is_on_the_game(dashboard: Any, browser: Any) -> None:
    shown_game(dashboard, browser)
    browser.execute_script("document.getElementById('comment').click()")
    assert text(browser, "#ask-title") == "Comment on the game"
