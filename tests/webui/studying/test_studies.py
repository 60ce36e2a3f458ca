"""Studies: branches that stay, chapters, comments and marks, on the page and through the API."""

import re
from typing import Any

import pytest
from asking import open_page, wait, when_ready
from dashboards import client_of, opened, script, set_screen, text
from palago.engine.records.record import Record
from palago.engine.records.sgf import read_sgf
from palago.engine.tiles.board import Board
from selenium.webdriver.common.keys import Keys
from studying.test_review_page import GAME, record

OPENING, FORK, ELSEWHERE = GAME[0], GAME[1], "2,-1a 3,-1a"


def started(client: Any, **body: Any) -> str:
    answer = client.post("/api/v1/studies", json=body)
    assert answer.status_code == 201, answer.data
    return f"/api/v1/studies/{answer.json['id']}"


def changed(client: Any, study: str, change: str, **body: Any) -> Any:
    return client.post(f"{study}/changes", json={"change": change, **body})


def test_moves_become_branches_and_nobodys_change_is_lost(client: Any) -> None:
    path = started(client, title="Openings", opening="a")
    first = changed(client, path, "add_move", chapter=0, path=[0], move=FORK)
    assert first.json["path"] == [0, 0]
    second = changed(client, path, "add_move", path=[0], move=ELSEWHERE, version=2)
    assert second.json["path"] == [0, 1]
    late = changed(client, path, "note", path=[0], glyph="?", version=2)
    assert late.status_code == 409
    changed(client, path, "note", path=[0, 1], comment="one\ntwo", glyph="?!", marks=["0,0>1,0"])
    tree = client.get(path).json["chapters"][0]["tree"]
    one, other = tree["children"][0]["children"]
    assert (one["move"], one["colour"]) == (FORK, "Blue")
    assert (other["comment"], other["glyph"], other["marks"]) == ("one\ntwo", "?!", ["0,0>1,0"])
    promoted = changed(client, path, "promote", path=[0, 1])
    assert promoted.json["path"] == [0, 0]
    gone = changed(client, path, "delete_branch", path=[0, 1])
    assert len(gone.json["chapters"][0]["tree"]["children"][0]["children"]) == 1
    sgf = read_sgf(client.get(f"{path}/file").data.decode())
    assert [turn.move for turn in sgf.moves] == [OPENING, ELSEWHERE]


def test_an_opening_is_named_in_the_lookers_language(client: Any) -> None:
    path, french = started(client, opening="b"), {"Accept-Language": "fr"}
    told = client.get(path, headers=french).json
    listed = client.get("/api/v1/studies", headers=french).json["studies"][0]
    page = client.get(path.removeprefix("/api/v1"), headers=french).text
    assert (told["title"], listed["title"]) == ("Ouverture b", "Ouverture b")
    assert told["chapters"][0]["title"] == listed["chapters"][0] == "Ouverture b"
    assert "<title>Ouverture b · Palago" in page
    earlier = client.get(f"{path}/file?format=json").data.decode().replace("Opening b", "Debut b")
    changed(client, path, "add_chapter", record=earlier)
    assert client.get(path, headers=french).json["chapters"][1]["title"] == "Ouverture b"
    changed(client, path, "rename", title="Opening night")
    assert client.get(path, headers=french).json["title"] == "Opening night"


def test_a_study_of_a_game_is_named_as_its_game_in_the_lookers_language(client: Any) -> None:
    made = {"key": "evening.game", "values": {"title": "May", "round": 2, "table": 1}}
    body = {"kind": "palago", "made_title": made}
    game = client.post("/api/v1/games?language=fr", json=body).json["id"]
    path, chinese = started(client, game=game), {"Accept-Language": "zh-Hant"}
    told = client.get(path, headers=chinese).json
    assert told["title"] == told["chapters"][0]["title"] == "May · 第 2 輪 · 第 1 桌"
    changed(client, path, "rename", title="Mine")
    assert client.get(path, headers=chinese).json["title"] == "Mine"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"change": "add_move", "path": [0], "move": "0,0a"}, 422),
        ({"change": "add_move", "path": [7], "move": FORK}, 422),
        ({"change": "note", "path": [0], "glyph": "#"}, 400),
        ({"change": "note", "path": [0], "marks": ["x"]}, 400),
        ({"change": "delete_branch", "path": []}, 422),
        ({"change": "rename_chapter", "chapter": 9, "title": "x"}, 422),
        ({"change": "no_such"}, 400),
    ],
)
def test_what_cannot_be_done_is_said(client: Any, body: dict[str, Any], status: int) -> None:
    path = started(client, opening="b")
    answer = client.post(f"{path}/changes", json=body)
    assert answer.status_code == status and answer.json["error"]["message"]


