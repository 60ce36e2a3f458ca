"""Advice is given where threats are shown, and refused where a club forbids it."""

from typing import Any

from asking import new_game

THREE_OF_FIVE = "0,0b 1,0b 0,1c -1,1c 2,-1a 1,1c -1,2a 0,-1b 2,0a 1,-1c"


def test_a_win_is_found_in_analysis(client: Any) -> None:
    game = new_game(client, "analysis", board=THREE_OF_FIVE)["id"]
    asked = {"colour": "white", "seconds": 2}
    answer = client.post(f"/api/v1/games/{game}/advice", json=asked)
    assert answer.status_code == 200, answer.json
    assert answer.json["items"][0]["text"] == "White wins by force in 1 move."
    assert answer.json["items"][0]["cells"]


def test_a_refereed_game_gives_none(client: Any) -> None:
    game = new_game(client)["id"]
    answer = client.post(f"/api/v1/games/{game}/advice", json={})
    assert answer.status_code == 422
    assert client.get(f"/api/v1/games/{game}").json["shows_threats"] is False
