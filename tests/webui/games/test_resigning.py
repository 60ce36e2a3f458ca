"""A game that is given up: by the API, in its record and all exports, and on the page."""

from typing import Any

import pytest
from asking import change, imported, lay, new_game, open_game, wait
from dashboards import set_screen, text
from further_cases import further
from palago.engine.records.files import read_record
from palago.engine.records.replay import replay
from selenium.webdriver.common.by import By

PAIR = "0,0b 1,0b"
FIELD = {"players": ["Ann", "Ben"], "palagems": ["aaaa", "aaab"]}
GARDEN = {"players": ["Ann", "Ben"]}


def begun(client: Any, kind: str = "palago", **options: Any) -> str:
    """A game of which the first move is played."""
    game = str(new_game(client, kind, options=options)["id"])
    if kind == "palanquee":
        change(client, game, "act", action="sow C5")
    else:
        lay(client, game, PAIR if kind == "palago" else "0,0b")
    return game


@pytest.mark.parametrize(
    ("kind", "options", "who", "winner"),
    [
        ("palago", {}, "blue", "white"),
        ("palago", {}, "white", "blue"),
        ("palagem", FIELD, "Ann", "Ben"),
        ("palanquee", GARDEN, "Ben", "Ann"),
    ],
)
def test_who_gives_up_loses_and_may_take_it_back(
    client: Any, kind: str, options: dict[str, Any], who: str, winner: str
) -> None:
    game = begun(client, kind, **options)
    path = f"/api/v1/games/{game}"
    before = client.get(path).json
    assert who in [one["by"] for one in before["resigners"]]
    ended = change(client, game, "resign", by=who)
    assert ended["over"] and ended["result"]["winner"] == winner and not ended["resigners"]
    assert ended["verdict"]["text"] == f"{who.capitalize()} resigns; {winner.capitalize()} wins."
    (line,) = client.get("/api/v1/games").json["games"]
    assert line["over"] and line["winner"] == winner.capitalize()
    assert "over" in change(client, game, "resign", 422, by=who)["error"]["message"]
    again = change(client, game, "undo")
    kept = ("verdict", "resigners", "turn", "over", "result", "timeline", "diagram")
    assert [again[name] for name in kept] == [before[name] for name in kept]
    assert change(client, game, "redo")["over"]


@pytest.mark.parametrize("form", ["json", "sgf", "text"])
def test_a_game_may_be_given_up_before_its_first_move(client: Any, form: str) -> None:
    game = str(new_game(client, "palago")["id"])
    ended = change(client, game, "resign", by="white")
    assert ended["over"] and ended["result"]["winner"] == "blue"
    assert not ended["can_review"], "there is no move to look at"
    kept = client.get(f"/api/v1/games/{game}/record?format={form}").data
    assert read_record(kept).resigned == "white" and not replay(read_record(kept)).problems
    opened = client.post("/api/v1/imports", data=kept)
    assert opened.status_code == 201 and opened.json["result"]["winner"] == "blue"
    assert [one["by"] for one in change(client, game, "undo")["resigners"]] == ["white", "blue"]


def test_who_is_called_as_the_other_side_has_not_won_by_that(client: Any) -> None:
    game = begun(client, players=["Ann", "white"])
    change(client, game, "resign", by="blue")
    (line,) = client.get("/api/v1/games").json["games"]
    assert line["winner"] == "Ann (White)"


@pytest.mark.parametrize("form", ["json", "sgf", "text", "zip"])
def test_records_say_who_gave_up_and_come_back_so(client: Any, form: str) -> None:
    game = begun(client, players=["Ann", "Ben"])
    ended = change(client, game, "resign", by="blue")
    assert ended["verdict"]["text"] == "Ben (Blue) resigns; Ann (White) wins."
    file = client.get(f"/api/v1/games/{game}/record?format={form}").data
    if form != "zip":
        record = read_record(file)
        assert (record.resigned, record.result) == ("blue", "white")
        assert replay(record).result == "white" and not replay(record).problems
    opened = imported(client, file)
    assert opened["verdict"]["text"] == ended["verdict"]["text"]
    assert change(client, opened["id"], "undo")["resigners"]


