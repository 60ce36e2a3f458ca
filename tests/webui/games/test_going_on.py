"""A game that was under way before its first photo goes on from the board that is seen."""

from typing import Any

from asking import change, lay, new_game

SIX = "0,0b 1,0b 0,1c -1,1c 2,-1a 1,1c"
NEXT = f"{SIX} 2,0a 3,-1a"


def test_a_new_game_that_is_shown_a_full_board_goes_on_from_there(client: Any) -> None:
    game = new_game(client)["id"]
    asked = change(client, game, "set_board", board=SIX)["verdict"]
    assert asked["text"] == "6 tiles lie there, but none is played in this game yet"
    assert not asked["items"]
    assert asked["detail"].endswith("leave only the first 2 tiles."), "nobody has read a photo"
    assert [choice["to_move"] for choice in asked["choices"]] == ["white", "blue"]
    begun = change(client, game, "begin_here", to_move="blue")
    assert (begun["turn"], begun["tiles_left"]) == ("blue", 42) and not begun["verdict"]["choices"]
    assert lay(client, game, NEXT)["turn"] == "white"
    record = client.get(f"/api/v1/games/{game}/record?format=json").json
    assert record["to_move"] == "blue" and len(record["start"]["tiles"]) == 6
    again = client.post("/api/v1/imports", json=record)
    assert again.status_code == 201 and again.json["turn"] == "white"
    for _ in range(3):
        undone = change(client, game, "undo")
    assert undone["verdict"]["text"] == asked["text"]


def test_what_is_no_board_is_put_right_before_a_game_goes_on_from_it(client: Any) -> None:
    game = new_game(client)["id"]
    wrong = change(client, game, "set_board", board=f"{SIX} 9,9a")["verdict"]
    assert wrong["level"] == "wrong" and not wrong["choices"] and len(wrong["items"]) == 1
    change(client, game, "begin_here", status=422, to_move="blue")


def test_two_turns_at_once_are_still_judged(client: Any) -> None:
    game = new_game(client)["id"]
    seen = change(client, game, "set_board", board="0,0b 1,0b 0,1c -1,1c")["verdict"]
    assert "holds" not in seen["text"]
