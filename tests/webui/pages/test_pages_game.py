"""A whole refereed game in a real browser: photos in, a mistake, a misread, a win, out and in."""

from pathlib import Path
from typing import Any

from asking import hand, shown_game, wait, when_ready
from dashboards import script, text
from digitising.test_gaps import TURNS, boards
from palago.engine.palago.move import Move
from palago.engine.tiles.board import Board, Tile
from selenium.webdriver.common.by import By
from table_photos import photo_of


class Page:
    """The page of one game, as a person uses it."""

    def __init__(self, browser: Any, client: Any, folder: Path) -> None:
        self.browser = browser
        self.client = client
        self.folder = folder

    def element(self, selector: str) -> Any:
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def opens(self) -> str:
        """Wait until the game's page is there; its name."""
        wait(self.browser, lambda: "/games/" in self.browser.current_url, "the game")
        when_ready(self.browser)
        return str(self.browser.current_url.rsplit("/", 1)[1])

    def says(self, words: str) -> None:
        wait(self.browser, lambda: words in text(self.browser, "#verdict"), f"{words!r} is said")

    def send_photo(self, photo: bytes, expected: str) -> None:
        path = self.folder / "photo.jpg"
        path.write_bytes(photo)
        self.element("#photo").send_keys(str(path))
        self.says(expected)

    def shows(self, game: str, tile: Tile) -> bool:
        """Whether a tile lies so, and is drawn so: a drawing that is to come takes it from under
        the next tap."""
        state = self.client.get(f"/api/v1/games/{game}").json
        is_drawn = script(self.browser, "return document.body.dataset.version")
        lies = {"q": tile.q, "r": tile.r, "rotation": tile.rotation}.items()
        return is_drawn == str(state["version"]) and any(lies <= t.items() for t in state["tiles"])


def test_a_refereed_game_from_an_empty_start(dashboard: Any, browser: Any, tmp_path: Path) -> None:
    client = dashboard.app.test_client()
    page = Page(browser, client, tmp_path)
    browser.get(dashboard.url)
    page.element("[data-kind=palago]").click()
    page.element("#new-name").send_keys("Final")
    known = client.get("/api/v1/games").json["count"]
    script(browser, "for (const tap of 'ab') document.getElementById('start').click()")
    game = page.opens()
    page.says("White to move")
    assert client.get("/api/v1/games").json["count"] == known + 1, "a double tap begins one game"

    board = Board()
    entries = "return document.querySelectorAll('#timeline li').length"
    for number, after in enumerate(boards(TURNS), start=1):
        mover = "White" if number % 2 else "Blue"
        if number == 4:
            _play_illegally_first(page, board)
        if number == 6:
            _correct_a_misread(page, game, after, mover)
        else:
            said = "wins" if number == len(TURNS) else f"{mover}: legal move"
            page.send_photo(photo_of(after, seed=number), said)
        page.element("#confirm").click()
        wait(browser, lambda: script(browser, entries) == number, "it is recorded")  # noqa: B023
        board = after
    assert text(browser, "#verdict h1") == "Blue wins: a creature of Blue is closed."

    path = tmp_path / "final.zip"
    path.write_bytes(client.get(f"/api/v1/games/{game}/record?format=zip").data)
    browser.get(dashboard.url)
    wait(browser, lambda: browser.find_elements(By.CSS_SELECTOR, "#games li"), "the list is there")
    (tmp_path / "IMG_7.jpg").write_bytes(b"\xff\xd8\xffbroken")
    page.element("#gallery").send_keys(str(tmp_path / "IMG_7.jpg"))
    wait(browser, lambda: text(browser, "#toasts").startswith("IMG_7.jpg – The photo is"), "why")
    page.element("#import-file").send_keys(str(path))
    again = page.opens()
    first, second = (client.get(f"/api/v1/games/{name}").json for name in (game, again))
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
    assert "do not touch each other" in text(page.browser, "#verdict p")
    assert not page.element("#confirm").is_displayed()
    assert page.browser.find_elements(By.CSS_SELECTOR, "#photo-pane .lit")


def _correct_a_misread(page: Page, game: str, after: Board, mover: str) -> None:
    tile = Tile.from_text(TURNS[5].split()[1])
    shown = (tile.rotation + 2) % 6
    photo = photo_of(after, unsure=(tile.cell,), misread={tile.cell: shown})
    page.send_photo(photo, "Please check 1 tile")
    page.element("#view-diagram").click()
    for rotation in ((shown + 2) % 6, tile.rotation):
        script(
            page.browser,
            "document.querySelector('#diagram-pane').scrollIntoView({block: 'center'})",
        )
        touched = page.element(f"#diagram-pane [data-cell='{tile.q},{tile.r}'] path")
        hand(page.browser).click(touched).perform()
        wait(
            page.browser,
            lambda: page.shows(game, Tile(*tile.cell, rotation)),  # noqa: B023
            "the tile is turned",
        )
    page.says(f"{mover}: legal move")
    page.element("#view-photo").click()


def test_a_comment_before_the_first_move_is_on_the_game(dashboard: Any, browser: Any) -> None:
    shown_game(dashboard, browser)
    browser.execute_script("document.getElementById('comment').click()")
    assert text(browser, "#ask-title") == "Comment on the game"
