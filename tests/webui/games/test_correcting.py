"""A move in the middle of a game that was read as sure but wrong, put right in its place."""

from __future__ import annotations

from typing import Any

from asking import change, lay, new_game

TURNS = ("0,0b 1,0b", "0,1c -1,1c", "2,0b 2,1c", "-2,1a -2,2a")


def boards() -> list[str]:
    return [" ".join(TURNS[: number + 1]) for number in range(len(TURNS))]


def laid_game(client: Any) -> str:
    game = str(new_game(client)["id"])
    for board in boards():
        lay(client, game, board)
    return game


def correct(client: Any, game: str, move: int, *changes: dict[str, Any], **more: Any) -> Any:
    version = client.get(f"/api/v1/games/{game}").json["version"]
    body = {"version": version, "move": move, "changes": changes, **more}
    answer = client.post(f"/api/v1/games/{game}/corrections", json=body)
    assert answer.status_code == 200, answer.json
    return answer.json


TURN = {"change": "turn_tile", "q": 2, "r": 0, "rotation": 4}
CONFIRM = {"change": "confirm"}


def test_a_move_is_put_right_and_the_later_ones_stand(client: Any) -> None:
    game = laid_game(client)
    opened = correct(client, game, 3)
    assert opened["board"] == " ".join(sorted(boards()[2].split(), key=str)) or opened["tiles"]
    done = correct(client, game, 3, TURN, CONFIRM)
    print(done["correction"], done["board"], done["timeline"])
    assert done["correction"]["is_stored"]
    assert "2,0c" in done["board"].split()
    assert [entry["move"] for entry in done["timeline"]][2:] == ["2,0c 2,1c", "-2,1a -2,2a"]
    back = change(client, game, "undo")
    assert "2,0b" in back["board"].split()
