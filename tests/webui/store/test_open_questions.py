"""What a record wants looked at is shown in its game until a person says that it is right."""

from __future__ import annotations

from typing import Any

import pytest
from asking import change
from digitising.test_gaps import TURNS, boards, digitised
from palago.engine.records.files import read_record, write_record
from palago.engine.tiles.observation import Observation
from palago.webui.digitising.digitise import follow
from palago.webui.digitising.record import digitised_record
from palago.webui.digitising.settling import Settled
from palago.webui.tables.shots import CameraShot


def unsure(settled: Settled) -> Any:
    """The record of a game in which a tile of the third turn was not seen well."""
    seen = [Observation(board) for board in boards(TURNS)[:4]]
    seen[2] = Observation(seen[2].board, {(-1, 1): 0.6})
    shots = [CameraShot(float(n), f"{n}.jpg", one) for n, one in enumerate(seen)]
    return digitised_record(follow(shots, settled, "palago", is_film=False), "club night", None)


def imported(client: Any, data: bytes) -> str:
    answer = client.post("/api/v1/imports", data=data)
    assert answer.status_code == 201, answer.json
    return str(answer.json["id"])


@pytest.mark.parametrize("form", ["json", "sgf"])
def test_a_doubtful_move_stays_so_until_it_is_settled(client: Any, form: str) -> None:
    game = imported(client, write_record(unsure(Settled()), form))
    shown = client.get(f"/api/v1/games/{game}").json
    assert [bool(one["check"]) for one in shown["timeline"]] == [False, False, True, False]
    assert any("to be checked" in one["text"] for one in shown["verdict"]["items"])
    step = client.get(f"/api/v1/games/{game}?move=3").json["verdict"]
    assert step["level"] == "unsure" and "-1,1" in step["items"][0]["text"]
    again = read_record(client.get(f"/api/v1/games/{game}/record?format={form}").data)
    assert [bool(turn.check) for turn in again.moves] == [False, False, True, False]
    change(client, game, "check_move", 400, move=2)
    settled = change(client, game, "check_move", move=3)
    assert not any(one["check"] for one in settled["timeline"])
    assert client.get(f"/api/v1/games/{game}?move=3").json["verdict"]["level"] == "fine"
    assert [bool(one["check"]) for one in change(client, game, "undo")["timeline"]][2]


def test_what_was_answered_leaves_no_doubt_in_the_record(client: Any) -> None:
    record = unsure(Settled(fine=frozenset(("2.jpg",))))
    assert record.extra["to_check"] == [] and not any(turn.check for turn in record.moves)
    assert "CK[" not in write_record(record, "sgf").decode()


def test_a_breach_that_a_person_has_confirmed_is_accepted_and_no_doubt(client: Any) -> None:
    game = digitised([*boards(TURNS)[:3], boards(TURNS)[4]], {"3.jpg": False})
    found = imported(client, write_record(digitised_record(game, "night", None), "json"))
    timeline = client.get(f"/api/v1/games/{found}").json["timeline"]
    assert timeline[-1]["accepted"] and not any(one["check"] for one in timeline)


def test_what_is_asked_of_a_photo_without_a_move_stands_with_the_next_one(client: Any) -> None:
    record = unsure(Settled(fine=frozenset(("2.jpg",)))).to_json()
    record["to_check"] = [{"source": "odd.jpg", "time": 2.5, "what": ["No board was found."]}]
    answer = client.post("/api/v1/imports", json=record)
    timeline = client.get(f"/api/v1/games/{answer.json['id']}").json["timeline"]
    assert timeline[3]["check"] == ["odd.jpg: No board was found."]
    record["to_check"] = "nothing"
    assert client.post("/api/v1/imports", json=record).status_code == 422
