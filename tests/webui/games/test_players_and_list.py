"""Who plays, whose turn it is and who has won: in the list, in the record, on the print."""

import sqlite3
import time
from typing import Any

import pytest
from asking import ask, change, lay, new_game
from dashboards import opened
from games.test_referee_at_the_table import WON
from palago.engine.tiles.board import Board
from palago.webui.app import services_of
from palago.webui.games.kept import lines
from palago.webui.games.kept.lines import list_line_json
from palago.webui.store.lines import ListedGame
from table_photos import photo_of

PAIR = "0,0b 1,0b"


def start(client: Any, players: list[str] | None = None, kind: str = "palago", **more: Any) -> str:
    options = {} if players is None else {"players": players}
    return str(new_game(client, kind, options=options, **more)["id"])


def listed(client: Any, query: str = "") -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = client.get(f"/api/v1/games{query}").json["games"]
    return games


def test_names_are_said_wherever_the_game_speaks(client: Any) -> None:
    game = start(client, ["Ann", "Ben"], title="Final")
    shown = client.get(f"/api/v1/games/{game}").json
    assert shown["verdict"]["text"] == "Ann (White) to move"
    assert [p["name"] for p in shown["players"]] == ["Ann", "Ben"]
    seen = client.post(f"/api/v1/games/{game}/photos", data=photo_of(Board.from_text(PAIR))).json
    assert seen["verdict"]["text"] == "Ann (White): legal move"
    shown = change(client, game, "confirm")
    assert shown["timeline"][0]["who"] == "Ann" and shown["timeline"][0]["colour"] == "white"
    assert listed(client)[0]["turn"] == "Ben (Blue)"
    record = client.get(f"/api/v1/games/{game}/record?format=sgf").data.decode()
    assert "PW[Ann]" in record and "PB[Ben]" in record
    assert "Ann (White)" in client.get(f"/games/{game}/print").data.decode()
    again = start(client, again=game)
    assert client.get(f"/api/v1/games/{again}").json["players"][1]["name"] == "Ben"


def test_the_winner_is_said_by_name(client: Any) -> None:
    game = start(client, ["Ann", "Ben"])
    for board in WON:
        lay(client, game, board)
    [line] = listed(client)
    assert line["over"] and line["winner"].split()[0] in ("Ann", "Ben") and line["turn"] is None
    shown = client.get(f"/api/v1/games/{game}").json
    assert shown["verdict"]["text"] == f"{line['winner']} wins"
    other = start(client)
    assert [g["id"] for g in listed(client, "?state=finished")] == [game]
    assert [g["id"] for g in listed(client, "?state=running")] == [other]
    ask(client, game, "undo")
    assert not any(g["over"] for g in listed(client))


def test_several_winners_are_listed_as_the_pages_language_does() -> None:
    line = ListedGame("", ("Ann", "Ben", "Cem"), "", True, "Ann and Cem")
    said = [list_line_json(line, language)["winner"] for language in ("en", "fr", "zh-Hant")]
    assert said == ["Ann and Cem", "Ann et Cem", "Ann和Cem"]


def test_names_of_colours_that_an_earlier_version_kept_are_told_apart_too() -> None:
    line = ListedGame("", ("", ""), winner="white", over=True, colours={"en": ("blue", "red")})
    winner = list_line_json(line, "en")["winner"]
    assert winner == "Light Blue", "not the side that records call so"


def test_players_who_are_called_as_their_colours_are_on_turn_as_such(client: Any) -> None:
    game = start(client, kind="palanquee")
    [line] = listed(client)
    assert [player["name"] for player in line["players"]] == ["Blue", "Green"]
    assert line["turn"] == "Blue" and line["players"][0]["colour"] is None
    for action in ("sow C5", "sow P9"):
        ask(client, game, "act", action=action)
    told = client.get(f"/api/v1/games/{game}?language=fr").json["timeline"]
    assert [played["who"] for played in told] == ["Bleu", "Vert"]


def test_names_can_be_given_later_and_without_them_colours_play(client: Any) -> None:
    game = start(client)
    assert client.get(f"/api/v1/games/{game}").json["verdict"]["text"] == "White to move"
    assert ask(client, game, "set_players", players=["Ann", ""]).status_code == 200
    assert client.get(f"/api/v1/games/{game}").json["verdict"]["text"] == "Ann (White) to move"
    assert listed(client)[0]["players"][0] == {"name": "Ann", "colour": "white"}
    assert ask(client, game, "set_players", players=["A", "B", "C"]).status_code == 400
    wrong = ask(client, game, "set_players", players="Ann")
    assert wrong.status_code == 400
    odd = start(client, [{"no": "name"}, 3])  # type: ignore[list-item]
    assert client.get(f"/api/v1/games/{odd}").json["players"] == []


