"""A game of Palanquée over the API: played action by action, exported, advised."""

import json
import time
from typing import Any

from asking import change, imported, new_game
from board_photos import POSITION


def new(client: Any, **more: Any) -> Any:
    options = {"players": ["Ann", "Ben", "Cy"]}
    return new_game(client, "palanquee", **{"options": options, **more})


def act(client: Any, game: str, action: str, status: int = 200) -> Any:
    return change(client, game, "act", status, action=action)


def test_a_game_is_played_action_by_action(client: Any) -> None:
    shown = new(client)
    game = shown["id"]
    assert [player["colour"] for player in shown["players"]] == ["blue", "green", "red"]
    assert shown["garden"]["legal"]["sow"] and shown["garden"]["owed"] == 1
    assert shown["diagram"].startswith("<svg") and shown["turn"] == "Ann"
    for action in ("sow C5", "sow H9", "sow P9"):
        shown = act(client, game, action)
    assert shown["turn"] == "Ann" and len(shown["timeline"]) == 3
    assert shown["timeline"][0]["said"] == "a seed is sown on C5"
    assert "a seed is sown on C5" in client.get(f"/games/{game}/print").text
    first = client.get(f"/api/v1/games/{game}?move=1").json
    assert first["move"] == 1 and 'data-cell="C5"' in first["diagram"]
    assert first["verdict"]["detail"] == "A seed is sown on C5"
    for path in ("diagram.svg", "diagram.svg?move=2", "animation.svg"):
        picture = client.get(f"/api/v1/games/{game}/{path}")
        assert picture.status_code == 200 and picture.data.startswith(b"<svg")
    assert client.get(f"/games/{game}").status_code == 200
    shown = act(client, game, "grow C6 seed")
    assert shown["turn"] == "Ben"
    assert shown["players"][0]["seeds"] == 1 and shown["players"][0]["sprouts"] == 50
    refused = act(client, game, "grow C7", status=422)
    assert "touches no plant" in refused["error"]["message"]
    assert change(client, game, "undo")["turn"] == "Ann"
    assert change(client, game, "redo")["turn"] == "Ben"


def test_a_turn_that_is_ended_early_may_be_claimed(client: Any) -> None:
    game = new(client)["id"]
    for action in ("sow C5", "sow H9", "sow P9", "grow C6 seed", "grow H10", "grow P10"):
        shown = act(client, game, action)
    assert shown["garden"]["owed"] == 2 and not shown["garden"]["can_end"]
    shown = act(client, game, "grow C7")
    assert shown["garden"]["can_end"] and shown["turn"] == "Ann"
    shown = act(client, game, "end")
    assert shown["turn"] == "Ben" and shown["garden"]["legal"]["claim"] == ["C5", "C6"]
    assert "may claim" in shown["verdict"]["detail"], "before all else, also on a phone"
    assert shown["verdict"]["detail"] in [item["text"] for item in shown["verdict"]["items"]]
    assert act(client, game, "claim C6")["players"][0]["lost"] == 1


def test_a_reading_whose_warnings_are_none_never_reaches_the_game(client: Any) -> None:
    game = new(client)["id"]
    piece = {"cell": "C5", "colour": "blue", "kind": "seed"}
    for codes in ([1], [{"code": 1}], [{"code": "hidden", "cells": 5}], "hidden"):
        told = {"reading": {"pieces": [piece], "warning_codes": codes}}
        assert client.post(f"/api/v1/games/{game}/readings", json=told).status_code == 422
    assert client.get(f"/api/v1/games/{game}").json["version"] == 1


def test_captured_pieces_are_shown_going(client: Any) -> None:
    shown = new(client, options={"players": ["Ann", "Ben"]}, board=POSITION)
    after = act(client, shown["id"], "grow J7")
    assert "captured: K6" in after["verdict"]["detail"]
    assert 'opacity=".3"' in after["diagram"]


