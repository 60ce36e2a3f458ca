"""Where a photo is missing, or a turn broke the rules, the game goes on with the right player."""

from __future__ import annotations

from typing import Any

import pytest
from palago.engine.records.files import read_record
from palago.engine.records.replay import replay
from palago.engine.tiles.board import Board
from palago.engine.tiles.observation import Observation
from palago.webui.digitising.digitise import Digitised, follow
from palago.webui.digitising.record import digitised_record
from palago.webui.digitising.settling import Settled
from palago.webui.tables.shots import CameraShot

#: Blue closes a creature with the eighth turn.
TURNS = (
    "0,0b 1,0b", "0,1a 0,2c", "-1,1c -2,2c", "-1,0a -2,0b", "0,-1c 1,-1c", "-3,2c -4,3a",
    "-3,1a -2,1a", "-3,3c -2,3b",
)  # fmt: skip


def boards(turns: tuple[str, ...]) -> list[Board]:
    return [Board.from_text(" ".join(turns[: number + 1])) for number in range(len(turns))]


def digitised(shown: list[Board], gaps: dict[str, bool]) -> Digitised:
    shots = [
        CameraShot(float(number), f"{number}.jpg", Observation(board))
        for number, board in enumerate(shown)
    ]
    return follow(shots, Settled(gaps=gaps), "palago", is_film=False)


def imported(client: Any, game: Digitised) -> Any:
    """The game that the page makes of what was digitised."""
    record = digitised_record(game, "club night", None).dumps().encode()
    answer = client.post("/api/v1/imports", data=record)
    assert answer.status_code == 201, answer.json
    return client.get(f"/api/v1/games/{answer.json['id']}").json


def test_a_missing_photo_keeps_who_played_what(client: Any) -> None:
    shown = boards(TURNS)
    del shown[3]
    game = digitised(shown, {"3.jpg": True})
    assert not game.to_check and game.follower.game.result == "blue"
    found = imported(client, game)
    assert found["result"]["winner"] == "blue" and found["timeline"][-1]["colour"] == "blue"


@pytest.mark.parametrize(("is_missing", "next_player"), [(False, "white"), (True, "blue")])
def test_four_tiles_are_one_turn_if_a_person_says_so(
    client: Any, is_missing: bool, next_player: str
) -> None:
    """Otherwise they are two, of which the first has no photo."""
    game = digitised([*boards(TURNS)[:3], boards(TURNS)[4]], {"3.jpg": is_missing})
    assert game.follower.game.on_turn == next_player
    assert imported(client, game)["turn"] == next_player


def test_a_tile_turned_against_the_rules_stays_turned(client: Any) -> None:
    shown = boards(TURNS)[:7]
    shown[4:] = [board.turn((0, 2), 0) for board in shown[4:]]
    game = digitised(shown, {"4.jpg": False})
    record = digitised_record(game, "club night", None)
    (problem,) = replay(read_record(record.dumps().encode())).problems
    assert problem.where == "turn 5" and "turned" in problem.reason
    found = imported(client, game)
    assert Board.from_text(found["board"]) == shown[-1]
    assert [entry["accepted"] for entry in found["timeline"]] == [False] * 4 + [True, False, False]


def test_tiles_laid_apart_against_the_rules_become_a_game_too(client: Any) -> None:
    shown = boards((*TURNS[:3], "-1,0a 3,0a", *TURNS[4:6]))
    game = digitised(shown, {"3.jpg": False})
    assert len(game.follower.steps) == 6
    found = imported(client, game)
    assert Board.from_text(found["board"]) == shown[-1] and len(found["timeline"]) == 6
