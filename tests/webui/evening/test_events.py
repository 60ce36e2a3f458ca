"""Club nights through the API: rounds start games, results come from them, nothing is lost."""

import csv
import io
from datetime import timedelta
from typing import Any

import pytest
from asking import ask, lay, new_game
from dashboards import client_of, opened
from games.test_referee_at_the_table import WON
from palago.webui.app import services_of
from palago.webui.evening import playing_tables
from palago.webui.games.names import winning_seats
from palago.webui.live_hub import ALL_GAMES
from palago.webui.store.lines import ListedGame

NAMES = ["Ann", "Ben", "Cem", "Dag", "Eva"]


def start(client: Any, players: list[str] = NAMES, **more: Any) -> dict[str, Any]:
    body = {"title": "Club night", "kind": "palago", "players": players, **more}
    answer = client.post("/api/v1/events", json=body)
    assert answer.status_code == 201, answer.json
    event: dict[str, Any] = answer.json
    return event


def change(client: Any, event: str, what: str, **more: Any) -> Any:
    return client.post(f"/api/v1/events/{event}/changes", json={"change": what, **more})


def finish(client: Any, game: str) -> None:
    """Play a game to its end by its own referee."""
    for board in WON:
        lay(client, game, board)


def test_a_round_starts_a_game_at_each_table_and_results_come_from_them(client: Any) -> None:
    event = start(client, clock={"kind": "sudden", "seconds": 600})["id"]
    shown = change(client, event, "next_round").json
    pairings = shown["rounds"][0]["pairings"]
    assert [p["table"] for p in pairings] == [1, 2, 0]
    first = client.get(f"/api/v1/games/{pairings[0]['game']}").json
    assert [p["name"] for p in first["players"]] == pairings[0]["seats"]
    assert first["title"] == "Club night · round 1 · table 1"
    assert first["clock"]["left"] == [600, 600]
    early = change(client, event, "next_round")
    assert early.status_code == 422 and "tables 1" in early.json["error"]["message"]

    finish(client, pairings[0]["game"])
    table = client.get(f"/api/v1/events/{event}").json
    game = client.get(f"/api/v1/games/{pairings[0]['game']}").json
    winner = next(p["name"] for p in game["players"] if p["colour"] == game["result"]["winner"])
    assert table["standings"][0]["points"] == 1
    assert winner in [row["name"] for row in table["standings"] if row["points"] == 1]
    change(client, event, "score", round=1, table=2, score=[0.5, 0.5])
    second = change(client, event, "next_round")
    assert second.status_code == 200 and len(second.json["rounds"]) == 2
    ask(client, pairings[0]["game"], "undo")
    taken_back = client.get(f"/api/v1/events/{event}").json
    assert taken_back["rounds"][0]["pairings"][0]["score"] is None


def test_a_result_by_hand_stands_on_every_page(client: Any) -> None:
    event = start(client, NAMES[:4])["id"]
    first, other = change(client, event, "next_round").json["rounds"][0]["pairings"]
    game, winner = first["game"], first["seats"][0]
    assert ask(client, game, "place_tile", q=0, r=0, rotation=0).json["can_undo"]
    change(client, event, "score", round=1, table=1, score=[1, 0])
    tables = client.get(f"/api/v1/tables?event={event}").json["tables"]
    table = next(each for each in tables if each["id"] == game)
    assert (table["over"], table["turn"], table["asks"]) == (True, None, False)
    assert table["says"] == f"{winner} (White) wins" and table["winner"] == f"{winner} (White)"
    assert [t["id"] for t in client.get("/api/v1/tables").json["tables"]] == [other["game"]]
    (line,) = client.get("/api/v1/games?state=finished").json["games"]
    assert (line["id"], line["winner"]) == (game, f"{winner} (White)")
    view = client.get(f"/api/v1/games/{game}").json
    assert view["over"] and view["verdict"]["detail"].startswith("Entered by hand")
    assert not view["can_undo"], "what was begun at the table"
    for what, more in (("undo", {}), ("set_board", {"board": "0,0a 1,0c"})):
        refused = ask(client, game, what, **more)
        assert refused.status_code == 422 and "takes it back" in refused.json["error"]["message"]
    change(client, event, "score", round=1, table=1, score=[0.5, 0.5])
    assert client.get(f"/api/v1/games/{game}").json["verdict"]["text"] == "Drawn"
    change(client, event, "score", round=1, table=1, score=[0, 0])
    (line,) = client.get("/api/v1/games?state=finished").json["games"]
    assert (line["winner"], line["drawn"], line["over"]) == (None, False, True)
    change(client, event, "score", round=1, table=1, score=None)
    assert not client.get(f"/api/v1/games/{game}").json["over"]
    finish(client, game)
    shown = client.get(f"/api/v1/events/{event}").json["rounds"][0]["pairings"][0]
    assert shown["score"] and not shown["by_hand"]