def test_a_position_that_is_not_one_is_refused(client: Any) -> None:
    for board in ({"players": ["blue"]}, "0,0a", POSITION | {"to_move": "red"}):
        body = {"kind": "palanquee", "board": board}
        assert client.post("/api/v1/games", json=body).status_code == 422


def test_a_branch_goes_on_from_any_action_with_what_was_owed_there(client: Any) -> None:
    game = new(client)["id"]
    for action in ("sow C5", "sow H9", "sow P9", "grow C6 seed", "grow H10", "grow P10", "grow C7"):
        before = act(client, game, action)
    act(client, game, "grow C8")
    body = {"kind": "palanquee", "title": "Twin", "from": {"game": game, "version": 9, "move": 7}}
    twin = client.post("/api/v1/games", json=body)
    assert twin.status_code == 201, twin.json
    assert twin.json["garden"]["owed"] == before["garden"]["owed"] == 1
    assert twin.json["board"] == before["board"] and len(twin.json["timeline"]) == 7
    assert change(client, twin.json["id"], "undo")["garden"]["owed"] == 2


def test_a_position_is_imported(client: Any) -> None:
    stamp = {"format": "palago-palanquee-position", "version": 1}
    game = imported(client, json.dumps(stamp | POSITION))
    assert game["turn"] == "blue" and game["garden"]["owed"] == 1
    told = client.get(f"/api/v1/games/{game['id']}?language=fr").json
    assert told["verdict"]["text"].split() == ["Bleu", ":", "encore", "1", "action"]
    assert [player["name"] for player in told["players"]] == ["Bleu", "Vert"]
    (line,) = client.get("/api/v1/games?language=fr&kind=palanquee").json["games"]
    assert ([player["name"] for player in line["players"]], line["turn"]) == (
        ["Bleu", "Vert"],
        "Bleu",
    )
    wrong = POSITION | {"pieces": [*POSITION["pieces"], POSITION["pieces"][0] | {"cell": "A1"}]}
    wrong["pieces"][-1]["kind"] = "sprout"
    refused = client.post("/api/v1/imports", data=json.dumps(wrong | {"parasites": []}))
    assert refused.status_code == 422 and "A1" in refused.json["error"]["message"]


def test_advice_is_hidden_until_it_is_wanted_and_is_a_whole_turn(client: Any) -> None:
    shown = new(client, options={"players": ["Ann", "Ben"]}, board=POSITION)
    path = f"/api/v1/games/{shown['id']}/advice"
    assert client.post(path, json={}).status_code == 422
    change(client, shown["id"], "set_options", show_threats=True)
    found = client.post(path, json={"seconds": 1})
    assert found.status_code == 200 and found.json["items"]


def test_tiles_are_not_named_but_laid(client: Any) -> None:
    game = client.post("/api/v1/games", json={"kind": "palago"}).json["id"]
    assert act(client, game, "0,0a 1,0c", status=422)["error"]["message"]


def test_the_program_plays_its_colours_by_itself(client: Any) -> None:
    game = new(client, options={"players": ["Ann", "Ben", "Cy"], "program": ["green", "red"]})["id"]
    shown = act(client, game, "sow C5")
    assert shown["players"][1]["program"] and not shown["players"][0]["program"]
    latest = time.monotonic() + 120
    while shown["turn"] != "Ann" and time.monotonic() < latest:
        time.sleep(0.1)
        shown = client.get(f"/api/v1/games/{game}").json
        if shown["partner"]["on_turn"]:
            assert not shown["garden"]["legal"].get("sow")  # nobody plays for it
    assert shown["turn"] == "Ann" and len(shown["timeline"]) == 3
    assert len(shown["garden"]["pieces"]) == 3 and shown["garden"]["legal"]["sow"]


def test_a_game_of_tiles_cannot_go_on_from_a_printed_board(client: Any) -> None:
    source = {"game": new(client)["id"]}
    for kind in ("palago", "analysis"):
        answer = client.post("/api/v1/games", json={"kind": kind, "from": source})
        assert answer.status_code == 400
        assert "must be a game on a table of tiles" in answer.json["error"]["message"]
