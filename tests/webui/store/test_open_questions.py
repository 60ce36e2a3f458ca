"""What a record wants looked at is shown in its game until a person says that it is right."""

import json
from typing import Any, cast

import pytest
from asking import change, imported
from digitising.test_gaps import TURNS, boards, digitised, shots
from palago.engine.phrases import ENGLISH, Phrase
from palago.engine.records.files import read_record, write_record
from palago.engine.tiles.observation import Observation
from palago.webui.digitising.digitise import follow
from palago.webui.digitising.record import digitised_record
from palago.webui.digitising.settling import Settled
from palago.webui.texts import say_phrase
from palago.webui.texts.said_before import said_before


def unsure(settled: Settled) -> Any:
    """The record of a game in which a tile of the third turn was not seen well."""
    one, two, three, four = boards(TURNS)[:4]
    taken = shots(one, two, Observation(three, {(-1, 1): 0.6}), four)
    return digitised_record(follow(taken, settled, "palago", is_film=False), "club night", None)


@pytest.mark.parametrize("form", ["json", "sgf"])
def test_a_doubtful_move_stays_so_until_it_is_settled(client: Any, form: str) -> None:
    game = imported(client, write_record(unsure(Settled()), form))["id"]
    shown = client.get(f"/api/v1/games/{game}").json
    assert [bool(one["check"]) for one in shown["timeline"]] == [False, False, True, False]
    (line,) = [one for one in shown["verdict"]["items"] if "to be checked" in one["text"]]
    assert line["step"] == 3, "it leads there"
    step = client.get(f"/api/v1/games/{game}?move=3").json["verdict"]
    assert step["level"] == "unsure" and "-1,1" in step["items"][0]["text"]
    again = read_record(client.get(f"/api/v1/games/{game}/record?format={form}").data)
    assert [bool(turn.check) for turn in again.moves] == [False, False, True, False]
    change(client, game, "check_move", 400, move=2)
    settled = change(client, game, "check_move", move=3)
    assert not any(one["check"] for one in settled["timeline"])
    assert client.get(f"/api/v1/games/{game}?move=3").json["verdict"]["level"] == "fine"
    assert [bool(one["check"]) for one in change(client, game, "undo")["timeline"]][2]


