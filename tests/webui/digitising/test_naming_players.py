"""Who plays can be said at any time: what was answered before stays, and the game is made."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from asking import wait
from dashboards import script, set_screen, text
from digitising.test_digitise_page import begin, done, send
from digitising.test_gaps import TURNS, boards, shots
from palago.engine.tiles.board import Board
from palago.vision.readings.reading import Reading, TileReading
from palago.webui.digitising.kept_shots import keep_shots
from palago.webui.digitising.place import JobFolder
from palago.webui.tables.shots import CameraShot
from palago.webui.texts import say
from table_photos import photo_of
from watching.test_dice_photos import PLAYERS, Series, misread, series, staged

PICTURE = photo_of(Board.from_text("0,0a 1,0c"))


def sent(client: Any, data: Any, shots: Sequence[CameraShot], **more: Any) -> str:
    """Where photos stand of which this was seen."""
    path = begin(client, **{"kind": "palagonia", **more})
    keep_shots(JobFolder(data / "digitising" / path.rsplit("/", 1)[1]), [*map(read, shots)], False)
    send(client, path, "photos.jpg", b"read already")
    assert client.post(f"{path}/start", json={}).status_code == 200
    return path


def read(shot: CameraShot) -> CameraShot:
    """A shot with the reading behind what was seen."""
    tiles = tuple(
        TileReading(tile.q, tile.r, tile.rotation, 0.99, (0.0, 0.0), ((0.0, 0.0),) * 6)
        for tile in (shot.seen.board if shot.seen else ())
    )
    reading = Reading(None, 9, 9, (230, 230, 230), (20, 30, 90), tiles)
    return replace(shot, reading=reading, picture=PICTURE)


def bare(played: Series) -> list[CameraShot]:
    """Its photos from the first turn on, without dice."""
    return [replace(shot, dice=None) for shot in played.shots[played.starts :]]


def test_what_was_answered_before_the_players_were_named_stays(
    client: Any, configuration: Any
) -> None:
    path = sent(client, configuration.data, misread(series(2)))
    found = done(client, path)
    (asked,) = found["asked"]
    assert found["lacks_players"] and found["players"] == []
    right = next(one["answer"] for one in asked["answers"] if one.get("words") == "3 + Remove")
    source = {"source": asked["source"]}
    assert client.post(f"{path}/answers", json={**source, **right}).json["asked"] == []
    refused = client.post(f"{path}/game", json={})
    assert refused.status_code == 422 and "name" in refused.json["error"]["message"]
    wrong = client.post(f"{path}/players", json={"players": ["Anna", "Anna", "Ben"]})
    assert wrong.status_code == 422
    named = client.post(f"{path}/players", json={"players": list(PLAYERS)}).json
    assert named["players"] == list(PLAYERS) and not named["lacks_players"]
    assert source["source"] not in [one["source"] for one in named["asked"]]
    game = client.post(f"{path}/game", json={})
    assert game.status_code == 201
    assert [player["name"] for player in game.json["players"]] == list(PLAYERS)


def test_where_no_board_was_seen_that_is_all_that_is_said(client: Any, configuration: Any) -> None:
    path = sent(client, configuration.data, [CameraShot(0.0, "0:00")])
    found = done(client, path)
    assert "No board was seen" in found["why"] and found["wants_other_files"]


@pytest.mark.parametrize("players", [(), PLAYERS])
def test_a_game_that_had_begun_before_its_first_photo_says_that_it_becomes_no_game(
    client: Any, configuration: Any, players: Sequence[str]
) -> None:
    shots = bare(series(1))[1:]
    path = sent(client, configuration.data, shots, players=list(players))
    found = done(client, path)
    assert "from the empty table" in found["why"] and not found["lacks_players"]
    refused = client.post(f"{path}/game", json={})
    assert refused.status_code == 422 and refused.json["error"]["message"] == found["why"]


def test_a_game_that_is_said_to_have_begun_before_becomes_none(
    client: Any, configuration: Any
) -> None:
    path = sent(client, configuration.data, bare(series(2)), players=list(PLAYERS))
    asked = done(client, path)["asked"][0]
    (begun,) = (one["answer"] for one in asked["answers"] if one["say"] == "had_begun")
    told = {"source": asked["source"], **begun}
    found = client.post(f"{path}/answers", json=told).json
    assert "from the empty table" in found["why"]


def test_who_is_on_turn_keeps_the_seat_when_it_gets_a_name(client: Any, configuration: Any) -> None:
    shots, at = staged("number", 5)
    unrolled = (*shots[:at], replace(shots[at], dice=()), *shots[at + 1 :])
    path = sent(client, configuration.data, unrolled)
    asked = done(client, path)["asked"][-1]
    player = {"source": "", "what": "on_turn", "player": "Player 2"}
    assert "Player 2" in [one.get("words") for one in asked["answers"]]
    assert client.post(f"{path}/answers", json=player).status_code == 200
    named = client.post(f"{path}/players", json={"players": list(PLAYERS)}).json
    assert not [one for one in named["asked"] if one["source"] == ""]
    assert client.post(f"{path}/game", json={}).json["turn"] == PLAYERS[1]


def test_players_are_named_before_all_is_read(client: Any, configuration: Any) -> None:
    path = begin(client, kind="palagonia")
    assert client.post(f"{path}/players", json={"players": list(PLAYERS)}).status_code == 200
    assert client.get(path).json["players"] == list(PLAYERS)
    newer = begin(client, kind="palagonia")
    listed = client.get("/api/v1/digitisings").json["digitisings"]
    assert [one["id"] for one in listed] == [newer.rsplit("/")[-1], path.rsplit("/")[-1]]
    assert client.post("/api/v1/digitisings/none/players", json={"players": []}).status_code == 404


SIZES = [(390, "zh-Hant"), (1366, "fr")]


def opened(dashboard: Any, browser: Any, width: int, tongue: str) -> None:
    """The page in a language, on a screen of some width."""
    set_screen(browser, width, 844)
    browser.get(f"{dashboard.url}/digitise")
    browser.add_cookie({"name": "language", "value": tongue, "path": "/"})
    browser.get(f"{dashboard.url}/digitise")


def test_the_page_says_that_a_game_had_begun_and_asks_for_no_names(
    dashboard: Any, browser: Any
) -> None:
    client = dashboard.app.test_client()
    path = sent(client, dashboard.configuration.data, bare(series(1))[1:])
    done(client, path)
    for width, tongue in SIZES:
        opened(dashboard, browser, width, tongue)
        said = say(tongue, "refusal.digitise_begins_late")
        wait(browser, lambda said=said: said in text(browser, "#list li"), "it says so")
        names = browser.find_element("css selector", f"#names-{path.rsplit('/', 1)[1]}")
        assert not names.is_displayed()
        assert script(browser, "return document.scrollingElement.scrollWidth") <= width


@pytest.mark.parametrize(("width", "tongue"), SIZES)
def test_the_page_takes_the_names_and_then_makes_the_game(
    dashboard: Any, browser: Any, width: int, tongue: str
) -> None:
    client = dashboard.app.test_client()
    path = sent(client, dashboard.configuration.data, bare(series(2)))
    (asked,) = done(client, path)["asked"]
    opened(dashboard, browser, width, tongue)
    make, field = say(tongue, "page.digitise_make"), f"#names-{path.rsplit('/', 1)[1]}"
    wait(browser, lambda: asked["source"] in text(browser, "#list li"), "it asks")
    assert make not in text(browser, "#list .told")
    assert script(browser, "return document.scrollingElement.scrollWidth") <= width
    names = browser.find_element("css selector", field)
    names.send_keys("，".join(PLAYERS))
    # What is typed stays while the rest changes.
    begun = say(tongue, "digitise.first_turn")
    answers = browser.find_elements("css selector", ".questions .choices button")
    next(answer for answer in answers if answer.text == begun).click()
    wait(browser, lambda: asked["source"] not in text(browser, "#list li"), "it is settled")
    names.submit()
    wait(browser, lambda: make in text(browser, "#list .told"), "it can become a game")
    script(browser, "document.querySelector('#list li .told > .row:last-child button').click()")
    wait(browser, lambda: "/games/" in browser.current_url, "the game opens")
    assert client.get(f"/api/v1/games/{browser.current_url.rsplit('/', 1)[1]}").json["players"]


def test_of_two_turns_at_once_it_is_asked_by_name_who_played_which_turn(
    client: Any, configuration: Any
) -> None:
    shown = boards(TURNS)[:5]
    del shown[2]
    path = sent(client, configuration.data, shots(*shown), kind="palago")
    done(client, path)
    named = client.post(f"{path}/players", json={"players": ["Ann", "Ben"]}).json
    (asked,) = named["asked"]
    words = [one["words"] for one in asked["answers"] if one["answer"]["what"] == "played"]
    assert set(words) == {"Ann (White), turn 3: 1,\u00a02 → Ben (Blue), turn 4: 3,\u00a04"}
    for tongue, said in (("fr", "Ben (Bleu), tour 4"), ("zh-Hant", "Ben（藍方），第 4 回合：")):
        (asked,) = client.get(path, headers={"Accept-Language": tongue}).json["asked"]
        assert said in asked["answers"][0]["words"]
    game = client.post(f"{path}/game", json={}).json
    assert [player["name"] for player in game["players"]] == ["Ann", "Ben"]
    # Taps that were none are taken back one after the other, and the questions are there again.
    assert not named["can_undo"] and client.delete(f"{path}/answers").status_code == 422
    found = named
    told = []
    for _ in range(3):
        told.append(found)
        asked = found["asked"][0]
        left_out = {"source": asked["source"], "what": "skip"}
        found = client.post(f"{path}/answers", json=left_out).json
        assert found["asked"] != told[-1]["asked"] and found["can_undo"]
        if not found["asked"]:
            break
    assert len(told) > 1
    for earlier in reversed(told):
        again = client.delete(f"{path}/answers").json
        assert again["asked"] == earlier["asked"] and again["can_undo"] == (earlier is not named)
