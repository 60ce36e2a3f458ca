"""Take the documentation's pictures of the dashboard: ``python docs/take_pictures.py``.

Needs Debian's chromium and chromium-driver, and the test extra. Starts a dashboard of its own,
plays on it, and photographs its pages at a phone's, a laptop's and a projector's size.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures"
TESTS = ROOT / "tests" / "webui"
PHONE, LAPTOP, PROJECTOR = (390, 844), (1280, 800), (1920, 1080)
sys.path.insert(0, str(TESTS))
os.environ["PYTHONPATH"] = str(TESTS)


def main() -> None:
    """Take all pictures."""
    from dashboards import start_dashboard
    from digitising.test_gaps import TURNS, boards
    from palago.engine.tiles.board import Board
    from palago.webui.server.configuration import Configuration
    from table_photos import photo_of

    folder = Path(tempfile.mkdtemp())
    dashboard, stop = start_dashboard(Configuration(data=folder, reader_seconds=60.0))
    client = dashboard.app.test_client()

    def game(kind: str, title: str, **options: Any) -> str:
        body = {"kind": kind, "title": title, "options": options}
        return str(client.post("/api/v1/games", json=body).json["id"])

    def send(name: str, photo: bytes) -> None:
        answer = client.post(f"/api/v1/games/{name}/photos", data=photo)
        assert answer.status_code == 201, answer.json

    def change(name: str, what: str, **details: Any) -> None:
        answer = client.post(f"/api/v1/games/{name}/changes", json={"change": what, **details})
        assert answer.status_code == 200, answer.json

    table = game("analysis", "Tuesday's table")
    send(table, (ROOT / "sample_images" / "table.jpg").read_bytes())

    match = game("palago", "Club final")
    *played, won = boards(TURNS)
    for board in played:
        send(match, photo_of(board, size=(1600, 1200)))
        change(match, "confirm")
    send(match, photo_of(won, size=(1600, 1200)))

    wrong = game("palago", "Lesson")
    pair = Board.from_text("0,0b 1,0b")
    send(wrong, photo_of(pair))
    change(wrong, "confirm")
    send(wrong, photo_of(Board.from_text("0,0b 1,0b -1,1a 2,-1c")))

    evening = game("palagonia", "Palagonia evening", players=["Ann", "Bob", "Cleo"])
    change(evening, "roll", faces=["5", "2", "3"])
    _play_until_points(dashboard.app, evening, send, change)

    shots = [
        ("phone-reading", f"/games/{table}", PHONE, False),
        ("laptop-reading", f"/games/{table}", LAPTOP, False),
        ("projector-win", f"/games/{match}", PROJECTOR, True),
        ("laptop-win", f"/games/{match}", LAPTOP, False),
        ("phone-illegal", f"/games/{wrong}", PHONE, True),
        ("phone-palagonia", f"/games/{evening}", PHONE, False),
        ("laptop-palagonia", f"/games/{evening}", LAPTOP, True),
        ("phone-games", "/", PHONE, False),
        ("laptop-games", "/", LAPTOP, False),
        ("phone-settings", "/settings", PHONE, True),
    ]
    _photograph(dashboard.url, shots)
    _photograph_live(dashboard.url, game("analysis", "Live"))
    stop()


def _play_until_points(app: Any, game: str, send: Any, change: Any) -> None:
    """Play Palagonia by photos until a creature that scores lies on the table."""
    import random

    from palago.engine.palagonia.actions import apply
    from palago.engine.palagonia.dice import DieFace
    from palago.engine.palagonia.legal import random_action
    from palago.engine.palagonia.payoff.best_actions import scoring_lays
    from palago.engine.tiles.board import Board
    from palago.webui.app import services_of
    from table_photos import photo_of

    rng = random.Random(4)
    number = 5
    while True:
        state = services_of(app).desk.state(game).play.game
        paying = []
        if len(state.board) > 12:
            paying = [
                (points, lay, n)
                for n in (2, 3, 4)
                for points, lay in scoring_lays(state.board, n, state.rules, state.friends)
            ]
        action = random_action(state.board, DieFace(str(number)), rng)
        if paying:
            _, action, number = max(paying, key=lambda entry: entry[0])
        if len(state.board):
            change(game, "roll", faces=[str(number), "remove"])
        board: Board = apply(state.board, action)
        send(game, photo_of(board, size=(1600, 1200)))
        if paying:
            return
        change(game, "confirm")
        number = rng.choice((2, 3, 4))


def _photograph(url: str, shots: list[tuple[str, str, tuple[int, int], bool]]) -> None:
    from dashboards import open_chromium, set_screen

    browser = open_chromium(Path(tempfile.mkdtemp()))
    _close_the_hints(browser, url)
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, path, (width, height), dark in shots:
        set_screen(browser, width, height, dark=dark)
        browser.get(url + path)
        time.sleep(2.5)
        _keep(browser, name)
    browser.quit()


def _photograph_live(url: str, game: str) -> None:
    """A phone whose camera sees the sample photo's table."""
    import cv2
    from camera_films import write_film
    from dashboards import open_chromium, set_screen

    folder = Path(tempfile.mkdtemp())
    table = cv2.imread(str(ROOT / "sample_images" / "table.jpg"))
    write_film(folder / "table.y4m", [(cv2.resize(table, (1280, 960)), 60)], rate=1)
    browser = open_chromium(
        folder / "profile",
        "use-fake-device-for-media-stream",
        "use-fake-ui-for-media-stream",
        f"use-file-for-fake-video-capture={folder / 'table.y4m'}",
    )
    _close_the_hints(browser, url)
    set_screen(browser, *PHONE)
    browser.get(f"{url}/games/{game}")
    time.sleep(2.5)
    for button in ("camera", "live-start"):
        browser.find_element("id", button).click()
    time.sleep(12)
    _keep(browser, "phone-live")
    browser.quit()


def _close_the_hints(browser: Any, url: str) -> None:
    """Keep the hints for newcomers, which would lie over the board, out of the pictures."""
    browser.get(url)
    browser.execute_script("localStorage.setItem('hints-seen', 'yes')")


def _keep(browser: Any, name: str) -> None:
    from PIL import Image

    target = PICTURES / f"{name}.png"
    browser.save_screenshot(str(target))
    with Image.open(target) as picture:
        picture.convert("RGB").save(target.with_suffix(".webp"), quality=80, method=6)
    target.unlink()


if __name__ == "__main__":
    main()