@pytest.mark.parametrize("form", ["json", "sgf", "text"])
def test_doubts_are_said_in_every_language_however_they_were_worded(
    client: Any, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as then:
        then.setitem(cast("Any", ENGLISH.templates), "digitise.unsure_tiles", "Blurred: {cells}.")
        written = write_record(unsure(Settled()), form)
    unsure_tiles = Phrase("digitise.unsure_tiles", {"cells": "-1,1"})
    game = imported(client, written)["id"]
    shared = client.get(f"/api/v1/games/{game}/record?format={form}").data
    again = imported(client, shared)["id"]
    for path in (f"/api/v1/games/{game}", f"/api/v1/games/{again}"):
        for tongue in ("fr", "zh-Hant"):
            heard = {"Accept-Language": tongue}
            shown = client.get(path, headers=heard).json["timeline"][2]["check"]
            assert shown == [say_phrase(tongue, unsure_tiles)]
            step = client.get(f"{path}?move=3", headers=heard).json["verdict"]
            assert step["items"][0]["text"] == shown[0]
        kept = read_record(client.get(f"{path}/record").data)
        assert kept.moves[2].check == ("Blurred: -1,1.",)


@pytest.mark.parametrize("told", [{"key": "no.such"}, {"key": "ends_no_turn"}, [1], "x", None])
def test_a_phrase_that_nobody_knows_leaves_the_sentence_as_it_was(client: Any, told: Any) -> None:
    record = unsure(Settled()).to_json()
    record["to_check"], record["moves"][2]["check"] = [], ["So."]
    record["moves"][2]["phrases"] = {"So.": told}
    path = f"/api/v1/games/{imported(client, json.dumps(record))['id']}"
    assert client.get(path, headers={"Accept-Language": "fr"}).json["timeline"][2]["check"] == [
        "So."
    ]


def test_doubts_of_an_old_record_are_said_in_the_language_of_who_looks(client: Any) -> None:
    record, no_end = unsure(Settled()).to_json(), "No turn ends with this board."
    for told in (*record["moves"], *record["to_check"]):
        told.pop("phrases", None)
    record["to_check"].append({"source": "4.jpg", "time": 9, "what": [no_end]})
    game = imported(client, json.dumps(record))["id"]
    path, record_path = f"/api/v1/games/{game}", f"/api/v1/games/{game}/record"
    for tongue in ("fr", "zh-Hant"):
        heard = {"Accept-Language": tongue}
        checks = [one["check"] for one in client.get(path, headers=heard).json["timeline"]]
        unsure_tiles = Phrase("digitise.unsure_tiles", {"cells": "-1,1"})
        assert checks[2] == [say_phrase(tongue, unsure_tiles)]
        assert checks[3] == [f"4.jpg: {say_phrase(tongue, Phrase('ends_no_turn'))}"]
        step = client.get(f"{path}?move=3", headers=heard).json["verdict"]
        assert step["items"][0]["text"] == checks[2][0]
        kept = read_record(client.get(record_path, headers=heard).data)
        assert kept.moves[3].check == (f"4.jpg: {no_end}",)


@pytest.mark.parametrize("tongue", ["fr", "zh-Hant"])
def test_a_sentence_within_a_sentence_is_said_in_that_language_too(tongue: str) -> None:
    why = Phrase("digitise.unsure_tiles", {"cells": "0,1"})
    both = Phrase("perhaps_a_wrong_turn", {"why": why, "second": "0,1a 0,2c"})
    assert said_before(tongue, str(both), {}) == say_phrase(tongue, both)
    begun = "Tiles that were not seen well: 0,1"
    assert said_before("en", str(why), {}) == said_before("en", str(why), {str(why): {}}) == begun
    for own in ("", "look at this", "Anna: the lamp was off", "a: b: c"):
        assert said_before(tongue, own, {}) == said_before("en", own, {}) == own


def test_what_is_doubtful_about_a_roll_stands_with_the_action_that_obeyed_it(client: Any) -> None:
    taken = shots(*boards(TURNS)[:3], apart=9.0)
    names = ("Anna", "Ben", "Cleo")
    found = follow(taken, Settled(began="Anna"), "palagonia", is_film=False, players=names)
    record = digitised_record(found, "night", None)
    rolls = [turn for turn in record.moves if turn.move.startswith(("start", "roll"))]
    game = imported(client, write_record(record, "json"))["id"]
    timeline = client.get(f"/api/v1/games/{game}").json["timeline"]
    for entry, roll in zip(timeline, rolls, strict=True):
        assert roll.check and set(roll.check) <= set(entry["check"])


def test_what_was_answered_leaves_no_doubt_in_the_record(client: Any) -> None:
    record = unsure(Settled(fine=frozenset(("2.jpg",))))
    assert record.extra["to_check"] == [] and not any(turn.check for turn in record.moves)
    assert "CK[" not in write_record(record, "sgf").decode()


def test_a_breach_that_a_person_has_confirmed_is_accepted_and_no_doubt(client: Any) -> None:
    game = digitised([*boards(TURNS)[:3], boards(TURNS)[4]], {"3.jpg": False})
    found = imported(client, digitised_record(game, "night", None).dumps())["id"]
    timeline = client.get(f"/api/v1/games/{found}").json["timeline"]
    assert timeline[-1]["accepted"] and not any(one["check"] for one in timeline)


def test_what_is_asked_of_a_photo_without_a_move_stands_with_the_next_one(client: Any) -> None:
    record = unsure(Settled(fine=frozenset(("2.jpg",)))).to_json()
    record["to_check"] = [{"source": "odd.jpg", "time": 2.5, "what": ["No board was found."]}]
    timeline = imported(client, json.dumps(record))["timeline"]
    assert timeline[3]["check"] == ["odd.jpg: No board was found."]
    record["to_check"] = "nothing"
    assert client.post("/api/v1/imports", json=record).status_code == 422