@pytest.mark.parametrize("kind", ["palagonia", "palagem", "palanquee"])
def test_a_misspelt_player_is_called_otherwise_later(client: Any, kind: str) -> None:
    game = start(client, ["Ann", "Ben", "Cem"], kind)
    for wrong in (["X"], ["Ann", "Ben", ""], ["Ann", "Ben", "Ben"]):
        assert ask(client, game, "set_players", players=wrong).status_code == 422
    assert ask(client, game, "set_players", players=["Anna", "Ben", "Cem"]).status_code == 200
    seen = client.get(f"/api/v1/games/{game}").json
    assert seen["seats"] == ["Anna", "Ben", "Cem"] and "Ann " not in seen["verdict"]["text"]
    assert [player["name"] for player in listed(client)[0]["players"]] == seen["seats"]


def test_names_are_remembered_and_offered(client: Any) -> None:
    start(client, ["Ann", "Ben"])
    start(client, ["Chloé", "Ann"])
    names = client.get("/api/v1/players").json["players"]
    assert sorted(names) == ["Ann", "Ben", "Chloé"]


def test_the_list_is_searched_and_filtered(client: Any) -> None:
    final = start(client, ["Ann", "Ben"], title="Final 100%")
    start(client, ["Chloé", "Dag"])
    start(client, ["Ann", "Eva", "Flo"], "palagonia")
    start(client, kind="analysis", title="Study")
    assert len(listed(client)) == 4
    assert len(listed(client, "?player=ann")) == 2
    assert len(listed(client, "?player=an")) == 0
    assert [g["id"] for g in listed(client, "?q=100%25")] == [final]
    assert len(listed(client, "?q=CHLO%C3%89")) == 1
    assert [g["kind"] for g in listed(client, "?kind=analysis")] == ["analysis"]
    ask(client, final, "rename", title="Semifinal")
    assert [g["id"] for g in listed(client, "?q=semi")] == [final]
    today = time.strftime("%Y-%m-%d", time.gmtime())
    assert len(listed(client, f"?day={today}")) == 4
    assert len(listed(client, "?day=2001-01-01")) == 0
    assert client.get("/api/v1/games?day=soon").status_code == 400
    page = client.get("/api/v1/games?most=3").json
    assert len(page["games"]) == 3 and page["count"] == 4
    rest = listed(client, "?most=3&after=3")
    assert {g["id"] for g in rest} & {g["id"] for g in page["games"]} == set()


def test_a_database_without_lines_gets_them(
    configuration: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "PATIENCE_SECONDS", 0.0)  # to look for them may take longer
    with opened(configuration) as app:
        game = start(app.test_client(), ["Ann", "Ben"])
        listed(app.test_client())
    with sqlite3.connect(configuration.data / "games.sqlite") as database:
        database.execute("drop table game_lines")  # as an earlier version left it
    with opened(configuration) as app:
        assert listed(app.test_client())[0]["players"][0]["name"] == "Ann"
        path = f"/api/v1/games/{game}"
        ask(app.test_client(), game, "delete")
        assert app.test_client().delete(path).status_code == 200
        assert listed(app.test_client()) == []


def test_a_long_list_comes_in_a_few_questions_to_the_database(client: Any) -> None:
    from sqlalchemy import event

    parts = services_of(client.application)
    for number in range(61):
        parts.desk.start({"kind": "palago", "title": f"Game {number}", "options": {}})
    while not client.get("/api/v1/games").json["complete"]:
        pass
    asked: list[str] = []
    event.listen(parts.events.engine, "before_cursor_execute", lambda *a: asked.append(a[2]))
    found = client.get("/api/v1/games?q=game&state=running").json
    assert found["count"] == 61 and len(found["games"]) == 60
    # Beginning, the pragma and the question itself, for what is stale, the games and their number.
    assert len(asked) < 15


@pytest.mark.parametrize("name", ["palagonia", "palagem", "palanquee"])
def test_every_game_with_players_has_its_line(client: Any, name: str) -> None:
    players = ["Ann", "Ben", "Cem"]
    start(client, players, name)
    [line] = listed(client)
    assert [p["name"] for p in line["players"]] == players


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "is no option"), ("fr", "n’est pas une option"), ("zh-Hant", "沒有")],
)
def test_an_option_that_a_game_does_not_know_is_named(
    client: Any, language: str, said: str
) -> None:
    body = {"kind": "palagonia", "options": {"players": ["A", "B", "C"], "shairing": False}}
    answer = client.post(f"/api/v1/games?language={language}", json=body)
    message = answer.json["error"]["message"]
    assert answer.status_code == 422 and said in message
    assert "shairing" in message and "sharing" in message and "program_rolls" in message
    event = {"title": "x", "kind": "palago", "players": ["A", "B"], "options": {"tils": 60}}
    assert client.post("/api/v1/events", json=event).status_code == 422


def test_options_of_an_earlier_version_still_open(client: Any) -> None:
    start = services_of(client.application).desk.start
    game = start({"kind": "palago", "title": "old", "options": {"tils": 60}})
    assert client.get(f"/api/v1/games/{game}").status_code == 200
    again = client.post("/api/v1/games", json={"kind": "palago", "again": game})
    assert again.status_code == 201