def test_a_result_by_hand_names_who_won_at_a_table_of_three(client: Any) -> None:
    event = start(client, NAMES[:3], kind="palagonia", seats=3)["id"]
    (pairing,) = change(client, event, "next_round").json["rounds"][0]["pairings"]
    change(client, event, "score", round=1, table=1, score=[1, 0, 1])
    (line,) = client.get("/api/v1/games").json["games"]
    won = f"{pairing['seats'][0]} and {pairing['seats'][2]}"
    assert line["winner"] == won
    game = client.get(f"/api/v1/games/{pairing['game']}").json
    assert game["verdict"]["text"] == f"{won} shared the win"
    assert game["dice"] is None, "nobody rolls any more"
    (table,) = client.get(f"/api/v1/tables?event={event}").json["tables"]
    assert [points for _, points in table["points"]] == [None] * 3, "nothing was counted there"


def test_three_at_a_table_play_palagonia_and_each_table_has_its_address(client: Any) -> None:
    event = start(client, NAMES, kind="palagonia", seats=3)["id"]
    table = f"/evenings/{event}/tables/2"
    assert client.get(table).location == f"/evenings/{event}", "nobody plays yet"
    shown = change(client, event, "next_round").json
    assert [len(p["seats"]) for p in shown["rounds"][0]["pairings"]] == [3, 2]
    game = shown["rounds"][0]["pairings"][1]["game"]
    assert client.get(table).location == f"/games/{game}"
    assert client.get(f"/events/{event}/tables/2").location == table, "a card printed before"
    view = client.get(f"/api/v1/games/{game}").json
    assert view["options"]["event"] == {"id": event, "round": 1, "table": 2}
    assert view["options"]["sharing"] is False, "two would always get the same points"
    won = change(client, event, "score", round=1, table=1, score=[0, 0, 1]).json
    assert won["standings"][0]["name"] == shown["rounds"][0]["pairings"][0]["seats"][2]
    lines = client.get(f"/api/v1/events/{event}/standings.csv").get_data(as_text=True)
    assert "round,table,first,second,third,score_first" in lines
    french = client.get(f"/api/v1/events/{event}/standings.csv?language=fr").text.splitlines()
    assert french[0].removeprefix("\ufeff").startswith("place;nom;points;parties;victoires")
    assert french[1].split(";")[2] == "1,0", "as spreadsheets in French read numbers"
    assert "ronde;table;premier;deuxième;troisième;points_premier" in "\n".join(french)
    printed = client.get(f"/evenings/{event}/print").text
    assert all(f"<td>{name}</td>" in printed.split("</table>", 1)[1] for name in NAMES)
    assert client.post("/api/v1/events", json={"kind": "palago", "seats": 3}).status_code == 400
    doubled = {"title": "Once", "kind": "palago", "players": ["Ann", "Bea", "ann "]}
    twice = client.post("/api/v1/events", json=doubled)
    assert "Ann stands among the players twice" in twice.json["error"]["message"]
    assert client.get(f"/evenings/{event}/cards").text.count("<li>") == 2


