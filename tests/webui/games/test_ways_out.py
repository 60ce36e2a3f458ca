"""A table that is no turn as it lies, and what it may be all the same."""

from typing import Any

import pytest
from asking import change, imported
from games.test_referee_at_the_table import PAIR, WON, levels, play, refused, show, start
from palago.engine.records.record import Record
from palago.engine.records.replay import replay
from palago.webui.app import services_of
from palago.webui.watching.live_session import needs_of

TURNS = "0,0a 1,0c", "0,0a 1,0c 0,1b 1,1a", "0,0a 1,0c 0,1b 1,1a -1,1c -1,2a"


def after(client: Any, turns: int) -> str:
    game = start(client)
    for board in TURNS[:turns]:
        play(client, game, board)
    return game


@pytest.mark.parametrize("kind", ["palagonia", "palagem", "palanquee"])
def test_where_no_table_can_be_let_stand_that_is_said(client: Any, kind: str) -> None:
    game = start(client, kind, options={"players": ["Ann", "Bob"]})
    assert refused(client, game, "accept").startswith("In this game the referee cannot let a table")


def test_a_turn_of_one_tile_in_a_photo_may_be_let_stand(client: Any) -> None:
    game = start(client)
    play(client, game, PAIR)
    verdict = show(client, game, f"{PAIR} 2,0b")["verdict"]
    (way,) = verdict["choices"]
    assert verdict["text"] == "One more tile"
    assert way["text"] == "That was the whole turn: White to move"
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
    _, again = recorded(client, game)
    assert [entry["colour"] for entry in again["timeline"][2:]] == ["white", "blue", "blue"]


def test_an_older_tile_turned_while_the_next_ones_were_laid_may_be_let_stand(client: Any) -> None:
    game = after(client, 3)
    lies = TURNS[2].replace("1,0c", "1,0b") + " -1,0b -2,1a"
    asked = show(client, game, lies)["verdict"]
    (stand,) = asked["choices"]
    assert (asked["level"], stand["text"]) == ("wrong", "Let it stand: White to move")
    assert needs_of(services_of(client.application).desk.state(game)) == {"key": "touched"}
    told = change(client, game, stand["change"], counted=stand["counted"])
    assert (told["turn"], sorted(told["board"].split())) == ("white", sorted(lies.split()))
    _, again = recorded(client, game)
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


def recorded(client: Any, game: str) -> Any:
    """The game's record, and what is shown of the game that is made of it."""
    record = client.get(f"/api/v1/games/{game}/record?format=json")
    return record.json, imported(client, record.data)


def test_a_game_goes_on_where_several_turns_were_missed(client: Any) -> None:
    game = start(client)
    play(client, game, WON[0])
    asked = show(client, game, WON[3])["verdict"]
    assert (asked["level"], asked["text"]) == ("unsure", "Turns missing")
    assert asked["detail"].startswith("6 tiles were added:") and not asked["items"]
    (way,) = asked["choices"]
    assert way["text"] == "Let it stand: White to move"
    assert needs_of(services_of(client.application).desk.state(game)) == {
        "key": "missed", "count": 6, "most": 2,
    }  # fmt: skip
    told = change(client, game, way["change"], counted=way["counted"])
    assert told["turn"] == "white" and told["timeline"][1]["who"] == "Turns missing"
    step = client.get(f"/api/v1/games/{game}?move=2").json["verdict"]
    assert step["text"] == "Move 2: Turns missing"
    record, again = recorded(client, game)
    assert record["gaps"] == {"move 2": True} and again["turn"] == "white"
    assert [entry["who"] for entry in again["timeline"]] == ["White", told["timeline"][1]["who"]]
    assert not any(entry["check"] for entry in again["timeline"])