def test_a_letter_is_no_study(client: Any) -> None:
    letter = "Club night\n\nAnn beat Ben\n"
    answer = client.post("/api/v1/studies", json={"record": letter, "title": "letter"})
    assert answer.status_code == 422 and "is no move" in answer.json["error"]["message"]
    said = client.post(
        "/api/v1/studies", json={"record": letter}, headers={"Accept-Language": "fr"}
    )
    assert "Ce fichier" in said.json["error"]["message"]
    assert "n’est pas un coup" in said.json["error"]["message"]
    said = client.post(
        f"{started(client)}/changes",
        json={"change": "add_chapter", "record": letter},
        headers={"Accept-Language": "fr"},
    )
    assert "Ce fichier" in said.json["error"]["message"]
    wrong = client.post("/api/v1/studies", json={"record": '{"format": "palago-study"}'})
    assert wrong.status_code == 422 and "no game" in wrong.json["error"]["message"]
    assert len(client.get("/api/v1/studies").json["studies"]) == 1


def test_chapters_come_from_files_boards_and_games_and_survive_a_restart(
    configuration: Any,
) -> None:
    with client_of(configuration) as client:
        game = client.post("/api/v1/imports", data=record(GAME)).json["id"]
        path = started(client, game=game, move=2, better=["-1,3a -2,4b"])
        assert client.get(path).json["title"] == "Club final"
        changed(client, path, "add_chapter", title="From here", board="0,0a 1,0c", to_move="blue")
        changed(client, path, "add_chapter", record=record(GAME).decode())
        other = client.post("/api/v1/games", json={"kind": "analysis"})
        assert client.post("/api/v1/studies", json={"game": other.json["id"]}).status_code == 422
        before = client.get(path).json
    with client_of(configuration) as client:
        assert client.get(path).json == before
        titles = [one["title"] for one in before["chapters"]]
        assert titles == ["Club final", "From here", "Club final"]
        branch = before["chapters"][0]["tree"]["children"][0]["children"][0]["children"]
        assert [node["move"] for node in branch] == [GAME[2], "-1,3a -2,4b"]
        proof = client.post(f"{path}/proof", json={"chapter": 0, "path": [0]}).json
        assert proof["text"] == "Blue wins by force in 3 moves." and proof["proof"]["winner"]
        changed(client, path, "delete")
        assert client.delete(path).status_code == 200
        assert client.get(path).status_code == 404


def test_a_study_goes_to_the_bin_before_it_is_gone(configuration: Any) -> None:
    with opened(configuration) as app:
        client, elsewhere = app.test_client(), {"REMOTE_ADDR": "192.168.1.7"}
        path = started(client, title="Openings")
        refused = client.delete(path)
        assert refused.status_code == 422 and "in the bin" in refused.json["error"]["message"]
        assert client.get(path, environ_base=elsewhere).status_code == 200
        assert changed(client, path, "delete").json["deleted"] is True
        assert client.get("/api/v1/studies").json["studies"] == []
        for hidden in (path, path.removeprefix("/api/v1")):
            assert client.get(hidden, environ_base=elsewhere).status_code == 404
    with client_of(configuration) as client:
        (binned,) = client.get("/api/v1/studies?deleted=true").json["studies"]
        assert binned["title"] == "Openings" and binned["deleted"]
        assert changed(client, path, "restore").json["deleted"] is False
        assert len(client.get("/api/v1/studies").json["studies"]) == 1


def test_on_the_page_a_study_goes_to_the_bin_and_comes_back(dashboard: Any, browser: Any) -> None:
    client = dashboard.app.test_client()
    path = started(client, title="For the bin")
    open_page(browser, f"{dashboard.url}{path.removeprefix('/api/v1')}")
    browser.find_element("id", "delete").click()
    wait(browser, lambda: "Undo" in text(browser, "#toasts"), "it says that it is in the bin")
    browser.find_element("id", "restore").click()
    wait(browser, lambda: not browser.find_element("id", "in-bin").is_displayed(), "it is back")
    assert not text(browser, "#toasts")
    changed(client, path, "delete")
    open_page(browser, f"{dashboard.url}/studies")
    assert "For the bin" not in text(browser, "#list")
    browser.find_element("id", "bin").click()
    wait(browser, lambda: "For the bin" in text(browser, "#list"), "what lies in the bin")
    browser.find_element("css selector", "#list .danger").click()
    browser.find_element("id", "ask-yes").click()
    wait(browser, lambda: "For the bin" not in text(browser, "#list"), "gone for good")
    browser.find_element("id", "new").click()
    browser.find_element("id", "ask-yes").click()  # without a name it is called by its day
    wait(browser, lambda: re.search(r"Study · .*20\d\d", browser.title), "the new study")
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("options", [{"single_placement": True}, {"place_anywhere": True}])
def test_nothing_is_proved_where_other_turns_were_agreed_on(
    client: Any, options: dict[str, Any]
) -> None:
    board = Board("0,0a 1,0c 2,0b")
    path = started(client, record=Record(options=options, start=board, to_move="blue").dumps())
    answer = client.post(f"{path}/proof", json={"chapter": 0, "path": []})
    assert answer.status_code == 422 and "nothing to advise" in answer.json["error"]["message"]