def test_nothing_is_owed_on_a_board_that_was_given_up(client: Any) -> None:
    game = begun(client, "palanquee", **GARDEN)
    before = client.get(f"/api/v1/games/{game}").json
    ended = change(client, game, "resign", by="Ben")
    assert before["garden"]["owed"] and before["garden"]["legal"]
    assert not ended["garden"]["owed"] and not ended["garden"]["legal"]
    assert change(client, game, "act", 422, action="sow H9")["error"]["message"]


def test_the_clock_stands_once_somebody_gives_up(client: Any) -> None:
    game = begun(client)
    change(client, game, "set_clock", clock={"kind": "sudden", "seconds": 300})
    assert change(client, game, "start_clock")["clock"]["since"]
    assert change(client, game, "resign", by="white")["clock"]["since"] is None


def test_where_more_than_two_play_or_points_count_nobody_resigns(client: Any) -> None:
    three = begun(client, "palanquee", players=["Ann", "Ben", "Cy"])
    assert client.get(f"/api/v1/games/{three}").json["resigners"] == []
    refusal = change(client, three, "resign", 422, by="Ann")["error"]["message"]
    assert refusal == "Ann cannot give this game up."
    points = new_game(client, "palagonia", options={"players": ["Ann", "Ben"]})["id"]
    change(client, points, "resign", 422, by="Ann")


def test_the_program_is_not_offered_to_resign_and_plays_no_more(client: Any) -> None:
    seat = {"colour": "blue", "level": "beginner", "at_table": True}
    game = new_game(client, options={"partner": seat})["id"]
    shown = lay(client, game, PAIR)
    assert shown["partner"] and [one["by"] for one in shown["resigners"]] == ["white"]
    assert not change(client, game, "resign", by="white")["partner"]["on_turn"]


def test_a_record_of_one_who_did_not_play_is_told(client: Any) -> None:
    record = read_record(f"Game: palago\nResigned: Cy\n\n{PAIR}\n".encode())
    (problem,) = replay(record).problems
    assert problem.where == "resigned" and "Cy" in problem.reason
    refused = client.post("/api/v1/imports", data=record.dumps().encode())
    assert refused.status_code == 422 and "Cy" in refused.json["error"]["message"]
    wrong = f"Game: palago\nResigned: blue\nResult: blue\n\n{PAIR}\n".encode()
    (problem,) = replay(read_record(wrong)).problems
    assert problem.where == "result"


@pytest.mark.parametrize(("width", "height"), [(390, 844), *further([(1280, 800)])])
def test_on_the_page_it_is_asked_once_more(
    dashboard: Any, browser: Any, width: int, height: int
) -> None:
    client = dashboard.app.test_client()
    game = begun(client)
    set_screen(browser, width, height)
    open_game(browser, dashboard.url, game)

    def press(selector: str) -> None:
        browser.find_element(By.CSS_SELECTOR, selector).click()

    press("#open-menu")
    press("#resign")
    answers = browser.find_elements(By.CSS_SELECTOR, "#resigners button")
    assert [answer.text for answer in answers] == ["White resigns", "Blue resigns"]
    press("#resign-dialog button[value='']")
    assert not client.get(f"/api/v1/games/{game}").json["over"]
    press("#open-menu")
    press("#resign")
    press("#resigners button[value=blue]")
    said = "Blue resigns; White wins."
    wait(browser, lambda: text(browser, "#verdict h1") == said, "the end is said")
    press("#undo")
    wait(browser, lambda: text(browser, "#verdict h1") != said, "the game goes on")
    press("#open-menu")
    assert browser.find_element(By.ID, "resign").is_displayed()


def test_the_review_shows_what_was_agreed_on(dashboard: Any, browser: Any) -> None:
    client = dashboard.app.test_client()
    game = new_game(client)["id"]
    lay(client, game, "0,0a 1,0c")
    laid = change(client, game, "place_tile", q=0, r=1, rotation=2)
    change(client, game, "resign", by=laid["resigners"][0]["by"])
    browser.get(f"{dashboard.url}/games/{game}/review")
    tiles = "return document.querySelectorAll('#board .tile').length"
    wait(browser, lambda: browser.execute_script(tiles), "the board is shown")
    assert browser.execute_script(tiles) == 2
