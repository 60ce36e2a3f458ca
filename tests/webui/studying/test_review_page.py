"""A finished game is reviewed in the background, on its page and in files."""

import json
import threading
from typing import Any

import pytest
from asking import change, lay, new_game, open_page, until, wait
from dashboards import client_of, script, set_screen, text
from further_cases import further
from palago.engine.records.files import parse_record
from palago.engine.records.replay import replay
from palago.engine.tiles.board import Board
from palago.webui.app import services_of
from table_photos import photo_of


def record(moves: tuple[str, ...]) -> bytes:
    value = {"format": "palago-record", "version": 1, "game": "palago", "title": "Club final"}
    return json.dumps({**value, "moves": [{"move": move} for move in moves]}).encode()


#: Opening a: Blue makes a fork, White plays elsewhere, and Blue does not see the win.
GAME = ("0,0a 1,0a", "-1,1c -1,2c", "2,-1a 3,-1a", "-1,3a -2,4b")


def start(client: Any) -> str:
    """An imported game that is not over, with advice allowed."""
    game = str(client.post("/api/v1/imports", data=record(GAME)).json["id"])
    change(client, game, "set_options", show_threats=True)
    return game


def reviewed(client: Any, game: str) -> dict[str, Any]:
    path = f"/api/v1/games/{game}/review"
    return dict(
        until(lambda: client.get(path).json, lambda it: it["status"] not in ("waiting", "running"))
    )


def further_than(moves: int, client: Any, path: str) -> dict[str, Any]:
    """The review once more than so many moves are reviewed."""
    return dict(until(lambda: client.get(path).json, lambda found: found["done"] > moves))


def test_a_review_of_points_has_its_own_words_and_passes_over_rolls(client: Any) -> None:
    game = str(new_game(client, "palagonia", options={"players": ["Ann", "Bob", "Cleo"]})["id"])
    change(client, game, "roll", faces=["2", "2", "3"])
    lay(client, game, "0,0a 1,0a 2,0a")
    change(client, game, "set_options", show_threats=True)
    path = f"/api/v1/games/{game}/review"
    page = client.get(f"/games/{game}/review").text
    assert "points that the dice could have earned" in page
    assert "called won or lost" not in page.partition("<script")[0]
    efforts = client.get(path).json["efforts"]
    assert [effort["text"] for effort in efforts] == ["Start"]
    assert client.post(path, json={"effort": "quick"}).json["of"] == 1
    assert reviewed(client, game)["done"] == 1


def test_a_review_grows_in_the_background_and_becomes_files(client: Any) -> None:
    game = start(client)
    path = f"/api/v1/games/{game}/review"
    assert client.get(path).json["status"] == "none"
    assert client.post(path, json={"effort": "quick"}).json["status"] == "waiting"
    found = reviewed(client, game)
    assert (found["status"], found["done"], found["of"]) == ("done", 4, 4)
    marks = [move["marks"] for move in found["moves"]]
    assert "missed_win" in marks[3] and found["turning_point"] == 4
    said = found["moves"][3]["text"]
    assert "could have won" in said
    french = client.get(f"{path}?language=fr").json["moves"][3]["text"]
    assert french and french != said
    noted = parse_record(client.get(f"{path}/file?format=sgf").data.decode())
    assert noted.moves[3].comment == said and noted.moves[3].variations
    assert not replay(noted).problems
    assert client.get(f"{path}/file?format=json").json["turning_point"] == 4
    proof = client.get(f"{path}/proof?move=4").json
    assert (proof["format"], proof["winner"]) == ("palago-proof", "blue")
    study = client.post("/api/v1/studies?language=fr", json={"game": game, "review": True}).json
    for tongue, note in (("fr", french), ("en", said)):
        tree = client.get(f"/api/v1/studies/{study['id']}?language={tongue}").json["chapters"][0]
        node = tree["tree"]
        for _ in GAME:
            node = node["children"][0]
        assert node["comment"] == note
    change(client, game, "undo")
    assert not client.get(path).json["is_of_now"]


