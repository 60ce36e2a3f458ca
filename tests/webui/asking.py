"""What tests ask a dashboard for: games that begin and change, and pages that have come."""

from __future__ import annotations

from typing import Any


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


def wait(browser: Any, condition: Any, what: str, seconds: float = 40) -> None:
    """Wait until a page shows something; ``what`` says what did not come."""
    from selenium.webdriver.support.ui import WebDriverWait

    WebDriverWait(browser, seconds, 0.05).until(lambda _: condition(), what)


def open_game(browser: Any, url: str, game: str) -> None:
    """Open a game's page, and wait until its program runs."""
    browser.get(f"{url}/games/{game}")
    ready = "return 'ready' in document.body.dataset"
    wait(browser, lambda: browser.execute_script(ready), "the game opens")