def test_an_evening_under_its_usual_title_is_called_in_the_language_of_who_looks(
    client: Any,
) -> None:
    french = {"Accept-Language": "fr"}
    usual = start(client, title="Club night")["id"]
    own = start(client, title="Ann’s Club night")["id"]
    change(client, usual, "next_round")
    for path in (f"/api/v1/events/{usual}", f"/api/v1/events/{own}"):
        assert "Club night" in client.get(path).json["title"]
    assert client.get(f"/api/v1/events/{usual}", headers=french).json["title"] == "Soirée de club"
    assert client.get(f"/api/v1/events/{own}", headers=french).json["title"] == "Ann’s Club night"
    titles = {one["title"] for one in client.get("/api/v1/events", headers=french).json["events"]}
    assert titles == {"Soirée de club", "Ann’s Club night"}
    for page in ("", "/cards", "/print"):
        shown = client.get(f"/evenings/{usual}{page}", headers=french).text
        assert "Soirée de club" in shown and "Club night" not in shown
    games = client.get("/api/v1/games", headers=french).json["games"]
    assert {one["title"].partition(" · ")[0] for one in games} == {"Soirée de club"}


def test_people_come_late_and_leave(client: Any) -> None:
    event = start(client, system="swiss", rounds=3)["id"]
    change(client, event, "next_round")
    shown = change(client, event, "join", name="Late").json
    assert {"name": "Late", "came": 2, "left": None, "present": True} in shown["people"]
    assert change(client, event, "join", name="Late").status_code == 422
    change(client, event, "leave", name="Ann")
    for table in (1, 2):
        change(client, event, "score", round=1, table=table, score=[1, 0])
    seats = change(client, event, "next_round").json["rounds"][1]["pairings"]
    there = [name for pairing in seats for name in pairing["seats"]]
    assert sorted(there) == ["Ben", "Cem", "Dag", "Eva", "Late"]
    rows = client.get(f"/api/v1/events/{event}").json["standings"]
    assert {row["name"]: row["left"] for row in rows if row["left"]} == {"Ann": 2}
    for tongue, words in (
        ("en", "out after round\u00a01"),
        ("fr", "départ après la ronde\u00a01"),
        ("zh-Hant", "第 1 輪後離開"),
    ):
        printed = client.get(f"/evenings/{event}/print", headers={"Accept-Language": tongue}).text
        assert f"<td>Ann · {words}</td>" in printed and printed.count(words) == 1
        assert '<th scope="col">Buchholz</th>' in printed


def test_it_ends_after_the_round_that_is_said_to_be_the_last(client: Any) -> None:
    event = start(client)["id"]
    shown = change(client, event, "next_round").json
    assert (shown["planned"], shown["over"]) == (5, False)
    shown = change(client, event, "last_round").json
    assert (shown["planned"], shown["over"]) == (1, False)
    for table in (1, 2):
        shown = change(client, event, "score", round=1, table=table, score=[1, 0]).json
    assert shown["over"]
    shown = change(client, event, "next_round").json
    assert (shown["planned"], shown["over"]) == (2, False), "one more all the same"


def test_of_two_who_change_it_at_once_the_later_is_told(client: Any) -> None:
    event = start(client)
    assert change(client, event["id"], "join", name="X", version=1).status_code == 200
    late = change(client, event["id"], "next_round", version=1)
    assert late.status_code == 409
    assert client.get("/api/v1/games").json["count"] == 0, "no game was started for nothing"


def test_a_round_that_nobody_has_begun_can_be_taken_back(client: Any) -> None:
    event = start(client, NAMES[:4])["id"]
    change(client, event, "next_round")
    assert change(client, event, "drop_round").json["rounds"] == []
    assert client.get("/api/v1/games").json["count"] == 0
    again = change(client, event, "next_round").json["rounds"][0]["pairings"]
    finish(client, again[0]["game"])
    refused = change(client, event, "drop_round")
    assert refused.status_code == 422
    why = refused.json["error"]["message"]
    assert why.startswith("Table 1 has begun") and "undo the moves" in why
    change(client, event, "score", round=1, table=2, score=[1, 0])
    why = change(client, event, "drop_round").json["error"]["message"]
    assert why.startswith("Tables 1 and 2 have begun"), why
    change(client, event, "score", round=1, table=2, score=None)  # as it says
    game = again[0]["game"]
    while client.get(f"/api/v1/games/{game}").json["can_undo"]:
        assert ask(client, game, "undo").status_code == 200
    assert change(client, event, "drop_round").json["rounds"] == []