def test_who_closed_a_creature_in_a_turn_that_was_missed_is_left_open(client: Any) -> None:
    game = start(client)
    play(client, game, WON[0])
    asked = show(client, game, WON[4])["verdict"]
    (closed,) = asked["items"]
    assert closed["text"].startswith("White creature closed")
    assert asked["detail"] == "Turns are missing: who closed it is not known."
    assert [way["text"] for way in asked["choices"]] == ["Let it stand: White wins"]
    told = change(client, game, "accept")["verdict"]
    assert told["text"] == "White wins: a creature of White is closed."
    record, again = recorded(client, game)
    assert (record["result"], again["verdict"]["text"]) == ("white", told["text"])
    assert record["gaps"] == {"move 2": True}


def test_nobody_has_won_where_creatures_of_both_colours_were_closed_unseen(client: Any) -> None:
    game = after(client, 1)
    asked = show(client, game, f"{TURNS[0]} -2,2c -1,0b -1,1a -1,2a 0,1a 0,2b")["verdict"]
    assert (asked["text"], asked["choices"]) == ("Turns missing", [])
    assert "which was the first is not known" in asked["detail"]
    assert refused(client, game, "accept") == asked["detail"]


def test_two_tiles_that_do_not_touch_may_be_let_stand_from_the_card(client: Any) -> None:
    game = after(client, 1)
    asked = show(client, game, f"{TURNS[0]} -1,0a 2,0a")["verdict"]
    assert asked["level"] == "wrong" and asked["detail"].endswith("do not touch each other.")
    (way,) = asked["choices"]
    assert way["text"] == "Let it stand: White to move"
    assert needs_of(services_of(client.application).desk.state(game)) == {"key": "wrong"}
    told = change(client, game, way["change"], counted=way["counted"])
    assert told["turn"] == "white" and told["timeline"][1]["colour"] == "blue"
    record, _ = recorded(client, game)
    assert record["gaps"] == {"move 2": False}


ROW = [f"{number},0a" for number in range(12)]


def test_where_turns_of_palagonia_were_missed_whose_turn_it_is_is_asked(client: Any) -> None:
    game = start(client, "palagonia", options={"players": ["Ann", "Bob", "Cleo"]})
    change(client, game, "roll", faces=["4", "2", "3"])
    play(client, game, " ".join(ROW[:4]))
    show(client, game, " ".join(ROW[:10]))
    before = client.get(f"/api/v1/games/{game}").json["verdict"]
    after = change(client, game, "roll", faces=["2", "3"])["verdict"]
    for asked in (before, after):
        told = asked["level"], asked["text"], asked["can_confirm"], asked["items"]
        assert told == ("unsure", "Turns missing", False, [])
        assert asked["detail"].startswith("6 tiles were added: more than one turn. Nobody is paid")
        *_, ann, _, cleo = (way["text"] for way in asked["choices"])
        assert (ann, cleo) == ("Let it stand: Ann to move", "Let it stand: Cleo to move")
    *first, _, _, cleo = after["choices"]  # or it was two turns, which the roll may tell apart
    assert all(way["text"].startswith("Two turns") for way in first)
    said = refused(client, game, "accept", counted=True)
    assert said.endswith("say who goes on (Ann, Bob and Cleo), as to_move.")
    told = change(client, game, "accept", counted=True, to_move=cleo["to_move"])
    assert told["turn"] == "Cleo"
    entry = told["timeline"][1]
    assert (entry["who"], entry["accepted"]) == ("Turns missing", True)
    change(client, game, "roll", faces=["2", "2"])
    on = play(client, game, " ".join(ROW))
    assert [each["points"] for each in on["players"]] == [0, 0, 0] and on["turn"] == "Cleo"
    record, again = recorded(client, game)
    assert record["gaps"] == {"move 2": True}
    for key in ("who", "move", "accepted"):
        assert [each[key] for each in again["timeline"]] == [each[key] for each in on["timeline"]]
    assert all(again[key] == on[key] for key in ("turn", "board", "tiles_left"))
    assert replay(Record.from_json(record)).missing
    assert recorded(client, again["id"])[0]["gaps"] == record["gaps"]