def test_the_openings_are_told_and_proved(client: Any) -> None:
    found = {
        opening["name"]: opening for opening in client.get("/api/v1/openings").json["openings"]
    }
    assert list(found) == list("abcdef")
    assert found["d"]["text"] == "Blue wins in 5 moves: proved." and found["f"]["told"]
    assert client.get("/api/v1/openings/a/proof").json["winner"] == "blue"
    assert client.get("/api/v1/openings/f/proof").status_code == 404


@pytest.mark.parametrize("size", [(390, 844), (1366, 768)], ids=["phone", "laptop"])
def test_a_branch_is_laid_on_the_page_and_the_way_back_stays(
    dashboard: Any, browser: Any, size: tuple[int, int]
) -> None:
    client = dashboard.app.test_client()
    set_screen(browser, *size)
    browser.get(f"{dashboard.url}/openings")
    begins = "const key = document.querySelectorAll('#list button')[1]; key?.click(); return key"
    wait(browser, lambda: script(browser, begins), "the first opening's study")
    wait(browser, lambda: "/studies/" in browser.current_url, "it is begun")
    when_ready(browser)
    assert text(browser, "#where") == "After move 1. Blue to move.", "with the opening laid"
    path = f"/api/v1/studies/{script(browser, 'return location.pathname').rsplit('/', 1)[1]}"
    changed(client, path, "add_move", path=[0], move=FORK)
    moves = "return document.querySelectorAll('#tree .move').length"
    wait(browser, lambda: script(browser, moves) == 2, "the move from elsewhere")
    changed(client, path, "rename", title="Named")
    wait(browser, lambda: browser.title == "Named · Palago", "the tab is called as the study")
    still = "return document.querySelector('#board [data-cell=\"0,0\"]').getBoundingClientRect().x"
    tiles = "return document.querySelectorAll('#board .tile').length"
    begun, laid = script(browser, still), script(browser, tiles)
    for place in ("2,-1", "3,-1"):
        tap = (
            f"const cell = document.querySelector('#board [data-cell=\"{place}\"]');"
            "cell?.dispatchEvent(new MouseEvent('click', {bubbles: true})); return Boolean(cell)"
        )
        wait(browser, lambda at=tap: script(browser, at), "a place to tap")
    wait(browser, lambda: script(browser, tiles) == laid + 2, "both are shown")
    assert script(browser, still) == begun, "the board lies still under the finger"
    wait(browser, lambda: browser.find_element("id", "play").is_enabled(), "two tiles")
    browser.find_element("id", "play").click()
    wait(browser, lambda: script(browser, moves) == 3, "the branch")
    assert browser.find_elements("css selector", "#tree .branch [aria-current=true]")
    assert text(browser, "#where") == "After move 2. White to move."
    script(browser, "document.querySelector('[data-glyph=\"?!\"]').click()")
    wait(browser, lambda: "?!" in text(browser, "#tree"), "the sign")
    box = browser.find_element("id", "comment")
    box.send_keys("too far away")
    script(browser, "document.getElementById('comment').blur()")
    wait(browser, lambda: "too far away" in text(browser, "#tree"), "the comment")
    browser.find_element("id", "ring").click()
    browser.find_element("id", "board").send_keys(Keys.ENTER, Keys.ENTER)

    def now() -> Any:
        return client.get(path).json["chapters"][0]["tree"]["children"][0]["children"][1]

    wait(browser, lambda: now()["marks"] == ["0,0"], "a ring by keyboard, and no tile in its place")
    script(browser, "document.getElementById('back').click()")
    wait(browser, lambda: text(browser, "#where") == "After move 1. Blue to move.", "the way back")
    assert (now()["comment"], now()["glyph"]) == ("too far away", "?!")


@pytest.mark.parametrize(
    ("sent", "french", "chinese"),
    [
        ("(;GM[palago];W[0,0a 1,0c]", "avant que sa dernière parenthèse", "最後一個括號"),
        ('{"format": "palago-record", "moves": [', "ce n’est pas du JSON", "這不是 JSON"),
        ('{"format": "palago-record", "moves": [', "erreur à la ligne 1", "第 1 行"),
        ('{"format": "palago-review"}', "ce doit être", "必須是"),
        ('{"format": "palago-record", "version": 9}', "mettez-le à jour", "請更新程式"),
        ("Game: chess\n0,0a 1,0c\n", "ligne 1", "第 1 行"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_the_readers_language(
    client: Any, sent: str, french: str, chinese: str
) -> None:
    for tongue, words in (("fr", french), ("zh-Hant", chinese)):
        answer = client.post(
            "/api/v1/studies", json={"record": sent}, headers={"Accept-Language": tongue}
        )
        assert answer.status_code == 422 and words in answer.json["error"]["message"]