def test_a_wall_of_no_club_night_says_so_and_leads_to_those_there_are(client: Any) -> None:
    event = start(client)["id"]
    for page in ("show", "tables"):
        assert client.get(f"/{page}?event={event}").status_code == 200
        answer = client.get(f"/{page}?event=nowhere")
        assert answer.status_code == 404 and "There is no such club night." in answer.text
        assert 'class="button key" href="/evenings"' in answer.text


@pytest.mark.parametrize("name", ["=Ann", "\uff1dAnn"])
def test_it_is_kept_over_a_restart_and_can_be_printed_and_exported(
    configuration: Any, name: str
) -> None:
    with opened(configuration) as app:
        event = start(app.test_client(), [name, "Ben"])["id"]
        change(app.test_client(), event, "next_round")
        change(app.test_client(), event, "score", round=1, table=1, score=[0, 1])
        before = app.test_client().get(f"/api/v1/events/{event}").json
    with client_of(configuration) as client:
        after = client.get(f"/api/v1/events/{event}").json
        assert after | {"now": 0} == before | {"now": 0}
        sheet = client.get(f"/api/v1/events/{event}/standings.csv").text
        rows = list(csv.reader(io.StringIO(sheet)))
        assert rows[1][1] == "Ben" and rows[2][1] == f"'{name}", "no formula for a spreadsheet"
        printed = client.get(f"/evenings/{event}/print").text
        assert "Ben" in printed and "0 : 1" in printed
        change(client, event, "score", round=1, table=1, score=[0.5, 0.5])
        printed = client.get(f"/evenings/{event}/print").text
        assert "½ : ½" in printed and "0.5" not in printed, "as the evening's page writes it"
        assert "Buchholz" not in printed, "everybody meets everybody"
        assert "¼" in printed and "0.25" not in printed, "half of what the other one has"
        assert f"<td>{name} (White)</td><td>Ben (Blue)</td>" in printed


def test_a_round_whose_games_cannot_begin_is_no_round(client: Any) -> None:
    event = start(client, ["Ann", "Ben"], kind="palagonia", options={"sharing": True})["id"]
    answer = change(client, event, "next_round")
    assert answer.status_code == 422 and "without sharing" in answer.json["error"]["message"]
    assert client.get(f"/api/v1/events/{event}").json["rounds"] == []


def test_deleting_an_event_keeps_its_games(client: Any) -> None:
    event = start(client, ["Ann", "Ben"])["id"]
    change(client, event, "next_round")
    assert client.delete(f"/api/v1/events/{event}").status_code == 200
    assert client.get(f"/api/v1/events/{event}").status_code == 404
    assert client.get(f"/evenings/{event}").status_code == 404
    assert client.get("/api/v1/games").json["count"] == 1
    assert client.get("/api/v1/events").json["events"] == []


def test_an_event_that_was_deleted_by_mistake_comes_back_from_the_bin(configuration: Any) -> None:
    with client_of(configuration) as client:
        event = start(client, ["Ann", "Ben"])["id"]
        change(client, event, "next_round")
        change(client, event, "score", round=1, table=1, score=[0, 1])
        before = client.get(f"/api/v1/events/{event}").json
        assert change(client, event, "delete").json["deleted"] is True
        assert client.get("/api/v1/events").json["events"] == []
    with client_of(configuration) as client:
        in_bin = client.get("/api/v1/events?deleted=true").json["events"]
        assert [line["id"] for line in in_bin] == [event]
        looks_on = {"environ_base": {"REMOTE_ADDR": "192.0.2.7"}}
        for path in (f"/api/v1/events/{event}", f"/evenings/{event}"):
            assert client.get(path, **looks_on).status_code == 404, "the bin is for referees"
        assert client.get("/api/v1/events?deleted=true", **looks_on).status_code in (401, 403)
        for path in ("/api/v1/tables", "/show", "/qr.svg"):
            assert client.get(f"{path}?event={event}", **looks_on).status_code == 404, path
        after = change(client, event, "restore").json
        assert after | {"now": 0, "version": 0} == before | {"now": 0, "version": 0}
        assert client.get(f"/evenings/{event}", **looks_on).status_code == 200
        assert client.get("/api/v1/events?deleted=true").json["events"] == []