def test_a_review_has_begun_while_its_first_move_takes_long(
    client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, let_go = start(client), threading.Event()
    pool = services_of(client.application).reviews._pool
    monkeypatch.setattr(pool, "run", lambda *_, **__: let_go.wait(60) and None)
    path = f"/api/v1/games/{game}/review"
    client.post(path, json={"effort": "quick"})
    found = until(lambda: client.get(path).json, lambda now: now["status"] != "waiting", 10)
    let_go.set()
    assert (found["status"], found["done"]) == ("running", 0)


def test_a_review_speaks_of_the_set_that_was_played_with(client: Any) -> None:
    game = start(client)
    path = f"/api/v1/games/{game}"
    palette = {"white": [134, 82, 187], "blue": [28, 40, 19]}
    board = Board.from_text(" ".join(GAME))
    client.post(f"{path}/photos", data=photo_of(board, palette=palette))
    client.post(f"{path}/review", json={"effort": "quick"})
    found = reviewed(client, game)
    said = " ".join(move["text"] for move in found["moves"])
    assert {move["who"] for move in found["moves"]} == {"Violet", "Green"}
    assert "Green" in said and "Blue" not in said
    change(client, game, "set_players", players=["Anna", ""])
    found = client.get(f"{path}/review").json
    told = " ".join(move["text"] for move in found["moves"])
    assert {move["who"] for move in found["moves"]} == {"Anna", "Green"} and "Anna" in told
    assert "Green could have won at once" in client.get(f"{path}/review/file?format=sgf").text
    drawn = client.get(f"/api/v1/diagram.svg?board=0,0a&game={game}").text
    assert "#8c5bbe" in drawn and "#1b2612" in drawn  # told apart a little better than seen
    assert client.get("/api/v1/diagram.svg?game=none").status_code == 404


def test_what_cannot_be_reviewed_is_said(client: Any) -> None:
    game = client.post("/api/v1/games", json={"kind": "palago"}).json["id"]
    path = f"/api/v1/games/{game}/review"
    early = client.post(path, json={})
    assert early.status_code == 422 and "over" in early.json["error"]["message"]
    assert client.get(f"{path}/file").status_code == 422
    other = client.post("/api/v1/games", json={"kind": "analysis"}).json["id"]
    assert client.post(f"/api/v1/games/{other}/review", json={}).status_code == 422
    assert client.get("/api/v1/games/nothing/review").status_code == 404


def test_a_review_goes_on_after_a_restart_and_goes_with_its_game(configuration: Any) -> None:
    with client_of(configuration) as client:
        game = start(client)
        path = f"/api/v1/games/{game}/review"
        client.post(path, json={"effort": "quick"})
        before = further_than(0, client, path)
    with client_of(configuration) as client:
        again = client.get(path).json
        assert again["moves"][: len(before["moves"])] == before["moves"]
        assert further_than(before["done"], client, path)["done"] > before["done"]
        change(client, game, "delete")
        assert client.delete(f"/api/v1/games/{game}").status_code == 200
        assert not list((configuration.data / "reviews").iterdir())


@pytest.mark.parametrize("size", [(390, 844), *further([((1280, 800),)])])
def test_the_page_shows_what_was_better_and_asks_what_if(
    dashboard: Any, browser: Any, size: tuple[int, int]
) -> None:
    game = start(dashboard.app.test_client())
    set_screen(browser, *size)
    open_page(browser, f"{dashboard.url}/games/{game}/review")
    browser.find_element("css selector", "#efforts button").send_keys("\n")
    reviewed(dashboard.app.test_client(), game)
    find = browser.find_element
    wait(browser, lambda: text(browser, "#remark h2") == "Move 4, Blue", "the turning point")
    assert script(browser, "return document.activeElement.closest('#steps') !== null"), "goes on"
    assert script(browser, "return document.querySelectorAll('#graph .fault').length") == 1
    find("id", "way-better").click()
    wait(browser, lambda: browser.find_elements("css selector", "#board .ghost"), "ghost tiles")
    find("id", "proof").send_keys("\n")
    said = "const p = document.querySelector('#walk p'); return p ? p.textContent : ''"
    wait(browser, lambda: "Blue closes" in script(browser, said), "the proof")
    script(browser, "document.getElementById('walker').close()")
    assert script(browser, "return document.activeElement.id") == "proof", "the keyboard stays"
    script(browser, "document.getElementById('what-if').click()")
    wait(browser, lambda: not browser.current_url.endswith("/review"), "a branch opens")


def test_a_position_of_ones_own_is_drawn(client: Any) -> None:
    drawn = client.get("/api/v1/diagram.svg?board=0,0a&ghosts=1,0c&marked=0,0&from=0,0&to=1,0")
    assert drawn.mimetype == "image/svg+xml"
    for part in (b'data-cell="0,0"', b'class="ghost"', b'class="arrow"', b'class="mark"'):
        assert part in drawn.data
    for wrong in ("board=x", "board=0,0a 0,0b", "marked=1", "ghosts=99999,0a", "from=a,b"):
        assert client.get(f"/api/v1/diagram.svg?{wrong}").status_code == 400
