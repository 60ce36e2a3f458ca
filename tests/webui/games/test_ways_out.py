"""A table that is no turn as it lies, and what it may be all the same."""

from __future__ import annotations

from typing import Any

import pytest
from asking import change
from games.test_referee_at_the_table import PAIR, refused, show, start
from palago.webui.app import services_of
from palago.webui.watching.live_session import needs_of

TURNS = "0,0a 1,0c", "0,0a 1,0c 0,1b 1,1a", "0,0a 1,0c 0,1b 1,1a -1,1c -1,2a"


def after(client: Any, turns: int) -> str:
    game = start(client)
    for board in TURNS[:turns]:
        show(client, game, board)
        change(client, game, "confirm")
    return game


@pytest.mark.parametrize("kind", ["palagonia", "palagem", "palanquee"])
def test_where_no_table_can_be_let_stand_that_is_said(client: Any, kind: str) -> None:
    game = start(client, kind, options={"players": ["Ann", "Bob"]})
    assert refused(client, game, "accept").startswith("In this game the referee cannot let a table")


def test_a_turn_of_one_tile_in_a_photo_may_be_let_stand(client: Any) -> None:
    game = start(client)
    show(client, game, PAIR)
    change(client, game, "confirm")
    verdict = show(client, game, f"{PAIR} 2,0b")["verdict"]
    (way,) = verdict["choices"]
    assert (verdict["text"], way["text"]) == (
        "One more tile", "That was the whole turn: White to move",
    )  # fmt: skip
    after = change(client, game, way["change"], counted=way["counted"])
    assert after["turn"] == "white" and after["timeline"][1]["accepted"]
    assert show(client, game, f"{PAIR} 2,0b 3,0b 4,0b")["verdict"]["text"] == "White: legal move"


def test_where_only_an_old_tile_was_turned_no_turn_passes_if_that_stands(client: Any) -> None:
    game = after(client, 3)
    asked = show(client, game, TURNS[2].replace("1,0c", "1,0b"))["verdict"]
    assert asked["text"] == "Not allowed" and asked["can_accept"]
    (stand,) = asked["choices"]
    assert (stand["change"], stand["text"]) == ("accept", "Let it stand: Blue to move")
    told = change(client, game, stand["change"])
    assert (told["turn"], len(told["timeline"]), "1,0b" in told["board"]) == ("blue", 4, True)
    on = show(client, game, f"{told['board']} -1,0b -2,1a")
    assert on["verdict"]["text"] == "Blue: legal move"
    change(client, game, "confirm")
    record = client.get(f"/api/v1/games/{game}/record?format=json")
    again = client.post("/api/v1/imports", data=record.data)
    assert again.status_code == 201, again.json
    assert [entry["colour"] for entry in again.json["timeline"][2:]] == ["white", "blue", "blue"]


def test_an_older_tile_turned_while_the_next_ones_were_laid_may_be_let_stand(client: Any) -> None:
    game = after(client, 3)
    lies = TURNS[2].replace("1,0c", "1,0b") + " -1,0b -2,1a"
    asked = show(client, game, lies)["verdict"]
    (stand,) = asked["choices"]
    assert (asked["level"], stand["text"]) == ("wrong", "Let it stand: White to move")
    assert needs_of(services_of(client.application).desk.state(game)) == {"key": "touched"}
    told = change(client, game, stand["change"], counted=stand["counted"])
    assert (told["turn"], sorted(told["board"].split())) == ("white", sorted(lies.split()))
    record = client.get(f"/api/v1/games/{game}/record?format=json")
    again = client.post("/api/v1/imports", data=record.data).json
    assert [entry["colour"] for entry in again["timeline"]] == ["white", "blue", "white", "blue"]
    assert (again["turn"], again["board"]) == ("white", told["board"])


@pytest.mark.parametrize(
    ("laid", "text"),
    [("", "Turn 2 was put right"), (" -1,1a -1,2a", "Turn 2 was put right before the new tiles")],
)
def test_a_last_turn_that_lies_otherwise_may_have_been_put_right(
    client: Any, laid: str, text: str
) -> None:
    game = after(client, 2)
    lies = TURNS[1].replace("0,1b", "0,1a") + laid
    asked = show(client, game, lies)["verdict"]
    (way,) = asked["choices"]
    assert asked["level"] == "wrong" and way["text"].startswith(text)
    told = change(client, game, way["change"])
    assert sorted(told["timeline"][1]["move"].split()) == ["0,1a", "1,1a"]
    assert len(told["timeline"]) == (3 if laid else 2) and not told["verdict"]["choices"]
    assert sorted(told["board"].split()) == sorted(lies.split())
    undone = change(client, game, "undo")
    assert sorted(undone["timeline"][1]["move"].split()) == ["0,1b", "1,1a"]
    assert undone["verdict"]["choices"][0]["change"] == "put_right"
    change(client, game, "put_back")
    assert "no legal move" in refused(client, game, "put_right")


def test_one_turn_with_a_mistake_is_put_right_and_shown_again(client: Any) -> None:
    game = start(client, "palagonia", options={"players": ["Ann", "Bob", "Cleo"]})
    change(client, game, "roll", faces=["4", "2", "3"])
    change(client, game, "set_board", board="0,0a 1,0a 2,0a 3,0a")
    change(client, game, "confirm")
    change(client, game, "roll", faces=["2", "3"])
    asked = change(client, game, "set_board", board="0,0a 1,0a 2,0a 3,0a 4,0a 5,0a 6,0a 7,0a 8,0a")
    assert not asked["verdict"]["can_confirm"]
    assert "none of the moves" in refused(client, game, "confirm", move="lay 4,0a 6,0a")
    *_, one = asked["verdict"]["choices"]
    shown = change(client, game, one["change"])
    assert shown["turn"] == "Bob" and not shown["verdict"]["choices"] and not shown["fresh"]