def test_what_makes_no_event_is_refused_with_a_sentence(client: Any) -> None:
    for wrong in (
        {"title": "x", "kind": "chess"},
        {"title": "x", "kind": "palago", "players": ["Ann", "Ann"]},
        {"title": "x", "kind": "palago", "players": "Ann"},
        {"title": "x", "kind": "palago", "clock": {"kind": "egg"}},
        {"title": "x", "kind": "palago", "system": "knock_out"},
    ):
        answer = client.post("/api/v1/events", json=wrong)
        assert answer.status_code in (400, 422) and answer.json["error"]["message"]
    one = start(client, ["Ann"])["id"]
    client.set_cookie("language", "fr")
    french = change(client, one, "next_round")
    assert french.json["error"]["message"] == "Une ronde demande deux joueurs."


def test_a_name_that_is_too_long_is_named_in_the_readers_language(client: Any) -> None:
    name = "Maximiliane Alexandra von Hohenstein-Langenburg"
    body = {"title": "Club", "kind": "palago", "players": ["Ann", name]}
    for language, words in (
        ("en", "40 characters at most: shorten"),
        ("fr", "40 caractères au plus\u00a0: raccourcissez"),
        ("zh-Hant", "最多 40 個字：請縮短"),
    ):
        answer = client.post("/api/v1/events", json=body, headers={"Accept-Language": language})
        message = answer.json["error"]["message"]
        assert answer.status_code == 400 and words in message and name[:20] in message


def test_the_overview_shows_what_goes_on_and_who_needs_somebody(client: Any) -> None:
    event = start(client, NAMES[:4])["id"]
    pairings = change(client, event, "next_round").json["rounds"][0]["pairings"]
    client.post("/api/v1/games", json={"kind": "analysis"})
    single = new_game(client)["id"]
    tables = client.get("/api/v1/tables").json["tables"]
    assert {t["id"] for t in tables} == {single, *(p["game"] for p in pairings)}
    game = pairings[1]["game"]
    ask(client, game, "set_board", board="0,0a 1,0a 5,5a")
    of_event = client.get(f"/api/v1/tables?event={event}").json["tables"]
    assert [(t["number"], t["asks"]) for t in of_event] == [(1, False), (2, True)]
    finish(client, single)
    assert single not in [t["id"] for t in client.get("/api/v1/tables").json["tables"]]
    assert client.get("/api/v1/tables?event=nowhere").status_code == 404