@pytest.mark.parametrize(
    ("faces", "laid", "asked"),
    [
        (["2", "3"], 4, "One turn with a mistake, or two turns?"),
        (["rotate", "remove"], 5, "Not allowed"),
        (["2", "2"], 3, "Not allowed"),
        ([], 4, "Which roll was it?"),  # apart, as no one turn lays them
    ],
)
def test_fewer_tiles_that_no_one_turn_lays_may_be_turns_of_palagonia_that_were_missed(
    client: Any, faces: list[str], laid: int, asked: str
) -> None:
    game = start(client, "palagonia", options={"players": ["Ann", "Bob", "Cleo"]})
    change(client, game, "roll", faces=["4", "2", "3"])
    play(client, game, " ".join(ROW[:4]))
    if faces:
        change(client, game, "roll", faces=faces)
        lies = " ".join(ROW[: 4 + laid])
    else:
        lies = f"{' '.join(ROW[:4])} 0,1a 1,1a 3,1b 2,-1b"
    verdict = show(client, game, lies)["verdict"]
    assert verdict["text"] == asked
    *first, ann, bob, cleo = verdict["choices"]
    assert all(way["text"].startswith(("Two turns", "One turn", "The roll")) for way in first)
    assert ann["text"] == "Turns missing: Ann to move" and cleo["to_move"] == "Cleo"
    told = change(client, game, bob["change"], counted=bob["counted"], to_move=bob["to_move"])
    assert (told["turn"], told["timeline"][1]["who"]) == ("Bob", "Turns missing")
    assert sorted(told["board"].split()) == sorted(lies.split())
    record, again = recorded(client, game)
    assert record["gaps"] == {"move 2": True} and again["turn"] == "Bob"


def test_what_was_closed_in_turns_of_palagonia_that_were_missed_is_paid_to_nobody(
    client: Any,
) -> None:
    game = start(client, "palagonia", options={"players": ["Ann", "Bob"]})
    change(client, game, "roll", faces=["4", "2"])
    asked = show(client, game, WON[4])["verdict"]  # in place of the first lay
    assert asked["text"] == "Turns missing"
    *_, bob = asked["choices"]
    told = change(client, game, "accept", counted=True, to_move=bob["to_move"])
    assert told["turn"] == "Bob" and [each["points"] for each in told["players"]] == [0, 0]
    assert refused(client, game, "accept", counted=True, to_move="Nobody")


@pytest.mark.parametrize(
    "other", [" ".join(f"{number * 5},0a" for number in range(10)), " ".join((*ROW[:10], "20,3a"))]
)
def test_where_no_game_goes_on_nobody_asks_whose_turn_of_palagonia_it_is(
    client: Any, other: str
) -> None:
    game = start(client, "palagonia", options={"players": ["Ann", "Bob"]})
    change(client, game, "roll", faces=["4", "2"])
    play(client, game, " ".join(ROW[:4]))
    change(client, game, "roll", faces=["2", "3"])
    asked = change(client, game, "set_board", board=other)["verdict"]
    assert asked["text"] != "Turns missing" and "wrong" in levels({"verdict": asked})
    assert not any("to_move" in way for way in asked["choices"])


def test_where_turns_of_palagem_were_missed_the_game_goes_on(client: Any) -> None:
    options = {"players": ["Ann", "Bob"], "palagems": ["abca", "cabb"]}
    game = start(client, "palagem", options=options)
    play(client, game, "0,0a")
    asked = show(client, game, "0,0a 1,0a 2,0a 3,0a")["verdict"]
    assert (asked["level"], asked["text"], asked["items"]) == ("unsure", "Turns missing", [])
    assert asked["detail"] == "3 tiles were added: more than one turn of 1."
    (way,) = asked["choices"]
    assert way["text"] == "Let it stand: Ann to move"
    told = change(client, game, way["change"], counted=way["counted"])
    assert (told["turn"], told["timeline"][1]["who"]) == ("Ann", "Turns missing")
    record, again = recorded(client, game)
    assert record["gaps"] == {"move 2": True}
    assert (again["turn"], again["board"]) == (told["turn"], told["board"])
    assert replay(Record.from_json(record)).missing == (2,)
