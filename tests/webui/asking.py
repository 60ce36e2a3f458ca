"""What tests ask a dashboard for: games that begin and change, and pages that have come."""

import time
from collections.abc import Callable
from typing import Any

from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.support.ui import WebDriverWait


def new_game(client: Any, kind: str = "palago", **more: Any) -> Any:
    """Begin a game by the API; what is shown of it."""
    answer = client.post("/api/v1/games", json={"kind": kind, **more})
    assert answer.status_code == 201, answer.json
    return answer.json


def ask(client: Any, game: str, what: str, **more: Any) -> Any:
    """Ask for a change of a game; the answer as it comes."""
    return client.post(f"/api/v1/games/{game}/changes", json={"change": what, **more})


def change(client: Any, game: str, what: str, status: int = 200, **more: Any) -> Any:
    """Change a game; what is shown of it, or why it is refused with another ``status``."""
    answer = ask(client, game, what, **more)
    assert answer.status_code == status, answer.json
    return answer.json


def lay(client: Any, game: str, board: str) -> Any:
    """Lay out a board by hand and confirm the turn; what is shown then."""
    change(client, game, "set_board", board=board)
    return change(client, game, "confirm")


def imported(client: Any, record: bytes | str) -> Any:
    """Bring in a record; what is shown of the game."""
    answer = client.post("/api/v1/imports", data=record)
    assert answer.status_code == 201, answer.json
    return answer.json


def until(
    look: Callable[[], Any], is_enough: Callable[[Any], Any] = bool, seconds: float = 240
) -> Any:
    """What is found once that is enough, or once the time is up."""
    latest = time.monotonic() + seconds
    while not is_enough(found := look()) and time.monotonic() < latest:
        time.sleep(0.02)
    return found


def wait(browser: Any, condition: Any, what: str, seconds: float = 40) -> None:
    """Wait until a page shows something; ``what`` says what did not come."""
    anew = [NoSuchElementException, StaleElementReferenceException]  # it is drawn or loaded again
    WebDriverWait(browser, seconds, 0.05, anew).until(lambda _: condition(), what)


def open_page(browser: Any, address: str) -> None:
    """Open a page, and wait until its program runs."""
    browser.get(address)
    when_ready(browser)


def when_ready(browser: Any) -> None:
    """Wait until the program of the page runs."""
    ready = "return 'ready' in document.body?.dataset"
    wait(browser, lambda: browser.execute_script(ready), "the page is ready")


def open_game(browser: Any, url: str, game: str) -> None:
    """Open a game's page, and wait until its program runs."""
    open_page(browser, f"{url}/games/{game}")


def hand(browser: Any) -> Any:
    """A pointer's next actions. It is where it is wanted at once, and does not travel there for a
    quarter of a second."""
    return ActionChains(browser, duration=0)


def tap_at(browser: Any, x: float, y: float) -> None:
    """Tap a place of the screen."""
    touch = hand(browser)
    touch.w3c_actions.pointer_action.move_to_location(x, y).click()
    touch.perform()


def begin_on_the_page(browser: Any, url: str, kind: str, *players: str) -> None:
    """Begin a game as people do: on the first page, with the players' names."""
    browser.get(url)
    browser.find_element("css selector", f"[data-kind={kind}]").click()
    while len(fields := browser.find_elements("css selector", "#players input")) < len(players):
        browser.find_element("id", "add-player").click()
    for name, field in zip(players, fields, strict=True):
        field.clear()
        field.send_keys(name)
    browser.find_element("id", "start").click()


def shown_game(dashboard: Any, browser: Any, kind: str = "palago", **more: Any) -> tuple[Any, str]:
    """Begin a game and open its page: who asks for more by the API, and the game's name."""
    client = dashboard.app.test_client()
    game = str(new_game(client, kind, **more)["id"])
    open_game(browser, dashboard.url, game)
    return client, game