def test_the_game_just_won_is_on_the_wall_until_another_begins_or_minutes_have_passed(
    client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shown() -> tuple[list[str], str | None]:
        answer = client.get("/api/v1/tables").json
        return [table["id"] for table in answer["tables"]], answer["ended"]

    won = client.post("/api/v1/games", json={"kind": "palago"}).json["id"]
    assert shown() == ([won], None)
    finish(client, won)
    assert shown() == ([], won)
    with monkeypatch.context() as later:
        later.setattr(playing_tables, "SHOWN_AFTER_ITS_END", timedelta())
        assert shown() == ([], None)
    following = client.post("/api/v1/games", json={"kind": "palago"}).json["id"]
    assert shown() == ([following], None)


def test_a_game_that_was_left_does_not_hide_the_one_that_is_played(
    client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shown() -> tuple[list[str], str | None, str | None]:
        answer = client.get("/api/v1/tables").json
        return [table["id"] for table in answer["tables"]], answer["ended"], answer["latest"]

    left, won = (client.post("/api/v1/games", json={"kind": "palago"}).json["id"] for _ in "ab")
    assert shown() == ([left, won], None, won)
    finish(client, won)
    assert shown() == ([left], won, won), "who has won is shown first"
    monkeypatch.setattr(playing_tables, "LEFT_AFTER", timedelta())
    assert shown() == ([], won, won)
    monkeypatch.setattr(playing_tables, "SHOWN_AFTER_ITS_END", timedelta())
    assert shown() == ([left], None, left), "one comes back to it next day"


def test_who_watches_everything_hears_of_every_change(client: Any) -> None:
    hub = services_of(client.application).live
    with hub.watching(ALL_GAMES) as watcher:
        event = start(client, ["Ann", "Ben"])["id"]
        game = change(client, event, "next_round").json["rounds"][0]["pairings"][0]["game"]
        heard = []
        while (message := watcher.take(0.2)) is not None:
            heard.append((message.name, message.data.get("event") or message.data.get("game")))
    assert ("event", event) in heard and ("change", game) in heard


def test_who_was_misspelt_is_renamed_after_playing_too(client: Any) -> None:
    event = start(client, NAMES[:4])["id"]
    first = change(client, event, "next_round").json["rounds"][0]["pairings"][0]
    finish(client, first["game"])
    before = client.get(f"/api/v1/events/{event}").json
    for seat in first["seats"]:
        assert change(client, event, "rename", name=seat, to=f"{seat}ja").status_code == 200
    after = client.get(f"/api/v1/events/{event}").json
    table = after["rounds"][0]["pairings"][0]
    assert table["seats"] == [f"{seat}ja" for seat in first["seats"]]
    assert table["score"] == before["rounds"][0]["pairings"][0]["score"] != [0.5, 0.5]
    assert after["standings"][0]["name"] == before["standings"][0]["name"] + "ja"
    record = client.get(f"/api/v1/games/{first['game']}/record?format=json").json
    assert record["players"] == table["seats"]
    refused = change(client, event, "rename", name=table["seats"][0], to=first["seats"][1] + "JA")
    assert refused.status_code == 422 and "ja already" in refused.json["error"]["message"]


def test_names_are_changed_in_the_games_that_know_their_players(client: Any) -> None:
    for kind in ("palagem", "palanquee", "palagonia"):
        more = {"options": {"sharing": False}} if kind == "palagonia" else {}
        event = start(client, ["Ann", "Ben"], kind=kind, **more)["id"]
        pairing = change(client, event, "next_round").json["rounds"][0]["pairings"][0]
        game = pairing["game"]
        if kind == "palanquee":
            assert ask(client, game, "act", action="sow A1").status_code == 200
            assert ask(client, game, "resign", by="Ann").status_code == 200
        change(client, event, "rename", name="Ann", to="Anna")
        view = client.get(f"/api/v1/games/{game}").json
        assert "Anna" in [player["name"] for player in view["players"]], kind
        if kind == "palanquee":
            record = client.get(f"/api/v1/games/{game}/record?format=json").json
            assert (record["resigned"], record["result"]) == ("Anna", "Ben")
            timeline = client.get(f"/api/v1/games/{game}").text
            assert '"Ann' not in timeline.replace('"Anna', ""), "the moves name her, too"


def test_results_go_by_the_seats_whatever_the_game_calls_them(client: Any) -> None:
    event = start(client, ["Ann", "Ben"])["id"]
    pairing = change(client, event, "next_round").json["rounds"][0]["pairings"][0]
    ask(client, pairing["game"], "set_players", players=["A.", "B."])
    finish(client, pairing["game"])
    shown = client.get(f"/api/v1/events/{event}").json["rounds"][0]["pairings"][0]
    assert sorted(shown["score"]) == [0, 1]


def test_who_shares_the_first_place_shares_it_with_nobody_else() -> None:
    line = ListedGame("", ("Ann and Bo", "Cem", "Dag"), "", True, "Ann and Bo")
    assert winning_seats(line.players, line.winner) == (0,)
    assert winning_seats(line.players, "Cem and Dag") == (1, 2)
