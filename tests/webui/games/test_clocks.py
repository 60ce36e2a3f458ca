"""A game's clock: the same everywhere, pressed by a tap or a move, kept over a restart."""

import time
from typing import Any

import pytest
from asking import ask, new_game
from dashboards import first_on_pages, opened, text
from selenium.webdriver.support.wait import WebDriverWait

FIVE = {"kind": "sudden", "seconds": 300, "extra": 0}


def start(client: Any, clock: Any = FIVE, kind: str = "palago", **options: Any) -> str:
    return str(new_game(client, kind, options={"clock": clock, **options})["id"])


def lay(client: Any, game: str, board: str) -> Any:
    ask(client, game, "set_board", board=board)
    return ask(client, game, "confirm").json["clock"]


def test_confirmed_moves_press_it_and_a_tap_does_too(client: Any) -> None:
    game = start(client, players=["Ann", "Ben"])
    clock = client.get(f"/api/v1/games/{game}").json["clock"]
    assert clock["names"] == ["Ann (White)", "Ben (Blue)"] and clock["since"] is None
    clock = lay(client, game, "0,0b 1,0b")
    assert clock["mover"] == 1 and clock["since"] is not None
    tapped = ask(client, game, "press_clock").json["clock"]
    assert tapped["mover"] == 0
    # The move whose player has pressed already is confirmed: nothing is pressed twice.
    assert lay(client, game, "0,0b 1,0b 0,1c -1,1c") == tapped
    stopped = ask(client, game, "stop_clock").json["clock"]
    assert stopped["since"] is None
    assert lay(client, game, "0,0b 1,0b 0,1c -1,1c 2,-1a 3,-1a")["since"] is None
    assert ask(client, game, "start_clock").json["clock"]["since"] is not None
    corrected = ask(client, game, "correct_clock", player=1, seconds=77).json["clock"]
    assert corrected["left"][0] == 77


def test_undo_takes_back_the_move_and_not_the_clock(client: Any) -> None:
    game = start(client)
    ask(client, game, "start_clock")
    lay(client, game, "0,0b 1,0b")
    after = ask(client, game, "undo").json
    assert after["timeline"] == [] and after["clock"]["mover"] == 0
    assert after["clock"]["since"] is not None
    ask(client, game, "undo")
    nothing = ask(client, game, "undo")
    assert nothing.status_code == 422, "starting the clock is nothing to undo"


def test_it_is_kept_over_a_restart_and_time_goes_on(
    configuration: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(configuration) as app:
        game = start(app.test_client())
        lay(app.test_client(), game, "0,0b 1,0b")
        before = app.test_client().get(f"/api/v1/games/{game}").json["clock"]
    monkeypatch.setattr("palago.webui.games.clocks.time.time", lambda: before["since"] + 100)
    with opened(configuration) as app:
        shown = app.test_client().get(f"/api/v1/games/{game}").json
        assert shown["clock"] == before
        assert shown["now"] - shown["clock"]["since"] == 100


def test_running_out_ends_nothing(client: Any) -> None:
    game = start(client, {"kind": "sudden", "seconds": 1})
    ask(client, game, "correct_clock", player=1, seconds=0)
    ask(client, game, "start_clock")
    time.sleep(0.05)
    assert lay(client, game, "0,0b 1,0b")["left"][0] < 0
    assert client.get(f"/api/v1/games/{game}").json["over"] is False


def test_a_clock_can_be_chosen_later_or_taken_away(client: Any) -> None:
    game = start(client, None)
    assert ask(client, game, "press_clock").status_code == 422
    assert ask(client, game, "set_clock", clock=FIVE).json["clock"]["left"] == [300, 300]
    assert ask(client, game, "set_clock", clock=None).json["clock"] is None
    wrong = ask(client, game, "set_clock", clock={"kind": "egg"})
    assert wrong.status_code == 400 and "clock" in wrong.json["error"]["message"]
    body = {"kind": "palago", "options": {"clock": "late"}}
    assert client.post("/api/v1/games", json=body).status_code == 422


def test_every_kind_of_game_can_have_one(client: Any) -> None:
    for kind in ("palagonia", "palagem", "palanquee"):
        game = start(client, kind=kind, players=["Ann", "Ben", "Cem"])
        clock = client.get(f"/api/v1/games/{game}").json["clock"]
        assert [name.split()[0] for name in clock["names"]] == ["Ann", "Ben", "Cem"]


def test_screens_with_wrong_clocks_of_their_own_agree(dashboard: Any, browser: Any) -> None:
    client = dashboard.app.test_client()
    game = start(client, players=["Ann", "Ben"])
    ask(client, game, "start_clock")
    for wrong in (95_000, -3_600_000):
        late = f"const right = Date.now; Date.now = () => right() + {wrong};"
        with first_on_pages(browser, late):
            browser.get(f"{dashboard.url}/games/{game}")
        WebDriverWait(browser, 30, 0.05).until(
            lambda b: b.execute_script(
                "return performance.getEntriesByType('resource')"
                ".filter((e) => e.name.endsWith('/time') && e.responseEnd).length >= 3"
            )
        )
        time.sleep(0.2)
        shown = browser.execute_async_script(
            "const done = arguments[0];"
            "import('/static/common/time.js').then(({ now }) => done(now()));"
        )
        assert abs(shown - time.time()) < 0.2


def test_a_tap_on_the_running_face_presses_it(dashboard: Any, browser: Any) -> None:
    client = dashboard.app.test_client()
    game = start(client, {"kind": "move", "seconds": 30}, players=["Ann", "Ben"])
    ask(client, game, "start_clock")
    browser.get(f"{dashboard.url}/games/{game}")
    wait = WebDriverWait(browser, 30, 0.05)
    wait.until(lambda b: b.find_elements("css selector", ".face.running"))
    browser.find_element("css selector", ".face.running").click()
    wait.until(lambda _: client.get(f"/api/v1/games/{game}").json["clock"]["mover"] == 1)
    wait.until(lambda b: "Ben" in text(b, ".face.running"))
    ask(client, game, "stop_clock")
    ask(client, game, "correct_clock", player=2, seconds=1)
    ask(client, game, "start_clock")
    wait.until(lambda b: "time is up" in b.find_element("id", "toasts").text)
    assert client.get(f"/api/v1/games/{game}").json["over"] is False
